"""Games whose cards are all known: decided, and of a lost one how few cards it can leave.

The bound comes first and decides most lost deals. Then beams, each wider than the last, look for a
layout, and in between every way of laying is tried for a while, which decides small games for good.
A bounded field that is still open goes to the constraint models.

The fewest cards that stay are the score of a lost game. A policy, beams and the search of every way
look for games that leave fewer than the best one so far. The bound of
`heuristics.knack_solitaire.bound` says how many stay in any case; where a line attains it, or every
way was tried, the number is exact.
"""

from collections.abc import Generator, Iterator
from typing import Final

from kibitz.contract.answers import Proof, StoppedBy, Verdict
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.bound import free_order, run_is_lost
from kibitz.solvers.budget import Budget, Listener, drive, ignore
from kibitz.solvers.knack_solitaire.embed import Model, Region
from kibitz.solvers.knack_solitaire.searches import (
    FIRST_NODES,
    WIDTHS,
    Exhaust,
    LayoutSearch,
    part_of,
    play_layout,
)

IN_ORDER_SHARE: Final = 0.7  # of what is left, for a model in the order of the free game


class Decision(LayoutSearch):
    """Whether a game can be won.

    Where a shuffle to come is not known the question is whether it can be won without one, and
    ``unsolvable`` is then only said of all shuffles.
    """

    def __init__(self, root: State, budget: Budget) -> None:
        """Ask the bound."""
        super().__init__(root, budget)
        self.verdict, self.proof = Verdict.UNKNOWN, Proof.NONE
        if self.least:
            self.verdict, self.proof = Verdict.UNSOLVABLE, Proof.BOUND

    @property
    def settled(self) -> bool:
        """Whether the verdict is known."""
        return self.verdict is not Verdict.UNKNOWN

    @property
    def won(self) -> State | None:
        """The game that was won."""
        return self.best if self.verdict is Verdict.SOLVABLE else None

    def _take(self, found: State | None) -> None:
        super()._take(found)
        if self.left == 0:
            self.verdict, self.proof = Verdict.SOLVABLE, Proof.WITNESS

    def _exhausted(self) -> StoppedBy:
        if self.chance:
            return StoppedBy.SETTLED
        self._refute()
        return StoppedBy.SOLVED

    def _refute(self) -> None:
        """There is no win: a card is left at least."""
        self.verdict, self.proof, self.least = Verdict.UNSOLVABLE, Proof.EXHAUSTIVE, 1

    def _run(self) -> Generator[StoppedBy | None]:
        if self.chance and run_is_lost(self.root):
            yield StoppedBy.SETTLED
            return
        yield self._try_policy()
        every = Exhaust(self.root, self._budget.memory_bytes() // 2)
        yield from self._try_beams(every)
        yield from self._try_models()
        visit = FIRST_NODES << len(WIDTHS)
        while not every.over:
            yield from self._try_all(every, visit)
            visit *= 4
        yield StoppedBy.MEMORY

    def _try_models(self) -> Iterator[StoppedBy | None]:
        region = Region(self.root)
        if not region.modelled:
            return
        cards, left = free_order(self.root)
        for ordered in (True, False):
            if left and ordered:
                continue
            model = Model(region, cards, ordered=ordered)
            share = 1.0 if not ordered else IN_ORDER_SHARE
            seconds, nodes = self._budget.seconds_left(), self._budget.nodes_left()
            yield from model.run(share * seconds, int(share * nodes))
            self._nodes += model.nodes
            layout = model.layout() if ordered else None
            won = self.root.copy()
            if layout is not None and play_layout(won, layout) is not None:
                self._take(won)
            if model.impossible and not ordered and not self.chance:
                self._refute()
            yield StoppedBy.SOLVED if self.settled else None


def decide(root: State, budget: Budget, listener: Listener = ignore) -> tuple[StoppedBy, Decision]:
    """Search for a win until there is one, there is none, or the budget is spent.

    SETTLED: no win without a shuffle whose order nobody knows.
    """
    found = Decision(root, budget)
    try:
        return drive(found, budget, listener), found
    finally:
        found.close()


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
