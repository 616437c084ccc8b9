"""The shortest win under a budget: A* as a resumable search, and its line of moves."""

from typing import Final

from kibitz.contract.answers import StoppedBy
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.solvers.budget import Budget, Listener, Progress, drive, ignore
from kibitz.solvers.knotty_nines.astar import (
    EMPTY,
    FULL,
    ORACLE_TABLE,
    SHIFT,
    WON,
    WORKING,
    advance_shortest,
    begin_shortest,
)
from kibitz.solvers.knotty_nines.exact import (
    FIRST_HEIGHT,
    FIRST_SLOTS,
    SLOT_BYTES,
    STACK_BYTES,
    RankView,
)
from kibitz.solvers.knotty_nines.frontier import (
    GOAL_NODE,
    LOWEST,
    NODE_BYTES,
    OPENED,
    USED,
    move_frontier,
    new_frontier,
)
from kibitz.solvers.knotty_nines.search import NODES, begin, move_table, new_memory

FIRST_NODES: Final = 1 << 12
EXTRA_BITS: Final = 6
PILE_BITS: Final = 10
CHUNK: Final = 32


class ShortestSearch:
    """A* over single moves as a :class:`kibitz.solvers.budget.Search`."""

    def __init__(self, view: RankView, budget: Budget) -> None:
        """``view`` must be winnable and not yet won."""
        self.view = view
        self._budget = budget
        levels, extras = view.standing()
        m = len(view.stock)
        self._deal = new_deal(len(levels), m, wrap=view.wrap, clear=view.clear)
        self._deal.stock[:m] = view.stock
        self._memory = new_memory(FIRST_SLOTS, FIRST_HEIGHT)
        begin(self._deal, self._memory, levels, extras, True)
        self.frontier = new_frontier(FIRST_NODES)
        begin_shortest(self.frontier, levels, extras, self._deal)
        self.found = False

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        # A node can ask the class search for many verdicts, so chunks are kept small.
        outcome = advance_shortest(self.frontier, self._deal, self._memory, min(nodes, CHUNK))
        if outcome in (WON, EMPTY):
            self.found = outcome == WON
            return StoppedBy.SOLVED
        if outcome == WORKING:
            return None
        return None if self._grow(outcome) else StoppedBy.MEMORY

    def _grow(self, outcome: int) -> bool:
        nodes = len(self.frontier.keys)
        slots, height = len(self._memory.slots), len(self._memory.depths)
        if outcome == FULL:
            nodes *= 4
        elif outcome == ORACLE_TABLE:
            slots *= 4
        else:
            height *= 4
        bytes_needed = nodes * NODE_BYTES + slots * SLOT_BYTES + height * STACK_BYTES
        if bytes_needed > self._budget.memory_bytes():
            return False
        if outcome == FULL:
            larger = new_frontier(nodes)
            move_frontier(self.frontier, larger)
            self.frontier = larger
        else:
            roomier = new_memory(slots, height)
            move_table(self._memory, roomier)
            self._memory = roomier
        return True

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return int(self.frontier.control[OPENED]) + int(self._memory.control[NODES])

    @property
    def states(self) -> int:
        """Distinct positions met."""
        return int(self.frontier.control[USED])

    @property
    def at_least(self) -> int:
        """No win is shorter than this many moves."""
        return int(self.frontier.control[LOWEST])

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        best = f"no win in fewer than {self.at_least} moves"
        return Progress(self.visited(), self._budget.limits.nodes, "positions", best, lambda: self)

    def line(self) -> list[int]:
        """The moves of the shortest win, as the game's kernels number them."""
        moves = []
        node = int(self.frontier.control[GOAL_NODE])
        while self.frontier.parents[node] >= 0:
            moves.append(int(self.frontier.moves[node]))
            node = int(self.frontier.parents[node])
        return self._on_piles(moves[::-1])

    def _on_piles(self, moves: list[int]) -> list[int]:
        """Moves between (level, extra) pairs as moves between actual piles."""
        level = [int(value) for value in self.view.levels]
        extra = [int(value) for value in self.view.extras]
        stock = [int(rank) for rank in self.view.stock]
        line = []
        for move in moves:
            source = self._pile_like(move >> PILE_BITS, level, extra, -1)
            target = self._pile_like(move & ((1 << PILE_BITS) - 1), level, extra, source)
            line.append(SHIFT * source + target)
            level[target], extra[target] = level[source], extra[target] + 1
            if extra[source] > 0:
                level[source], extra[source] = (level[source] + 1) % 13, extra[source] - 1
            elif stock:
                level[source] = stock.pop(0)
            else:
                extra[source] = -1
        return line

    @staticmethod
    def _pile_like(pair: int, level: list[int], extra: list[int], other: int) -> int:
        wanted = (pair >> EXTRA_BITS, pair & ((1 << EXTRA_BITS) - 1))
        piles = range(len(level))
        return next(i for i in piles if i != other and (level[i], extra[i]) == wanted)


def shorten(
    view: RankView, budget: Budget, listener: Listener = ignore
) -> tuple[StoppedBy, ShortestSearch]:
    """Search for the shortest win of a winnable position."""
    search = ShortestSearch(view, budget)
    return drive(search, budget, listener), search


class WithinSearch(ShortestSearch):
    """A* that ends as soon as no win of at most ``most`` moves is left."""

    def __init__(self, view: RankView, most: int, budget: Budget) -> None:
        """As :class:`ShortestSearch`."""
        super().__init__(view, budget)
        self._most = most

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        ended = super().advance(nodes)
        return StoppedBy.SOLVED if ended is None and self.at_least > self._most else ended


def win_within(
    view: RankView, most: int, budget: Budget, listener: Listener = ignore
) -> list[int] | None:
    """A win of at most ``most`` moves, empty when there is none, None when the budget ran out.

    ``view`` must be winnable and not yet won.
    """
    search = WithinSearch(view, most, budget)
    if drive(search, budget, listener) is not StoppedBy.SOLVED:
        return None
    return search.line() if search.found and search.at_least <= most else []
