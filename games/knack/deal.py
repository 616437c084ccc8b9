"""Fresh deals of K'nack by seed."""

from collections.abc import Mapping
from typing import Final

from kibitz.games.chance import shuffled_pack
from kibitz.games.deal import SEED_WORDS, check_source, read_seed
from kibitz.games.knack.position import Position
from kibitz.games.knack.rules import HAND_SIZE, Rules

SOURCES: Final[Mapping[str, str]] = {"kibitz": SEED_WORDS}


def number_of(seed: str, source: str) -> int:
    """The number that ``seed`` writes; raises ``BadInput`` for a bad seed or source."""
    check_source(seed, source, SOURCES)
    return read_seed(seed)


def deal(seed: str, rules: Rules, source: str = "kibitz", dealer: int = 0) -> Position:
    """Deal one card at a time, the seat after ``dealer`` first; each draws five from its deck.

    The card dealt last lies on top. What cannot be dealt evenly is set aside.
    """
    cards = sorted(rules.cards.elements())
    order = shuffled_pack(number_of(seed, source), len(cards))
    pack = [cards[place] for place in order]
    players, dealt = rules.players, rules.players * rules.share
    first = (dealer + 1) % players
    decks = [pack[(seat - first) % players : dealt : players][::-1] for seat in range(players)]
    return Position(
        rules=rules,
        dealer=dealer,
        turn=first,
        field=(),
        laid=(),
        hands=tuple(tuple(sorted(deck[:HAND_SIZE])) for deck in decks),
        hidden=(0,) * players,
        decks=tuple(tuple(deck[HAND_SIZE:]) for deck in decks),
        decks_hidden=(0,) * players,
        aside=tuple(pack[dealt:]),
    )
