"""Random playouts for OpenSpiel's search, compiled: the same that its own evaluator plays."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games.chance import Stream, below, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, Payoffs, State, apply, legal, over, payoff
from kibitz.integrations.openspiel.state import KibitzState

ROLLOUT_STREAM: Final = 1


@kernel
def play_out(state: State, moves: Moves, stream: Stream, payoffs: Payoffs) -> int:
    """Play ``state`` to its end with uniformly random moves; write the payoffs, count the moves."""
    record = state[0]
    count = 0
    while not over(record):
        apply(record, moves[below(stream, legal(record, moves))])
        count += 1
    payoff(record, payoffs)
    return count


class CompiledRollouts:
    """An evaluator of OpenSpiel: one random playout, and the same prior for every move.

    It means the same as ``RandomRolloutEvaluator(1)``: 9 µs for a round of Knaves, not 800.
    """

    def __init__(self, seed: int, max_moves: int, seats: int) -> None:
        self._stream: Stream = np.zeros(1, np.uint64)
        start_stream(self._stream, np.uint64(seed), np.uint64(ROLLOUT_STREAM))
        self._moves = np.empty(max_moves, np.int64)
        self._payoffs = np.zeros(seats)

    def evaluate(self, state: KibitzState) -> npt.NDArray[np.float64]:
        """What each seat wins in one playout, in the game's own unit."""
        play_out(state.record.copy(), self._moves, self._stream, self._payoffs)
        return self._payoffs.copy()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every legal move, each as likely."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
