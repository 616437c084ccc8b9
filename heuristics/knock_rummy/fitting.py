"""Find when to knock: ``python -m kibitz.heuristics.knock_rummy.fitting``.

Best answers by self-play: in each round hands are played among sharp and patient players, one seat
explores, and for every turn and every deadwood the mean of knocking at once is held against that of
waiting. The new table moves half way to the best limits found. Prints the tables of
:mod:`kibitz.heuristics.knock_rummy.thresholds`, for the default rules.
"""

import sys
from typing import Final

import numpy as np

from kibitz.games.knock_rummy.rules import HAND_SIZES, Rules
from kibitz.heuristics.knock_rummy.policy import Reals
from kibitz.heuristics.knock_rummy.selfplay import Ints, explore, fresh
from kibitz.heuristics.knock_rummy.thresholds import OLDEST

SHARE: Final = 0.5  # of the patient
ROUNDS: Final = 14
HANDS: Final = 400_000
HIGHEST: Final = 110
NEAR: Final = 3  # points of deadwood to either side that count as alike
ENOUGH: Final = 60  # samples


def best_limit(found: Reals) -> int:
    """The limit that brings most, from sums [deadwood, knock or wait, count or sum]; -1: unsure.

    What a limit brings is the sum over all hands at or below it of what knocking is ahead.
    """
    best, limit, ahead = 0.0, -1, 0.0
    for dead in range(HIGHEST):
        near = found[max(0, dead - NEAR) : dead + NEAR + 1].sum(axis=0)
        if near[:, 0].min() < ENOUGH:
            continue
        knock, wait = near[:, 1] / near[:, 0]
        ahead += found[dead, 0, 0] * (knock - wait)
        if ahead > best:
            best, limit = ahead, dead
    return limit


def fitted(players: int) -> tuple[Ints, Reals]:
    """The limits by age and the share of sharp players."""
    limits, sharp = np.full(OLDEST + 1, 20), np.full(OLDEST + 1, 1 - SHARE)
    template, size = fresh(Rules(players=players)), HAND_SIZES[players]
    for number in range(ROUNDS):
        sums = np.zeros((OLDEST + 1, HIGHEST, 2, 2))
        kinds = np.zeros((OLDEST + 1, 2))
        explore(template, size, limits, SHARE, number, sums, kinds, HANDS)
        for age in range(OLDEST + 1):
            limit = best_limit(sums[age])
            if limit < 0:  # hardly any hand gets so far
                limits[age] = limits[age - 1]
            else:
                limits[age] = round((limits[age] + limit) / 2)
            counted = kinds[age].sum()
            sharp[age] = kinds[age, 0] / counted if counted >= ENOUGH else sharp[age - 1]
    return np.minimum.accumulate(limits), sharp


def main() -> None:
    """Entry point of ``python -m kibitz.heuristics.knock_rummy.fitting``."""
    found = [fitted(players) for players in HAND_SIZES]
    for limits, _ in found:
        sys.stdout.write(f"{limits.tolist()},\n")
    for _, sharp in found:
        sys.stdout.write(f"{sharp.round(2).tolist()},\n")


if __name__ == "__main__":
    main()
