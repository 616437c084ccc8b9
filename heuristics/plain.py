"""No judgement: for a game that has none yet, and to measure what judgement is worth."""

import numpy as np

from kibitz.games.chance import Stream, pick
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, Payoffs, implements
from kibitz.games.records import Record
from kibitz.heuristics import protocol
from kibitz.heuristics.protocol import Weights


@kernel
def any_move(state: Record, moves: Moves, count: int, stream: Stream) -> int:
    """See `heuristics.protocol.playout_move`: each legal move is as likely as the other."""
    return moves[pick(stream, count)]


@kernel
def move_by_move(state: Record, moves: Moves, stream: Stream) -> None:
    """See :func:`kibitz.heuristics.protocol.play_on`: there is no faster way."""


@kernel
def equal_weights(state: Record, moves: Moves, count: int, weights: Weights) -> None:
    """See :func:`kibitz.heuristics.protocol.prior`: all moves weigh the same."""
    for i in range(count):
        weights[i] = 1.0


@kernel
def no_log_likelihood(state: Record, seat: int) -> float:
    """See `heuristics.protocol.log_likelihood`: nothing is read into what was played."""
    return 0.0


@kernel
def left_alone(state: Record, seat: int, steps: int, stream: Stream) -> None:
    """See :func:`kibitz.heuristics.protocol.refine`: worlds stay as they were dealt."""


@kernel
def as_they_are(state: Record, payoffs: Payoffs, values: Payoffs) -> None:
    """See :func:`kibitz.heuristics.protocol.match_worth`: the payoffs themselves."""
    for seat in range(len(payoffs)):
        values[seat] = payoffs[seat]


@kernel
def no_endgame(state: Record, payoffs: Payoffs) -> bool:
    """See :func:`kibitz.heuristics.protocol.endgame`: it never applies."""
    return False


def without_judgement(dtype: np.dtype[np.void]) -> None:
    """Attach these for records of ``dtype``, in the module that defines its judgement."""
    implements(protocol.playout_move, dtype)(any_move)
    implements(protocol.play_on, dtype)(move_by_move)
    implements(protocol.prior, dtype)(equal_weights)
    implements(protocol.log_likelihood, dtype)(no_log_likelihood)
    implements(protocol.refine, dtype)(left_alone)
    implements(protocol.match_worth, dtype)(as_they_are)
    implements(protocol.endgame, dtype)(no_endgame)
