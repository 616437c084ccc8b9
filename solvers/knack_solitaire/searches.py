"""The searches for layouts as objects, and what those for wins and for few cards left share.

And from layouts to lines of moves: what is drawn, dealt again and laid, in the game's notation.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games.game import Game
from kibitz.games.knack_solitaire.play import CELLS, DRAW, MAX_MOVES, REDEAL
from kibitz.games.protocol import State, run_apply, run_legal
from kibitz.heuristics.knack_solitaire.bound import run_fewest_left
from kibitz.heuristics.knack_solitaire.policy import run_play_on
from kibitz.solvers.budget import Budget, Progress
from kibitz.solvers.knack_solitaire import beam, exhaust


@dataclass(frozen=True)
class Laid:
    """A card and the cell, as the kernels number it, where it was laid."""

    card: int
    cell: int


def layout_of(state: State, before: int) -> list[Laid]:
    """The cards of a field in the order laid, without the first ``before``."""
    field = state[0]["field"]
    return [
        Laid(int(field["laid"][i]), int(field["where"][i])) for i in range(before, field["count"])
    ]


def play_layout(state: State, layout: list[Laid]) -> list[int] | None:
    """Lay out ``layout`` in its order, in place, drawing and dealing again in between.

    Returns the moves, None when the rules do not let it be laid out so.
    """
    legal = np.empty(MAX_MOVES, np.int64)
    moves: list[int] = []
    for laid in layout:
        wanted = CELLS * laid.card + laid.cell
        while not moves or moves[-1] != wanted:
            count = run_legal(state, legal)
            found = legal[:count]
            on = found[(found == wanted) | (found == DRAW) | (found == REDEAL)]
            if not len(on):
                return None
            moves.append(int(on[-1]))
            run_apply(state, moves[-1])
    return moves


def line_of(game: Game, state: State, layout: list[Laid]) -> list[str] | None:
    """The moves that lay out ``layout`` in its order, in notation; None as in the above."""
    moves = play_layout(state.copy(), layout)
    return None if moves is None else [game.move_text(move) for move in moves]


def is_laying(move: int) -> bool:
    """Whether a move lays a card."""
    return move not in (DRAW, REDEAL)


WIDTHS: Final = (8, 64, 512, 2048, 8192)
SMALL: Final = 12  # cards left at most for every way to be tried before the beams
LEAST_SLOTS, MOST_SLOTS = 1 << 12, 1 << 25
FIRST_NODES: Final = 1_000  # of the first visit to the search of every way; each is twice as long
SMALL_NODES: Final = 20_000  # the same for small games
SLOT_BYTES: Final = 8
FIRST_PART: Final = 64  # nodes with which a stage begins: its nodes may be slower than those before


class Beam:
    """One beam search, to be advanced by nodes."""

    def __init__(
        self, root: State, width: int, fewer_than: int = 1, *, fenced: bool = False
    ) -> None:
        """Begin at ``root``; ``fenced``: its field is narrower than the game's."""
        self.layers = beam.new_layers(width)
        self._other = self.layers._replace(games=self.layers.following, following=self.layers.games)
        self._work = root.copy()
        self._aim = fewer_than
        self.outcome = beam.begin_layers(self.layers, root, fewer_than, fenced)

    @property
    def nodes(self) -> int:
        """Children valued so far."""
        return int(self.layers.control[beam.NODES])

    def advance(self, nodes: int) -> bool:
        """Value about ``nodes`` children more; True when the search is over."""
        if self.outcome == beam.GOING_ON:
            self.outcome = beam.widen(self.layers, self._other, self._work, nodes)
        return self.outcome != beam.GOING_ON

    def found(self) -> State | None:
        """The game that leaves the fewest cards, if they are fewer than was asked for."""
        better = self.outcome == beam.WON or self.layers.control[beam.FEWER_THAN] < self._aim
        return self.layers.best.copy() if better else None


class Exhaust:
    """The search of every way, to be advanced by nodes."""

    def __init__(self, root: State, memory_bytes: int, fewer_than: int = 1) -> None:
        """Begin at ``root``; ``memory_bytes`` limits the table."""
        wanted = min(MOST_SLOTS, max(LEAST_SLOTS, memory_bytes // SLOT_BYTES))
        slots = 1 << wanted.bit_length() - 1
        self.memory = exhaust.new_memory(slots)
        self.outcome = exhaust.begin_search(self.memory, root, fewer_than)

    @property
    def nodes(self) -> int:
        """Games visited so far."""
        return int(self.memory.control[exhaust.NODES])

    @property
    def states(self) -> int:
        """Distinct games stored."""
        return int(self.memory.control[exhaust.STATES])

    @property
    def over(self) -> bool:
        """Whether every way was tried, or the table may not grow any more."""
        return self.outcome in (exhaust.EXHAUSTED, exhaust.TABLE_FULL)

    def aim_below(self, left: int) -> None:
        """Look for games that leave fewer cards than ``left``, or than was asked for before."""
        control = self.memory.control
        control[exhaust.FEWER_THAN] = min(int(control[exhaust.FEWER_THAN]), left)

    def advance(self, nodes: int) -> bool:
        """Visit up to ``nodes`` games more; True when the search is over or has found a game."""
        if not self.over:
            self.outcome = exhaust.search(self.memory, nodes)
        return self.outcome != exhaust.RUNNING

    def found(self) -> State | None:
        """The game that the search stopped at."""
        if self.outcome != exhaust.FOUND:
            return None
        depth = int(self.memory.control[exhaust.DEPTH])
        return self.memory.games[depth : depth + 1].copy()


def part_of(budget: Budget, share: float, most: int | None = None) -> Budget:
    """A budget over a share of the time and the nodes left, and over ``most`` nodes at most."""
    part = budget.share(share)
    if budget.limits.nodes is not None or most is not None:
        allowed = max(1, int(share * budget.nodes_left()))
        nodes = budget.nodes + min(allowed, most or allowed)
        part.limits = budget.limits.model_copy(update={"nodes": nodes})
    return part


class LayoutSearch(ABC):
    """A `solvers.budget.Search` for games that leave few cards, through several stages.

    ``root`` is a state with every card named; where a shuffle to come is not known, it ends before
    that. ``best`` is the game found that leaves the fewest cards, played to its end, ``left`` their
    number; no game leaves fewer than ``least``, whatever the shuffles.
    """

    def __init__(self, root: State, budget: Budget) -> None:
        """Ask the bound."""
        record = root[0]
        self.chance = bool(record["shuffles"] and not record["ordered"] and record["redeals_left"])
        self.least = int(run_fewest_left(root))
        self.root = root.copy()
        if self.chance:
            self.root[0]["redeals_left"] = 0
        self.best = self.root
        self.left = self._cards = int(record["wasted"] + record["size"] - record["drawn"])
        self.states = 0
        self._before = int(record["field"]["count"])
        self._budget = budget
        self._nodes = 0
        self._sound = True
        self._stages = self._run()

    def advance(self, nodes: int) -> StoppedBy | None:
        """See `solvers.budget.Search.advance`; SETTLED: no better without a shuffle."""
        if self.settled:
            return StoppedBy.SOLVED
        self._asked = nodes
        return next(self._stages, StoppedBy.MEMORY)

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return self._nodes

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        best = f"{self._cards - self.left} of {self._cards} cards laid"
        return Progress(self._nodes, self._budget.limits.nodes, "layouts", best)

    def layout(self) -> list[Laid]:
        """The cards of the best game, in the order laid."""
        return layout_of(self.best, self._before)

    def close(self) -> None:
        """Stop whatever goes on in the background."""
        self._stages.close()

    @property
    def aim(self) -> int:
        """The search is for games that leave fewer cards than this."""
        return 1

    @property
    def settled(self) -> bool:
        """Whether there is nothing left to search for."""
        return self.left == self.least

    @abstractmethod
    def _exhausted(self) -> StoppedBy:
        """Every way was tried, and none leaves fewer cards than :attr:`aim`."""

    @abstractmethod
    def _run(self) -> Generator[StoppedBy | None]:
        """The stages: None after each part of one, what ended the search at the last."""

    def _take(self, found: State | None) -> None:
        """Play a game on to its end, and keep it if it leaves fewer cards than the best one."""
        if found is None:
            return
        end = found.copy()
        left = int(run_play_on(end))
        if left >= self.left:
            return
        if play_layout(self.root.copy(), layout_of(end, self._before)) is None:
            self._sound = False  # laid in this order its cards would be laid at other times
            return
        self.left, self.best = left, end

    def _try_policy(self) -> StoppedBy | None:
        self._nodes += 1
        self._take(self.root)
        return StoppedBy.SOLVED if self.settled else None

    def _try_beam(self, search: Beam) -> Iterator[StoppedBy | None]:
        self._part = FIRST_PART
        ended = False
        while not ended:
            before = search.nodes
            ended = search.advance(min(self._asked, self._part))
            self._part *= 2
            self._nodes += search.nodes - before
            self._take(search.found())
            yield StoppedBy.SOLVED if self.settled else None

    def _try_beams(self, every: Exhaust) -> Iterator[StoppedBy | None]:
        """Wider and wider beams, and after each of them a visit to the search of every way."""
        visit = FIRST_NODES
        if self._cards <= SMALL:
            yield from self._try_all(every, SMALL_NODES)
        for width in WIDTHS:
            if beam.bytes_of(width) > self._budget.memory_bytes() // 2:
                break
            yield from self._try_beam(Beam(self.root, width, self.aim))
            yield from self._try_all(every, visit)
            visit *= 2

    def _try_all(self, search: Exhaust, nodes: int) -> Iterator[StoppedBy | None]:
        stop = search.nodes + nodes
        self._part = FIRST_PART
        while not search.over and search.nodes < stop:
            search.aim_below(self.aim)
            before, states = search.nodes, search.states
            search.advance(min(self._asked, self._part, stop - search.nodes))
            self._part *= 2
            self._nodes += search.nodes - before
            self.states += search.states - states
            self._take(search.found())
            if search.outcome == exhaust.EXHAUSTED:
                yield self._exhausted() if self._sound else StoppedBy.MEMORY
            yield StoppedBy.SOLVED if self.settled else None
