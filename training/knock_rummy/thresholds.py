"""Find when to knock: the tables of `heuristics.knock_rummy.thresholds`.

Best answers by self-play: in each round hands are played among sharp and patient players, one seat
explores, and for every turn and every deadwood the mean of knocking at once is held against that of
waiting. The new table moves half way to the best limits found. The rules
are those by default.
"""

from typing import Final

import numpy as np

from kibitz.games.knock_rummy.rules import HAND_SIZES, Rules
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.thresholds import OLDEST
from training.commands import each
from training.knock_rummy.selfplay import Ints, explore, fresh

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


def fitted(players: int, seed: int) -> tuple[Ints, Reals]:
    """The limits by age and the share of sharp players."""
    limits, sharp = np.full(OLDEST + 1, 20), np.full(OLDEST + 1, 1 - SHARE)
    template, size = fresh(Rules(players=players)), HAND_SIZES[players]
    for number in each(range(ROUNDS), f"{players} players"):
        sums = np.zeros((OLDEST + 1, HIGHEST, 2, 2))
        kinds = np.zeros((OLDEST + 1, 2))
        explore(template, size, limits, SHARE, seed * ROUNDS + number, sums, kinds, HANDS)
        for age in range(OLDEST + 1):
            limit = best_limit(sums[age])
            if limit < 0:  # hardly any hand gets so far
                limits[age] = limits[age - 1]
            else:
                limits[age] = round((limits[age] + limit) / 2)
            counted = kinds[age].sum()
            sharp[age] = kinds[age, 0] / counted if counted >= ENOUGH else sharp[age - 1]
    return np.minimum.accumulate(limits), sharp


def find(seed: int) -> str:
    """The tables ``THRESHOLDS`` and ``SHARP``, a row for each number of players."""
    found = [fitted(players, seed) for players in HAND_SIZES]
    rows = [f"{limits.tolist()},\n" for limits, _ in found]
    return "".join(rows + [f"{sharp.round(2).tolist()},\n" for _, sharp in found])
