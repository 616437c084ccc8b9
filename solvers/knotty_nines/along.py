"""Deciding many positions of one deal, with one table: what is proved lost stays known.

A class of a later position is a descendant of the first one, or might be one of a move that was
not made: its search is that of :mod:`kibitz.solvers.knotty_nines.search`, begun further down.
"""

from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy, Verdict
from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, canonical
from kibitz.heuristics.knotty_nines.bound import new_deal, prepare, reach_of
from kibitz.solvers.budget import Budget, drive
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, moves_along
from kibitz.solvers.knotty_nines.search import (
    EXHAUSTED,
    FOUND,
    NODES,
    PATH_END,
    RUNNING,
    STATES,
    close_class,
    forget,
    open_class,
)
from kibitz.solvers.knotty_nines.witness import Path

VERDICTS: Final = {FOUND: Verdict.SOLVABLE, EXHAUSTED: Verdict.UNSOLVABLE}


class DealSearch(ClassSearch):
    """The class search of one deal, asked about one class after the other."""

    def __init__(self, view: RankView, budget: Budget) -> None:
        """``view``: the position all others come from; ``budget``: the memory of the table."""
        super().__init__(view, budget)
        levels, extras = view.standing()
        self.piles = len(levels)
        prepare(levels, extras, self.deal)
        forget(self.memory)

    def decide(self, view: RankView, budget: Budget) -> tuple[Verdict, StoppedBy]:
        """Whether the position ``view`` can be won, and what ended the search."""
        levels, extras = view.standing()
        scratch = np.empty(SCRATCH_SHAPE, np.int64)
        n = len(levels)
        depth = self.depth_of(view)
        canonical(levels, extras, n, view.wrap, scratch)
        self.outcome = EXHAUSTED
        if not n or self._out_of_reach(levels, extras, n, depth):
            return Verdict.UNSOLVABLE, StoppedBy.SOLVED
        mark = int(self.memory.control[STATES])
        if not open_class(self.deal, self.memory, levels, extras, n, depth, scratch):
            return Verdict.UNSOLVABLE, StoppedBy.SOLVED
        self.outcome = RUNNING
        stopped = drive(self, budget)
        if self.outcome != EXHAUSTED:
            close_class(self.memory, mark)
        return VERDICTS.get(self.outcome, Verdict.UNKNOWN), stopped

    def depth_of(self, view: RankView) -> int:
        """Cards drawn and spaces left since the first position."""
        standing = int((view.extras >= 0).sum())
        return len(self.view.stock) - len(view.stock) + self.piles - standing

    def line_from(self, view: RankView) -> list[int]:
        """The moves of the line that :meth:`decide` has just found from ``view``."""
        if not len(view.stock) and not view.clear:
            return []
        depth, memory = self.depth_of(view), self.memory
        end = int(memory.control[PATH_END]) - depth
        levels, _ = view.standing()
        rest = new_deal(len(levels), len(view.stock), wrap=view.wrap, clear=view.clear)
        rest.stock[: len(view.stock)] = view.stock
        return moves_along(
            Path(memory.path_levels[depth:], memory.path_extras[depth:], end), view, rest
        )

    def nodes(self) -> int:
        """Classes visited for all the positions together."""
        return int(self.memory.control[NODES])

    def _out_of_reach(self, levels: "np.ndarray", extras: "np.ndarray", n: int, depth: int) -> bool:
        """Whether the bound says that not all of the stock can be drawn from a class."""
        if depth >= self.deal.cards:
            return False
        scratch = np.empty(SCRATCH_SHAPE, np.int64)
        reach, _ = reach_of(levels, extras, n, depth, self.deal, scratch)
        return bool(reach < self.deal.cards)
