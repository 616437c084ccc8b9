"""What a card laid on a field of K'nack opens and closes: the cells that fit each kind.

The *room* of a kind is the number of cells where a card of it can be laid; the kind is open when
there is one. Laying a card changes the room of a few kinds only: those of the cell itself, of the
cells beside it that were open, and of those that become so. Limits that move with the cards, as
windows do, are taken to stay as they are.

What a card would change is added up for all kinds together: bit ``k`` of three words is, as a
number of three binary digits, how many cells kind ``k`` loses.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import EMPTY, FIRST, Field, permitted
from kibitz.games.knack_field.rules import KINDS
from kibitz.games.protocol import Moves

SIDES: Final = 4
DIGITS: Final = 10  # of the number of cells of a frontier, as a binary number


class Change(NamedTuple):
    """What a card laid would do: ``gained`` cells more for the kinds that match it, others lost.

    ``ones``, ``twos`` and ``fours``: how many cells each kind loses, see the head of this module.
    """

    gained: int
    ones: Word
    twos: Word
    fours: Word


@kernel
def count_room(field: Field, room: Moves) -> tuple[Word, Word, Word]:
    """Write the room of each kind; the kinds that are open, with room below eight, and with 1.

    Digit ``n`` of all rooms together is the word ``digits[n]``, to which four cells are added at a
    time: a full adder makes three words of a place one of that place and one of the next.
    """
    digits = np.zeros(DIGITS, np.uint64)
    ones, twos = uint64(0), uint64(0)
    for slot in range(0, int64(field.open), 4):
        a, b = _fit_in(field, slot), _fit_in(field, slot + 1)
        c, d = _fit_in(field, slot + 2), _fit_in(field, slot + 3)
        first = ones & a | (ones ^ a) & b
        ones ^= a ^ b
        second = ones & c | (ones ^ c) & d
        ones ^= c ^ d
        carry = twos & first | (twos ^ first) & second
        twos ^= first ^ second
        place = 2
        while carry:
            more = digits[place] & carry
            digits[place] ^= carry
            carry = more
            place += 1
    digits[0], digits[1] = ones, twos
    for kind in range(KINDS):
        room[kind] = 0
    many = uint64(0)
    for place in range(DIGITS):
        digit = digits[place]
        if place > 2:
            many |= digit
        if digit:
            for kind in range(KINDS):
                room[kind] += int64((digit >> uint64(kind) & uint64(1)) << uint64(place))
    few = ones | twos | digits[2]
    return few | many, few & ~many, ones & ~(twos | digits[2] | many)


@kernel
def _fit_in(field: Field, slot: int) -> Word:
    """The kinds that may lie now in a cell of the frontier; none beyond its end."""
    if slot >= field.open or not permitted(field, int64(field.frontier[slot])):
        return uint64(0)
    return uint64(field.fits[slot])


@kernel
def _change(room: Moves, kinds: Word, by: int) -> None:
    """Add ``by`` to the room of each of some kinds."""
    while kinds:
        room[lowest_bit(kinds)] += by
        kinds = without_lowest(kinds)


@kernel
def change_room(field: Field, cell: int, match: Word, room: Moves, by: int) -> Word:
    """Let a card at ``cell``, which lets ``match`` lie beside it, change ``room``; or undo it.

    ``by`` is 1 to lay it and -1 to undo. The kinds whose room may have changed, one bit each.
    """
    side, most = field.cells.shape[0], field.laid.shape[0]
    row, column = cell // side, cell % side
    code = int64(field.cells[row, column]) - FIRST - most
    touched = uint64(field.fits[code])
    _change(room, touched, -by)
    for way in range(SIDES):
        r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
        code = int64(field.cells[r, c])
        if code == EMPTY:
            _change(room, match, by)
            touched |= match
        elif code >= FIRST + most and permitted(field, side * r + c):
            lost = uint64(field.fits[code - FIRST - most]) & ~match
            _change(room, lost, -by)
            touched |= lost
    return touched


@kernel
def change_of(field: Field, cell: int, match: Word) -> Change:
    """What a card at ``cell``, which lets ``match`` lie beside it, would change."""
    side, most = field.cells.shape[0], field.laid.shape[0]
    row, column = cell // side, cell % side
    code = int64(field.cells[row, column]) - FIRST - most
    ones, twos, fours = uint64(field.fits[code]), uint64(0), uint64(0)
    gained = int64(0)
    for way in range(SIDES):
        r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
        code = int64(field.cells[r, c])
        if code == EMPTY:
            gained += 1
        elif code >= FIRST + most and permitted(field, side * r + c):
            lost = uint64(field.fits[code - FIRST - most]) & ~match
            carry = ones & lost
            ones ^= lost
            fours |= twos & carry
            twos ^= carry
    return Change(gained, ones, twos, fours)


@kernel
def gain_of_kind(change: Change, match: Word, kind: int) -> int:
    """How many cells more there would be for a kind."""
    k = uint64(kind)
    gain = change.gained * int64(match >> k & uint64(1)) - int64(change.ones >> k & uint64(1))
    return gain - 2 * int64(change.twos >> k & uint64(1)) - 4 * int64(change.fours >> k & uint64(1))
