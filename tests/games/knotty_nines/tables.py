"""Whole packs from the few cards a scenario is about."""

from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_text
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.state import MAX_PILES, NOTHING

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


def assert_fields(record: np.void, position: Position) -> None:
    """Every field of a state is what it is of this position, set one by one."""
    piles, rules = position.tableau, position.rules
    rest = MAX_PILES - len(piles)
    tops = [pile[-1] if pile else NOTHING for pile in piles]
    under = {card: below for pile in piles for below, card in pairwise(pile)}
    assert record["top"].tolist() == tops + [NOTHING] * rest
    assert record["height"].tolist() == [*map(len, piles), *[0] * rest]
    assert record["beneath"].tolist() == [under.get(card, NOTHING) for card in range(PACK_SIZE)]
    assert record["stock"].tolist() == [*position.stock, *[UNSEEN] * PACK_SIZE][:PACK_SIZE]
    numbers = [int(record[name]) for name in ("drawn", "size", "piles", "wrap", "clear")]
    switches = [rules.wrap, rules.win == "stock_empty_and_stuck"]
    assert numbers == [0, position.stock_size, len(piles), *switches]
