"""Whole packs from the few cards a scenario is about."""

from typing import Any

from kibitz.games.cards import PACK_SIZE, card_text
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.position import Position

GAME = KnottyNines()
RANKS_DOWN = "KQJT98765432A"


def table(*piles: str, stock: str = "", **rules: Any) -> Position:
    """The position with these piles and, after ``stock``, all other cards of the pack as stock.

    Cards are separated by spaces; the stock's rest is in pack order.
    """
    tableau = [pile.split() for pile in piles]
    first = stock.split()
    used = {card for pile in tableau for card in pile} | set(first)
    rest = [card_text(card) for card in range(PACK_SIZE) if card_text(card) not in used]
    switches: dict[str, Any] = {"piles": len(piles), **rules}
    return GAME.read({"rules": switches, "tableau": tableau, "stock": [*first, *rest]})


def run_down(suit: str, first: str = "K", last: str = "A") -> str:
    """The cards of ``suit`` from rank ``first`` down to ``last``."""
    ranks = RANKS_DOWN[RANKS_DOWN.index(first) : RANKS_DOWN.index(last) + 1]
    return " ".join(rank + suit for rank in ranks)


def legal_texts(position: Position) -> set[str]:
    """The legal moves in notation."""
    return {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}


def is_won(position: Position) -> bool:
    """Whether the game is over and won."""
    outcome = GAME.outcome(GAME.state(position))
    return outcome is not None and outcome.won is True
