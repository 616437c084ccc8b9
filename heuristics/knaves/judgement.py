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
BEATEN, BEATEN_JACK, RUFFED, DUMPED, DISCARDED = 0, 1, 2, 3, 4
KEEP, KEEP_TRUMP, CATCH, SHED, GUARD, SHORT = 5, 6, 7, 8, 9, 10
RANK, LEAD_HIGH, SPITE, WEIGHT_COUNT = 11, 12, 13, 14

# BEATEN: a higher card out is played on a card of ours, when held. BEATEN_JACK: on a jack of ours.
# RUFFED: a void rival ruffs. DUMPED: a jack goes under a higher card. DISCARDED: a void rival has
# a jack to throw. KEEP, KEEP_TRUMP: worth of a highest card. CATCH: fear of the jack below. SHED: a jack gone, for each point of it. GUARD:
# a card beside one's own jack. SHORT: a void made. RANK: worth of a rank. LEAD_HIGH: leading what
# may catch a jack. SPITE: what a rival takes.
WEIGHTS: Final = np.array(
    [1.0, 0.4, 0.6, 0.8, 0.5, 0.5, 0.8, 0.3, 0.5, 0.15, 0.1, 0.01, 0.2, 0.2], np.float64
)

STEPS: Final = 16
NONE_OF: Final = np.exp(-1.1 * np.arange(16 * STEPS) / STEPS)  # by expected number of cards
COVERED: Final = 1.0 / (1.0 + 0.8 * np.arange(20))  # worth of a card by the higher ones out
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
    """What a trick in one suit may meet: chances of the two rivals that may still play to it."""

    led: int
    jack_out: bool  # the jack of the suit led may still fall
    first_void: float
    second_void: float
    first_ruff: float
    second_ruff: float
    discards: float  # points of jacks that void rivals are expected to throw


@kernel
def foresee(state: Any, led: int, sight: Sight, w: Reals) -> Trick:
    """The prospects of a trick in suit ``led``; who does not play any more has no chance of it."""
    out = (sight.unseen >> uint64(16 * led)) & uint64(LANE)
    unknown = none_of(count_bits(out), sight.chance)
    jack_out = out >> uint64(JACK) & uint64(1) != 0
    first = 0.0 if sight.later == 0 else 1.0 if sight.first_voids >> led & 1 else unknown
    second = 0.0 if sight.later < 2 else 1.0 if sight.second_voids >> led & 1 else unknown
    ruff = 0.0
    if state.trump >= 0 and led != state.trump:
        trumps = count_bits((sight.unseen >> uint64(16 * state.trump)) & uint64(LANE))
        ruff = w[RUFFED] * (1.0 - none_of(trumps, sight.chance))
    first_ruff = 0.0 if sight.first_voids >> state.trump & 1 else first * ruff
    second_ruff = 0.0 if sight.second_voids >> state.trump & 1 else second * ruff
    stray = 0.0
    jacks = sight.unseen & uint64(JACKS) & ~(uint64(LANE) << uint64(16 * led))
    while jacks:
        stray += state.penalty[lowest_bit(jacks) >> 4]
        jacks = without_lowest(jacks)
    discards = w[DISCARDED] * stray * sight.chance * (first + second)
    return Trick(led, jack_out, first, second, first_ruff, second_ruff, discards)


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
        value = (w[KEEP_TRUMP] if suit == state.trump else w[KEEP]) * COVERED[above]
        value += w[RANK] * rank
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
    later = kept(state, place, sight, w)
    gain = sight.stake + (penalty if jack else 0.0)
    leads = state.led < 0
    if not leads and not beats(place, state.best, state.trump):
        return -later - w[SPITE] * gain
    if sight.later == 0:
        return gain - later
    above = count_bits((sight.unseen >> uint64(16 * suit) & uint64(LANE)) >> uint64(rank))
    higher = 1.0 - none_of(above, sight.chance)
    if suit == trick.led:
        over = higher * (w[BEATEN_JACK] if jack else w[BEATEN])
        holds = 1.0 - (1.0 - trick.first_void) * over - trick.first_ruff
        if sight.later == 2:
            holds *= 1.0 - (1.0 - trick.second_void) * over - trick.second_ruff
    else:
        over = higher * w[RUFFED]
        holds = 1.0 - (0.0 if sight.first_voids >> suit & 1 else trick.first_void * over)
    holds = max(0.0, holds)
    gain += trick.discards
    if trick.jack_out and (rank > JACK or suit != trick.led):
        able = 0 if sight.first_voids >> trick.led & 1 else 1
        if sight.later == 2 and not sight.second_voids >> trick.led & 1:
            able += 1
        fear = w[DUMPED] * able + (w[LEAD_HIGH] if leads else 0.0)
        gain += fear * state.penalty[trick.led] * sight.chance
    return holds * gain - (1.0 - holds) * w[SPITE] * gain - later


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
