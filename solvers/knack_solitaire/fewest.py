"""How few cards a lost game can leave, which is its score: lines found, and a bound.

A policy, beams and the search of every way look for games that leave fewer cards than the best one
so far. The bound of `heuristics.knack_solitaire.bound` says how many stay in any case; where
a line attains it, or every way was tried, the number is exact.
"""

from collections.abc import Generator
from typing import Final

from kibitz.contract.answers import StoppedBy
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, Listener, drive, ignore
from kibitz.solvers.knack_solitaire.searches import (
    FIRST_NODES,
    WIDTHS,
    Exhaust,
    LayoutSearch,
    part_of,
)

MOST_NODES: Final = 20_000  # that the fewest cards left of one position may cost


class Fewest(LayoutSearch):
    """The search for few cards left; the policy's game is there from the beginning."""

    def __init__(self, root: State, budget: Budget, least: int = 0) -> None:
        """Ask the bound and the policy; ``least``: a bound that is known already."""
        super().__init__(root, budget)
        self.least = max(self.least, least)
        self._try_policy()

    @property
    def aim(self) -> int:
        """See :attr:`LayoutSearch.aim`."""
        return self.left

    def _exhausted(self) -> StoppedBy:
        if self.chance:
            return StoppedBy.SETTLED
        self.least = self.left
        return StoppedBy.SOLVED

    def _run(self) -> Generator[StoppedBy | None]:
        every = Exhaust(self.root, self._budget.memory_bytes() // 2, self.aim)
        yield from self._try_beams(every)
        visit = FIRST_NODES << len(WIDTHS)
        while not every.over:
            yield from self._try_all(every, visit)
            visit *= 4
        yield StoppedBy.MEMORY


def leave_fewest(
    root: State, least: int, budget: Budget, share: float, listener: Listener = ignore
) -> Fewest:
    """Look for few cards left with a share of the time and nodes left, ``MOST_NODES`` at most.

    ``least``: no line is known to leave fewer.
    """
    part = part_of(budget, share, MOST_NODES)
    found = Fewest(root, part, least)
    drive(found, part, listener)
    return found
