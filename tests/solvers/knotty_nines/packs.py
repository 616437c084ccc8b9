"""Naive positions of a whole pack as the service reads them, and back."""

from typing import Any, Final

from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.position import Position
from tests.naive import knotty_nines as naive

GAME: Final = KnottyNines()


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


def as_naive(position: Position, stock: naive.Pile | None = None) -> naive.Position:
    """The naive position of the service's; ``stock`` stands for one that is face down."""
    json = position.to_json()
    rules = json["rules"]
    cards = json["stock"] if isinstance(json["stock"], list) else []
    stuck = rules["win"] == "stock_empty_and_stuck"
    read = naive.read(json["tableau"], cards, rules["wrap"], stuck)
    return read if stock is None else read._replace(stock=stock)


def unseen_of(position: Position) -> list[int]:
    """The ranks that are not on the table."""
    left = [rank for rank in range(13) for _ in range(4)]
    for pile in as_naive(position).piles:
        for rank in pile:
            left.remove(rank)
    return left
