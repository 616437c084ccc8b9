"""Ends of games of K'nack for the tests of exact play."""

from collections.abc import Iterator
from random import Random
from typing import Any

from kibitz.games.knack.position import Position
from tests.games.knack.tables import GAME, played_out

RULES: list[dict[str, Any]] = [
    {},
    {"jokers": 0},
    {"pack": 36},
    {"knack_call": "explicit"},
    {"players": 3, "pack": 36},
    {"players": 3, "pack": 36, "play_on_for_places": True},
    {"field": {"width": 14, "height": 14}},
]


def ends(rules: dict[str, Any], cards: int, number: int, seed: int = 0) -> Iterator[Position]:
    """Open positions with at most so many cards left, not over, one of each game."""
    random, found = Random(seed), 0
    while found < number:
        start = GAME.deal(str(random.randrange(10**9)), rules)
        for state in played_out(start, random, random.choice([0.0, 0.3])):
            position = GAME.position(state, start)
            left = sum(position.held) + sum(position.deck_sizes)
            if left <= cards and len(GAME.legal(state)) > 1:
                found += 1
                yield position
                break
