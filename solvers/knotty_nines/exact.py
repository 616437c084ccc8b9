"""Deciding a known deal: the class search under a budget, its verdict and its line.

Source of the method: the module :mod:`kibitz.games.knotty_nines.classes`.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games.knotty_nines.classes import Ints
from kibitz.games.knotty_nines.notation import write_move
from kibitz.games.knotty_nines.position import Position
from kibitz.heuristics.knotty_nines.bound import Deal, new_deal
from kibitz.solvers.budget import Budget, Listener, Progress, drive, ignore
from kibitz.solvers.knotty_nines.arranging import ROOM, new_arrangements
from kibitz.solvers.knotty_nines.search import (
    DEEPEST,
    EXHAUSTED,
    FOUND,
    NODES,
    PATH_END,
    RUNNING,
    STATES,
    TABLE_FULL,
    Memory,
    begin,
    move_table,
    new_memory,
    search,
)
from kibitz.solvers.knotty_nines.witness import MAX_LINE, Path, realise

FIRST_SLOTS: Final = 1 << 14
FIRST_HEIGHT: Final = 1 << 13
SLOT_BYTES: Final = 16
STACK_BYTES: Final = 33
LARGEST_ROOM: Final = 1 << 22
NO_SPACE: Final = -1


@dataclass(frozen=True)
class RankView:
    """A position without suits, as the kernels take it.

    ``levels, extras``: rank of the top card and cards under it, per pile; an empty space has extra
    -1. ``stock``: ranks, next card first. ``clear``: won only when besides no move is left.
    """

    levels: Ints
    extras: Ints
    stock: Ints
    wrap: bool
    clear: bool

    @classmethod
    def of(cls, position: Position, stock: tuple[int, ...] | None = None) -> "RankView":
        """The view of ``position``; ``stock`` replaces its stock cards."""
        cards = position.stock if stock is None else stock
        piles = position.tableau
        return cls(
            np.array([pile[-1] >> 2 if pile else NO_SPACE for pile in piles], np.int64),
            np.array([len(pile) - 1 for pile in piles], np.int64),
            np.array([card >> 2 for card in cards], np.int64),
            position.rules.wrap,
            position.rules.win == "stock_empty_and_stuck",
        )

    def standing(self) -> tuple[Ints, Ints]:
        """Levels and extras of the piles that are not empty."""
        there = self.extras >= 0
        return self.levels[there], self.extras[there]

    def cut_to(self, cards: int) -> "RankView":
        """The same with only the first ``cards`` of the stock, to be won by drawing them."""
        return RankView(self.levels, self.extras, self.stock[:cards], self.wrap, clear=False)


class ClassSearch:
    """The class search as a `solvers.budget.Search`, growing its tables as it goes."""

    def __init__(self, view: RankView, budget: Budget, *, decide: bool = True) -> None:
        """``decide``: is the whole stock drawn? Otherwise: how much of it can be?"""
        self.view = view
        self.outcome = RUNNING
        self._budget = budget
        levels, extras = view.standing()
        self._stock_size = len(view.stock)
        self.deal = new_deal(len(levels), self._stock_size, wrap=view.wrap, clear=view.clear)
        self.deal.stock[: self._stock_size] = view.stock
        self.memory: Memory = new_memory(FIRST_SLOTS, FIRST_HEIGHT)
        begin(self.deal, self.memory, levels, extras, decide)
        self.bounded_out = int(self.memory.control[0]) == 0

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        self.outcome = search(self.deal, self.memory, nodes)
        if self.outcome in (FOUND, EXHAUSTED):
            return StoppedBy.SOLVED
        if self.outcome == RUNNING:
            return None
        return None if self._grow() else StoppedBy.MEMORY

    def _grow(self) -> bool:
        slots, height = len(self.memory.slots), len(self.memory.depths)
        if self.outcome == TABLE_FULL:
            slots *= 4
        else:
            height *= 4
        if slots * SLOT_BYTES + height * STACK_BYTES > self._budget.memory_bytes():
            return False
        larger = new_memory(slots, height)
        move_table(self.memory, larger)
        self.memory = larger
        return True

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return int(self.memory.control[NODES])

    @property
    def states(self) -> int:
        """Distinct classes met."""
        return int(self.memory.control[STATES])

    @property
    def deepest(self) -> int:
        """The most stock cards drawn on any line so far."""
        return int(self.memory.control[DEEPEST])

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        best = f"{self.deepest} of {self._stock_size} cards drawn"
        return Progress(self.visited(), self._budget.limits.nodes, "classes", best)

    def line(self, view: RankView | None = None) -> list[int]:
        """The moves of the line found, as the game's kernels number them.

        ``view`` is another arrangement of the same class to begin from.
        """
        view = view or self.view
        if not self._stock_size and not view.clear:
            return []
        memory = self.memory
        path = Path(memory.path_levels, memory.path_extras, int(memory.control[PATH_END]))
        return moves_along(path, view, self.deal)


def moves_along(path: Path, view: RankView, deal: Deal) -> list[int]:
    """The moves from ``view`` along a line of classes, as the game's kernels number them."""
    room = ROOM
    while room <= LARGEST_ROOM:
        moves = np.empty(MAX_LINE, np.int64)
        levels, extras = view.levels.copy(), view.extras.copy()
        count = realise(levels, extras, deal, path, new_arrangements(room), moves)
        if count >= 0:
            return [int(move) for move in moves[:count]]
        room *= 8
    raise MemoryError("no arrangement found within the room of a witness")


def decide(
    view: RankView, budget: Budget, listener: Listener = ignore
) -> tuple[StoppedBy, ClassSearch]:
    """Search for a win until there is one, there is none, or the budget is spent."""
    found = ClassSearch(view, budget)
    return drive(found, budget, listener), found


def line_texts(moves: list[int]) -> list[str]:
    """Moves of the kernels in the game's notation."""
    return [write_move(move) for move in moves]
