"""What knocking now and waiting make in Knock Rummy against each kind of opponent."""

from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from numba import int64

from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import ENDED
from kibitz.games.knock_rummy.worlds import deal_hidden
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.kinds import KINDS, Kind, Reals, fits, weigh_kinds
from kibitz.heuristics.knock_rummy.likelihood import refine
from kibitz.heuristics.knock_rummy.policy import playout_move

RARE: Final = 0.01  # kinds that opponents are less often are left out


class Against(NamedTuple):
    """What two moves make where every opponent is of one kind, in points.

    ``share``: how likely an opponent is of that kind, as far as the table shows.
    """

    kind: Kind
    share: float
    knock: float
    knock_error: float
    wait: float
    wait_error: float


@kernel
def _play_on(
    view: State,
    seat: int,
    steps: int,
    seed: Word,
    moves: tuple[int, int],
    shares: Reals,
    weights: Reals,
    paid: Reals,
) -> None:
    """Fill ``weights`` [kind, world] and ``paid`` [kind, move, world]; add to ``shares`` [kind]."""
    dealt, work = view.copy(), view.copy()
    stream = np.zeros(1, np.uint64)
    legal, found = np.empty(MAX_MOVES, np.int64), np.empty(len(KINDS))
    for world in range(weights.shape[1]):
        start_stream(stream, seed, world)
        dealt[0] = view[0]
        deal_hidden(dealt[0], seat, stream)
        refine(dealt[0], seat, steps, stream)
        dealt[0].viewer = seat
        begun = stream[0]
        for other in range(dealt[0].players):
            if other != seat:
                weigh_kinds(dealt[0], other, found)
                shares += found / found.sum()
        for kind in range(len(KINDS)):
            weights[kind, world] = fits(dealt[0], seat, kind + 1)
            dealt[0].kinds[:] = kind + 1
            for i in range(2):
                stream[0] = begun
                work[0] = dealt[0]
                apply_move(work[0], moves[i])
                while work[0].phase != ENDED:
                    count = legal_moves(work[0], legal)
                    apply_move(work[0], playout_move(work[0], legal, count, stream))
                paid[kind, i, world] = int64(work[0].payments[seat]) / UNIT


def against_kinds(
    view: State, seat: int, knock: int, wait: int, worlds: int, steps: int, seed: int
) -> list[Against]:
    """What ``knock`` and ``wait``, moves of the seat to move, make against each kind.

    In ``worlds`` deals, those of a search with the same seed, each refined by so many steps and
    counting as much as it is likely where all are of the kind. Everybody goes on by the policy.
    """
    shares, weights = np.zeros(len(KINDS)), np.zeros((len(KINDS), worlds))
    paid = np.zeros((len(KINDS), 2, worlds))
    _play_on(view, seat, steps, np.uint64(seed), (knock, wait), shares, weights, paid)
    shares /= shares.sum()
    found = []
    for name, share, weight, outcomes in zip(KINDS, shares, weights, paid, strict=True):
        if share >= RARE:
            (made, made_error), (waited, error) = (_mean(row, weight) for row in outcomes)
            found.append(Against(name, float(share), made, made_error, waited, error))
    return found


def _mean(values: Reals, weights: Reals) -> tuple[float, float]:
    """A weighted mean and its standard error."""
    total = float(weights.sum())
    mean = float(values @ weights) / total
    return mean, sqrt(float(weights**2 @ (values - mean) ** 2)) / total
