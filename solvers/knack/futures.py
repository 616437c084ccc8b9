"""Which fields of K'nack have the same future, given the kinds of card still to be laid.

All that matters of a field is which cells can take a card, now or later. A cell with a card in it
never takes another; nor does a cell beside cards that no card still to come fits, for what fits a
cell only becomes less. Both are *walls*. A cell beside a card that something fits is *open* to just
those kinds. Any other cell takes any card once it has a neighbour.

So a field is drawn as its open cells and its walls. A wall counts only when a card might come to
lie beside it: when one of its neighbours is no wall, and no farther from an open cell than there
are cards to be laid. Two fields with equal drawings, turned, mirrored or moved, offer the same
game from here on, whatever cards lie in them.

Fields whose limits depend on more (windows, danglers, anything anchored) are compared card by card,
see :mod:`kibitz.games.knack_field.canonical`.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, single
from kibitz.games.chance import GOLDEN, mix
from kibitz.games.kernel import kernel
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.play import CELLS
from kibitz.games.knack.rules import FACES, MOST_CARDS
from kibitz.games.knack.state import SIDE, KnackState
from kibitz.games.knack_field.canonical import SYMMETRIES, canonical_key, image
from kibitz.games.knack_field.field import BLOCKS, EMPTY, FIRST, Field
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves

WALL: Final = 0
SMALL: Final = 24  # cells of a drawing that is turned and mirrored
FAR_REACH: Final = 12  # from so many cards on every wall counts
_FAR: Final = 1 << 20
_MOST: Final = 3 * MOST_CARDS + 2  # cards and cells beside them


@kernel
def kinds_to_come(state: KnackState) -> Word:
    """The kinds of all cards not on the field, as bits; the free card may be among them."""
    found = uint64(0)
    left = np.empty(FACES, np.int64)
    for card in range(FACES):
        left[card] = state.pack[card]
    for number in range(1, state.field.count):
        left[state.field.laid[number]] -= 1
    for card in range(FACES):
        if left[card] > 0:
            found |= single(kind_of(card))
    return found


@kernel
def kinds_held(state: KnackState) -> Word:
    """The kinds of all cards in hands and decks, every one known."""
    found = uint64(0)
    for seat in range(state.players):
        for i in range(state.held[seat]):
            found |= single(kind_of(int64(state.hands[seat, i])))
        for i in range(state.deck_sizes[seat]):
            found |= single(kind_of(int64(state.decks[seat, i])))
    return found


@kernel
def cards_to_come(state: KnackState) -> int:
    """How many cards can still be laid."""
    count = 0
    for seat in range(state.players):
        count += cards_left(state, seat)
    return count


@kernel
def _is_wall(field: Field, row: int, column: int, kinds: Word) -> bool:
    """Whether a cell can never take a card of ``kinds``."""
    code = int64(field.cells[row, column])
    if code == EMPTY:
        return False
    if code < FIRST + MOST_CARDS:
        return True
    return uint64(field.fits[code - FIRST - MOST_CARDS]) & kinds == 0


@kernel
def _has_way(field: Field, row: int, column: int, kinds: Word) -> bool:
    """Whether a neighbour of a cell is no wall."""
    for way in range(4):
        r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
        if not _is_wall(field, r, c, kinds):
            return True
    return False


@kernel
def draw(field: Field, kinds: Word, reach: int, cells: Moves, signs: Moves) -> int:
    """Write the cells of a field's drawing and what each is: ``WALL`` or the kinds that fit.

    ``kinds``: those still to come; ``reach``: how many cards can still be laid. Returns the number
    of cells.
    """
    count = 0
    for slot in range(field.open):
        fit = uint64(field.fits[slot]) & kinds
        if fit:
            cells[count], signs[count] = int64(field.frontier[slot]), int64(fit)
            count += 1
    opened = count
    for number in range(field.count + field.open):
        if number < field.count:
            cell = int64(field.where[number])
        else:
            cell = int64(field.frontier[number - field.count])
        row, column = cell // SIDE, cell % SIDE
        if not _is_wall(field, row, column, kinds):
            continue
        near = reach >= FAR_REACH
        for i in range(0 if near else opened):
            far = abs(cells[i] // SIDE - row) + abs(cells[i] % SIDE - column)
            if far <= reach:
                near = True
                break
        if near and _has_way(field, row, column, kinds):
            cells[count], signs[count] = cell, WALL
            count += 1
    return count


@kernel
def future_key(field: Field, kinds: Word, reach: int, cells: Moves, signs: Moves) -> Word:
    """A key that fields with the same future share; others only by accident, 64 bits.

    ``cells`` and ``signs``: scratch, see :func:`new_drawing`.
    """
    if field.limit != BLOCKS or field.anchored or field.count == 0:
        return canonical_key(field)
    count = draw(field, kinds, reach, cells, signs)
    best, seen = uint64(0), False
    # Large drawings are hardly ever images of each other: what is missed is only time.
    for symmetry in range(SYMMETRIES if count <= SMALL else 1):
        first_column, first_row = _FAR, _FAR
        for i in range(count):
            column, row = image(cells[i], SIDE, symmetry)
            first_column = min(first_column, column)
            first_row = min(first_row, row)
        key = uint64(count)
        for i in range(count):
            column, row = image(cells[i], SIDE, symmetry)
            place = (row - first_row) * SIDE + column - first_column
            word = uint64(signs[i]) * uint64(CELLS) + uint64(place + 1)
            key += mix(word * uint64(GOLDEN))
        if not seen or key < best:
            best = key
        seen = True
    return best


@kernel
def new_drawing() -> tuple[Moves, Moves]:
    """Room for :func:`draw`."""
    return np.empty(_MOST, np.int64), np.empty(_MOST, np.int64)
