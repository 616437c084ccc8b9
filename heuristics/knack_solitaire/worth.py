"""What a field is worth to the cards still to be laid, and the player that follows it.

A field is good when every card to come finds cells to lie in, the more so when those cells have
empty cells around them, where the card after it can go on. For each kind that is still to come the
cells that fit it are added up, each counting 1 and one more for every neighbour that no card has
touched. The worth of that sum grows by a fifth of what is missing with every unit, so the first
cells of a kind count most. Cells where any card may lie, beside jokers only, count by themselves.

Only what every player sees is used: the field, and which cards are still to come.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import lowest_bit, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import EMPTY, Field, lay, permitted, spots, take_back
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, KINDS, kind_of
from kibitz.games.knack_solitaire.state import FACES, KnackSolitaireState
from kibitz.games.protocol import Moves

OPEN_SIDE: Final = 120  # of a cell where any card may lie
FULL: Final = 1000  # of a kind that finds cells without end
LONGEST: Final = 64
SATURATION: Final = np.array([FULL - int(FULL * 0.8**n) for n in range(LONGEST)], np.int64)


@kernel
def cards_to_come(state: KnackSolitaireState, wanted: Moves) -> None:
    """Count by kind the cards that are not on the field, jokers included."""
    wanted[:] = 0
    for card in range(FACES):
        wanted[kind_of(card)] += state.pack[card]
    for number in range(state.field.count):
        wanted[kind_of(int64(state.field.laid[number]))] -= 1


@kernel
def worth(field: Field, wanted: Moves, room: Moves) -> int:
    """What a field is worth for the kinds ``wanted``; ``room`` is overwritten."""
    side = field.cells.shape[0]
    bits = uint64(0)
    for kind in range(JOKER_KIND):
        room[kind] = 0
        if wanted[kind] > 0:
            bits |= uint64(1) << uint64(kind)
    total = 0
    for slot in range(field.open):
        fit = uint64(field.fits[slot])
        if not fit & bits or not permitted(field, int64(field.frontier[slot])):
            continue
        if fit == uint64(ALL_KINDS):
            total += OPEN_SIDE
            continue
        cell = int64(field.frontier[slot])
        row, column = cell // side, cell % side
        space = 1
        for way in range(4):
            r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
            space += field.cells[r, c] == EMPTY
        fit &= bits
        while fit != uint64(0):
            room[lowest_bit(fit)] += space
            fit = without_lowest(fit)
    for kind in range(JOKER_KIND):
        if wanted[kind] > 0:
            total += wanted[kind] * SATURATION[min(room[kind], LONGEST - 1)]
    return total


@kernel
def best_cell(field: Field, card: int, wanted: Moves, room: Moves, cells: Moves) -> int:
    """The cell for ``card`` that leaves the field worth most, the first of equals; -1 without one.

    ``wanted`` counts the cards to come, this one included; ``room`` and ``cells`` are overwritten.
    """
    kind = kind_of(card)
    wanted[kind] -= 1
    best, most = -1, -1
    for i in range(spots(field, card, cells)):
        lay(field, cells[i], card)
        value = worth(field, wanted, room)
        take_back(field)
        if value > most:
            best, most = cells[i], value
    wanted[kind] += 1
    return best


@kernel
def new_counts() -> Moves:
    """Room for a number of each kind."""
    return np.zeros(KINDS, np.int64)
