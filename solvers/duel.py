"""Two moves played on in the same deals, and what their difference is called."""

from typing import Final

from kibitz.contract.review import Judgement, Thresholds
from kibitz.solvers.intervals import half_of_difference
from kibitz.solvers.ismcts.tally import standard_error
from kibitz.solvers.ismcts.valued import Findings

UNIT: Final = 1.0  # how far outcomes may lie apart that have all been alike


class Sums:
    """A mean of samples that come in parts, each with its own mean and standard error."""

    def __init__(self) -> None:
        """None yet."""
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, count: int, mean: float, error: float) -> None:
        """Add ``count`` samples, at least two."""
        self.count += count
        self.total += mean * count
        self.squares += mean * mean * count + error * error * count * (count - 1)

    @property
    def mean(self) -> float:
        """Their mean, 0 for none."""
        return self.total / max(1, self.count)

    @property
    def error(self) -> float:
        """The standard error of it."""
        return standard_error(self.count, self.total, self.squares)


class Duel:
    """Two moves played on in the same deals; ``loss`` is what the first made more."""

    def __init__(self) -> None:
        """Nothing is played yet."""
        self.first, self.second, self.loss, self.span = Sums(), Sums(), Sums(), 0.0

    def add(self, found: Findings, first: int) -> None:
        """Add the findings of a search of two moves, of which ``first`` is the first."""
        ahead, behind = found.moves
        swapped = ahead.move != first
        gap = -behind.gap if swapped else behind.gap
        self.loss.add(behind.pairs, gap, behind.gap_se)
        for sums, row in zip(
            (self.second, self.first) if swapped else (self.first, self.second),
            (ahead, behind),
            strict=True,
        ):
            sums.add(row.visits, row.means[found.seat], row.ses[found.seat])
        self.span = max(self.span, found.span)

    @property
    def half(self) -> float:
        """Half the 95 % interval of the loss, wide enough for all looks."""
        return half_of_difference(self.loss.count, self.loss.error, self.span or UNIT)


def judgement_of(low: float, high: float, thresholds: Thresholds) -> Judgement:
    """What a loss with this interval is called; the low end decides how bad it is."""
    if low >= thresholds.blunder:
        return "blunder"
    if low >= thresholds.mistake:
        return "mistake"
    if low >= thresholds.inaccuracy:
        return "inaccuracy"
    return "good" if high < thresholds.inaccuracy else "too_close_to_call"


def is_clear(low: float, high: float, thresholds: Thresholds) -> bool:
    """Whether no threshold lies between the ends of an interval."""
    steps = (thresholds.inaccuracy, thresholds.mistake, thresholds.blunder)
    return not any(low < step <= high for step in steps)
