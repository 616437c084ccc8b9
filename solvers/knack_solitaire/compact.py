"""Winning layouts that lie close together: the smallest box around all cards that is found.

The search for layouts runs again in boxes that shrink: first near-square ones, then the box in hand
without one of its rows or columns. A box is not a limit of the game: a card that fits only outside
must be laid there, so such games are given up. What
does not work out within a share of nodes counts as too small, so the result is not proved least;
``at_least`` cells are needed since every card takes one.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from kibitz.contract.answers import StoppedBy
from kibitz.games.knack_field.canonical import UPRIGHT
from kibitz.games.knack_field.field import BLOCKS, EDGE, WINDOW
from kibitz.games.protocol import State
from kibitz.solvers.budget import CHUNK_SECONDS, LEAST_CHUNK, Budget, Listener, Progress
from kibitz.solvers.knack_solitaire.searches import Beam, Laid, layout_of

WIDTHS: Final = (1, 16, 128, 1024)
FIRST_CHUNK: Final = 64
CHUNK: Final = 2_000
SLACK: Final = (2.2, 1.8, 1.5, 1.35, 1.25, 1.15)  # cells of a box for each card


class Box(NamedTuple):
    """First and last column, first and last row."""

    left: int
    right: int
    low: int
    high: int

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """Rows."""
        return self.high - self.low + 1

    @property
    def area(self) -> int:
        """Cells."""
        return self.width * self.height


def box_of(state: State) -> Box:
    """The box around all cards of a field."""
    field = state[0]["field"]
    return Box(*map(int, field["boxes"][int(field["count"]) - 1]))


def narrowed(root: State, width: int, height: int) -> State:
    """``root`` with all cards within some window of that size; for fields that nothing anchors."""
    state = root.copy()
    field = state[0]["field"]
    if field["limit"] == WINDOW:
        width, height = min(width, int(field["width"])), min(height, int(field["height"]))
    field["limit"], field["width"], field["height"] = WINDOW, width, height
    if width != height:
        field["symmetries"] &= UPRIGHT
    return state


def fenced(root: State, box: Box) -> State:
    """``root`` with all cards within ``box``; for anchored fields without danglers."""
    state = root.copy()
    field = state[0]["field"]
    field["limit"], field["inside"], field["danglers"] = EDGE, box, 0
    field["symmetries"] = 1
    return state


class Compact:
    """The shrinking: ``best`` is the won game in hand."""

    def __init__(
        self, root: State, won: State, budget: Budget, replays: Callable[[list[Laid]], bool]
    ) -> None:
        """Begin with a game that was won from ``root``; ``replays`` asks the rules for a layout."""
        self._replays = replays
        self._before = int(root[0]["field"]["count"])
        self.best = won
        self._root = root
        self._budget = budget
        self._start = box_of(root)
        self.nodes = 0

    @property
    def box(self) -> Box:
        """Its box."""
        return box_of(self.best)

    def run(self, listener: Listener) -> StoppedBy:
        """Shrink until nothing smaller is found or the budget is spent."""
        field = self._root[0]["field"]
        anchored = bool(field["anchored"])
        if anchored and field["limit"] != BLOCKS:
            return StoppedBy.SETTLED
        tried: set[tuple[int, ...]] = set()
        for width in WIDTHS:
            again = True
            while again:
                again = False
                for key, state in self._smaller(anchored=anchored):
                    if (width, *key) in tried:
                        continue
                    tried.add((width, *key))
                    stopped, won = self._attempt(state, width, listener)
                    if stopped:
                        return stopped
                    if won:
                        again = True
                        break
        return StoppedBy.SETTLED

    def _attempt(
        self, state: State, width: int, listener: Listener
    ) -> tuple[StoppedBy | None, bool]:
        search = Beam(state, width, fenced=True)
        ended = False
        nodes = FIRST_CHUNK
        while not ended:
            stopped = self._budget.stopped()
            if stopped:
                return stopped, False
            before, began = search.nodes, self._budget.elapsed()
            ended = search.advance(min(nodes, self._budget.nodes_left()))
            self._budget.nodes += search.nodes - before
            self.nodes += search.nodes - before
            slow = self._budget.elapsed() - began > CHUNK_SECONDS
            nodes = max(LEAST_CHUNK, nodes // 2) if slow else min(CHUNK, 2 * nodes)
            box = self.box
            words = f"box {box.width} by {box.height}"
            listener(Progress(self.nodes, None, "layouts", words, lambda: self))
        won = search.found()
        if won is None or not self._legal(won):
            return None, False
        self.best = won
        return None, True

    def _legal(self, won: State) -> bool:
        """Whether the game lets the cards be laid so: a declined card bars the way to a redeal."""
        return not self._root[0]["may_decline"] or self._replays(layout_of(won, self._before))

    def _smaller(self, *, anchored: bool) -> Iterator[tuple[tuple[int, ...], State]]:
        box = self.box
        if anchored:
            for smaller in (
                box._replace(left=box.left + 1),
                box._replace(right=box.right - 1),
                box._replace(low=box.low + 1),
                box._replace(high=box.high - 1),
            ):
                if _holds(smaller, self._start):
                    yield smaller, fenced(self._root, smaller)
            return
        cards = int(self.best[0]["field"]["count"])
        for slack in SLACK:
            side = max(1, round((slack * cards) ** 0.5))
            if side * side < box.area:
                yield from self._window(side, side)
        short, long = sorted((box.width, box.height))
        for width, height in ((short, long - 1), (short - 1, long), (short - 1, long + 1)):
            if width * height >= cards:
                yield from self._window(width, height)
                if width != height:
                    yield from self._window(height, width)

    def _window(self, width: int, height: int) -> Iterator[tuple[tuple[int, ...], State]]:
        if width >= self._start.width and height >= self._start.height:
            yield (width, height), narrowed(self._root, width, height)


def _holds(box: Box, part: Box) -> bool:
    return (
        box.left <= part.left
        and box.right >= part.right
        and box.low <= part.low
        and box.high >= part.high
    )
