"""What a card laid on a field of K'nack opens and closes: the cells that fit each kind.

The *room* of a kind is the number of cells where a card of it can be laid; the kind is open when
there is one. Laying a card changes the room of a few kinds only: those of the cell itself, of the
cells beside it that were open, and of those that become so. Limits that move with the cards, as
windows do, are taken to stay as they are.

What a card would change is added up for all kinds together: bit ``k`` of three words is, as a
number of three binary digits, how many cells kind ``k`` loses.
"""

from typing import Final, NamedTuple

from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import EMPTY, FIRST, Field, permitted
from kibitz.games.protocol import Moves

SIDES: Final = 4


class Change(NamedTuple):
    """What a card laid would do: ``gained`` cells more for the kinds that match it, others lost.

    ``ones``, ``twos`` and ``fours``: how many cells each kind loses, see the head of this module.
    """

    gained: int
    ones: Word
    twos: Word
    fours: Word


@kernel
def count_room(field: Field, room: Moves) -> None:
    """Write the room of each kind."""
    room[:] = 0
    for slot in range(field.open):
        if permitted(field, int64(field.frontier[slot])):
            _change(room, uint64(field.fits[slot]), 1)


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
