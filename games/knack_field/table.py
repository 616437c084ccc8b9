"""Fields in positions: cells by x and y, an empty field, and a raw field read and checked."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.games.cards import UNSEEN, UNSEEN_TEXT, card_text, parse_card
from kibitz.games.draft import Draft, listed
from kibitz.games.faults import Fault
from kibitz.games.knack_field.canonical import SYMMETRIES, UPRIGHT
from kibitz.games.knack_field.field import BLOCKED, BLOCKS, EDGE, EMPTY, FIRST, WINDOW
from kibitz.games.knack_field.rules import ALL_KINDS, FieldRules, kind_of, match_table

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
    empty = _empty_field(field.dtype, rules)
    for name in field.dtype.names:
        field[name] = empty[name]


@lru_cache(maxsize=8)
def _empty_field(dtype: "np.dtype[np.void]", rules: FieldRules) -> Any:
    field = np.zeros(1, dtype)[0]
    side = len(field["cells"])
    middle = side // 2
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
    return field


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


Cell = tuple[int, int]

# The switches that decide which cards match, and where they may lie.
_MATCHING: Final = ("rules/pack", "rules/wrap")
_LIMITS: Final = ("field", "anchored", "danglers", "obstacles", "leaners")


class Laid(NamedTuple):
    """A card of the field, its cell and the JSON Pointer of where it was given."""

    pointer: str
    x: int
    y: int
    card: int

    @property
    def cell(self) -> Cell:
        """The cell as a pair."""
        return self.x, self.y

    def __str__(self) -> str:
        return f"{card_text(self.card)} at {self.x},{self.y}"


def parse(text: str) -> int:
    """The card that ``text`` names, which may be a joker; raises ``ValueError`` for none."""
    return parse_card(text, jokers=True)


def read_field(draft: Draft[int], most: int, face_down: bool = False) -> list[Laid]:
    """The cards on the field as far as their cells can be read, ``UNSEEN`` for what is no card.

    ``face_down``: whether ``??`` may stand for one that lies face down.
    """
    laid = []
    for i, given in enumerate(listed(draft.fields.get("field"))[:most]):
        if isinstance(given, list) and draft.sound(f"field/{i}"):
            x, y, text = given
            known = face_down and text == UNSEEN_TEXT
            found = [] if known else draft.card(text, f"/field/{i}/2")
            laid.append(Laid(f"/field/{i}", x, y, found[0].value if found else UNSEEN))
    return laid


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with ``cell``."""
    x, y = cell
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def joined(cells: Iterable[Cell]) -> list[Cell]:
    """The cells that hang together with 0, 0, in an order in which they can be laid from there."""
    left = set(cells)
    order = [(0, 0)] if (0, 0) in left else []
    left -= {*order}
    for cell in order:
        found = [other for other in beside(cell) if other in left]
        order += found
        left -= {*found}
    return order


def check_field(
    draft: Draft[int], rules: FieldRules, laid: Sequence[Laid], *, free: bool = False
) -> None:
    """Note what is wrong with a field, as far as its cells and the switches could be read.

    Cells used twice, no first card, cards apart, neighbours that do not match, limits broken.
    ``free``: whether the first card lies face down and matches everything.
    """
    whole = draft.sound_list("field") and len(laid) == len(listed(draft.fields.get("field")))
    matching = draft.sound(*_MATCHING)
    limited = draft.sound(*(f"rules/{name}" for name in _LIMITS))
    at: dict[Cell, Laid] = {}
    draft.faults += _crowded(laid, at)
    draft.faults += _apart(at) if whole else []
    draft.faults += _beyond(rules, at) if limited else []
    if free and (0, 0) in at:
        at[0, 0] = at[0, 0]._replace(card=UNSEEN)
    draft.faults += _mismatches(rules, at) if matching else []


def _crowded(laid: Sequence[Laid], at: dict[Cell, Laid]) -> list[Fault]:
    """Cells used twice; ``at`` is filled with the first card of each cell."""
    faults = []
    for card in laid:
        if card.cell in at:
            message = f"{card} lies where another card lies"
            if UNSEEN not in (card.card, at[card.cell].card):
                message = f"{card} lies where {card_text(at[card.cell].card)} lies"
            faults.append(Fault(card.pointer, "cell_twice", message))
        at.setdefault(card.cell, card)
    return faults


def _apart(at: dict[Cell, Laid]) -> list[Fault]:
    if at and (0, 0) not in at:
        message = "no card lies at 0,0: cells count from the card that was laid first"
        return [Fault("/field", "no_first_card", message)]
    together, message = {*joined(at)}, "is not connected to the card at 0,0"
    return [
        Fault(card.pointer, "not_connected", f"{card} {message}")
        for card in at.values()
        if card.cell not in together
    ]


def _mismatches(rules: FieldRules, at: dict[Cell, Laid]) -> list[Fault]:
    table = match_table(rules.pack, rules.wrap == "cycle")
    faults = []
    for card in at.values():
        for cell in beside(card.cell)[2:]:
            other = at.get(cell)
            if other and not int(table[kind_of(card.card)]) >> kind_of(other.card) & 1:
                message = f"{other} does not match {card} beside it"
                faults.append(Fault(other.pointer, "no_match", message))
    return faults


def _beyond(rules: FieldRules, at: dict[Cell, Laid]) -> list[Fault]:
    faults = []
    blocked = {*rules.blocked}
    for card in at.values():
        if card.cell in blocked:
            message = f"{card} lies on an obstacle, and rules.leaners is false"
            faults.append(Fault(card.pointer, "on_obstacle", message))
    if rules.inside:
        return faults + _over_the_edge(rules, rules.inside, at)
    if rules.field and at:
        width, height = (max(side) - min(side) + 1 for side in zip(*at, strict=True))
        if width > rules.field.width or height > rules.field.height:
            message = f"the cards take {width}x{height} cells, but rules.field is {rules.field}"
            faults.append(Fault("/field", "field_too_wide", message))
    return faults


def _over_the_edge(
    rules: FieldRules, inside: tuple[int, int, int, int], at: dict[Cell, Laid]
) -> list[Fault]:
    left, right, bottom, top = inside
    faults, dangling = [], []
    for card in at.values():
        apart = max(left - card.x, card.x - right, 0) + max(bottom - card.y, card.y - top, 0)
        if apart == 1 and rules.danglers:
            dangling.append(card)
        elif apart:
            message = f"{card} lies outside the field, x {left} to {right}, y {bottom} to {top}"
            faults.append(Fault(card.pointer, "outside", message))
    if len(dangling) > rules.danglers:
        cards = ", ".join(map(str, dangling))
        message = f"{len(dangling)} danglers ({cards}), but rules.danglers is {rules.danglers}"
        faults.append(Fault("/field", "too_many_danglers", message))
    return faults
