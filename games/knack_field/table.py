"""An empty field for given switches, and cells as outsiders name them."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games.knack_field.canonical import SYMMETRIES, UPRIGHT
from kibitz.games.knack_field.field import BLOCKED, BLOCKS, EDGE, EMPTY, FIRST, WINDOW
from kibitz.games.knack_field.matching import ALL_KINDS, match_table
from kibitz.games.knack_field.rules import FieldRules

_AIR: Final = 2


def cell_at(side: int, x: int, y: int) -> int:
    """The cell at ``x, y`` from the middle; -1 for one outside the grid."""
    reach = side // 2
    if max(abs(x), abs(y)) > reach:
        return -1
    return side * (y + reach) + x + reach


def place_of(side: int, cell: int) -> tuple[int, int]:
    """``x, y`` of a cell from the middle."""
    row, column = divmod(cell, side)
    return column - side // 2, row - side // 2


def clear_field(field: Any, rules: FieldRules) -> None:
    """Make the record ``field``, in place, an empty field with the limits of ``rules``."""
    side = len(field["cells"])
    middle = side // 2
    for name in field.dtype.names:
        field[name] = 0
    field["matches"] = match_table(rules.pack, rules.wrap == "cycle")
    floor = _floor(side, rules)
    field["cells"][floor == BLOCKED] = BLOCKED
    field["symmetries"] = symmetries_of(floor)
    field["anchored"] = bool(rules.inside or rules.blocked)
    if rules.inside:
        field["limit"] = EDGE if rules.danglers else BLOCKS
        field["inside"] = [middle + place for place in rules.inside]
        field["danglers"] = rules.danglers
    elif rules.field:
        field["limit"] = WINDOW
        field["width"], field["height"] = rules.field.width, rules.field.height
        if rules.field.width != rules.field.height:
            field["symmetries"] &= UPRIGHT
    field["frontier"][0] = cell_at(side, 0, 0)
    field["fits"][0] = ALL_KINDS
    field["cells"][middle, middle] = FIRST + len(field["laid"])
    field["open"] = 1


def _floor(side: int, rules: FieldRules) -> npt.NDArray[np.int8]:
    """The grid before any card: ``EMPTY``, ``BLOCKED``, or ``_AIR`` beyond the edge.

    A dangler hangs from the edge, so the cells beyond the corners are none of its.
    """
    middle = side // 2
    floor = np.full((side, side), EMPTY, np.int8)
    if rules.inside:
        left, right, bottom, top = (max(0, middle + place) for place in rules.inside)
        beyond = _AIR if rules.danglers else BLOCKED
        floor[:] = BLOCKED
        floor[bottom : top + 1, max(0, left - 1) : right + 2] = beyond
        floor[max(0, bottom - 1) : top + 2, left : right + 1] = beyond
        floor[bottom : top + 1, left : right + 1] = EMPTY
    floor[[0, -1], :] = BLOCKED
    floor[:, [0, -1]] = BLOCKED
    for x, y in rules.blocked:
        if cell_at(side, x, y) >= 0:
            floor[middle + y, middle + x] = BLOCKED
    return floor


def images(grid: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """A square grid of rows as each symmetry leaves it."""
    found = []
    for symmetry in range(SYMMETRIES):
        picture = grid.T if symmetry & 4 else grid
        picture = picture[:, ::-1] if symmetry & 1 else picture
        found.append(picture[::-1] if symmetry & 2 else picture)
    return found


def symmetries_of(grid: npt.NDArray[Any]) -> int:
    """The set, as bits, of symmetries that map a square grid of cells to itself."""
    return sum(1 << i for i, picture in enumerate(images(grid)) if np.array_equal(picture, grid))
