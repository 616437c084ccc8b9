"""By how much one player beats another: the mean over deals, and how sure it is."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margin:
    """What a player makes more than another, a deal: mean and its standard error."""

    mean: float
    error: float


def margin_of(gains: Reals) -> Margin:
    """Mean and standard error of gains, one per deal; there are two deals or more."""
    return Margin(float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains))))
