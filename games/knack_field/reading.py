"""The field of a raw position of either K'nack game, read and checked: all faults listed."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from kibitz.games.cards import UNSEEN, UNSEEN_TEXT, card_text, parse_card
from kibitz.games.draft import Draft, listed
from kibitz.games.faults import Fault
from kibitz.games.knack_field.matching import kind_of, match_table
from kibitz.games.knack_field.rules import FieldRules

Cell = tuple[int, int]

# The switches that decide how cards may lie.
FIELD_RULES: Final = (
    *("rules/pack", "rules/wrap", "rules/field", "rules/anchored", "rules/danglers"),
    *("rules/obstacles", "rules/leaners"),
)


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


def is_read(draft: Draft[int], laid: list[Laid]) -> bool:
    """Whether of all cards on the field the cells could be read."""
    return draft.sound_list("field") and len(laid) == len(listed(draft.fields.get("field")))


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


def field_faults(rules: FieldRules, laid: Sequence[Laid]) -> list[Fault]:
    """Cells used twice, no first card, cards apart, neighbours that do not match, limits broken."""
    faults = []
    at: dict[Cell, Laid] = {}
    for card in laid:
        if card.cell in at:
            message = f"{card} lies where {card_text(at[card.cell].card)} lies"
            faults.append(Fault(card.pointer, "cell_twice", message))
        at.setdefault(card.cell, card)
    if laid and (0, 0) not in at:
        message = "no card lies at 0,0: cells count from the card that was laid first"
        faults.append(Fault("/field", "no_first_card", message))
    elif laid:
        together = {*joined(at)}
        for card in at.values():
            if card.cell not in together:
                message = f"{card} does not hang together with the card at 0,0"
                faults.append(Fault(card.pointer, "not_connected", message))
    return faults + _mismatches(rules, at) + _beyond(rules, at)


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
