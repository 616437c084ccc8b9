"""Hands of Knock Rummy for the tests of melds: by chance, and rich in melds."""

from collections.abc import Iterator
from random import Random

from kibitz.games.cards import parse_card
from tests.naive.knock_rummy_melds import PACK, RANKS, SUITS

ACES = ("low", "low_or_high", "round_the_corner")


def crowded(random: Random) -> list[str]:
    """Part of the pack whose cards go together: few ranks, or few suits, with ace and king."""
    if random.random() < 0.5:
        first, count = random.randrange(13), random.randint(3, 6)
        ranks = {RANKS[(first + i) % 13] for i in range(count)}
        return [card for card in PACK if card[0] in ranks]
    suits = random.sample(SUITS, 2)
    ranks = set(random.sample(RANKS, 2))
    return [card for card in PACK if card[1] in suits or card[0] in ranks]


def some_hands(seed: int, count: int, most: int = 11) -> Iterator[list[str]]:
    """Hands of 3 to ``most`` cards, every second one rich in melds."""
    random = Random(seed)
    for number in range(count):
        pack = crowded(random) if number % 2 else PACK
        size = random.choice([random.randint(3, most), min(10, most), most])
        yield random.sample(pack, min(size, len(pack)))


def cards_of(texts: str | list[str]) -> tuple[int, ...]:
    """Cards of a text that writes them with blanks between, or of a list."""
    return tuple(map(parse_card, texts.split() if isinstance(texts, str) else texts))
