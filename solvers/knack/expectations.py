"""What groups of moves of K'nack are expected to be worth before any game is played out.

It is what they are judged to be worth, and for those that promise most what comes of them some
turns later (`heuristics.knack.lookahead`). `solvers.knack.posterior` joins it to the games.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np

from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import NO_CALL
from kibitz.heuristics.knack.lookahead import foreseen
from kibitz.heuristics.knack.policy import WARMTH
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.ismcts.tree import Ints
from kibitz.solvers.knack.grouping import Group

VAGUE: Final = 0.5  # error of what nobody judges
UNCALLED_COST: Final = 0.15  # of a K'nack! not called, as long as no game has been played
UNCALLED_ERROR: Final = 0.25
# Looking ahead, as held against 800 to 1,500 games of each move: its errors are about as large with
# any number of players, and so are those of judgement in the same positions.
AHEAD_ERROR: Final = 0.011
JUDGED_ERROR: Final = 0.03
MOST_AHEAD: Final = 24_000  # games looked ahead in, about 25 µs each
AHEAD_A_MS: Final = 16
AHEAD_AN_ITERATION: Final = 2


def judged(
    view: State, groups: Sequence[Group], options: SearchOptions
) -> tuple[Reals, Reals, Reals]:
    """What judgement expects of groups, the error of each, and that of those that do not call.

    What a K'nack! not called costs depends on how far ahead a seat is; games decide about it.
    """
    due = may_call(view[0])
    forgets = np.array([due and group.moves[0] < CALLED for group in groups])
    worths = np.array([group.worth for group in groups]) - NO_CALL * forgets
    expected = options.judgement_scale / WARMTH * worths
    expected += 1.0 / int(view[0]["players"]) - expected.mean() - UNCALLED_COST * forgets
    # Of two players; what there is to win, and what judgement is off by, is less with more.
    error = min(VAGUE, options.judgement_error / sqrt(2.0) * 2.0 / int(view[0]["players"]))
    return expected, np.full(len(groups), error), UNCALLED_ERROR * forgets


def looked_ahead(
    view: State,
    groups: Sequence[Group],
    expected: tuple[Reals, Reals, Reals],
    budget: Budget,
    seed: int,
) -> tuple[Reals, Reals, Reals]:
    """What :func:`judged` expects, corrected by what comes of the groups some turns later.

    It takes about half of the budget, never more than half of its time.
    """
    worths, spreads, common = (array.copy() for array in expected)
    limits, games = budget.limits, MOST_AHEAD
    if limits.time_ms is not None:
        games = min(games, AHEAD_A_MS * limits.time_ms)
    if limits.iterations is not None:
        games = min(games, AHEAD_AN_ITERATION * budget.iterations_left())
    part = budget.share(0.5)
    twins = called_twins(groups)
    own = np.flatnonzero(twins < 0)
    found = foreseen(
        view,
        [groups[int(k)].moves[0] for k in own],
        worths[own],
        JUDGED_ERROR,
        games,
        seed,
        lambda: part.stopped() is not None,
    )
    seen = found.worlds > 0
    worths[own] = worths[own].mean() + found.worths
    spreads[own[seen]] = np.sqrt(found.variances[seen] + AHEAD_ERROR**2)
    forgets = np.flatnonzero(twins >= 0)
    worths[forgets] = worths[twins[forgets]] - UNCALLED_COST
    spreads[forgets] = spreads[twins[forgets]]
    return worths, spreads, common


def called_twins(groups: Sequence[Group]) -> Ints:
    """By group, the group of its first move with a K'nack! that is due and not called; else -1."""
    group_of = {move: k for k, group in enumerate(groups) for move in group.moves}
    twins = [group_of.get(group.moves[0] + CALLED, -1) for group in groups]
    return np.array(twins, np.int64)
