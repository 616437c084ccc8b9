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

from games.bits import Word, count_bits, single
from games.kernel import kernel
from games.knaves.lanes import JACK, LANE, PACK, SUIT_COUNT, beats

Reals = npt.NDArray[np.float64]

JACKS: Final = 1 << JACK | 1 << 16 + JACK | 1 << 32 + JACK | 1 << 48 + JACK

# Names of the weights.
BEATEN, DUMPED, DISCARDED, KEEP, KEEP_TRUMP, COVER, CATCH = 0, 1, 2, 3, 4, 5, 6
SHED, GUARD, SHORT, LEAD_HIGH, LEAD_TRUMP, LEAD_LONG = 7, 8, 9, 10, 11, 12

# BEATEN: a higher card is played on ours where it is held. DUMPED: a jack goes under a higher
# card. DISCARDED: a void rival has a jack to throw. KEEP, KEEP_TRUMP: worth of a highest card.
# COVER: how fast that falls with the chance of higher ones. CATCH: fear of the jack below. SHED: a
# jack gone, for each point of it. GUARD: a card beside one's own jack. SHORT: a void made. On
# lead: LEAD_HIGH what may catch a jack, LEAD_TRUMP a trump, LEAD_LONG each card of the suit.
WEIGHTS: Final = np.array(
    [1.07, 0.98, 0.60, 0.49, 0.82, 0.33, 0.18, 0.10, 0.33, 0.26, 0.12, -0.02, -0.04], np.float64
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
    able = (first > 0.0) + (second > 0.0)
    there = int64((out >> uint64(JACK)) & uint64(1))
    jack = state.penalty[led] * sight.chance * (able * there)
    stray = 0.0
    for suit in range(SUIT_COUNT):
        stray += state.penalty[suit] * int64((sight.unseen >> uint64(16 * suit + JACK)) & uint64(1))
    stray -= state.penalty[led] * int64((out >> uint64(JACK)) & uint64(1))
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
    trump = suit == state.trump
    # Sums of products rather than branches, which the processor could not foresee.
    above = count_bits(out >> uint64(rank))
    covered = min(STEPS * 16 - 1, int64(above * sight.chance * w[COVER] * STEPS))
    value = (w[KEEP_TRUMP] if trump else w[KEEP]) * NONE_OF[covered]
    catches = float64((out >> uint64(JACK)) & uint64(rank > JACK))
    value += catches * w[CATCH] * penalty * sight.chance
    guards = float64((own >> uint64(JACK)) & uint64(1))
    value -= guards * w[GUARD] * penalty * SHARE[count_bits(own)]
    if rank == JACK and penalty != 0:
        value = w[SHED] * penalty
    others = sight.hand & uint64(JACKS) & ~single(place)
    alone = (own & (own - uint64(1)) == 0) & (others != 0) & (not trump)
    return value - w[SHORT] * alone


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
    catches = (rank > JACK) | (suit != trick.led)
    gain += trick.discards + catches * w[DUMPED] * trick.jack
    if leads:
        own = (sight.hand >> uint64(16 * suit)) & uint64(LANE)
        gain += catches * w[LEAD_HIGH] * trick.jack
        value += w[LEAD_LONG] * count_bits(own) + w[LEAD_TRUMP] * (suit == state.trump)
    # Nobody is glad to take a jack, and who ruffs is taken to hold; other cards are beaten by who
    # can.
    above = count_bits((sight.unseen >> uint64(16 * suit) & uint64(LANE)) >> uint64(rank))
    fair = (suit == trick.led) & (not jack)
    over = fair * w[BEATEN] * (1.0 - none_of(above, sight.chance))
    holds = (1.0 - trick.first_follows * over) * (1.0 - trick.second_follows * over)
    return max(0.0, holds) * gain + value


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
