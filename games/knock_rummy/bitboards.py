"""Cards of Knock Rummy as places in a word: a set of cards is one ``uint64``.

Place ``13 * suit + rank``: suits C D H S are lanes of thirteen bits each, ranks A … K are 0 … 12,
so that a run is neighbouring bits. Everywhere else a card is the integer of `games.cards`.
"""

from collections.abc import Iterable
from typing import Final

from kibitz.games.cards import PACK_SIZE, RANK_COUNT

LANE: Final = (1 << RANK_COUNT) - 1
PACK: Final = (1 << PACK_SIZE) - 1
NO_PLACE: Final = -1


def place_of(card: int) -> int:
    """The place of a card of :mod:`kibitz.games.cards`."""
    return RANK_COUNT * (card & 3) + (card >> 2)


def card_at(place: int) -> int:
    """The card of :mod:`kibitz.games.cards` at a place."""
    return 4 * (place % RANK_COUNT) + place // RANK_COUNT


_CARDS: Final = tuple(map(card_at, range(PACK_SIZE)))


def word_of(cards: Iterable[int]) -> int:
    """The set of ``cards`` as a word."""
    return sum(1 << place_of(card) for card in cards)


def cards_in(word: int) -> tuple[int, ...]:
    """The cards of a set, suit by suit and upwards."""
    found, left = [], int(word)
    while left:
        lowest = left & -left
        found.append(_CARDS[lowest.bit_length() - 1])
        left ^= lowest
    return tuple(found)
