"""Positions of K'nack Solitaire.

JSON: ``{"rules": {…}, "field": [[0, 0, "7C"], …], "waste": ["KD", …], "stock": ["3S", …] |
{"count": n}, "redeals_left": 2, "redeal_orders": [["AC", …], …]}``. The first card lies at 0, 0, x
counts to the right and y upwards. The waste is given with its top last, the stock next card first
or, face down, only counted.

``redeal_orders`` names the whole pack for each shuffle to come, the next one first: what is then in
the waste becomes the stock in that relative order, first named drawn first. Two jokers are alike;
for one that is alone in the waste the place named first counts.
"""

from dataclasses import dataclass
from typing import Any

from kibitz.games.cards import card_text
from kibitz.games.knack_field.rules import pack_cards
from kibitz.games.knack_solitaire.notation import json_to_text
from kibitz.games.knack_solitaire.rules import Rules
from kibitz.games.knack_solitaire.schema import SWITCHES
from kibitz.games.schema import cards_json, without_none


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
        data = {
            "rules": SWITCHES.to_json(self.rules),
            "field": [[x, y, card_text(card)] for x, y, card in self.field],
            "waste": cards_json(self.waste),
            "stock": cards_json(self.stock, self.hidden),
            "redeals_left": self.redeals_left,
            "redeal_orders": [*map(cards_json, self.orders)] or None,
        }
        return without_none(data)

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return json_to_text(self.to_json())
