"""Cards of a trick game as places in a word: a set of cards is one ``uint64``.

Place ``16 * suit + rank``: suits C D H S have sixteen bits each, ranks 2 … A are
0 … 12, so that of two cards of a suit the higher place takes the trick. Everywhere else a card is
the integer of :mod:`kibitz.games.cards`, whose ace is the lowest rank.
"""

from collections.abc import Iterable
from typing import Final

from numba import uint64

from kibitz.games.bits import Word, count_bits
from kibitz.games.kernel import kernel
from kibitz.games.records import Int8s, UInt8s

SUIT_COUNT: Final = 4
JACK: Final = 9
SUIT_BITS: Final = 0x1FFF
PACK: Final = SUIT_BITS | SUIT_BITS << 16 | SUIT_BITS << 32 | SUIT_BITS << 48


@kernel
def suit_mask(suit: int) -> Word:
    """The set of all cards of ``suit``, 0 … 3."""
    return uint64(SUIT_BITS) << uint64(16 * suit)


@kernel
def suits_mask(suits: int) -> Word:
    """The set of all cards of the suits whose bits, 1 for clubs to 8 for spades, are set."""
    found = uint64(0)
    for suit in range(SUIT_COUNT):
        if suits >> suit & 1:
            found |= suit_mask(suit)
    return found


@kernel
def beats(place: int, best: int, trump: int) -> bool:
    """Whether a card takes the trick from its best so far; ``trump`` is -1 for none."""
    if place >> 4 == best >> 4:
        return place > best
    return place >> 4 == trump


@kernel
def winner_of_trick(first: int, second: int, third: int, trump: int) -> int:
    """Which of the three cards of a trick takes it: 0, the card led, to 2."""
    if beats(second, first, trump):
        return 2 if beats(third, second, trump) else 1
    return 2 if beats(third, first, trump) else 0


@kernel
def short_group(unseen: Word, voids: UInt8s, sizes: Int8s, seat: int, void: int, size: int) -> int:
    """A group of hands that cannot all be dealt from ``unseen``, or 0 when a deal is possible.

    The group has bit 1 for seat 0 to bit 4 for seat 2. ``voids`` and ``sizes`` tell which suits
    each hand lacks and how many cards it takes; for ``seat``, ``void`` and ``size`` stand instead.
    What is left over is out of play. By Hall's theorem it is enough that every group of hands finds
    cards enough between them.
    """
    for group in range(1, 8):
        wanted, lacked = 0, 15
        for other in range(3):
            if group >> other & 1:
                wanted += size if other == seat else sizes[other]
                lacked &= void if other == seat else voids[other]
        if wanted > count_bits(unseen & ~suits_mask(lacked)):
            return group
    return 0


def place_of(card: int) -> int:
    """The place of a card of :mod:`kibitz.games.cards`."""
    return 16 * (card & 3) + ((card >> 2) + 12) % 13


def card_at(place: int) -> int:
    """The card of :mod:`kibitz.games.cards` at a place."""
    return 4 * (((place & 15) + 1) % 13) + (place >> 4)


def word_of(cards: Iterable[int]) -> int:
    """The set of ``cards`` as a word."""
    return sum(1 << place_of(card) for card in cards)


def cards_in(word: int) -> tuple[int, ...]:
    """The cards of a set, suit by suit and upwards."""
    found, left = [], int(word)
    while left:
        lowest = left & -left
        found.append(card_at(lowest.bit_length() - 1))
        left ^= lowest
    return tuple(found)
