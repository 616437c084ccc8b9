"""Which cards of Knock Rummy go together: pairs on the way to a meld, and the cards they wait for.

Sets of cards are words, see `games.knock_rummy.lanes`. A card has at most seven partners:
three of its rank, and those within two ranks of its suit. With a partner it waits for the cards
that make a meld of three of the two.
"""

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, single
from kibitz.games.cards import PACK_SIZE, RANK_COUNT
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.lanes import PACK
from kibitz.games.knock_rummy.melds import ACE_WORDS, FACE_POINTS, LOW, LOW_OR_HIGH, SUITS
from kibitz.games.knock_rummy.state import KnockRummyState
from kibitz.games.knock_rummy.worlds import stock_is_hidden

MOST_PARTNERS: Final = 7
Words = npt.NDArray[np.uint64]


def _runs(ace: int) -> list[tuple[int, int, int]]:
    """The runs of three, as ranks, under a rule of the ace."""
    starts = RANK_COUNT - 2 + (0 if ace == LOW else 1 if ace == LOW_OR_HIGH else 2)
    return [tuple((start + i) % RANK_COUNT for i in range(3)) for start in range(starts)]  # type: ignore[misc]


def _tables() -> tuple[Words, Words]:
    """By rule of the ace, card and number: a partner, and what the two wait for."""
    shape = (len(ACE_WORDS), PACK_SIZE, MOST_PARTNERS)
    partners, outs = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    for ace in range(len(ACE_WORDS)):
        waiting: dict[tuple[int, int], int] = {}
        for rank in range(RANK_COUNT):
            mates = [RANK_COUNT * suit + rank for suit in range(SUITS)]
            for one, other in combinations(mates, 2):
                waiting[one, other] = sum(1 << c for c in mates if c not in (one, other))
        for suit in range(SUITS):
            for run in _runs(ace):
                cards = [RANK_COUNT * suit + rank for rank in run]
                for out in cards:
                    one, other = sorted(card for card in cards if card != out)
                    waiting[one, other] = waiting.get((one, other), 0) | 1 << out
        counts = [0] * PACK_SIZE
        for pair, word in sorted(waiting.items()):
            for card, partner in (pair, pair[::-1]):
                partners[ace, card, counts[card]] = 1 << partner
                outs[ace, card, counts[card]] = word
                counts[card] += 1
    return partners, outs


PARTNERS, OUTS = _tables()
NEIGHBOURS: Final = np.bitwise_or.reduce(PARTNERS, axis=2)  # all partners of a card, by ace
_RANKS: Final = np.arange(PACK_SIZE) % RANK_COUNT
# What a card counts unmatched; the points of an ace are a switch.
PIPS: Final = np.minimum(_RANKS + 1, FACE_POINTS)


@kernel
def points_at(card: int, ace_points: int) -> int:
    """What the card at a place counts unmatched."""
    return ace_points if card % RANK_COUNT == 0 else int64(PIPS[card])


@kernel
def waits_for(state: KnockRummyState, hand: Word, card: int, live: Word) -> int:
    """The points that a card of a hand and its partners there would save, for each live out."""
    ace, ace_points = int64(state.ace), int64(state.ace_points)
    own = points_at(card, ace_points)
    found = 0
    for number in range(MOST_PARTNERS):
        partner = PARTNERS[ace, card, number]
        if uint64(hand) & partner:
            outs = count_bits(OUTS[ace, card, number] & uint64(live))
            found += outs * (own + points_at(lowest_bit(partner), ace_points))
    return found


@kernel
def live_cards(state: KnockRummyState, seat: int) -> Word:
    """The cards that ``seat`` may still draw, as far as it can know."""
    if stock_is_hidden(state):
        return uint64(PACK) & ~(state.public | state.hands[seat])
    cards = uint64(0)
    for i in range(state.stock_size):
        cards |= single(int64(state.stock[i]))
    return cards


@kernel
def known_partners(state: KnockRummyState, card: int, cards: Word) -> int:
    """How many of ``cards`` are partners of a card."""
    return count_bits(NEIGHBOURS[int64(state.ace), card] & uint64(cards))
