"""Naive positions of a whole pack as the service reads them, and back."""

from typing import Any

from kibitz.games.knotty_nines.position import Position
from tests.naive import knotty_nines as naive


def as_json(position: naive.Position) -> dict[str, Any]:
    """The position as a JSON object; suits are given out in the order of the cards."""
    suits = {rank: list("CDHS") for rank in range(13)}

    def card(rank: int) -> str:
        return naive.TEXT_RANKS[rank] + suits[rank].pop(0)

    return {
        "rules": {
            "piles": len(position.piles),
            "wrap": position.wrap,
            "win": "stock_empty_and_stuck" if position.stuck else "stock_empty",
        },
        "tableau": [[card(rank) for rank in pile] for pile in position.piles],
        "stock": [card(rank) for rank in position.stock],
    }


def as_naive(position: Position) -> naive.Position:
    """The naive position that the service's position writes."""
    json = position.to_json()
    rules = json["rules"]
    stuck = rules["win"] == "stock_empty_and_stuck"
    return naive.read(json["tableau"], json["stock"], rules["wrap"], stuck)
