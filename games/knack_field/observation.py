"""A field of K'nack as numbers, for the observations of both games, see `games.observation`.

Cells are counted from the first card, x to the right and y upwards, of 108 cells. Rows of cells are
in reading order: by y, then by x, both ascending. The row of an open cell is its number where a
card is to be laid.
"""

from typing import Final

from numba import int64, uint32

from kibitz.games.bits import Word
from kibitz.games.cards import JOKER, RANK_COUNT
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import EDGE, FIRST, Field, permitted
from kibitz.games.knack_field.rules import JOKER_KIND, KINDS, LOWEST_OF_36, WIDEST, kind_of
from kibitz.games.observation import Plane, Planes, put, put_bits, put_one
from kibitz.games.protocol import Moves
from kibitz.games.records import Numbers, Reals32

REACH: Final = 108  # cells from the first card to the farthest one
LIMITS: Final = EDGE + 1
DANGLERS: Final = 99
FACES: Final = JOKER + 1


def most_open(cards: int) -> int:
    """The most cells in which a card can be laid, with so many cards in the game."""
    return 2 * cards + 2


def planes(cards: int) -> Planes:
    """The planes of a field for so many cards."""
    return (
        Plane("laid", (cards, 3 + KINDS), "each card laid: 1, x, y, and its kind"),
        Plane("open", (most_open(cards), 3 + KINDS), "open cells: 1, x, y, and what fits there"),
        Plane("limit", (LIMITS,), "a field limited by its cells alone, by a window, by an edge"),
        Plane("limits", (4,), "width and height of 109; danglers that may be and are, of 99"),
        Plane("matching", (2,), "the highest rank matches the lowest; a pack of 36"),
    )


@kernel
def open_cells(field: Field, found: Moves) -> int:
    """Write the cells in which a card may lie now, ascending; how many there are."""
    count = 0
    for slot in range(field.open):
        cell = int64(field.frontier[slot])
        if permitted(field, cell):
            found[count] = cell
            count += 1
    found[:count].sort()
    return count


@kernel
def put_row(out: Reals32, at: int, side: int, cell: int, kinds: Word) -> int:
    """Write a row of a cell and a set of kinds."""
    middle = side // 2
    out[at] = 1.0
    out[at + 1] = (cell % side - middle) / REACH
    out[at + 2] = (cell // side - middle) / REACH
    return put_bits(out, at + 3, KINDS, int64(kinds))


@kernel
def put_laid(out: Reals32, at: int, cards: int, field: Field) -> int:
    """Write the cards that lie on the field, in reading order; one face down is as a joker."""
    side, most = field.cells.shape[0], field.laid.shape[0]
    end = at + cards * (3 + KINDS)
    out[at:end] = 0.0
    if field.count == 0:
        return end
    box = field.boxes[field.count - 1]
    for row in range(int64(box[2]), int64(box[3]) + 1):
        for column in range(int64(box[0]), int64(box[1]) + 1):
            code = int64(field.cells[row, column])
            if FIRST <= code < FIRST + most:
                kind = kind_of(int64(field.laid[code - FIRST]))
                at = put_row(out, at, side, side * row + column, uint32(1) << uint32(kind))
    return end


@kernel
def put_field(out: Reals32, at: int, cards: int, field: Field, cells: Moves) -> int:
    """Write a field for ``cards`` cards; ``cells`` is room for its open cells."""
    side, most = field.cells.shape[0], field.laid.shape[0]
    at = put_laid(out, at, cards, field)
    end = at + (2 * cards + 2) * (3 + KINDS)
    out[at:end] = 0.0
    for i in range(open_cells(field, cells)):
        cell = cells[i]
        slot = int64(field.cells[cell // side, cell % side]) - FIRST - most
        at = put_row(out, at, side, cell, field.fits[slot])
    at = put_one(out, end, LIMITS, int64(field.limit))
    wide, high, inside = int64(field.width), int64(field.height), field.inside
    if inside[1] > 0:
        wide = int64(inside[1]) - int64(inside[0]) + 1
        high = int64(inside[3]) - int64(inside[2]) + 1
    at = put(out, at, wide, WIDEST)
    at = put(out, at, high, WIDEST)
    at = put(out, at, field.danglers, DANGLERS)
    at = put(out, at, field.dangling, DANGLERS)
    small = field.matches[1] == uint32(1) << uint32(JOKER_KIND)
    highest, lowest = (0, LOWEST_OF_36) if small else (RANK_COUNT - 1, 0)
    at = put(out, at, int64(field.matches[highest]) >> (RANK_COUNT + lowest) & 1, 1)
    return put(out, at, small, 1)


@kernel
def put_faces(out: Reals32, at: int, counts: Numbers, most: int) -> int:
    """Write how many of each card there are, as parts of ``most``."""
    for card in range(FACES):
        at = put(out, at, counts[card], most)
    return at
