"""Who plays K'nack without searching: for playouts, as a prior, and to measure against.

The policy judges by the networks of `heuristics.knack.value`; in version 0.1 it did so by the sums
of `heuristics.knack.judgement`.
"""

from typing import Final

import numpy as np
from numba import float64, int64, uint64

from kibitz.games.chance import GOLDEN, Stream, mix
from kibitz.games.kernel import kernel
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.protocol import Moves, implements
from kibitz.games.records import Reals
from kibitz.heuristics import protocol
from kibitz.heuristics.dense import constant, local
from kibitz.heuristics.knack.judgement import FEATURES, ONE_FITS, OUTLETS, weights_for, worth
from kibitz.heuristics.knack.sight import look, new_sight
from kibitz.heuristics.knack.value import DESK, Desk, Net, compiled, see, stored_weights, worth_by
from kibitz.heuristics.plain import as_they_are, left_alone, move_by_move, no_log_likelihood

NOISE: Final = 0.3  # worth, from none to all of it
WARMTH: Final = 0.4  # worth that makes a move e times as likely

# Who looks at the own hand only: as many of its cards as possible shall find a cell, or several.
GREEDY: Final = np.zeros(FEATURES)
GREEDY[[OUTLETS, ONE_FITS]] = 1.0


@kernel
def best_move(
    state: KnackState, moves: Moves, count: int, noise: float, stream: Stream, w: Reals
) -> int:
    """The move of the first ``count`` that is worth most, each with its part of ``noise``.

    Equal ones: the first. ``stream`` is not used without noise.
    """
    if count == 1:
        return moves[0]
    sight = new_sight()
    look(state, sight[0])
    features = np.empty(FEATURES)
    best, most = int64(0), -np.inf
    for i in range(count):
        value = worth(state, sight[0], moves[i], features, w)
        if noise > 0.0:
            stream[0] += uint64(GOLDEN)
            value += noise * float64(mix(stream[0]) >> uint64(40)) / float64(1 << 24)
        if value > most:
            best, most = moves[i], value
    return best


_for_two, _for_more = (constant(compiled(weights)) for weights in stored_weights())


@kernel
def shipped_net(state: KnackState) -> Net:
    """The network for as many players as there are."""
    return _for_two() if state.players == 2 else _for_more()


@kernel
def learned_move(
    state: KnackState, moves: Moves, count: int, noise: float, stream: Stream, net: Net
) -> int:
    """:func:`best_move` by a network."""
    if count == 1:
        return moves[0]
    desk: Desk = local(DESK)
    see(state, desk, net)
    best, most = int64(0), -np.inf
    for i in range(count):
        value = worth_by(state, desk, moves[i], net)
        if noise > 0.0:
            stream[0] += uint64(GOLDEN)
            value += noise * float64(mix(stream[0]) >> uint64(40)) / float64(1 << 24)
        if value > most:
            best, most = moves[i], value
    return best


@implements(protocol.playout_move, STATE)
@kernel
def playout_move(state: KnackState, moves: Moves, count: int, stream: Stream) -> int:
    """See :func:`kibitz.heuristics.protocol.playout_move`: as a fair player would choose."""
    return learned_move(state, moves, count, NOISE, stream, shipped_net(state))


@kernel
def rule_move(state: KnackState, moves: Moves, count: int, w: Reals) -> int:
    """Judgement by the weights ``w`` without chance: equal states, equal moves."""
    return best_move(state, moves, count, 0.0, np.empty(1, np.uint64), w)


@kernel
def policy_move(state: KnackState, moves: Moves, count: int) -> int:
    """The policy without chance: equal states, equal moves."""
    return learned_move(state, moves, count, 0.0, np.empty(1, np.uint64), shipped_net(state))


@kernel
def plain_prior(state: KnackState, moves: Moves, count: int, weights: Reals) -> None:
    """:func:`prior` by the weights of `heuristics.knack.judgement`."""
    sight = new_sight()
    look(state, sight[0])
    features, w = np.empty(FEATURES), weights_for(state)
    for i in range(count):
        weights[i] = worth(state, sight[0], moves[i], features, w)
    make_shares(weights, count)


@kernel
def make_shares(worths: Reals, count: int) -> None:
    """Make the first ``count`` worths shares that add up to 1, by ``WARMTH``."""
    highest = worths[:count].max()
    total = 0.0
    for i in range(count):
        worths[i] = np.exp((worths[i] - highest) / WARMTH)
        total += worths[i]
    for i in range(count):
        worths[i] /= total


@implements(protocol.prior, STATE)
@kernel
def prior(state: KnackState, moves: Moves, count: int, weights: Reals) -> None:
    """See :func:`kibitz.heuristics.protocol.prior`; the weights add up to 1."""
    desk: Desk = local(DESK)
    net = shipped_net(state)
    see(state, desk, net)
    for i in range(count):
        weights[i] = worth_by(state, desk, moves[i], net)
    make_shares(weights, count)


implements(protocol.log_likelihood, STATE)(no_log_likelihood)
implements(protocol.play_on, STATE)(move_by_move)
implements(protocol.refine, STATE)(left_alone)
implements(protocol.match_worth, STATE)(as_they_are)
