"""95 % confidence intervals for proportions, for means within bounds, and for differences."""

from math import inf, pi, sqrt, tan
from statistics import NormalDist
from typing import Final

from kibitz.games.records import Reals

Z95: Final = 1.959963984540054


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % score interval for a proportion (E. B. Wilson, 1927); (0, 1) without trials."""
    share = successes / max(trials, 1)
    return bounded(trials, share, share * (1 - share))


def bounded(
    count: int, mean: float, variance: float, low: float = 0.0, high: float = 1.0
) -> tuple[float, float]:
    """Wilson's interval for the mean of outcomes that all lie between ``low`` and ``high``.

    ``variance``: of the ``count`` samples, divided by ``count``. Where every outcome is one of the
    two bounds this is Wilson's interval itself. Outcomes in between, as shared wins, vary less;
    what Wilson adds for the few samples stays the same, so that no interval has width 0.
    """
    if count == 0:
        return low, high
    width = high - low
    share = (mean - low) / width if width else 0.0
    spread = max(0.0, variance) / (width * width) if width else 0.0
    square = Z95 * Z95
    centre = (count * share + square / 2) / (count + square)
    half = Z95 * sqrt(count * spread + square / 4) / (count + square)
    below = max(0.0, centre - half) if share > 0 else 0.0
    above = min(1.0, centre + half) if share < 1 else 1.0
    return low + width * min(below, share), low + width * max(above, share)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, within 0.01; infinite without freedom.

    The asymptotic series of Fisher and Cornish, which is too short for one or two degrees.
    """
    if freedom < 1:
        return inf
    if freedom == 1:
        return tan(0.475 * pi)
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z, n = Z95, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def half_width(count: int, error: float, span: float) -> float:
    """Half the 95 % interval of a mean of ``count`` samples; infinite for fewer than two.

    Student's, as if one more sample had come out ``span`` away from the mean: samples that all
    came out alike do not prove that the next one will. ``error``: the standard error.
    """
    if count < 2:
        return inf
    return student(count - 1) * sqrt(error * error + (span / count) ** 2)


# Differences are looked at after every round, and who looks bad for a while is dropped: intervals
# are wider for it, as much as five looks ask for (repeated intervals by Pocock's constant, 2.41).
REPEATED: Final = 1.25


def half_of_difference(pairs: int, error: float, span: float) -> float:
    """Half the 95 % interval of a difference looked at again and again, as :func:`half_width`."""
    return REPEATED * half_width(pairs, error, span)


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
    far outcomes lie apart. As in :func:`half_width`, one more sample is taken to have come out so
    far away. What is certain lies outside of :func:`half_of_difference`, which answers show.
    """
    if pairs < FEWEST:
        return False
    if gap == 0.0 and error == 0.0:
        return True
    spread = sqrt(error * error + (span / pairs) ** 2)
    return gap > max(threshold(rivals, looks) * spread, half_of_difference(pairs, error, span))


CLEAR: Final = 3.0  # standard errors; a sentence names no smaller difference


def is_clear_gain(gains: Reals) -> bool:
    """Whether the mean of some samples is above 0 by more than ``CLEAR`` standard errors."""
    return bool(gains.mean() > CLEAR * gains.std(ddof=1) / sqrt(len(gains)))
