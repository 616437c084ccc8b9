"""Open hands of Knock Rummy solved exactly: every hand and the whole stock known to all.

Every seat plays for its own payment; among moves that bring it the same it leaves the next seat the
least. Depth first over all lines of play, with an explicit stack. Of the knocks of a turn only the
one that leaves least is tried below the root, for all others bring less or the same. With two
seats, whose payments are opposite, lines that cannot matter are cut off (alpha-beta).

There are very many lines: this decides hands near their end.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt

from kibitz.contract.answers import StoppedBy
from kibitz.games import protocol
from kibitz.games.bits import single
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import KNOCK, MAX_MOVES, OUT, apply_move, legal_moves
from kibitz.games.knock_rummy.rules import MOST_SEATS
from kibitz.games.knock_rummy.state import ENDED, STATE, TO_DISCARD, KnockRummyState
from kibitz.games.protocol import State
from kibitz.games.records import Int16, Int16s, Int64, Int64s, Record, dtype_of
from kibitz.solvers.budget import Budget, Listener, Progress, drive, finding

FAR: Final = 1 << 40  # beyond every payment


class Frame(Record):
    """A state of the line that is being looked at."""

    moves: Annotated[Int16s, MAX_MOVES]
    count: Int16
    next: Int16
    length: Int16  # of the line after the best move, that move included
    best: Annotated[Int64s, MOST_SEATS]  # payments of the best move so far
    low: Int64  # seat 0 is sure of so much elsewhere
    high: Int64  # seat 0 gets no more elsewhere


FRAME: Final = dtype_of(Frame)
Lines = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int64]


@kernel
def begin_frame(states: State, frames: State, depth: int, moves: Ints) -> None:
    """Prepare the frame of a state: its moves, below the root without the lesser knocks."""
    state, frame = states[depth], frames[depth]
    frame.next, frame.length = 0, 0
    frame.best[:] = -FAR
    count = legal_moves(state, moves)
    kept = 0
    if depth > 0 and state.phase == TO_DISCARD:
        least, knock = 1 << 30, -1
        for i in range(count):
            if KNOCK <= moves[i] < OUT:
                left = deadwood(state, state.hands[state.turn] & ~single(moves[i] - KNOCK))
                if left < least:
                    least, knock = left, moves[i]
        if count and moves[count - 1] == OUT:
            frame.moves[kept] = OUT
            kept += 1
        if knock >= 0:
            frame.moves[kept] = knock
            kept += 1
    for i in range(count):
        if depth == 0 or moves[i] < KNOCK or moves[i] > OUT:
            frame.moves[kept] = moves[i]
            kept += 1
    frame.count = kept


@kernel
def is_better(state: KnockRummyState, one: Ints, other: Ints) -> bool:
    """Whether the seat to move prefers payments ``one``."""
    seat = state.turn
    following = (seat + 1) % state.players
    return one[seat] > other[seat] or (
        one[seat] == other[seat] and one[following] < other[following]
    )


@kernel
def go_on(
    states: State, frames: State, lines: Lines, results: Ints, workspace: Ints, nodes: int
) -> bool:
    """Visit up to ``nodes`` more nodes; whether the search is done. ``workspace``: depth and nodes.

    ``results`` [move of the root, seat]: payments after each.
    """
    moves, paid = np.empty(MAX_MOVES, np.int64), np.empty(MOST_SEATS, np.int64)
    end = workspace[1] + nodes
    while workspace[1] < end:
        depth = workspace[0]
        state, frame = states[depth], frames[depth]
        done = frame.next == frame.count
        if done and depth == 0:
            return True
        two = state.players == 2
        if two and depth > 0 and frame.next > 0:
            done = done or frame.low >= frame.high
        if state.phase == ENDED or done:
            for seat in range(MOST_SEATS):
                paid[seat] = state.payments[seat] if state.phase == ENDED else frame.best[seat]
            above = frames[depth - 1]
            move = above.moves[above.next - 1]
            if depth == 1:
                results[above.next - 1, :] = paid
            if is_better(states[depth - 1], paid, above.best):
                above.best[:] = paid
                length = frame.length if state.phase != ENDED else 0
                lines[depth - 1, 0] = move
                for i in range(length):
                    lines[depth - 1, i + 1] = lines[depth, i]
                above.length = length + 1
                if two and depth > 1:
                    if states[depth - 1].turn == 0:
                        above.low = max(above.low, paid[0])
                    else:
                        above.high = min(above.high, paid[0])
            workspace[0] = depth - 1
            continue
        move = frame.moves[frame.next]
        frame.next += 1
        states[depth + 1] = states[depth]
        apply_move(states[depth + 1], move)
        frames[depth + 1].low, frames[depth + 1].high = frame.low, frame.high
        begin_frame(states, frames, depth + 1, moves)
        workspace[0] = depth + 1
        workspace[1] += 1
    return False


@dataclass(frozen=True, slots=True)
class OpenFindings:
    """What an open position is worth, payments in units of 1 / 60.

    ``payments`` of all seats under best play, and its ``line``; None and empty when stopped.
    ``moves``: the payments after each legal move that was valued. ``stopped``: SOLVED, or why not.
    """

    payments: tuple[int, ...] | None
    moves: dict[int, tuple[int, ...]]
    line: tuple[int, ...]
    nodes: int
    stopped: StoppedBy


class OpenSearch:
    """One search as a :class:`kibitz.solvers.budget.Search`."""

    def __init__(self, state: State) -> None:
        """Begin at ``state``, in which every card is known."""
        depth = int(protocol.run_horizon(state)) + 2
        self.states, self.frames = np.zeros(depth, STATE), np.zeros(depth, FRAME)
        self.lines = np.zeros((depth, depth), np.int16)
        self.results = np.zeros((MAX_MOVES, MOST_SEATS), np.int64)
        self._workspace = np.zeros(2, np.int64)
        self.states[0] = state[0]
        self.frames[0]["low"], self.frames[0]["high"] = -FAR, FAR
        _begin(self.states, self.frames)

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        done = go_on(self.states, self.frames, self.lines, self.results, self._workspace, nodes)
        return StoppedBy.SOLVED if done else None

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return int(self._workspace[1])

    def finished(self) -> int:
        """How many moves of the root have been valued."""
        return int(self.frames[0]["next"]) - (self._workspace[0] > 0)

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        return Progress(self.visited(), None, "positions", "")


@kernel
def _begin(states: State, frames: State) -> None:
    begin_frame(states, frames, 0, np.empty(MAX_MOVES, np.int64))


def bytes_needed(state: State) -> int:
    """The memory that a search from a state takes."""
    depth = int(protocol.run_horizon(state)) + 2
    return depth * (STATE.itemsize + FRAME.itemsize + 2 * depth)


def solve_open(state: State, budget: Budget, listener: Listener) -> OpenFindings:
    """Value every legal move of a state in which every card is known and which is not over."""
    if bytes_needed(state) > budget.memory_bytes():
        return OpenFindings(None, {}, (), 0, StoppedBy.MEMORY)
    search = OpenSearch(state)
    players, root = int(state[0]["players"]), search.frames[0]

    def so_far(stopped: StoppedBy = StoppedBy.CANCELLED) -> OpenFindings:
        moves = {
            int(root["moves"][i]): tuple(int(n) for n in search.results[i, :players])
            for i in range(search.finished())
        }
        return OpenFindings(None, moves, (), search.visited(), stopped)

    stopped = drive(search, budget, finding(listener, so_far))
    found = so_far(stopped)
    if stopped is not StoppedBy.SOLVED:
        return found
    line = tuple(int(move) for move in search.lines[0, : int(root["length"])])
    payments = tuple(int(n) for n in root["best"][:players])
    return replace(found, payments=payments, line=line)
