"""Positions of Knotty Nines.

JSON: ``{"rules": {…}, "tableau": [["6C"], …], "stock": ["3S", …] | {"count": n}}``; piles base
first and top last, the stock next card first or, face down, only counted.
"""

from dataclasses import dataclass
from typing import Any

from kibitz.games.cards import PACK_SIZE, card_text
from kibitz.games.knotty_nines.notation import json_to_text
from kibitz.games.knotty_nines.rules import Rules
from kibitz.games.knotty_nines.schema import SWITCHES
from kibitz.games.schema import cards_json


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
            "rules": SWITCHES.to_json(self.rules),
            "tableau": [[*map(card_text, pile)] for pile in self.tableau],
            "stock": cards_json(self.stock, self.hidden),
        }

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return json_to_text(self.to_json())
