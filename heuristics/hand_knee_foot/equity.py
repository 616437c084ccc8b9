"""What the points of a round are worth in the match: a team's chance to have most after four.

After the last round that is certain; those that tie share it. Before, each round still to come adds
to the difference of two teams a normal error with the spread that self-play has; with three teams
the chances against each of the others are taken as if they were independent, and scaled to one.
"""

from collections.abc import Sequence
from math import erf, exp, pi, sqrt
from typing import Final

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.protocol import Payoffs
from kibitz.heuristics.hand_knee_foot.weights import Reals

# Standard deviation of the difference of two teams in a round of self-play.
SPREAD: Final = 3300.0


@kernel
def normal_share(gap: float) -> float:
    """The standard normal distribution function."""
    return 0.5 * (1.0 + erf(gap / sqrt(2.0)))


@kernel
def chances(totals: Reals, teams: int, rounds: int, shares: Reals) -> None:
    """Write each team's chance to win; ``rounds`` are still to be played after these totals."""
    best = -np.inf
    for team in range(teams):
        best = max(best, totals[team])
    whole = 0.0
    for team in range(teams):
        if rounds == 0:
            shares[team] = 1.0 if totals[team] >= best - 0.5 else 0.0
        else:
            shares[team] = 1.0
            for other in range(teams):
                if other != team:
                    gap = (totals[team] - totals[other]) / (SPREAD * sqrt(float(rounds)))
                    shares[team] *= normal_share(gap)
        whole += shares[team]
    for team in range(teams):
        shares[team] /= max(whole, 1e-12)


def worth_of_point(totals: Sequence[int], team: int, rounds: int) -> float:
    """What a point in this round brings a team, as a chance to win, before the round is played.

    ``totals``: before this round; ``rounds`` are still to be played after it. It is the slope of
    the chance against the best of the others, this round being as uncertain as those to come.
    """
    gap = totals[team] - max(total for other, total in enumerate(totals) if other != team)
    spread = SPREAD * sqrt(rounds + 1)
    return exp(-0.5 * (gap / spread) ** 2) / (sqrt(2 * pi) * spread)


@kernel
def totals_after(before: Reals, payoffs: Payoffs, teams: int, totals: Reals) -> None:
    """Write totals that differ as those after a round do, from what it paid the seats.

    A seat is paid its team's score less the mean of the others', so with two teams a difference of
    scores is half a difference of payoffs, with three two thirds of it.
    """
    for team in range(teams):
        totals[team] = before[team] + payoffs[team] * (teams - 1) / teams
