"""Games of K'nack played out: groups of moves in the same worlds, and all that came out of them."""

from typing import Final

import numpy as np

from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.protocol import State
from kibitz.heuristics.knack import policy  # noqa: F401 (attaches itself to the protocol)
from kibitz.solvers.intervals import bounded
from kibitz.solvers.ismcts.iteration import run
from kibitz.solvers.ismcts.options import SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.tree import Ints, Reals, new_rows, plant
from kibitz.solvers.ismcts.workspace import new_workspaces
from kibitz.solvers.knack import endgame  # noqa: F401 (attaches itself to the protocol)
from kibitz.solvers.knack.frames import MOST_MOVES

SETTING: Final = Setting(MOST_SEATS, MOST_MOVES)  # one for all, so that nothing compiles anew


class Games:
    """Worlds dealt one after the other, in each of which some of the moves are played out."""

    def __init__(
        self, view: State, seat: int, moves: list[int], options: SearchOptions, seed: int
    ) -> None:
        """``moves``: ascending, the candidates of ``seat``, which knows its own cards."""
        count = len(moves)
        self.worlds = 0
        self._root, self._work = view.copy(), np.repeat(view, 3)
        self._rows = new_rows(1, count + 1)
        plant(self._rows[0], moves, seat)
        self._workspaces = new_workspaces(1, SETTING, None)
        self._workspaces["used"] = count + 1
        self.pairs = np.zeros((2, count, count))
        self._dials, self._seed = dials_of(options, seat), np.uint64(seed)

    def play(self, worlds: int, alive: Ints) -> None:
        """Play the candidates ``alive``, ascending places of their moves, in so many new worlds."""
        run(
            self._root,
            self._work,
            self._rows[0],
            np.zeros(0),
            self._workspaces,
            np.zeros(0),
            self.pairs,
            self._dials,
            self._seed,
            self.worlds,
            1,
            worlds,
            alive,
        )
        self.worlds += worlds

    @property
    def visits(self) -> Ints:
        """How many games began with each candidate."""
        return self._rows[0, 1:]["visits"].astype(np.int64)

    @property
    def totals(self) -> Reals:
        """The sum of what the seat made with each candidate."""
        return self._rows[0, 1:]["total"].copy()

    @property
    def squares(self) -> Reals:
        """The sum of the squares of that."""
        return self._workspaces["goal_squares"][0, : len(self.pairs[0])].copy()

    def means(self, k: int) -> Reals:
        """What each seat made with a candidate, on average."""
        return np.array(self._workspaces["sums"][0, k]) / max(1, int(self.visits[k]))

    def interval(self, k: int) -> tuple[float, float]:
        """The 95 % interval of what the seat makes with a candidate, by its games alone."""
        count = int(self.visits[k])
        mean = float(self.totals[k]) / max(1, count)
        return bounded(count, mean, float(self.squares[k]) / max(1, count) - mean * mean)
