"""Positions of Knotty Nines as outsiders write them: JSON and one line of text.

JSON: ``{"rules": {…}, "tableau": [["6C"], …], "stock": ["3S", …] | {"count": n}}``; piles base
first and top last, the stock next card first or, face down, only counted. Text:
``knotty-nines~wrap-off~6C.5H4D.…~3S9D…`` with the changed switches, the piles and the stock.

Reading lists every fault at once. A position need not be reachable, but it must be consistent: a
full pack, each pile an unbroken run downwards, no empty pile while cards are left to fill it.
"""

import re
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Strict,
    Tag,
    TypeAdapter,
    WithJsonSchema,
)

from kibitz.games.cards import CARD_PATTERN, PACK_SIZE, card_text
from kibitz.games.faults import BadInput, Fault, is_sound, quote
from kibitz.games.knotty_nines.play import fits
from kibitz.games.knotty_nines.rules import DEFAULT, Rules
from kibitz.games.reading import listed, pairs, read_cards, read_switches, write_switches
from kibitz.games.shapes import object_of, sound_fields, switches_of

TEXT_NAME: Final = "knotty-nines"
_RULES = TypeAdapter(Rules)
_TEXT = re.compile(r"([a-z-]+)~([^~]*)~([^~]*)~([^~]*)")

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]


def _stock_branch(value: object) -> str | None:
    if isinstance(value, dict | StockCount):
        return "counted"
    return "listed" if isinstance(value, list) else None


class StockCount(BaseModel):
    """A face-down stock: only its size is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=PACK_SIZE - 4)]


class PositionShape(BaseModel):
    """The JSON shape of a Knotty Nines position."""

    model_config = ConfigDict(extra="forbid", title="KnottyNinesPosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    tableau: Annotated[
        list[Annotated[list[Card], Field(max_length=PACK_SIZE)]],
        Field(min_length=4, max_length=12, description="Piles, base card first, top card last."),
    ]
    stock: Annotated[
        Annotated[list[Card], Field(max_length=PACK_SIZE), Tag("listed")]
        | Annotated[StockCount, Tag("counted")],
        Discriminator(
            _stock_branch,
            custom_error_type="stock_type",
            custom_error_message='Stock should be a list of cards or {"count": n}',
        ),
        Field(description="Next card first; or, face down, the number of cards."),
    ]


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of :mod:`kibitz.games.cards`.

    ``tableau``: piles, base first. ``stock``: next card first; ``hidden`` counts the cards of a
    face-down stock, whose ``stock`` is then empty.
    """

    rules: Rules
    tableau: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    hidden: int = 0

    @property
    def stock_size(self) -> int:
        """Cards left in the stock, face up or down."""
        return len(self.stock) + self.hidden

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards of the stock in ascending order: what its player knows of it."""
        seen = {card for pile in self.tableau for card in pile}
        return tuple(card for card in range(PACK_SIZE) if card not in seen)

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        return {
            "rules": asdict(self.rules),
            "tableau": [[card_text(card) for card in pile] for pile in self.tableau],
            "stock": {"count": self.hidden}
            if self.hidden
            else [card_text(card) for card in self.stock],
        }

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        piles = ".".join("".join(map(card_text, pile)) or "-" for pile in self.tableau)
        stock = str(self.hidden) if self.hidden else "".join(map(card_text, self.stock))
        return f"{TEXT_NAME}~{write_switches(self.rules, DEFAULT)}~{piles}~{stock or '0'}"


def read_rules(data: object) -> Rules:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    return switches_of(_RULES, data)


def read_json(data: object) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault."""
    fields, faults = object_of(PositionShape, data)
    switches = sound_fields(fields.get("rules", {}), "rules", faults)
    tableau, stock = listed(fields.get("tableau")), fields.get("stock")
    piles = [read_cards(pile, f"/tableau/{i}", faults) for i, pile in enumerate(tableau)]
    order = read_cards(stock, "/stock", faults)
    hidden = None if isinstance(stock, list) else _counted(stock, faults)
    _check_twice(piles, order, faults)
    stacked = isinstance(fields.get("tableau"), list) and all(isinstance(p, list) for p in tableau)
    sized = isinstance(stock, list) or hidden is not None
    if stacked and sized:
        _check_size(piles, order, hidden, faults)
    if switches is not None:
        _check_piles(read_rules(switches), tableau, piles, bool(hidden or order), faults)
    if faults or switches is None:
        raise BadInput(faults)
    known = [tuple(c for c in pile if c is not None) for pile in piles]
    cards = tuple(c for c in order if c is not None)
    return Position(read_rules(switches), tuple(known), cards, hidden or 0)


def _counted(stock: object, faults: list[Fault]) -> int | None:
    """The number of cards in a face-down stock, None when it cannot be read."""
    counted = isinstance(stock, dict) and is_sound(faults, "/stock/count")
    return stock["count"] if counted and isinstance(stock, dict) else None


def _check_twice(
    piles: list[list[int | None]], order: list[int | None], faults: list[Fault]
) -> None:
    """No card in two places."""
    seen: dict[int, str] = {}
    placed = [(f"/tableau/{i}/{j}", c) for i, pile in enumerate(piles) for j, c in enumerate(pile)]
    placed += [(f"/stock/{j}", c) for j, c in enumerate(order)]
    for pointer, card in placed:
        if card is None:
            continue
        if card in seen:
            text = f"{card_text(card)} is also at {seen[card]}"
            faults.append(Fault(pointer, "card_twice", text))
        else:
            seen[card] = pointer


def _check_size(
    piles: list[list[int | None]],
    order: list[int | None],
    hidden: int | None,
    faults: list[Fault],
) -> None:
    """As many cards as a pack has; those missing are named."""
    table, stock = sum(map(len, piles)), len(order) + (hidden or 0)
    if table + stock == PACK_SIZE:
        return
    message = f"{table} cards in the tableau and {stock} in the stock make {table + stock}, not 52"
    seen = {card for pile in (*piles, order) for card in pile}
    missing = [card_text(c) for c in range(PACK_SIZE) if c not in seen]
    if not hidden and missing:
        shown = ", ".join(missing[:8]) + (", …" if len(missing) > 8 else "")
        message += f"; missing: {shown}"
    code = "stock_too_short" if table + stock < PACK_SIZE else "too_many_cards"
    faults.append(Fault("/stock", code, message))


def _check_piles(
    rules: Rules,
    given: list[object],
    piles: list[list[int | None]],
    stock_left: bool,
    faults: list[Fault],
) -> None:
    """As many piles as the rules say, each an unbroken run, none empty while the stock lasts.

    ``given``: what the piles were read from.
    """
    counted = is_sound(faults, "/rules/piles") and all(f.pointer != "/tableau" for f in faults)
    if counted and len(piles) != rules.piles:
        message = f"{len(piles)} piles given, but rules.piles is {rules.piles}"
        faults.append(Fault("/tableau", "wrong_pile_count", message))
    for i, pile in enumerate(piles):
        if given[i] == [] and stock_left:
            message = f"pile {i + 1} is empty while the stock has cards: it would be filled at once"
            faults.append(Fault(f"/tableau/{i}", "empty_pile", message))
        for j in range(1, len(pile)):
            card, onto = pile[j], pile[j - 1]
            # An unread wrap switch has its default here, which forbids the least.
            if card is not None and onto is not None and not fits(card, onto, rules.wrap):
                message = f"{card_text(card)} cannot lie on {card_text(onto)} in pile {i + 1}"
                faults.append(Fault(f"/tableau/{i}/{j}", "broken_run", message))


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency."""
    found = _TEXT.fullmatch(text.strip())
    if not found or found[1] != TEXT_NAME:
        message = f"{quote(text)} is not a position: write {TEXT_NAME}~switches~piles~stock"
        raise BadInput.one("", "bad_text", message)
    stock = found[4]
    return {
        "rules": read_switches(found[2]),
        "tableau": [[] if pile == "-" else pairs(pile) for pile in found[3].split(".")],
        "stock": {"count": int(stock)} if re.fullmatch(r"\d{1,2}", stock) else pairs(stock),
    }
