"""Two moves of a game for one compared: both played on in the same orders of the hidden cards."""

from collections.abc import Callable
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from kibitz.contract.answers import Score, StoppedBy
from kibitz.contract.review import Loss, Thresholds
from kibitz.solvers.budget import Budget
from kibitz.solvers.hidden_review import LOOKS, is_clear
from kibitz.solvers.intervals import half_width, wilson
from kibitz.solvers.ismcts.certainty import FEWEST
from kibitz.solvers.ismcts.valued import REPEATED

Wins = npt.NDArray[np.int64]
FIRST_PAIRS: Final = 256  # at the first look, where no limit of iterations divides them
CHUNK: Final = 16  # pairs between two looks at the clock
DECIMALS: Final = 6


class PairedWins:
    """Games of two moves, a pair for each order of the hidden cards: who won which."""

    def __init__(self) -> None:
        """None yet."""
        self.pairs = self.first = self.second = self.apart = 0

    def add(self, won: Wins) -> None:
        """Add games: a row for each pair, 1 for a win; the first column is the first move."""
        self.pairs += len(won)
        self.first += int(won[:, 0].sum())
        self.second += int(won[:, 1].sum())
        self.apart += int((won[:, 0] != won[:, 1]).sum())

    @property
    def mean(self) -> float:
        """What the first move wins more often, as a share of the games."""
        return (self.first - self.second) / max(1, self.pairs)

    @property
    def half(self) -> float:
        """Half the 95 % interval of that, wide enough for all looks."""
        if self.pairs < 2:
            return 1.0
        variance = max(0.0, self.apart / self.pairs - self.mean**2)
        error = sqrt(variance / (self.pairs - 1))
        return float(REPEATED * half_width(self.pairs, error, 1.0))

    def loss(self) -> Loss:
        """What the second move loses against the first; 0 where it is no worse."""
        ends = (self.mean, self.mean - self.half, self.mean + self.half)
        value, low, high = (round(max(0.0, end), DECIMALS) + 0.0 for end in ends)
        return Loss(
            unit="win_probability", value=value, low=low, high=min(1.0, high), samples=self.pairs
        )

    def score(self, won: int) -> Score:
        """The share of ``won`` games, :attr:`first` or :attr:`second`, as a chance to win."""
        low, high = wilson(won, self.pairs)
        return Score(
            kind="estimate",
            unit="win_probability",
            value=round(won / max(1, self.pairs), DECIMALS),
            low=round(low, DECIMALS),
            high=round(high, DECIMALS),
            samples=self.pairs,
        )


def compared(
    play: Callable[[int, int], Wins], thresholds: Thresholds, budget: Budget
) -> tuple[PairedWins, StoppedBy]:
    """Play pairs, at each look twice as many, until the judgement is clear or the budget spent.

    ``play(first, number)`` plays pairs number ``first`` and following; two iterations are a pair.
    SETTLED: clear.
    """
    wins, first = PairedWins(), FIRST_PAIRS
    if budget.limits.iterations is not None:
        first = max(FEWEST, budget.iterations_left() // 2 // ((1 << LOOKS) - 1))
    for look in range(LOOKS):
        end = wins.pairs + (first << look)
        while wins.pairs < end:
            stopped = budget.stopped()
            if stopped:
                return wins, stopped
            number = min(CHUNK, end - wins.pairs)
            wins.add(play(wins.pairs, number))
            budget.iterations += 2 * number
        if is_clear(wins.mean - wins.half, wins.mean + wins.half, thresholds):
            return wins, StoppedBy.SETTLED
    return wins, StoppedBy.ITERATIONS
