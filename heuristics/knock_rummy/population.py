"""What knocking now and waiting make in Knock Rummy where an opponent is of one kind.

A kind is more likely in some deals than in others, so a deal counts where an opponent is of a kind
as much as that is likely in it, as for playouts (:func:`.kinds.weigh_kinds`). The deals themselves
count alike: :func:`.likelihood.refine` has already led them to where others would not have knocked.
So the mean of all kinds by their shares is that of the deals.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numba import int64

from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import ENDED
from kibitz.games.knock_rummy.worlds import deal_hidden
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.kinds import KINDS, UNDRAWN, Kind, weigh_kinds
from kibitz.heuristics.knock_rummy.likelihood import refine
from kibitz.heuristics.knock_rummy.policy import playout_move


class Against(NamedTuple):
    """How much more two moves make where an opponent is of one kind than they make on average.

    Of the opponents each counts alike, and the others are of any kind. In points, with standard
    errors. ``share``: how likely an opponent is of that kind, as far as the table shows.
    """

    kind: Kind
    share: float
    knock: float
    knock_error: float
    wait: float
    wait_error: float


class Population(NamedTuple):
    """What waiting makes on average, its standard error, and a row for each kind there may be."""

    wait: float
    wait_error: float
    rows: list[Against]


@kernel
def _play_on(
    view: State,
    seat: int,
    steps: int,
    seed: Word,
    moves: tuple[int, int],
    chances: Reals,
    paid: Reals,
) -> None:
    """Fill ``chances`` [kind, world] of an opponent, and ``paid`` [kind, move, world]."""
    dealt, work = view.copy(), view.copy()
    stream = np.zeros(1, np.uint64)
    legal, found = np.empty(MAX_MOVES, np.int64), np.empty(len(KINDS))
    for world in range(chances.shape[1]):
        start_stream(stream, seed, world)
        dealt[0] = view[0]
        deal_hidden(dealt[0], seat, stream)
        refine(dealt[0], seat, steps, stream)
        dealt[0].viewer = seat
        begun = stream[0]
        players = int64(dealt[0].players)
        other = (seat + 1 + world % (players - 1)) % players
        weigh_kinds(dealt[0], other, found)
        chances[:, world] = found / found.sum()
        for kind in range(len(KINDS)):
            dealt[0].kinds[:] = UNDRAWN
            dealt[0].kinds[other] = kind + 1
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
) -> Population:
    """What ``knock`` and ``wait``, moves of the seat to move, make against each kind.

    In ``worlds`` deals, those of a search with the same seed, each refined by so many steps. In
    each of them the kind of one opponent is given, of another one in the next. Everybody goes on
    by the policy.
    """
    chances, paid = np.zeros((len(KINDS), worlds)), np.zeros((len(KINDS), 2, worlds))
    _play_on(view, seat, steps, np.uint64(seed), (knock, wait), chances, paid)
    knocked, waited = (chances[:, None] * paid).sum(axis=0)
    rows = []
    for name, chance, (ended, went_on) in zip(KINDS, chances, paid, strict=True):
        if chance.any():
            share = float(chance.mean())
            rows.append(
                Against(
                    name, share, *_ahead(ended, chance, knocked), *_ahead(went_on, chance, waited)
                )
            )
    return Population(float(waited.mean()), float(waited.std()) / sqrt(worlds), rows)


def _ahead(values: Reals, weights: Reals, average: Reals) -> tuple[float, float]:
    """By how much a weighted mean of values is above a mean of the same deals; standard error."""
    mean, over = float(values @ weights / weights.sum()), float(average.mean())
    parts = weights / weights.mean() * (values - mean) - (average - over)
    return mean - over, float(np.sqrt(parts @ parts)) / len(parts)
