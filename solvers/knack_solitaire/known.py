"""Deciding a game whose cards are all known: bound, layouts, and every way, one after the other.

The bound comes first and decides most lost deals. Then beams, each wider than the last, look for a
layout, and in between every way of laying is tried for a while, which decides small games for good.
A bounded field that is still open goes to the constraint models.
"""

from collections.abc import Generator, Iterator
from typing import Final

import numpy as np

from games.protocol import State
from heuristics.knack_solitaire.bound import free_order, run_is_lost
from heuristics.knack_solitaire.policy import run_play_on
from solvers.budget import Budget
from solvers.driver import drive
from solvers.knack_solitaire import beam, exhaust
from solvers.knack_solitaire.embed import Model, Region
from solvers.knack_solitaire.lines import Laid, layout_of, play_layout
from solvers.progress import Listener, Progress, ignore
from solvers.result import Proof, StoppedBy, Verdict

WIDTHS: Final = (8, 64, 512, 2048, 8192)
SMALL: Final = 12  # cards left at most for every way to be tried before the beams
LEAST_SLOTS, MOST_SLOTS = 1 << 12, 1 << 25
FIRST_NODES: Final = 1_000  # of the first visit to the search of every way; each is twice as long
SMALL_NODES: Final = 20_000  # the same for small games
SLOT_BYTES: Final = 8
IN_ORDER_SHARE: Final = 0.7  # of what is left, for a model in the order of the free game


class Beam:
    """One beam search, to be advanced by nodes."""

    def __init__(self, root: State, width: int, *, fenced: bool = False) -> None:
        """Begin at ``root``; ``fenced``: its field is narrower than the game's."""
        self.layers = beam.new_layers(width)
        self._other = self.layers._replace(games=self.layers.following, following=self.layers.games)
        self._work = np.zeros_like(root)
        self.outcome = beam.begin_layers(self.layers, root, fenced)
        self._won = self.layers.games if self.outcome == beam.WON else None

    @property
    def nodes(self) -> int:
        """Children valued so far."""
        return int(self.layers.control[beam.NODES])

    @property
    def least_left(self) -> int:
        """The fewest cards left in any game so far."""
        return int(self.layers.control[beam.BEST])

    def advance(self, nodes: int) -> bool:
        """Value about ``nodes`` children more; True when the search is over."""
        if self.outcome == beam.GOING_ON:
            self.outcome = beam.widen(self.layers, self._other, self._work, nodes)
            if self.outcome == beam.WON:
                even = self.layers.control[beam.LAYER] % 2 == 0
                self._won = self.layers.following if even else self._other.following
        return self.outcome != beam.GOING_ON

    def won(self) -> State | None:
        """The game that was won."""
        return None if self._won is None else self._won[:1].copy()


class Exhaust:
    """The search of every way, to be advanced by nodes."""

    def __init__(self, root: State, memory_bytes: int) -> None:
        """Begin at ``root``; ``memory_bytes`` limits the table."""
        wanted = min(MOST_SLOTS, max(LEAST_SLOTS, memory_bytes // SLOT_BYTES))
        slots = 1 << wanted.bit_length() - 1
        self.memory = exhaust.new_memory(slots)
        self.outcome = exhaust.begin_search(self.memory, root)

    @property
    def nodes(self) -> int:
        """Games visited so far."""
        return int(self.memory.control[exhaust.NODES])

    @property
    def states(self) -> int:
        """Distinct games stored."""
        return int(self.memory.control[exhaust.STATES])

    @property
    def full(self) -> bool:
        """Whether the table may not grow any more."""
        return self.outcome == exhaust.TABLE_FULL

    def advance(self, nodes: int) -> bool:
        """Visit up to ``nodes`` games more; True when the search is over."""
        if self.outcome == exhaust.RUNNING:
            self.outcome = exhaust.search(self.memory, nodes)
        return self.outcome != exhaust.RUNNING

    def won(self) -> State | None:
        """The game that was won."""
        if self.outcome != exhaust.FOUND:
            return None
        depth = int(self.memory.control[exhaust.DEPTH])
        return self.memory.games[depth : depth + 1].copy()


class Decision:
    """Whether a game can be won: a :class:`solvers.driver.Search` that goes through the stages.

    ``root`` is a state with every card named. Where a shuffle to come is not known the question is
    whether it can be won without one, and ``unsolvable`` is then only said of all shuffles.
    """

    def __init__(self, root: State, budget: Budget) -> None:
        """Ask the bound and the policy."""
        self.verdict = Verdict.UNKNOWN
        self.proof = Proof.NONE
        self.won: State | None = None
        self._before = int(root[0]["field"]["count"])
        self._budget = budget
        self._nodes = self.states = 0
        self.least_left = int(root[0]["wasted"] + root[0]["size"] - root[0]["drawn"])
        self._cards = self.least_left
        self._chance = bool(root[0]["shuffles"] and not root[0]["ordered"])
        self._chance = self._chance and root[0]["redeals_left"] > 0
        if run_is_lost(root):
            self.verdict, self.proof = Verdict.UNSOLVABLE, Proof.BOUND
        self.root = root.copy()
        if self._chance:
            self.root[0]["redeals_left"] = 0
        self._stages = self._run()

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`solvers.driver.Search.advance`."""
        if self.verdict is Verdict.UNKNOWN:
            self._left = nodes
            return next(self._stages, StoppedBy.MEMORY)
        return StoppedBy.SOLVED

    def visited(self) -> int:
        """See :meth:`solvers.driver.Search.visited`."""
        return self._nodes

    def progress(self) -> Progress:
        """See :meth:`solvers.driver.Search.progress`."""
        best = f"{self._cards - self.least_left} of {self._cards} cards laid"
        return Progress(self._nodes, self._budget.limits.nodes, "layouts", best)

    def layout(self) -> list[Laid]:
        """The cards of the game that was won, in the order laid."""
        return [] if self.won is None else layout_of(self.won, self._before)

    def _solved(self, won: State | None) -> bool:
        if won is not None:
            self.verdict, self.proof, self.won = Verdict.SOLVABLE, Proof.WITNESS, won
            self.least_left = 0
        return won is not None

    def _run(self) -> Generator[StoppedBy | None]:
        if self._chance and run_is_lost(self.root):
            yield StoppedBy.SETTLED
            return
        quick = self.root.copy()
        self.least_left = run_play_on(quick)
        self._nodes += 1
        if self._solved(quick if self.least_left == 0 else None):
            yield StoppedBy.SOLVED
            return
        every = Exhaust(self.root, self._budget.memory_bytes() // 2)
        visit = FIRST_NODES
        if self._cards <= SMALL:
            yield from self._try_all(every, SMALL_NODES)
        for width in WIDTHS:
            if beam.bytes_of(width) > self._budget.memory_bytes() // 2:
                break
            yield from self._try_beam(Beam(self.root, width))
            yield from self._try_all(every, visit)
            visit *= 2
        yield from self._try_models()
        while not every.full:
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
                self._solved(won)
            if model.impossible and not ordered and not self._chance:
                self.verdict, self.proof = Verdict.UNSOLVABLE, Proof.EXHAUSTIVE
            yield StoppedBy.SOLVED if self.verdict is not Verdict.UNKNOWN else None

    def close(self) -> None:
        """Stop whatever goes on in the background."""
        self._stages.close()

    def _try_beam(self, search: Beam) -> Iterator[StoppedBy | None]:
        ended = False
        while not ended:
            before = search.nodes
            ended = search.advance(self._left)
            self._nodes += search.nodes - before
            self.least_left = min(self.least_left, search.least_left)
            yield StoppedBy.SOLVED if self._solved(search.won()) else None

    def _try_all(self, search: Exhaust, nodes: int) -> Iterator[StoppedBy | None]:
        stop = search.nodes + nodes
        ended = search.full
        while not ended and search.nodes < stop:
            before, states = search.nodes, search.states
            ended = search.advance(min(self._left, stop - search.nodes))
            self._nodes += search.nodes - before
            self.states += search.states - states
            if search.outcome == exhaust.EXHAUSTED:
                if self._chance:
                    yield StoppedBy.SETTLED
                    return
                self.verdict, self.proof = Verdict.UNSOLVABLE, Proof.EXHAUSTIVE
            solved = self._solved(search.won()) or self.verdict is not Verdict.UNKNOWN
            yield StoppedBy.SOLVED if solved else None


def decide(root: State, budget: Budget, listener: Listener = ignore) -> tuple[StoppedBy, Decision]:
    """Search for a win until there is one, there is none, or the budget is spent.

    SETTLED: no win without a shuffle whose order nobody knows.
    """
    found = Decision(root, budget)
    try:
        return drive(found, budget, listener), found
    finally:
        found.close()
