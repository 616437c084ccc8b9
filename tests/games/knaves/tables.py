"""Positions of Knaves for the tests."""

from random import Random
from typing import Any

from games.cards import card_text
from games.knaves.game import Knaves
from games.knaves.position import Position

GAME = Knaves()


def lay_open(position: Position, random: Random, most: int = 3) -> Position:
    """The position with a few cards of each hand exposed."""
    shown = [sorted(random.sample(hand, min(most, len(hand)))) for hand in position.hands]
    data: dict[str, Any] = position.to_json()
    texts = [[card_text(card) for card in cards] for cards in shown]
    return GAME.read({**data, "exposed": texts})


def exposed_deals() -> list[Position]:
    """Fresh deals with exposed cards, to be called and not to be called."""
    random = Random(1)
    return [
        lay_open(GAME.deal(str(seed), {"exposed_cards": calling}), random)
        for seed, calling in enumerate((True, True, False))
    ]
