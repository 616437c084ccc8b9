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
    """Two moves played on in the same deals; ``loss`` is what the first made more.

    Of a move whose worth is known exactly, that counts and not what its games came to: those who
    play on need not find what was proved.
    """

    def __init__(self, known: tuple[float | None, float | None] = (None, None)) -> None:
        """Nothing is played yet. ``known``: what each move makes, where that is exact."""
        self.first, self.second, self.loss, self.span = Sums(), Sums(), Sums(), 0.0
        self._known = known

    @property
    def proved(self) -> bool:
        """Whether both moves are known exactly, so that there is nothing to play."""
        return None not in self._known

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
    def mean(self) -> float:
        """What the first is worth more than the second."""
        if self._known == (None, None):
            return self.loss.mean
        first, second = (
            sums.mean if value is None else value
            for value, sums in zip(self._known, (self.first, self.second), strict=True)
        )
        return first - second

    @property
    def half(self) -> float:
        """Half the 95 % interval of that, wide enough for all looks; 0 where both are known."""
        if self.proved:
            return 0.0
        first, second = self._known
        sums = self.second if first is not None else self.first if second is not None else self.loss
        return half_of_difference(sums.count, sums.error, self.span or UNIT)


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
