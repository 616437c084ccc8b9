"""What a game's judgement expects of the candidates, beside what worlds have shown of them."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State, legal, redeal
from kibitz.heuristics.protocol import prior
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.tree import Reals


class Judgement(NamedTuple):
    """How far candidates are apart before any world is played.

    ``expected``: the value of each, up to a constant that is the same for all. ``error``: standard
    deviation of what two of them really differ by beside that; infinite where nothing is expected.
    """

    expected: Reals
    error: float

    def joined(self, best: int, k: int, loss: float, loss_se: float) -> tuple[float, float]:
        """A loss of ``k`` against ``best`` and its standard error, with what was expected of it.

        Both are taken for independent and normal. An infinite ``loss_se``: nothing was seen yet.
        Candidates that did the same in all worlds are the same.
        """
        if best == k or self.error == inf or loss_se == 0.0:
            return loss, loss_se
        before = float(self.expected[best] - self.expected[k])
        if loss_se == inf:
            return before, self.error
        seen, judged = loss_se**-2, self.error**-2
        return (loss * seen + before * judged) / (seen + judged), 1.0 / sqrt(seen + judged)


@kernel
def _weigh(root: State, work: State, seat: int, seed: Word, moves: Moves, weights: Reals) -> int:
    """Write the legal moves and the prior of each in a world; how many there are."""
    stream = np.empty(1, np.uint64)
    start_stream(stream, seed, np.uint64(0))
    work[0] = root[0]
    redeal(work[0], seat, stream)
    count = legal(work[0], moves)
    prior(work[0], moves, count, weights)
    return count


def judgement_of(
    root: State, seat: int, moves: Sequence[int], setting: Setting, options: SearchOptions
) -> Judgement:
    """What the options let the game's prior say of the candidates ``moves``.

    The prior knows no more than ``seat`` does, so any world that fits will do to ask it.
    """
    if options.judgement_error == inf:
        return Judgement(np.zeros(len(moves)), inf)
    legal_ones = np.empty(setting.max_moves, np.int64)
    weights = np.empty(setting.max_moves)
    count = _weigh(root, root.copy(), seat, np.uint64(0), legal_ones, weights)
    shares = dict(zip(legal_ones[:count].tolist(), weights[:count].tolist(), strict=True))
    least = np.finfo(np.float64).tiny
    found = [options.judgement_scale * np.log(max(shares[move], least)) for move in moves]
    return Judgement(np.array(found), options.judgement_error)
