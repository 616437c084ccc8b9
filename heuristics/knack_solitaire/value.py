"""The chance to win with the stock face down: a learned estimate of what a field leads to.

Numbers are looked up in tables and added; the sum is the logarithm of the odds that the policy,
which lays each card where the sum is highest, wins. What is looked up for each kind of card that is
still to come, by how many copies are in the stock and in the waste:

- its cells and the room around them;
- its *state*, that is its copies and its room in six classes, with the states of the two kinds that
  match it.

Then four numbers are looked up once: for cells beside jokers alone and jokers to come; for cards in
stock and waste; for cells open to cards and cards to come; and for the card that is then on top of
the waste: whether it finds a cell, with the states of the kinds that match it. There are tables for
games without a redeal, and for the last, the last but one and any earlier pass of others. They were
learned on fields without limits, and serve there only.

The numbers in ``value.npz`` come from self-play, see `training.knack_solitaire.value`. They are
whole, so that each machine finds the same. An estimate proves nothing.
"""

from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint32, uint64

from kibitz.games.bits import lowest_bit, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import (
    EMPTY,
    Field,
    lay,
    permitted,
    spots,
    take_back,
)
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, KINDS, kind_of
from kibitz.games.knack_solitaire.play import MAX_MOVES
from kibitz.games.knack_solitaire.state import FACES, MOST_CARDS, KnackSolitaireState
from kibitz.games.protocol import Moves
from kibitz.games.records import Int16s, Numbers, Record, dtype_of
from kibitz.heuristics.dense import constant

WEIGHTS: Final = Path(__file__).with_name("value.npz")
ONE: Final = 2048  # what stands for 1 in the tables

# What is seen before a card is laid, after the copies of each kind that will then be left.
JOKERS_STOCKED, JOKERS_WASTED, TOP, STOCKED, WASTED, FIRST_TABLE, SEEN = range(26, 33)

COPIES: Final = 5  # ways in which one or two copies are in stock and waste
CLASSES: Final = 6  # of room
ROOM_CLASS: Final = np.array([0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 5], np.int64)
STATES: Final = 2 + COPIES * CLASSES
NONE: Final = STATES - 1  # no such kind
MOST_CELLS, MOST_ROOM, MOST_SIDES, MOST_OPEN, JOKERS = 7, 15, 11, 31, 3

# Where the tables begin.
CELLS_TABLE: Final = STATES**3
JOKER_TABLE: Final = CELLS_TABLE + (MOST_CELLS + 1) * (MOST_ROOM + 1) * COPIES
TOP_TABLE: Final = JOKER_TABLE + (MOST_SIDES + 1) * JOKERS * JOKERS
CARDS_TABLE: Final = TOP_TABLE + 3 * STATES**2
OPEN_TABLE: Final = CARDS_TABLE + MOST_CARDS**2
TABLES: Final = OPEN_TABLE + (MOST_OPEN + 1) * MOST_CARDS
PASSES: Final = 4  # the only one; the last one, the one before it, any earlier one
SIZE: Final = PASSES * TABLES
MOST_TERMS: Final = 2 * JOKER_KIND + 4


class Desk(NamedTuple):
    """Scratch: what is seen, the kinds that match each kind, counts, and where numbers stand.

    ``found``: terms of the field looked at last; ``best``: of the cell that was chosen.
    """

    seen: Moves
    beside: Moves
    work: Moves
    found: Moves
    best: Moves
    cells: Moves


@kernel
def new_desk(field: Field) -> Desk:
    """Scratch for one game; no field of it has other kinds that match."""
    beside = np.empty((JOKER_KIND, 2), np.int64)
    for kind in range(JOKER_KIND):
        beside[kind, 0] = beside[kind, 1] = -1
        found = 0
        for other in range(JOKER_KIND):
            if found < 2 and field.matches[kind] >> uint32(other) & uint32(1):
                beside[kind, found] = other
                found += 1
    return Desk(
        np.empty(SEEN, np.int64),
        beside,
        np.empty((3, KINDS), np.int64),
        np.empty(MOST_TERMS, np.int64),
        np.empty(MOST_TERMS, np.int64),
        np.empty(MAX_MOVES, np.int64),
    )


@kernel
def look(state: KnackSolitaireState, seen: Moves) -> None:
    """Write what is the same wherever the open card, the top of the waste, is laid."""
    stocked, wasted = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    for card in range(FACES):
        stocked[kind_of(card)] += int64(state.pack[card])
    for number in range(state.field.count):
        stocked[kind_of(int64(state.field.laid[number]))] -= 1
    for place in range(state.wasted):
        stocked[kind_of(int64(state.waste[place]))] -= 1
    for place in range(state.wasted - 1):
        wasted[kind_of(int64(state.waste[place]))] += 1
    for kind in range(JOKER_KIND):
        if wasted[kind] == 0:
            seen[kind] = stocked[kind]
        elif stocked[kind] == 0:
            seen[kind] = 2 + wasted[kind]
        else:
            seen[kind] = COPIES
    seen[JOKERS_STOCKED], seen[JOKERS_WASTED] = stocked[JOKER_KIND], wasted[JOKER_KIND]
    seen[WASTED] = int64(state.wasted) - 1
    seen[STOCKED] = int64(state.size) - int64(state.drawn)
    seen[TOP] = kind_of(int64(state.waste[state.wasted - 2])) if state.wasted > 1 else JOKER_KIND
    passes = min(int64(state.redeals_left), PASSES - 2) + (state.redeals > 0)
    seen[FIRST_TABLE] = TABLES * passes


@kernel
def list_terms(field: Field, desk: Desk) -> int:
    """Write where the numbers stand that are added up for ``field``, and return how many there are.

    To be called after :func:`look`.
    """
    side = field.cells.shape[0]
    seen, beside, found = desk.seen, desk.beside, desk.found
    cells, room, states = desk.work[0], desk.work[1], desk.work[2]
    first = seen[FIRST_TABLE]
    bits = uint64(0)
    for kind in range(JOKER_KIND):
        cells[kind] = room[kind] = 0
        if seen[kind] > 0:
            bits |= uint64(1) << uint64(kind)
    sides = spread = 0
    for slot in range(field.open):
        fit, cell = uint64(field.fits[slot]), int64(field.frontier[slot])
        if not permitted(field, cell):
            continue
        if fit == uint64(ALL_KINDS):
            sides += 1
            continue
        fit &= bits
        if fit == uint64(0):
            continue
        spread += 1
        row, column = cell // side, cell % side
        space = 1
        for way in range(4):
            r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
            space += field.cells[r, c] == EMPTY
        while fit != uint64(0):
            kind = lowest_bit(fit)
            cells[kind] += 1
            room[kind] += space
            fit = without_lowest(fit)
    count = 0
    for kind in range(JOKER_KIND):
        states[kind] = 0
        if seen[kind] > 0:
            copies, wide = seen[kind] - 1, min(room[kind], MOST_ROOM)
            found[count] = first + CELLS_TABLE + copies
            found[count] += COPIES * ((MOST_ROOM + 1) * min(cells[kind], MOST_CELLS) + wide)
            states[kind] = 1 + CLASSES * copies + ROOM_CLASS[min(wide, len(ROOM_CLASS) - 1)]
            count += 1
    for kind in range(JOKER_KIND):
        if seen[kind] > 0:
            pair = states_beside(states, beside, kind)
            found[count] = first + STATES**2 * states[kind] + pair
            count += 1
    jokers = JOKERS * min(seen[JOKERS_STOCKED], JOKERS - 1) + min(seen[JOKERS_WASTED], JOKERS - 1)
    found[count] = first + JOKER_TABLE + JOKERS**2 * min(sides, MOST_SIDES) + jokers
    top = seen[TOP]
    found[count + 1] = first + TOP_TABLE
    if top != JOKER_KIND:
        fits = 1 + (room[top] > 0 or sides > 0)
        found[count + 1] += STATES**2 * fits + states_beside(states, beside, top)
    stocked, wasted = min(seen[STOCKED], MOST_CARDS - 1), min(seen[WASTED], MOST_CARDS - 1)
    found[count + 2] = first + CARDS_TABLE + MOST_CARDS * stocked + wasted
    left = min(stocked + wasted, MOST_CARDS - 1)
    found[count + 3] = first + OPEN_TABLE + MOST_CARDS * min(spread, MOST_OPEN) + left
    return count + 4


@kernel
def states_beside(states: Moves, beside: Moves, kind: int) -> int:
    """The states of the two kinds that match ``kind`` as one number, in whatever order."""
    low = states[beside[kind, 0]] if beside[kind, 0] >= 0 else NONE
    high = states[beside[kind, 1]] if beside[kind, 1] >= 0 else NONE
    return STATES * min(low, high) + max(low, high)


@kernel
def promising_cell(
    state: KnackSolitaireState, numbers: Numbers, desk: Desk
) -> tuple[int, float, int]:
    """The cell for the open card where the sum is highest, the first of equals; there must be one.

    Then the sum, and how many terms it has; they are in ``desk.best``.
    """
    card = int64(state.waste[state.wasted - 1])
    look(state, desk.seen)
    best, most, length = int64(-1), 0.0, int64(0)
    for i in range(spots(state.field, card, desk.cells)):
        lay(state.field, desk.cells[i], card)
        count = list_terms(state.field, desk)
        take_back(state.field)
        total = add_up(numbers, desk.found, count)
        if best < 0 or total > most:
            best, most, length = desk.cells[i], total, count
            desk.best[:count] = desk.found[:count]
    return best, most, length


@kernel
def add_up(numbers: Numbers, found: Moves, count: int) -> float:
    """The sum of ``count`` numbers."""
    total = 0.0
    for i in range(count):
        total += numbers[found[i]]
    return total


class Tables(Record):
    """All tables in a row, as kernels take them; whole numbers, ``ONE`` for 1."""

    numbers: Annotated[Int16s, SIZE]


TABLES_TYPE: Final = dtype_of(Tables)


def stored_tables() -> npt.NDArray[np.void]:
    """The tables that come with the program, as an array of one record."""
    record = np.zeros(1, TABLES_TYPE)
    with np.load(WEIGHTS) as stored:
        record["numbers"][0] = stored["numbers"]
    return record


shipped_tables: Final[Any] = constant(stored_tables())
