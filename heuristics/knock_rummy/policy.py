"""Players of Knock Rummy that do not search: for playouts, for priors, and as a baseline.

A hand is judged by its deadwood and by what its pairs wait for. Discard what leaves the best hand;
take a card that improves the hand by more than a card of the stock would; knock when the deadwood
is at most what `heuristics.knock_rummy.thresholds` says for this turn. A seat that searches
does not know when another one knocks: see `heuristics.knock_rummy.kinds`.

What a policy may read of a state is the hand of the seat to move and what everybody knows, so that
it plays in a guessed world as it would at the table.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.chance import Stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import NO_PLACE
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.state import STATE, TO_DISCARD, TO_DRAW, KnockRummyState
from kibitz.games.knock_rummy.worlds import stock_is_hidden
from kibitz.games.protocol import Moves, implements
from kibitz.games.records import Reals
from kibitz.heuristics import protocol
from kibitz.heuristics.knock_rummy.kinds import limit_of_other
from kibitz.heuristics.knock_rummy.partners import known_partners, live_cards, waits_for
from kibitz.heuristics.knock_rummy.thresholds import THRESHOLDS
from kibitz.heuristics.knock_rummy.turns import age_of

# Points of deadwood: that a point saved by a live out counts; that a live partner of a discard
# costs, for the next seat may want it; by how much a card taken must improve the hand.
WAITING, FEEDING, TAKING = range(3)
WEIGHTS: Final = np.array([0.08, 0.04, 5.0])
WARMTH: Final = 4.0  # points of difference that make a move e times as likely
FEW: Final = 5  # discards worth comparing


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
    """What the policy plays; ``limit``: the most deadwood to knock with."""
    if state.phase == TO_DRAW:
        return how_to_begin(state, w)
    hand = state.hands[state.turn]
    if deadwood(state, hand) == 0:
        return OUT
    found = best_discard(state, hand, barred_of(state), live_cards(state, int64(state.turn)), w)
    allowed = state.knock_limit < 0 or found.least <= state.knock_limit
    return KNOCK + found.bare if allowed and found.least <= limit else found.card


@kernel
def sharp_limit(state: KnockRummyState) -> int:
    """The most deadwood with which a sharp player knocks in this turn."""
    return int64(THRESHOLDS[int64(state.players) - 2, age_of(state)])


@implements(protocol.playout_move, STATE)
@kernel
def playout_move(state: KnockRummyState, moves: Moves, count: int, stream: Stream) -> int:
    """See :func:`kibitz.heuristics.protocol.playout_move`.

    The seat whose view the state was is sharp; each other one is of the kind that
    :mod:`kibitz.heuristics.knock_rummy.kinds` draws for it before its first move, until the end.
    """
    limit = 0
    if state.turn != state.viewer:
        limit = limit_of_other(state, stream)
    elif state.phase == TO_DISCARD:
        limit = sharp_limit(state)
    return moves[0] if count == 1 else judged_move(state, WEIGHTS, limit)


@kernel
def rule_move(state: KnockRummyState) -> int:
    """The same judgement without chance, a sharp player: equal states, equal moves."""
    limit = 0 if state.phase == TO_DRAW else sharp_limit(state)
    return judged_move(state, WEIGHTS, limit)


@kernel
def appraise(state: KnockRummyState, moves: Moves, count: int, values: Reals) -> None:
    """Write what each of the moves is worth by this judgement, in points; high is good."""
    if state.phase == TO_DRAW:
        chosen = how_to_begin(state, WEIGHTS)
        for i in range(count):
            values[i] = WARMTH * (moves[i] == chosen)
        return
    hand, live = state.hands[state.turn], live_cards(state, int64(state.turn))
    least = best_discard(state, hand, barred_of(state), live, WEIGHTS).least
    for i in range(count):
        if moves[i] == OUT:
            values[i] = sharp_limit(state)
        else:
            card = moves[i] % KNOCK
            left = deadwood(state, uint64(hand) & ~single(card))
            if moves[i] >= KNOCK:
                values[i] = sharp_limit(state) - least - left
            else:
                values[i] = -value_without(state, hand, card, left, live, WEIGHTS)


@implements(protocol.prior, STATE)
@kernel
def prior(state: KnockRummyState, moves: Moves, count: int, weights: Reals) -> None:
    """See :func:`kibitz.heuristics.protocol.prior`; the sum is 1."""
    appraise(state, moves, count, weights)
    highest = -1e9
    for i in range(count):
        highest = max(highest, weights[i])
    total = 0.0
    for i in range(count):
        weights[i] = np.exp((weights[i] - highest) / WARMTH)
        total += weights[i]
    for i in range(count):
        weights[i] /= total


@kernel
def choose_few(state: KnockRummyState, moves: Moves, count: int, values: Reals) -> int:
    """Put the moves worth comparing first and return their number; ``values``: scratch.

    All before a card was drawn; then going out, else the best knock and the ``FEW`` best discards.
    """
    if state.phase == TO_DRAW:
        return count
    appraise(state, moves, count, values)
    knock, kept = -1, 0
    for i in range(count):
        if moves[i] == OUT:
            moves[0] = OUT
            return 1
        if moves[i] >= KNOCK and (knock < 0 or values[i] > values[knock]):
            knock = i
    bare = moves[knock] if knock >= 0 else -1
    while kept < FEW:
        best = kept
        for i in range(kept, count):
            if moves[i] < KNOCK and (moves[best] >= KNOCK or values[i] > values[best]):
                best = i
        if best >= count or moves[best] >= KNOCK:
            break
        move, value = moves[best], values[best]
        moves[best], values[best] = moves[kept], values[kept]
        moves[kept], values[kept] = move, value
        kept += 1
    if bare >= 0:
        moves[kept] = bare
        kept += 1
    return kept
