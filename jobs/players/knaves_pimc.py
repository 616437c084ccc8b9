"""Perfect-information Monte Carlo for Knaves: guess the hidden cards, then solve with open hands.

The classical opponent for games with hidden cards (Levy, 1989; Ginsberg, 2001). Worlds that fit
what the seat sees are dealt, each as likely as the other. In each of them every legal move is
valued with all hands open; the move with the best mean over the worlds is played, of equals the one
with the lowest number.

A round of 13 tricks cannot be solved in time, so a world is valued exactly only once so few tricks
are left that this takes about a millisecond (``Depths.whole``). Before that the game's policy for
playouts plays on after the move until ``Depths.after`` tricks are left, and these are solved
exactly. Solving more leaves too few worlds for a sound mean.

Exact means ``max_n``, every seat playing for its own points, or ``paranoid``, both others playing
against the seat to move, which prunes more and so reaches further. A position is solved once for
all moves and all worlds of a decision: they share one table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.game import Game
from kibitz.games.kernel import kernel
from kibitz.games.knaves.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.policy import playout_move
from kibitz.solvers.budget import Budget, drive
from kibitz.solvers.knaves.exact import Objective, OpenSearch, slots_for, valued_moves
from kibitz.solvers.knaves.frames import Memory, begin, new_memory
from kibitz.solvers.knaves.max_n import search_max_n
from kibitz.solvers.knaves.paranoid import search_paranoid
from kibitz.solvers.player import View

NO_LIMIT: Final = 1 << 60

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Depths:
    """Tricks left at which a world is solved: ``whole`` at once, ``after`` a playout before."""

    whole: int
    after: int


DEPTHS: Final[Mapping[Objective, Depths]] = {"max_n": Depths(6, 3), "paranoid": Depths(7, 4)}


@kernel
def play_and_solve(
    world: State,
    work: State,
    memory: Memory,
    moves: Moves,
    paranoid: bool,
    tricks: int,
    stream: Stream,
    values: Reals,
) -> int:
    """Write what each move is worth to the seat to move in ``world``; the positions visited.

    The policy plays on until ``tricks`` are left, every time with the same chance; what is left is
    solved. ``values`` [m]: points of the round. ``work``: a state for scratch.
    """
    legal = np.empty(MAX_MOVES + 1, np.int64)
    seat = int64(world[0].turn)
    dealt = stream[0]
    nodes = int64(0)
    state, root = work[0], memory.frames[0]
    for k in range(len(moves)):
        stream[0] = dealt
        work[0] = world[0]
        apply_move(state, moves[k])
        while state.hand_size - state.count // SEATS > tricks:
            count = legal_moves(state, legal)
            apply_move(state, playout_move(state, legal, count, stream))
        begin(state, memory, seat)
        if paranoid:
            search_paranoid(memory, NO_LIMIT)
            values[k] = state.points[seat] + root.value[0]
        else:
            search_max_n(memory, NO_LIMIT)
            values[k] = state.points[seat] + root.value[seat]
        nodes += memory.workspace[0].nodes
    return int(nodes)


class Worlds:
    """The moves of one decision, valued in one world after another.

    ``moves`` [m]: legal moves, ascending. ``totals`` [m]: sums of the points of the round for the
    seat to move, over the first ``count`` worlds.
    """

    def __init__(
        self, root: State, objective: Objective, depths: Depths, budget: Budget, seed: int
    ) -> None:
        """Begin at ``root``, whose seat to move knows its own cards."""
        moves: Moves = np.empty(MAX_MOVES + 1, np.int64)
        self.moves = moves[: protocol.run_legal(root, moves)]
        self.totals = np.zeros(len(self.moves))
        self.count = 0
        left = int(root[0]["hand_size"]) - int(root[0]["count"]) // SEATS
        self._whole, self._after = left <= depths.whole, depths.after
        solved = left if self._whole else self._after
        self._memory = new_memory(slots_for(solved, budget.memory_bytes()))
        self._objective, self._seat = objective, int(protocol.run_turn(root))
        self._world, self._work = root.copy(), root.copy()
        self._budget, self._seed = budget, np.uint64(seed)
        self._stream: Stream = np.zeros(1, np.uint64)

    def run(self) -> None:
        """Value worlds until a limit is reached; the first is finished whatever the limits."""
        budget, values = self._budget, np.zeros(len(self.moves))
        fits = True
        while fits:
            start_stream(self._stream, self._seed, np.uint64(self.count))
            protocol.run_redeal(self._world, self._seat, self._stream)
            if not (self._solve(values) if self._whole else self._play_and_solve(values)):
                return
            self.totals += values
            self.count += 1
            budget.iterations += len(self.moves)
            fits = budget.stopped() is None and budget.iterations_left() >= len(self.moves)

    def best(self) -> int:
        """The move with the best mean."""
        return int(self.moves[np.argmax(self.totals)])

    def _solve(self, values: Reals) -> bool:
        """Solve the world as it is; False when a limit was reached before."""
        memory, objective, seat = self._memory, self._objective, self._seat
        search = OpenSearch(memory, self._world, objective, seat)
        budget = self._budget if self.count else Budget(Limits())
        if drive(search, budget) is not StoppedBy.SOLVED:
            return False
        values[:] = [move.value for move in valued_moves(memory, self._world, objective, seat)]
        return True

    def _play_and_solve(self, values: Reals) -> bool:
        """Play the world on and solve its end, for each move."""
        paranoid = self._objective == "paranoid"
        self._budget.nodes += play_and_solve(
            self._world, self._work, self._memory, self.moves, paranoid, self._after,
            self._stream, values,
        )  # fmt: skip
        return True


class PimcPlayer:
    """See :class:`kibitz.solvers.player.Player`: an iteration is one world valued for one move.

    Only whole worlds count, and there is one at least. ``worlds`` counts those of the last move.
    Without any limit it raises ``ValueError``.
    """

    def __init__(self, limits: Limits, objective: Objective, depths: Depths | None = None) -> None:
        """Play so each move."""
        if limits.iterations is None and limits.time_ms is None:
            raise ValueError("worlds without end: a limit of iterations or of time is needed")
        self._limits, self._objective, self._depths = limits, objective, depths or DEPTHS[objective]
        self.worlds = 0

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        budget = Budget(self._limits, view.cancel)
        worlds = Worlds(view.state, self._objective, self._depths, budget, seed)
        worlds.run()
        self.worlds = worlds.count
        return worlds.best()


def pimc(_game: Game, limits: Limits) -> PimcPlayer:
    """Every seat plays for its own points."""
    return PimcPlayer(limits, "max_n")


def pimc_paranoid(_game: Game, limits: Limits) -> PimcPlayer:
    """Both others play against the seat to move."""
    return PimcPlayer(limits, "paranoid")
