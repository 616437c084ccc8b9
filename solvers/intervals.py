"""95 % confidence intervals for proportions, for means within bounds, and for differences."""

from math import inf, pi, sqrt, tan
from typing import Final

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
