"""The field of K'nack as part of a NumPy record: lay a card, take it back, see what fits where.

The field is a square grid with the first card in its middle; a *cell* is ``side * row + column``.
Empty cells beside a card are the *frontier*. Of each the field keeps its *fit*: the set of kinds
(`games.knack_field.rules`) that match all its neighbours. Laying a card changes a handful
of cells, and so does taking the last card back, which restores the record to the byte. On an empty
field the frontier is the middle cell.

The record's shape fixes the size: ``side`` is that of ``cells``, and ``laid`` has room for the most
cards there can be. Kernels take the record itself, ``state.field`` where it is part of another.

The code in ``cells`` is ``EMPTY``, ``BLOCKED`` where no card may ever lie, ``FIRST + n`` for the
card laid as number ``n``, or ``FIRST + most + slot`` for a cell of the frontier. The outermost ring
is blocked, so that every card has four neighbours in the grid.

How a field is limited is told by ``limit``. ``BLOCKS``: by blocked cells alone. ``WINDOW``: all
cards lie within some window of ``width`` by ``height`` cells. ``EDGE``: at most ``danglers`` cards
lie outside the rectangle ``inside``.
"""

from typing import Annotated, Final

import numpy as np
from numba import int64, uint32

from kibitz.games.bits import Word
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.rules import ALL_KINDS, KINDS, kind_of
from kibitz.games.protocol import Moves
from kibitz.games.records import (
    Flag,
    Int16,
    Int16s,
    Numbers,
    Record,
    UInt8,
    UInt8s,
    UInt32s,
    dtype_of,
)

EMPTY: Final = 0
BLOCKED: Final = 1
FIRST: Final = 2
BLOCKS, WINDOW, EDGE = range(3)


class Field(Record):
    """See the head of this module."""

    cells: Annotated[Numbers, "small", "side", "side"]
    laid: Annotated[UInt8s, "most"]  # cards in the order laid
    where: Annotated[Numbers, "cell", "most"]  # their cells
    slots: Annotated[Numbers, "small", "most"]  # places their cells had in the frontier
    boxes: Annotated[Int16s, "most", 4]  # first and last column and row of the cards so far
    frontier: Annotated[Numbers, "cell", "longest"]
    fits: Annotated[UInt32s, "longest"]
    matches: Annotated[UInt32s, KINDS]  # the kinds that match each kind
    inside: Annotated[Int16s, 4]  # first and last column and row
    width: Int16
    height: Int16
    danglers: Int16
    dangling: Int16  # cards outside ``inside``
    count: Int16  # cards laid
    open: Int16  # cells of the frontier
    limit: UInt8
    anchored: Flag  # moved elsewhere, the cards would not play the same
    symmetries: UInt8  # which of .canonical map the limits to themselves


def field_type(side: int, most: int) -> np.dtype[np.void]:
    """The record of a field of ``side`` by ``side`` cells, ``side`` odd, for ``most`` cards.

    The frontier of ``n`` cards that hang together is never longer than ``2 * n + 2``.
    """
    longest = 2 * most + 2
    small = np.uint8 if FIRST + most + longest <= 256 else np.uint16
    cell = np.uint16 if side * side <= 65_536 else np.uint32
    return dtype_of(Field, side=side, most=most, longest=longest, small=small, cell=cell)


@kernel
def outside(field: Field, cell: int) -> bool:
    """Whether a card at ``cell`` hangs over the edge of an anchored field."""
    side = field.cells.shape[0]
    row, column = cell // side, cell % side
    inside = field.inside
    return bool(column < inside[0] or column > inside[1] or row < inside[2] or row > inside[3])


@kernel
def permitted(field: Field, cell: int) -> bool:
    """Whether the limits of the field let a card lie at ``cell`` of the frontier now."""
    if field.limit == BLOCKS or field.count == 0:
        return True
    if field.limit == EDGE:
        return field.dangling < field.danglers or not outside(field, cell)
    side = field.cells.shape[0]
    row, column = cell // side, cell % side
    box = field.boxes[field.count - 1]
    wide = max(column, int64(box[1])) - min(column, int64(box[0])) + 1
    high = max(row, int64(box[3])) - min(row, int64(box[2])) + 1
    return wide <= field.width and high <= field.height


@kernel
def fit_at(field: Field, row: int, column: int) -> Word:
    """The kinds that match every card beside a cell, whatever lies in it."""
    most = field.laid.shape[0]
    fit = uint32(ALL_KINDS)
    for way in range(4):
        code = int64(field.cells[row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)])
        if FIRST <= code < FIRST + most:
            fit &= field.matches[kind_of(int64(field.laid[code - FIRST]))]
    return fit


@kernel
def fit_of(field: Field, cell: int) -> Word:
    """The kinds that may lie at ``cell`` now; none where the frontier or the limits do not reach.

    For a listing of all such cells see :func:`spots`.
    """
    side, most = field.cells.shape[0], field.laid.shape[0]
    if cell < 0 or cell >= side * side:
        return uint32(0)
    slot = int64(field.cells[cell // side, cell % side]) - FIRST - most
    if slot < 0 or not permitted(field, cell):
        return uint32(0)
    return uint32(field.fits[slot])


@kernel
def open_kinds(field: Field) -> Word:
    """The kinds of card that can be laid somewhere now."""
    found = uint32(0)
    for slot in range(field.open):
        fit = uint32(field.fits[slot])
        if fit & ~found and permitted(field, int64(field.frontier[slot])):
            found |= fit
    return found


@kernel
def has_spot(field: Field, card: int) -> bool:
    """Whether ``card`` can be laid somewhere now."""
    bit = uint32(1) << uint32(kind_of(card))
    for slot in range(field.open):
        if field.fits[slot] & bit and permitted(field, int64(field.frontier[slot])):
            return True
    return False


@kernel
def spots(field: Field, card: int, found: Moves) -> int:
    """Write the cells where ``card`` can be laid, ascending, and return their number."""
    bit = uint32(1) << uint32(kind_of(card))
    count = 0
    for slot in range(field.open):
        cell = int64(field.frontier[slot])
        if field.fits[slot] & bit and permitted(field, cell):
            place = count
            while place > 0 and found[place - 1] > cell:
                found[place] = found[place - 1]
                place -= 1
            found[place] = cell
            count += 1
    return count


@kernel
def lay(field: Field, cell: int, card: int) -> None:
    """Lay ``card`` at ``cell`` of the frontier; whether it may lie there is not looked at."""
    side, most = field.cells.shape[0], field.laid.shape[0]
    row, column = cell // side, cell % side
    number, last = int64(field.count), int64(field.open) - 1
    slot = int64(field.cells[row, column]) - FIRST - most
    field.laid[number] = card
    field.where[number] = cell
    field.slots[number] = slot
    _widen(field, number, row, column)
    field.count += 1
    field.dangling += field.limit == EDGE and outside(field, cell)
    moved = int64(field.frontier[last])
    _put(field, slot, moved, field.fits[last])
    field.frontier[last] = 0
    field.fits[last] = 0
    field.cells[row, column] = FIRST + number
    match = field.matches[kind_of(card)]
    for way in range(4):
        r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
        code = int64(field.cells[r, c])
        if code == EMPTY:
            _put(field, last, side * r + c, match)
            last += 1
        elif code >= FIRST + most:
            field.fits[code - FIRST - most] &= match
    field.open = last


@kernel
def take_back(field: Field) -> None:
    """Take the card laid last off the field; there must be one."""
    side, most = field.cells.shape[0], field.laid.shape[0]
    number, last = int64(field.count) - 1, int64(field.open)
    cell, slot = int64(field.where[number]), int64(field.slots[number])
    row, column = cell // side, cell % side
    field.cells[row, column] = EMPTY
    for way in range(3, -1, -1):
        r, c = row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)
        code = int64(field.cells[r, c])
        if code >= FIRST + most:
            if _lonely(field, r, c):
                # It joined the frontier with this card and is therefore still its last.
                last -= 1
                field.cells[r, c] = EMPTY
                field.frontier[last] = 0
                field.fits[last] = 0
            else:
                field.fits[code - FIRST - most] = fit_at(field, r, c)
    if slot < last:
        _put(field, last, int64(field.frontier[slot]), field.fits[slot])
    _put(field, slot, cell, fit_at(field, row, column))
    field.open = last + 1
    field.dangling -= field.limit == EDGE and outside(field, cell)
    field.count = number
    field.laid[number] = 0
    field.where[number] = 0
    field.slots[number] = 0
    field.boxes[number] = 0


@kernel
def _put(field: Field, slot: int, cell: int, fit: Word) -> None:
    """Make ``cell`` number ``slot`` of the frontier."""
    side, most = field.cells.shape[0], field.laid.shape[0]
    field.frontier[slot] = cell
    field.fits[slot] = fit
    field.cells[cell // side, cell % side] = FIRST + most + slot


@kernel
def _lonely(field: Field, row: int, column: int) -> bool:
    """Whether no card lies beside a cell."""
    most = field.laid.shape[0]
    for way in range(4):
        code = int64(field.cells[row + (way == 3) - (way == 0), column + (way == 2) - (way == 1)])
        if FIRST <= code < FIRST + most:
            return False
    return True


@kernel
def _widen(field: Field, number: int, row: int, column: int) -> None:
    """Write the box around all cards up to ``number``, which is laid at ``row``, ``column``."""
    box = field.boxes[number]
    box[0] = box[1] = column
    box[2] = box[3] = row
    if number > 0:
        before = field.boxes[number - 1]
        box[0] = min(column, int64(before[0]))
        box[1] = max(column, int64(before[1]))
        box[2] = min(row, int64(before[2]))
        box[3] = max(row, int64(before[3]))
