"""Players of Knock Rummy that do not search: for playouts, for priors, and as a baseline.

Discard and draw what the network of `heuristics.knock_rummy.value` holds to be worth most; knock
when the deadwood is at most what `heuristics.knock_rummy.thresholds` says for this turn. A seat
that searches does not know when another one knocks: see `heuristics.knock_rummy.kinds`.

What a policy may read of a state is the hand of the seat to move and what everybody knows, so that
it plays in a guessed world as it would at the table.
"""

from typing import Final

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
from kibitz.heuristics.dense import constant, local
from kibitz.heuristics.knock_rummy.judgement import Discard, barred_of
from kibitz.heuristics.knock_rummy.kinds import limit_of_other
from kibitz.heuristics.knock_rummy.thresholds import THRESHOLDS
from kibitz.heuristics.knock_rummy.turns import age_of
from kibitz.heuristics.knock_rummy.value import (
    DESK,
    SHARE,
    Desk,
    Net,
    compiled,
    see,
    stored_weights,
    take_top,
    value_of_discard,
    value_of_draw,
)

WARMTH: Final = 2.0  # points of difference that make a move e times as likely
FEW: Final = 5  # discards worth comparing

_for_two, _for_more = (constant(compiled(weights)) for weights in stored_weights())


@kernel
def shipped_net(state: KnockRummyState) -> Net:
    """The network for as many players as there are."""
    return _for_two() if state.players == 2 else _for_more()


@kernel
def learned_discard(state: KnockRummyState, desk: Desk, barred: Word, net: Net) -> Discard:
    """The best discard of the hand on the desk, none of ``barred``; the knock that leaves least."""
    card, value, least, bare = NO_PLACE, -np.inf, 1 << 30, NO_PLACE
    waiting = desk.hand & ~uint64(barred)
    while waiting:
        place = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        left = deadwood(state, desk.hand & ~single(place))
        if left < least:
            least = left
            bare = place
        found = value_of_discard(state, desk, place, left, net)
        if found > value:
            value = found
            card = place
    return Discard(card, value, least, bare)


@kernel
def value_of_taking(state: KnockRummyState, desk: Desk, net: Net) -> float:
    """What taking the card on the pile is worth; the hand of before was seen."""
    barred = uint64(0) if state.returns else single(int64(state.pile[state.pile_size - 1]))
    take_top(state, desk, net)
    return learned_discard(state, desk, barred, net).value


@kernel
def value_of_the_other(state: KnockRummyState, desk: Desk, net: Net) -> float:
    """What drawing from the stock is worth, or turning the pile over as if it were shuffled.

    So the card at the bottom of the pile counts as not known, though it comes first.
    """
    hand = state.hands[state.turn]
    if state.stock_size > 0 and not stock_is_hidden(state):
        following = single(int64(state.stock[state.stock_size - 1]))
        see(state, hand | following, desk, net)
        return learned_discard(state, desk, uint64(0), net).value
    see(state, hand, desk, net)
    return value_of_draw(state, desk, net)


@kernel
def begin(state: KnockRummyState, desk: Desk, net: Net) -> tuple[float, float]:
    """What taking the card on the pile is worth, and drawing or turning the pile over.

    There is a card on the pile.
    """
    other = value_of_the_other(state, desk, net)
    if not stock_is_hidden(state):
        see(state, state.hands[state.turn], desk, net)
    return value_of_taking(state, desk, net), other


@kernel
def learned_move(state: KnockRummyState, net: Net, limit: int) -> int:
    """What the policy plays; ``limit``: the most deadwood to knock with."""
    desk: Desk = local(DESK)
    if state.phase == TO_DRAW:
        other = DRAW if state.stock_size > 0 else TURN_OVER
        if state.pile_size == 0:
            return other
        taken, drawn = begin(state, desk, net)
        return TAKE if taken > drawn else other
    hand = state.hands[state.turn]
    if deadwood(state, hand) == 0:
        return OUT
    see(state, hand, desk, net)
    found = learned_discard(state, desk, barred_of(state), net)
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
    limit = playout_limit(state, stream)
    return moves[0] if count == 1 else learned_move(state, shipped_net(state), limit)


@kernel
def playout_limit(state: KnockRummyState, stream: Stream) -> int:
    """The most deadwood with which the seat to move knocks in a playout, in this turn."""
    if state.turn != state.viewer:
        return limit_of_other(state, stream)
    return sharp_limit(state) if state.phase == TO_DISCARD else 0


@kernel
def policy_move(state: KnockRummyState, limit: int) -> int:
    """The policy without chance: equal states, equal moves."""
    return learned_move(state, shipped_net(state), limit)


@kernel
def rule_move(state: KnockRummyState) -> int:
    """The same for a sharp player."""
    return policy_move(state, 0 if state.phase == TO_DRAW else sharp_limit(state))


@kernel
def appraise(state: KnockRummyState, moves: Moves, count: int, values: Reals) -> None:
    """Write what each of the moves is worth by this judgement, in points; high is good.

    Ending the hand is worth as much more than the best discard as its deadwood is below the limit
    of a sharp player.
    """
    desk: Desk = local(DESK)
    net = shipped_net(state)
    if state.phase == TO_DRAW:
        if state.pile_size == 0:
            values[:count] = value_of_the_other(state, desk, net)
            return
        taken, other = begin(state, desk, net)
        for i in range(count):
            values[i] = taken if moves[i] == TAKE else other
        return
    hand = state.hands[state.turn]
    see(state, hand, desk, net)
    best = learned_discard(state, desk, barred_of(state), net).value
    for i in range(count):
        left = 0
        if moves[i] != OUT:
            card = moves[i] % KNOCK
            left = deadwood(state, uint64(hand) & ~single(card))
            values[i] = value_of_discard(state, desk, card, left, net)
        if moves[i] >= KNOCK:
            values[i] = best + SHARE * (sharp_limit(state) - left)


@implements(protocol.prior, STATE)
@kernel
def prior(state: KnockRummyState, moves: Moves, count: int, weights: Reals) -> None:
    """See :func:`kibitz.heuristics.protocol.prior`; the sum is 1."""
    appraise(state, moves, count, weights)
    highest = weights[:count].max()
    total = 0.0
    for i in range(count):
        weights[i] = np.exp((weights[i] - highest) / WARMTH)
        total += weights[i]
    for i in range(count):
        weights[i] /= total


@kernel
def choose_few(state: KnockRummyState, moves: Moves, count: int, values: Reals) -> int:
    """Put the moves worth comparing first and return their number; ``values``: what each is worth.

    All before a card was drawn; then going out, else the best knock and the ``FEW`` best discards.
    """
    if state.phase == TO_DRAW:
        return count
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
