"""The diagonal layout: on an unbounded field without jokers it lays whatever matches.

The kinds of a pack form one ring: with an odd number of ranks, going up a rank and changing colour
passes through all of them (without wrap the ring is cut in two places). Number the kinds along it.
In a field laid *on diagonals* the number of a card is its column minus its row, or plus, up to a
constant and the sense of the ring. Neighbouring cells are then one apart on the ring, so any card
may lie at any cell of its number that touches the field.

And there is always such a cell. A card of a matching kind on the field has four neighbours, two of
each number beside its own; the arriving kind has only two cards in the pack, so at most one of the
two cells is taken. So this player lays exactly the cards of the free game of
:mod:`kibitz.heuristics.knack_solitaire.bound`, without a look at the cards to come.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import JOKER
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import BLOCKS, Field, spots
from kibitz.games.knack_field.rules import JOKER_KIND, KINDS, kind_of
from kibitz.games.knack_solitaire.state import KnackSolitaireState
from kibitz.games.protocol import Moves

SENSES: Final = 4


@kernel
def number_kinds(field: Field, number: Moves) -> int:
    """Write the place of each kind on the ring, -1 for kinds off it, and return the ring's length.

    The ring begins with the first card of the field. Where the ranks do not wrap, both ways from it
    come to an end and the kinds of the other part get no number, as no chain of matches leads to
    them. The length is 0 when there is no first card or it is a joker.
    """
    for kind in range(KINDS):
        number[kind] = -1
    if field.count == 0 or kind_of(int64(field.laid[0])) == JOKER_KIND:
        return 0
    first = kind_of(int64(field.laid[0]))
    number[first] = 0
    for way in (1, -1):
        at, place = first, 0
        while True:
            found = -1
            for kind in range(JOKER_KIND):
                if field.matches[at] >> kind & 1 and number[kind] == -1:
                    found = kind
                    break
            if found < 0:
                break
            place += way
            number[found] = place
            at = found
    length = 0
    for kind in range(JOKER_KIND):
        if field.matches[kind] != 1 << JOKER_KIND:
            length += 1
    return length


@kernel
def place_on(side: int, cell: int, sense: int) -> int:
    """The number of a cell's diagonal in one of the four senses."""
    row, column = cell // side, cell % side
    place = column + row if sense & 1 else column - row
    return -place if sense & 2 else place


@kernel
def sense_of(field: Field, number: Moves, length: int) -> int:
    """A sense in which the whole field lies on diagonals, -1 when there is none."""
    side = field.cells.shape[0]
    if length == 0 or field.limit != BLOCKS or field.anchored:
        return -1
    for sense in range(SENSES):
        fits = True
        zero = place_on(side, int64(field.where[0]), sense)
        for n in range(field.count):
            at = number[kind_of(int64(field.laid[n]))]
            place = place_on(side, int64(field.where[n]), sense) - zero
            if kind_of(int64(field.laid[n])) == JOKER_KIND or (place - at) % length:
                fits = False
                break
        if fits:
            return sense
    return -1


@kernel
def follows_free_game(state: KnackSolitaireState) -> bool:
    """Whether the diagonal layout can go on to the end: then its player attains the bound."""
    number = new_numbers()
    length = number_kinds(state.field, number)
    return state.pack[JOKER] == 0 and sense_of(state.field, number, length) >= 0


@kernel
def diagonal_cell(
    field: Field, card: int, number: Moves, length: int, sense: int, cells: Moves
) -> int:
    """The cell of the diagonal layout for ``card``, nearest to the first card; -1 without one."""
    side = field.cells.shape[0]
    first = int64(field.where[0])
    zero = place_on(side, first, sense)
    best, nearest = -1, 1 << 20
    for i in range(spots(field, card, cells)):
        cell = cells[i]
        if (place_on(side, cell, sense) - zero - number[kind_of(card)]) % length == 0:
            far = abs(cell // side - first // side) + abs(cell % side - first % side)
            if far < nearest:
                best, nearest = cell, far
    return best


@kernel
def new_numbers() -> Moves:
    """Room for :func:`number_kinds`."""
    return np.empty(KINDS, np.int64)
