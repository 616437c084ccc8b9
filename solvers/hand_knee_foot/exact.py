"""Open rounds of Hand, Knee and Foot solved exactly: every hand, pile and the whole stock known.

Every team plays for its own payoff; among moves that bring it the same it takes the first. Depth
first with an explicit stack. The moves of a turn can mostly be made in any order, so what has been
found is remembered by state. With all of that, this decides rounds near their end.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.contract.answers import StoppedBy
from kibitz.games import protocol
from kibitz.games.chance import Word, mix
from kibitz.games.hand_knee_foot.legal import legal_moves
from kibitz.games.hand_knee_foot.moves import MOVES
from kibitz.games.hand_knee_foot.play import apply_move, pay
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, MOST_TEAMS
from kibitz.games.hand_knee_foot.state import ENDED, STATE
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Int16, Int16s, Int64s, Reals, Record, UInt64, dtype_of
from kibitz.solvers.budget import Budget, Listener, Progress, drive, finding

FULL: Final = 0.7
LARGEST: Final = 1 << 22


class Frame(Record):
    """A state of the line that is being looked at."""

    key: UInt64
    moves: Annotated[Int16s, MOVES]
    count: Int16
    next: Int16
    best: Annotated[Reals, MOST_TEAMS]  # payoffs of the best move so far


FRAME: Final = dtype_of(Frame)


class Entry(Record):
    """What a state is worth."""

    key: UInt64
    payoffs: Annotated[Reals, MOST_TEAMS]


ENTRY: Final = dtype_of(Entry)
_PRIME: Final = 0x100000001B3
Words = npt.NDArray[np.uint16]


@kernel
def key_of(words: Words) -> Word:
    """The key of a state, given as words; 0 is kept for empty places of the table."""
    key = uint64(0xCBF29CE484222325)
    for word in words:
        key = (key ^ uint64(word)) * uint64(_PRIME)
    return max(mix(key), uint64(1))


@kernel
def place_of(table: State, key: Word) -> int:
    """Where a key is, or would be put."""
    place = int64(key % uint64(len(table)))
    while table[place].key != uint64(0) and table[place].key != key:
        place = (place + 1) % len(table)
    return place


@kernel
def settle(states: State, frames: State, table: State, depth: int, payoffs: Reals) -> bool:
    """Write the payoffs of a state by team if it is over or remembered, and return True."""
    if states[depth].phase == ENDED:
        seats = np.empty(MOST_SEATS)
        pay(states[depth], seats)
        for team in range(states[depth].teams):
            payoffs[team] = seats[team]
        return True
    entry = table[place_of(table, frames[depth].key)]
    if entry.key == uint64(0):
        return False
    for team in range(MOST_TEAMS):
        payoffs[team] = entry.payoffs[team]
    return True


@kernel
def improve(states: State, frames: State, depth: int, payoffs: Reals, results: Reals) -> None:
    """Take what the latest move of a frame brings for its best, if the team to move prefers it."""
    state, frame = states[depth], frames[depth]
    team = protocol.turn(state) % state.teams
    if depth == 0:
        for each in range(MOST_TEAMS):
            results[frame.next - 1, each] = payoffs[each]
    if frame.next == 1 or payoffs[team] > frame.best[team]:
        for each in range(MOST_TEAMS):
            frame.best[each] = payoffs[each]


@kernel
def go_on(
    states: State,
    words: Words,
    frames: State,
    table: State,
    results: Reals,
    workspace: Int64s,
    nodes: int,
) -> bool:
    """Visit up to ``nodes`` more nodes; whether the search is done.

    ``workspace``: depth, nodes visited, places of the table used. ``results``
    [move of the root, team].
    """
    moves, payoffs = np.empty(MOVES, np.int64), np.zeros(MOST_TEAMS)
    end = workspace[1] + nodes
    while workspace[1] < end and workspace[2] < FULL * len(table):
        depth = workspace[0]
        frame = frames[depth]
        if frame.next == frame.count:
            entry = table[place_of(table, frame.key)]
            workspace[2] += entry.key == uint64(0)
            entry.key = frame.key
            for team in range(MOST_TEAMS):
                payoffs[team] = frame.best[team]
                entry.payoffs[team] = frame.best[team]
            if depth == 0:
                return True
            workspace[0] = depth - 1
            improve(states, frames, depth - 1, payoffs, results)
            continue
        states[depth + 1] = states[depth]
        apply_move(states[depth + 1], frame.moves[frame.next])
        frame.next += 1
        workspace[1] += 1
        below = frames[depth + 1]
        below.key = key_of(words[depth + 1])
        if settle(states, frames, table, depth + 1, payoffs):
            improve(states, frames, depth, payoffs, results)
            continue
        below.next = 0
        below.count = legal_moves(states[depth + 1], moves)
        for i in range(below.count):
            below.moves[i] = moves[i]
        workspace[0] = depth + 1
    return False


@kernel
def write_line(states: State, words: Words, frames: State, table: State, line: Int64s) -> int:
    """Write best play from the root of a finished search, and return its length."""
    moves, payoffs = np.empty(MOVES, np.int64), np.zeros(MOST_TEAMS)
    length = 0
    while states[0].phase != ENDED and length < len(line):
        wanted = table[place_of(table, key_of(words[0]))].payoffs[
            protocol.turn(states[0]) % states[0].teams
        ]
        team = protocol.turn(states[0]) % states[0].teams
        for i in range(legal_moves(states[0], moves)):
            states[1] = states[0]
            apply_move(states[1], moves[i])
            frames[1].key = key_of(words[1])
            if settle(states, frames, table, 1, payoffs) and payoffs[team] == wanted:
                line[length] = moves[i]
                break
        length += 1
        states[0] = states[1]
    return length


@dataclass(frozen=True, slots=True)
class OpenFindings:
    """What an open position is worth.

    ``payoffs`` of all teams under best play, and its ``line``; None and empty when stopped.
    ``moves``: the payoffs after each legal move that was valued. ``stopped``: SOLVED, or why not.
    """

    payoffs: tuple[float, ...] | None
    moves: dict[int, tuple[float, ...]]
    line: tuple[int, ...]
    nodes: int
    stopped: StoppedBy


class OpenSearch:
    """One search as a :class:`kibitz.solvers.budget.Search`."""

    def __init__(self, state: State, places: int) -> None:
        """Begin at ``state``, in which every card is known, with so large a table."""
        depth = int(protocol.run_horizon(state)) + 2
        self.states, self.frames = np.zeros(depth, STATE), np.zeros(depth, FRAME)
        self.words = self.states.view(np.uint16).reshape(depth, -1)
        self.table = np.zeros(places, ENTRY)
        self.results = np.zeros((MOVES, MOST_TEAMS))
        self._workspace = np.zeros(3, np.int64)
        self.states[0] = state[0]
        moves = np.empty(MOVES, np.int64)
        root = self.frames[0]
        root["key"] = key_of(self.words[0])
        root["count"] = protocol.run_legal(state, moves)
        root["moves"] = moves

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        done = go_on(
            self.states, self.words, self.frames, self.table, self.results, self._workspace, nodes
        )
        if done:
            return StoppedBy.SOLVED
        return StoppedBy.MEMORY if self._workspace[2] >= FULL * len(self.table) else None

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return int(self._workspace[1])

    def finished(self) -> int:
        """How many moves of the root have been valued."""
        return int(self.frames[0]["next"]) - int(self._workspace[0] > 0)

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        return Progress(self.visited(), None, "positions", "")

    def line(self) -> tuple[int, ...]:
        """Best play; the search must be solved."""
        line = np.zeros(len(self.states), np.int64)
        count = write_line(self.states, self.words, self.frames, self.table, line)
        return tuple(int(move) for move in line[:count])


def solve_open(state: State, budget: Budget, listener: Listener) -> OpenFindings:
    """Value every legal move of a state in which every card is known and which is not over."""
    depth = int(protocol.run_horizon(state)) + 2
    room = budget.memory_bytes() - depth * (STATE.itemsize + FRAME.itemsize)
    places = min(LARGEST, room // ENTRY.itemsize)
    if places < 2:
        return OpenFindings(None, {}, (), 0, StoppedBy.MEMORY)
    search = OpenSearch(state, places)
    teams, root = int(state[0]["teams"]), search.frames[0]

    def so_far(stopped: StoppedBy = StoppedBy.CANCELLED) -> OpenFindings:
        moves = {
            int(root["moves"][i]): tuple(float(n) for n in search.results[i, :teams])
            for i in range(search.finished())
        }
        return OpenFindings(None, moves, (), search.visited(), stopped)

    stopped = drive(search, budget, finding(listener, so_far))
    found = so_far(stopped)
    if stopped is not StoppedBy.SOLVED:
        return found
    payoffs = tuple(float(n) for n in root["best"][:teams])
    return replace(found, payoffs=payoffs, line=search.line())
