"""Confidence intervals for proportions."""

from math import sqrt
from typing import Final

Z95: Final = 1.959963984540054


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % score interval for a proportion (E. B. Wilson, 1927); (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = Z95 * Z95 / trials
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high
