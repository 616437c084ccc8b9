"""When a search may say that a move is better than another, although it looks again and again."""

from math import sqrt
from statistics import NormalDist
from typing import Final

WRONG: Final = 0.05  # the largest chance that a choice called settled is not the best
FEWEST: Final = 32  # samples before a standard error is believed


def threshold(rivals: int, looks: int) -> float:
    """How many standard errors a rival must be behind at the ``looks``-th look.

    The chances to be wrong about any rival at any look add up to no more than ``WRONG``
    (Bonferroni); look ``i`` is given the part ``1 / (i * (i + 1))`` of it.
    """
    chance = WRONG / (max(1, rivals) * max(1, looks) * (max(1, looks) + 1))
    return -NormalDist().inv_cdf(chance)


def is_certain(gap: float, error: float, pairs: int, span: float, rivals: int, looks: int) -> bool:
    """Whether a rival is behind for certain, or came to the same in every world.

    ``gap, error``: the mean difference over ``pairs`` worlds and its standard error; ``span``: how
    far outcomes lie apart. As in `solvers.intervals.half_width`, one more sample is taken to
    have come out so far away.
    """
    if pairs < FEWEST:
        return False
    if gap == 0.0 and error == 0.0:
        return True
    return gap > threshold(rivals, looks) * sqrt(error * error + (span / pairs) ** 2)
