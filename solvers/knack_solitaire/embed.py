"""Layouts on a bounded field as a constraint model (CP-SAT): found, or proved not to exist.

Two models over which card lies in which cell, neighbours matching. ``in order``: the cards are laid
in the order of the free game (`heuristics.knack_solitaire.bound`), so each must lie beside one
laid before it. A layout of this model can be played; without a joker the game cannot even force
another order, as what the free game cannot lay nobody can. ``any order`` only asks that no card
lies alone. It forgets the course of the game, so where it has no solution no player wins.

The library runs in one thread with a fixed seed: the same question has the same answer. Its effort
is counted in nodes by its own deterministic clock.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from threading import Thread
from time import perf_counter
from typing import Any, Final

from kibitz.games.knack_field.field import BLOCKED, EDGE, FIRST, WINDOW, outside
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import State
from kibitz.solvers.knack_solitaire.constraints import Constraints, opposite
from kibitz.solvers.knack_solitaire.searches import Laid

MOST_CELLS: Final = 260
NODES_PER_SECOND: Final = 100_000  # nodes that a second of the library's deterministic clock counts
TICK: Final = 0.004


class Region:
    """The cells of a bounded field that cards may come to lie in, and who lies there already."""

    def __init__(self, root: State) -> None:
        """Look at the field of ``root``."""
        field = root[0]["field"]
        self.side = len(field["cells"])
        self.matches = [int(fit) for fit in field["matches"]]
        count = int(field["count"])
        self.laid = {int(field["where"][i]): int(field["laid"][i]) for i in range(count)}
        self.window: tuple[int, int] | None = None
        box = [int(edge) for edge in field["boxes"][count - 1]]
        if field["limit"] == WINDOW:
            self.window = int(field["width"]), int(field["height"])
            wide = self.window[0] - (box[1] - box[0] + 1)
            high = self.window[1] - (box[3] - box[2] + 1)
            columns = range(max(1, box[0] - wide), min(self.side - 1, box[1] + wide + 1))
            rows = range(max(1, box[2] - high), min(self.side - 1, box[3] + high + 1))
            self.cells = [row * self.side + column for row in rows for column in columns]
        elif bool(field["anchored"]):
            self.cells = self._reached(field)
        else:
            self.cells = []
        self.hanging = [c for c in self.cells if field["limit"] == EDGE and outside(field, c)]
        self.danglers = int(field["danglers"])

    def _reached(self, field: Any) -> list[int]:
        """The cells that no obstacle cuts off; none when they are too many to be a table."""
        most = len(field["laid"])
        seen = set(self.laid)
        waiting = list(seen)
        while waiting:
            if len(seen) > MOST_CELLS:
                return []
            for near in self.around(waiting.pop()):
                code = int(field["cells"][near // self.side, near % self.side])
                if near not in seen and code != BLOCKED and not FIRST <= code < FIRST + most:
                    seen.add(near)
                    waiting.append(near)
        return sorted(seen)

    @property
    def modelled(self) -> bool:
        """Whether the field is bounded and small enough for a model."""
        return 0 < len(self.cells) <= MOST_CELLS

    def around(self, cell: int) -> list[int]:
        """The four neighbours of a cell."""
        return [cell + step for step in (1, -1, self.side, -self.side)]


class Model:
    """One of the two models, solved in a process of its own."""

    def __init__(self, region: Region, cards: list[int], *, ordered: bool) -> None:
        """``cards``: those to be laid, in the order of the free game."""
        self._region, self._model = region, Constraints()
        laid = [Laid(card, cell) for cell, card in region.laid.items()]
        self.cards = [*(one.card for one in laid), *cards]
        self._fixed = len(laid)
        # In any order cards of one kind are alike, and a group of them is laid as one.
        kinds = [kind_of(card) for card in self.cards]
        self._groups = list(range(len(kinds))) if ordered else sorted(set(kinds))
        self._kind = {g: kinds[g] if ordered else g for g in self._groups}
        self._sizes = Counter(self._groups) if ordered else Counter(kinds)
        self._lying = [
            (place if ordered else kinds[place], one.cell) for place, one in enumerate(laid)
        ]
        self.at: dict[tuple[int, int], int] = {}
        self._ordered = ordered

    def _lay(self) -> Iterator[None]:
        """Each card lies in a cell, none in the cell of another. Comes back after every cell."""
        model, free = self._model, self._region.cells
        for g in self._groups:
            self.at |= {(g, c): model.truth() for c in free}
            yield
        for g in self._groups:
            model.total((self.at[g, c] for c in free), self._sizes[g], self._sizes[g])
            yield
        for place in self._lying:
            model.total([self.at[place]], 1, 1)
        for cell in free:
            model.at_most_one(self.at[g, cell] for g in self._groups)
            yield

    def _match(self) -> Iterator[None]:
        """Neighbours match, and each card but those on the field lies beside one before it.

        Comes back after every cell: a model takes half a second to write.
        """
        model, matches = self._model, self._region.matches
        free, ordered = self._region.cells, self._ordered
        inside = set(free)
        by_kind: dict[int, list[int]] = {}
        for g in self._groups:
            by_kind.setdefault(self._kind[g], []).append(g)
        lies = {}
        for cell in free:
            for kind, groups in by_kind.items():
                lies[kind, cell] = model.truth()
                model.total((self.at[g, cell] for g in groups), 0, 0, less=lies[kind, cell])
            yield
        for cell in free:
            near = [c for c in self._region.around(cell) if c in inside]
            for kind in by_kind:
                strangers = [k for k in by_kind if not matches[kind] >> k & 1]
                for other in near if strangers else []:
                    model.at_most_one([lies[kind, cell], *(lies[k, other] for k in strangers)])
            for g in self._groups:
                if cell in self._region.laid or (ordered and g < self._fixed):
                    continue
                friends = [k for k in by_kind if matches[self._kind[g]] >> k & 1]
                before = [h for k in friends for h in by_kind[k] if h < g or not ordered]
                partners = [self.at[h, other] for other in near for h in before]
                model.at_least_one([opposite(self.at[g, cell]), *partners])
            yield

    def _limit(self) -> Iterator[None]:
        """No more danglers than allowed; within a window all used columns and rows lie close.

        Comes back after every row and column.
        """
        model, region = self._model, self._region
        free = region.cells
        if region.hanging:
            hanging = [self.at[g, c] for g in self._groups for c in region.hanging]
            model.total(hanging, None, region.danglers)
        if region.window:
            columns = {c: c % region.side for c in free}
            rows = {c: c // region.side for c in free}
            for extent, line_of in zip(region.window, (columns, rows), strict=True):
                lines = sorted({*line_of.values()})
                first = model.number(lines[0], lines[-1])
                for line in lines:
                    used = model.truth()
                    for cell in (c for c in free if line_of[c] == line):
                        model.total((self.at[g, cell] for g in self._groups), None, 0, less=used)
                    model.total([first], None, line, only_if=used)
                    model.total([first], line - extent + 1, None, only_if=used)
                    yield

    def run(self, seconds: float, nodes: int) -> Generator[None]:
        """Solve within limits, coming back every few milliseconds; closing it stops the solver."""
        began = perf_counter()
        for part in (self._lay(), self._match(), self._limit()):
            yield from part
        seconds -= perf_counter() - began
        limits = max(0.01, seconds) if seconds < 1e6 else None, max(0.01, nodes / NODES_PER_SECOND)
        thread = Thread(target=self._model.solve, args=limits, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(TICK)
                yield
        finally:
            if thread.is_alive():
                self._model.stop()
                thread.join()

    @property
    def nodes(self) -> int:
        """The effort, as nodes."""
        return int(self._model.effort * NODES_PER_SECOND)

    @property
    def impossible(self) -> bool:
        """Whether there is no such layout."""
        return self._model.impossible

    def layout(self) -> list[Laid] | None:
        """The cards in the order of the free game and where they lie; None without a solution."""
        values = self._model.solution
        if values is None:
            return None
        where = {g: cell for (g, cell), truth in self.at.items() if values[truth]}
        return [Laid(self.cards[g], where[g]) for g in range(self._fixed, len(self.cards))]
