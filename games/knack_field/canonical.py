"""A key of a field that is the same for all fields that play the same.

Turned, mirrored and, where nothing anchors it, moved elsewhere, a field offers the same game. The
key is the least of the keys of all its images under the symmetries that map the limits of the field
to themselves. An image's key is the sum of one random word for each card, chosen by kind, column
and row, so it does not depend on the order in which the cards were laid. Two different fields get
the same key only by accident.

Symmetry 0 … 7 swaps columns and rows (4), then mirrors columns (1) and rows (2).
"""

from typing import Final

from numba import int64, uint64

from kibitz.games.bits import Word
from kibitz.games.chance import GOLDEN, mix
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import Field
from kibitz.games.knack_field.rules import kind_of

SYMMETRIES: Final = 8
UPRIGHT: Final = 0b1111  # those that do not swap columns and rows
_FAR: Final = 1 << 20


@kernel
def canonical_key(field: Field) -> Word:
    """The key of a field, 64 bits; equal for two fields with the same future.

    Symmetries that the limits do not allow are left out. An anchored field is not moved; any other
    is moved so that its first column and row are 0.
    """
    side = field.cells.shape[0]
    best = uint64(0)
    seen = False
    for symmetry in range(SYMMETRIES):
        if not field.symmetries >> symmetry & 1:
            continue
        first_column, first_row = 0, 0
        if not field.anchored:
            first_column, first_row = _FAR, _FAR
            for number in range(field.count):
                column, row = image(int64(field.where[number]), side, symmetry)
                first_column = min(first_column, column)
                first_row = min(first_row, row)
        key = uint64(0)
        for number in range(field.count):
            column, row = image(int64(field.where[number]), side, symmetry)
            place = (row - first_row) * side + column - first_column
            word = place << 5 | kind_of(int64(field.laid[number]))
            key += mix(uint64(word + 1) * uint64(GOLDEN))
        if not seen or key < best:
            best = key
        seen = True
    return best


@kernel
def image(cell: int, side: int, symmetry: int) -> tuple[int, int]:
    """Column and row to which a symmetry takes ``cell``."""
    row, column = cell // side, cell % side
    if symmetry & 4:
        row, column = column, row
    if symmetry & 1:
        column = side - 1 - column
    if symmetry & 2:
        row = side - 1 - row
    return column, row
