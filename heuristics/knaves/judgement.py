"""What playing a card of Knaves is worth, from the seat's own hand and what everybody has seen.

The worth of a card is what the trick brings times the chance that the card takes it, less what the
card is worth kept in hand. Cards that are not in sight are taken to lie in each rival's hand with
the same chance; who has not followed a suit is known to be void in it. Estimates all of them: the
weights were fitted in self-play, see :mod:`heuristics.knaves.fitting`.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64

from games.bits import Word, count_bits, lowest_bit, single, without_lowest
from games.kernel import kernel
from games.knaves.lanes import JACK, LANE, PACK, beats

Reals = npt.NDArray[np.float64]

JACKS: Final = 1 << JACK | 1 << 16 + JACK | 1 << 32 + JACK | 1 << 48 + JACK

# Names of the weights.
BEATEN, DUMPED, DISCARDED, KEEP, KEEP_TRUMP, COVER, CATCH = 0, 1, 2, 3, 4, 5, 6
SHED, GUARD, SHORT, LEAD_HIGH, LEAD_LOW, LEAD_TRUMP, LEAD_LONG = 7, 8, 9, 10, 11, 12, 13

# BEATEN: a higher card is played on ours where it is held. DUMPED: a jack goes under a higher
# card. DISCARDED: a void rival has a jack to throw. KEEP, KEEP_TRUMP: worth of a highest card.
# COVER: how fast that falls with the chance of higher ones. CATCH: fear of the jack below. SHED: a
# jack gone, for each point of it. GUARD: a card beside one's own jack. SHORT: a void made. On
# lead: LEAD_HIGH what may catch a jack, LEAD_LOW what may draw it, trumps, cards of the suit.
WEIGHTS: Final = np.array(
    [1.18, 2.03, 0.54, 0.50, 0.86, 1.00, 0.41, 0.06, 0.43, 0.21, 0.22, 0.00, 0.00, 0.00],
    np.float64,
)
STEPS: Final = 16
# The chance of none by the expected number, which is never above 13.
NONE_OF: Final = np.exp(-1.1 * np.arange(16 * STEPS) / STEPS)
SHARE: Final = 1.0 / np.maximum(1, np.arange(20))


class Sight(NamedTuple):
    """What the seat to play knows, once for all its cards: words, counts and chances."""

    hand: Word
    unseen: Word
    chance: float  # that a given unseen card is in a given rival's hand
    later: int  # rivals still to play to the trick
    stake: float  # what the trick is worth as it lies
    first_voids: int
    second_voids: int


@kernel
def look(state: Any) -> Sight:
    """What the seat whose card is next may know of ``state``; reads no other hand."""
    seat = state.player
    hand = state.hands[seat]
    unseen = uint64(PACK) & ~(state.played | hand | single(state.turned))
    done = int64(state.count)
    left = state.hand_size - done // 3
    stake = 1.0 + state.stake
    if left == 1:
        stake += state.last_stake
    # Each hand of the later rivals is still as large as ours.
    chance = left / max(float64(count_bits(unseen)), float64(left))
    later = 2 - done % 3
    first = state.voids[(seat + 1) % 3] if later > 0 else 0
    second = state.voids[(seat + 2) % 3] if later > 1 else 0
    return Sight(hand, unseen, chance, later, stake, int64(first), int64(second))


@kernel
def none_of(count: int, chance: float) -> float:
    """About the chance that a hand has none of ``count`` cards, each there with ``chance``."""
    return NONE_OF[int64(count * chance * STEPS)]


class Trick(NamedTuple):
    """What a trick in one suit may meet from the rivals that still play to it."""

    led: int
    jack: float  # what the jack of the suit led costs if it may still fall, 0 or less
    first_follows: float  # chance that the first of them has the suit; 0 when there is none
    second_follows: float
    discards: float  # points of jacks that void rivals are expected to throw


@kernel
def foresee(state: Any, led: int, sight: Sight, w: Reals) -> Trick:
    """The prospects of a trick in suit ``led``."""
    if sight.later == 0:
        return Trick(led, 0.0, 0.0, 0.0, 0.0)
    out = (sight.unseen >> uint64(16 * led)) & uint64(LANE)
    some = 1.0 - none_of(count_bits(out), sight.chance)
    first = 0.0 if sight.first_voids >> led & 1 else some
    second = 0.0 if sight.later < 2 or sight.second_voids >> led & 1 else some
    jack = 0.0
    if first + second > 0.0 and out >> uint64(JACK) & uint64(1):
        able = (first > 0.0) + (second > 0.0)
        jack = state.penalty[led] * sight.chance * able
    stray = 0.0
    jacks = sight.unseen & uint64(JACKS) & ~(uint64(LANE) << uint64(16 * led))
    while jacks:
        stray += state.penalty[lowest_bit(jacks) >> 4]
        jacks = without_lowest(jacks)
    discards = w[DISCARDED] * stray * sight.chance * (sight.later - first - second)
    return Trick(led, jack, first, second, discards)


@kernel
def kept(state: Any, place: int, sight: Sight, w: Reals) -> float:
    """What the card is worth kept in hand."""
    suit = place >> 4
    rank = place & 15
    shift = uint64(16 * suit)
    penalty = float64(state.penalty[suit])
    own = (sight.hand >> shift) & uint64(LANE)
    out = (sight.unseen >> shift) & uint64(LANE)
    if rank == JACK and penalty != 0:
        value = w[SHED] * penalty
    else:
        above = count_bits(out >> uint64(rank))
        value = w[KEEP_TRUMP] if suit == state.trump else w[KEEP]
        value *= NONE_OF[min(STEPS * 16 - 1, int64(above * sight.chance * w[COVER] * STEPS))]
        if rank > JACK and out >> uint64(JACK) & uint64(1):
            value += w[CATCH] * penalty * sight.chance
        if own >> uint64(JACK) & uint64(1):
            value -= w[GUARD] * penalty * SHARE[count_bits(own)]
    alone = own & (own - uint64(1)) == 0
    if alone and suit != state.trump and sight.hand & uint64(JACKS) & ~single(place):
        value -= w[SHORT]
    return value


@kernel
def worth(state: Any, place: int, sight: Sight, trick: Trick, w: Reals) -> float:
    """What playing the card at ``place`` is worth in points, up to a common constant.

    ``trick`` is foreseen for the suit led or, on lead, for the suit of the card.
    """
    suit = place >> 4
    rank = place & 15
    penalty = float64(state.penalty[suit])
    jack = rank == JACK and penalty != 0
    value = -kept(state, place, sight, w)
    leads = state.led < 0
    if not leads and not beats(place, state.best, state.trump):
        return value
    gain = sight.stake + (penalty if jack else 0.0)
    if sight.later == 0:
        return gain + value
    gain += trick.discards
    if rank > JACK or suit != trick.led:
        gain += w[DUMPED] * trick.jack
        if leads:
            gain += w[LEAD_HIGH] * trick.jack
    holds = 1.0
    if suit == trick.led and not jack:
        # Nobody is glad to take a jack; any other card is beaten by who can.
        above = count_bits((sight.unseen >> uint64(16 * suit) & uint64(LANE)) >> uint64(rank))
        over = w[BEATEN] * (1.0 - none_of(above, sight.chance))
        holds = 1.0 - trick.first_follows * over
        holds *= 1.0 - trick.second_follows * over
        holds = max(0.0, holds)
    if leads:
        own = (sight.hand >> uint64(16 * suit)) & uint64(LANE)
        value += w[LEAD_LONG] * count_bits(own)
        if suit == state.trump:
            value += w[LEAD_TRUMP]
        if rank < JACK:
            value -= w[LEAD_LOW] * trick.jack
    return holds * gain + value


@kernel
def one_of_each(cards: Word, sight: Sight, best: int) -> Word:
    """The lowest of every group of ``cards`` that no unseen card and no jack tells apart."""
    jacks = cards & uint64(JACKS)
    plain = cards & ~jacks
    blocks = sight.unseen
    if best >= 0:
        blocks |= single(best)
    free = uint64(PACK) & ~blocks
    filled = plain
    filled |= free & (filled << uint64(1))
    free &= free << uint64(1)
    filled |= free & (filled << uint64(2))
    free &= free << uint64(2)
    filled |= free & (filled << uint64(4))
    free &= free << uint64(4)
    filled |= free & (filled << uint64(8))
    return plain & ~(filled << uint64(1)) | jacks
