"""Positions of K'nack Solitaire as outsiders write them: JSON and one line of text.

JSON: ``{"rules": {…}, "field": [[0, 0, "7C"], …], "waste": ["KD", …], "stock": ["3S", …] |
{"count": n}, "redeals_left": 2, "redeal_orders": [["AC", …], …]}``. The first card lies at 0, 0, x
counts to the right and y upwards. The waste is given with its top last, the stock next card first
or, face down, only counted. Text: ``knack-solitaire~switches~field~waste~stock~redeals_left``, and
where they are known ``~orders``.

``redeal_orders`` names the whole pack for each shuffle to come, the next one first: what is then in
the waste becomes the stock in that relative order, first named drawn first. Two jokers are alike;
for one that is alone in the waste the place named first counts.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_OR_JOKER_PATTERN, card_text
from kibitz.games.faults import BadInput, quote
from kibitz.games.knack_field.rules import pack_cards, switches_json
from kibitz.games.knack_solitaire.rules import DEFAULT, MOST_REDEALS, Rules
from kibitz.games.knack_solitaire.state import MOST_CARDS
from kibitz.games.reading import pairs, read_switches, write_switches

TEXT_NAME: Final = "knack-solitaire"
REACH: Final = MOST_CARDS - 1
_TEXT = re.compile(r"([a-z-]+)" + r"~([^~]*)" * 5 + r"(?:~([^~]*))?")
_FORM: Final = f"{TEXT_NAME}~switches~field~waste~stock~redeals_left"
_LAID = re.compile(r"(.{2})(-?[0-9]{1,3})_(-?[0-9]{1,3})")

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_OR_JOKER_PATTERN})]
Coordinate = Annotated[int, Strict(), Field(ge=-REACH, le=REACH)]
Cards = Annotated[list[Card], Field(max_length=MOST_CARDS)]


def _stock_branch(value: object) -> str | None:
    if isinstance(value, dict | StockCount):
        return "counted"
    return "listed" if isinstance(value, list) else None


class StockCount(BaseModel):
    """A face-down stock: only its size is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=REACH)]


class PositionShape(BaseModel):
    """The JSON shape of a position of K'nack Solitaire."""

    model_config = ConfigDict(extra="forbid", title="KnackSolitairePosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    field: Annotated[
        list[tuple[Coordinate, Coordinate, Card]],
        Field(
            min_length=1,
            max_length=MOST_CARDS,
            description="Cards on the field, each as x, y and card; the first one lies at 0, 0.",
        ),
    ]
    waste: Annotated[Cards, Field(description="Face-up cards beside the stock, top last.")] = []
    stock: Annotated[
        Annotated[Cards, Tag("listed")] | Annotated[StockCount, Tag("counted")],
        Discriminator(
            _stock_branch,
            custom_error_type="stock_type",
            custom_error_message='Stock should be a list of cards or {"count": n}',
        ),
        Field(description="Next card first; or, face down, the number of cards."),
    ]
    redeals_left: Annotated[
        Annotated[int, Strict(), Field(ge=0, le=MOST_REDEALS)] | None,
        Field(description="Times the waste may still be dealt again; all of them when left out."),
    ] = None
    redeal_orders: Annotated[
        list[Cards],
        Field(
            max_length=MOST_REDEALS,
            description="The pack in the order of each shuffle to come, as far as it is in the "
            "waste; left out when unknown.",
        ),
    ] = []


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of :mod:`kibitz.games.cards`.

    ``field``: x, y and card of each card laid, in ascending order. ``waste``: top last. ``stock``:
    next card first; ``hidden`` counts the cards of a face-down stock, whose ``stock`` is then
    empty. ``orders``: the pack for each redeal left, the next one first; empty when unknown.
    """

    rules: Rules
    field: tuple[tuple[int, int, int], ...]
    waste: tuple[int, ...]
    stock: tuple[int, ...]
    redeals_left: int
    hidden: int = 0
    orders: tuple[tuple[int, ...], ...] = ()

    @property
    def stock_size(self) -> int:
        """Cards left in the stock, face up or down."""
        return len(self.stock) + self.hidden

    @property
    def cards_left(self) -> int:
        """The score: cards not on the field, none when the game is won."""
        return len(self.waste) + self.stock_size

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards of the stock in ascending order: what its player knows of it at least."""
        left = pack_cards(self.rules)
        for card in (*(card for _, _, card in self.field), *self.waste):
            left.remove(card)
        return tuple(left)

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        data: dict[str, Any] = {
            "rules": switches_json(self.rules),
            "field": [[x, y, card_text(card)] for x, y, card in self.field],
            "waste": [*map(card_text, self.waste)],
            "stock": {"count": self.hidden} if self.hidden else [*map(card_text, self.stock)],
            "redeals_left": self.redeals_left,
        }
        if self.orders:
            data["redeal_orders"] = [[*map(card_text, order)] for order in self.orders]
        return data

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        parts = [
            TEXT_NAME,
            write_switches(self.rules, DEFAULT),
            ".".join(f"{card_text(card)}{x}_{y}" for x, y, card in self.field),
            "".join(map(card_text, self.waste)) or "-",
            str(self.hidden) if self.hidden else "".join(map(card_text, self.stock)) or "0",
            str(self.redeals_left),
        ]
        if self.orders:
            parts.append(".".join("".join(map(card_text, order)) for order in self.orders))
        return "~".join(parts)


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    laid = [_LAID.fullmatch(part) for part in found[3].split(".")] if found else []
    if not found or found[1] != TEXT_NAME or not re.fullmatch(r"[0-9]{1,2}", found[6]):
        raise BadInput.one("", "bad_text", f"{quote(text)} is not a position: write {_FORM}")
    if not all(laid):
        wrong = found[3].split(".")[laid.index(None)]
        message = f"{quote(wrong)} is not a card on the field: write 7C2_-1 for 7C at x 2, y -1"
        raise BadInput.one("/field", "bad_text", message)
    waste, stock = found[4], found[5]
    data = {
        "rules": read_switches(found[2]),
        "field": [[int(part[2]), int(part[3]), part[1]] for part in laid if part],
        "waste": [] if waste == "-" else pairs(waste),
        "stock": {"count": int(stock)} if re.fullmatch(r"[0-9]{1,2}", stock) else pairs(stock),
        "redeals_left": int(found[6]),
    }
    if found[7] is not None:
        data["redeal_orders"] = [pairs(order) for order in found[7].split(".")]
    return data
