"""Judging hands of Knock Rummy by a sum: the policy of version 0.1.

A hand is judged by its deadwood and by what its pairs wait for. Discard what leaves the best hand;
take a card that improves the hand by more than a card of the stock would. The policy of today,
`heuristics.knock_rummy.policy`, corrects this sum by a network.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import NO_PLACE
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.state import TO_DRAW, KnockRummyState
from kibitz.games.knock_rummy.worlds import stock_is_hidden
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.partners import known_partners, live_cards, waits_for

# Points of deadwood: that a point saved by a live out counts; that a live partner of a discard
# costs, for the next seat may want it; by how much a card taken must improve the hand.
WAITING, FEEDING, TAKING = range(3)
WEIGHTS: Final = np.array([0.08, 0.04, 5.0])


class Discard(NamedTuple):
    """The best discard and the value of what it leaves; the least deadwood that any leaves.

    ``bare``: the card to knock with, which leaves that least deadwood.
    """

    card: int
    value: float
    least: int
    bare: int


@kernel
def barred_of(state: KnockRummyState) -> Word:
    """The card that the seat to move has taken and may not discard, if any."""
    return single(int64(state.taken)) if state.taken >= 0 and not state.returns else uint64(0)


@kernel
def value_without(
    state: KnockRummyState, hand: Word, card: int, left: int, live: Word, w: Reals
) -> float:
    """What a hand is worth once a card is discarded, ``left`` its deadwood then; low is good."""
    waiting = w[WAITING] * waits_for(state, hand, card, live)
    return left + waiting + w[FEEDING] * known_partners(state, card, live)


@kernel
def best_discard(state: KnockRummyState, hand: Word, barred: Word, live: Word, w: Reals) -> Discard:
    """The best discard out of a hand, none of ``barred``."""
    card, value, least, bare = NO_PLACE, 1e9, 1 << 30, NO_PLACE
    waiting = uint64(hand) & ~uint64(barred)
    while waiting:
        place = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        left = deadwood(state, uint64(hand) & ~single(place))
        if left < least:
            least = left
            bare = place
        found = value_without(state, hand, place, left, live, w)
        if found < value:
            value = found
            card = place
    return Discard(card, value, least, bare)


@kernel
def gain_of(state: KnockRummyState, hand: Word, card: int) -> int:
    """By how many points of deadwood a hand gets better with a card that is taken."""
    more = uint64(hand) | single(card)
    waiting = more if state.returns else more & ~single(card)
    least = 1 << 30
    while waiting:
        place = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        least = min(least, deadwood(state, more & ~single(place)))
    return deadwood(state, uint64(hand)) - least


@kernel
def how_to_begin(state: KnockRummyState, w: Reals) -> int:
    """``TAKE``, ``DRAW`` or ``TURN_OVER``: the card on the pile, or the next of the stock."""
    other = DRAW if state.stock_size > 0 else TURN_OVER
    if state.pile_size == 0:
        return other
    hand = state.hands[state.turn]
    gain = gain_of(state, hand, int64(state.pile[state.pile_size - 1]))
    if other == DRAW and not stock_is_hidden(state):
        return (
            TAKE if gain > gain_of(state, hand, int64(state.stock[state.stock_size - 1])) else DRAW
        )
    return TAKE if gain >= w[TAKING] else other


@kernel
def judged_move(state: KnockRummyState, w: Reals, limit: int) -> int:
    """What judgement by this sum plays; ``limit``: the most deadwood to knock with."""
    if state.phase == TO_DRAW:
        return how_to_begin(state, w)
    hand = state.hands[state.turn]
    if deadwood(state, hand) == 0:
        return OUT
    found = best_discard(state, hand, barred_of(state), live_cards(state, int64(state.turn)), w)
    allowed = state.knock_limit < 0 or found.least <= state.knock_limit
    return KNOCK + found.bare if allowed and found.least <= limit else found.card
