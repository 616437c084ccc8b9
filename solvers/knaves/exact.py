"""Open hands of Knaves solved exactly: the value of every move, for every seat, and a line.

``max_n``: every seat plays for its own points; among moves that bring it the same it leaves the
next seat clockwise the least. This decides the points of all three, see
`solvers.knaves.max_n`. ``paranoid``: one seat plays for its points and both others against
it. Of moves with equal values a line takes the one with the lowest number, that is clubs before
diamonds, hearts, spades, low cards first, and a call before none. The cards out of play do not
matter.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.bits import Word
from kibitz.games.kernel import kernel
from kibitz.games.knaves.play import CALL, MAX_MOVES, NO_CALL
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, Listener, Progress, drive, finding, ignore
from kibitz.solvers.knaves.frames import PASS, Memory, begin, counted, new_memory, place_among
from kibitz.solvers.knaves.max_n import DONE_SEARCHING, search_max_n
from kibitz.solvers.knaves.paranoid import search_paranoid
from kibitz.solvers.knaves.steps import choices

Objective = Literal["max_n", "paranoid"]
MOST_SLOTS: Final = 1 << 18
LEAST_SLOTS: Final = 1 << 8
SLOT_BYTES: Final = 40
SLOTS_BY_TRICKS: Final = (8, 8, 8, 8, 10, 12, 14, 16)


@dataclass(frozen=True, slots=True)
class OpenMove:
    """A legal move: ``value`` in points of the whole round for the seat of the findings.

    ``points`` of all seats with max-n; None with paranoid, which values one seat only.
    """

    move: int
    value: int
    points: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class OpenFindings:
    """What an open position is worth, in points of the whole round, tricks taken included.

    ``seat``: whose values they are. ``value, points``: of the position; None when the search was
    stopped. ``moves``: every legal move valued, ascending by number; only those finished when the
    search was stopped. ``line``: best play of all seats to the end; shorter, perhaps empty, when
    stopped. ``stopped``: SOLVED, or what ended the search of the values.
    """

    objective: Objective
    seat: int
    value: int | None
    points: tuple[int, ...] | None
    moves: tuple[OpenMove, ...]
    line: tuple[int, ...]
    nodes: int
    stopped: StoppedBy


@kernel
def place_in(state: State, place: int) -> int:
    """Where a card stands in the root frame of a state."""
    return place_among(place, counted(state[0]))


@kernel
def _root_choices(memory: Memory) -> Word:
    return choices(memory.frames[0], memory.workspace[0])


class OpenSearch:
    """One search as a :class:`kibitz.solvers.budget.Search`; its table serves a whole round."""

    def __init__(self, memory: Memory, state: State, objective: Objective, seat: int) -> None:
        """Begin at ``state``; raises ``ValueError`` when a hand is not known."""
        if state[0]["unknown"].any():
            raise ValueError("an open position needs all three hands")
        if (state[0]["penalty"] > 0).any() or state[0]["last_stake"] > 0:
            raise ValueError("jacks cannot bring points")
        self.memory = memory
        self._run = search_max_n if objective == "max_n" else search_paranoid
        begin(state[0], memory, seat)

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        done = self._run(self.memory, nodes) == DONE_SEARCHING
        return StoppedBy.SOLVED if done else None

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return int(self.memory.workspace[0]["nodes"])

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        return Progress(self.visited(), None, "positions", "")


def slots_for(tricks: int, room: int = 1 << 30) -> int:
    """A fitting size of the table, within ``room`` bytes."""
    slots = 1 << SLOTS_BY_TRICKS[tricks] if tricks < len(SLOTS_BY_TRICKS) else MOST_SLOTS
    while slots > LEAST_SLOTS and slots * SLOT_BYTES > room:
        slots //= 2
    return slots


def solve_open(
    state: State,
    objective: Objective = "max_n",
    seat: int | None = None,
    budget: Budget | None = None,
    listener: Listener = ignore,
) -> OpenFindings:
    """Value every legal move of a position whose three hands are known, and find a line.

    ``seat``: whose points count, in paranoid search the one against the others; by default the
    seat to move. Raises ``ValueError`` when a hand is not known.
    """
    budget = budget or Budget(Limits())
    record = state[0]
    seat = int(record["turn"]) if seat is None else seat
    tricks = int(record["hand_size"]) - int(record["count"]) // SEATS
    memory = new_memory(slots_for(tricks, budget.memory_bytes()))
    search = OpenSearch(memory, state, objective, seat)
    before = budget.nodes

    def so_far() -> OpenFindings:
        moves, nodes = valued_moves(memory, state, objective, seat), budget.nodes - before
        return OpenFindings(objective, seat, None, None, moves, (), nodes, StoppedBy.CANCELLED)

    stopped = drive(search, budget, finding(listener, so_far))
    moves = valued_moves(memory, state, objective, seat)
    value, points = None, None
    line: list[int] = []
    if stopped is StoppedBy.SOLVED:
        value, points = _worth(memory, state, objective, seat)
        line = _line(memory, state, objective, seat, budget)
    return OpenFindings(
        objective, seat, value, points, moves, tuple(line), budget.nodes - before, stopped
    )


def _worth(
    memory: Memory, state: State, objective: Objective, seat: int
) -> tuple[int, tuple[int, ...] | None]:
    so_far = [int(n) for n in state[0]["points"]]
    values = [int(value) for value in memory.frames[0]["value"]]
    if objective == "paranoid":
        return so_far[seat] + values[0], None
    points = tuple(a + b for a, b in zip(so_far, values, strict=True))
    return points[seat], points


def valued_moves(
    memory: Memory, state: State, objective: Objective, seat: int
) -> tuple[OpenMove, ...]:
    """The legal moves at ``state`` that an :class:`OpenSearch` of it has valued, ascending.

    Equivalent ones share their value. ``seat``: that of the search.
    """
    moves = np.empty(MAX_MOVES + 1, np.int64)
    so_far = [int(n) for n in state[0]["points"]]
    found = []
    for move in moves[: protocol.run_legal(state, moves)]:
        place = _tried_for(memory, state, int(move))
        if not memory.tried[place]:
            continue
        results = [int(n) for n in memory.results[place]]
        if objective == "paranoid":
            found.append(OpenMove(int(move), so_far[seat] + results[0], None))
        else:
            points = tuple(a + b for a, b in zip(so_far, results, strict=True))
            found.append(OpenMove(int(move), points[seat], points))
    return tuple(found)


def _tried_for(memory: Memory, state: State, move: int) -> int:
    """Which of the root's choices stands for a legal move."""
    if move == NO_CALL:
        return PASS
    place = place_in(state, move - CALL if move >= CALL else move)
    tried = int(_root_choices(memory))
    if tried >> place & 1:
        return place
    # Those equal to a card lie below it: exposed like itself, and no jack that costs points.
    shown = int(memory.frames[0]["shown"])
    alike = ~0
    if memory.workspace[0]["calling"]:
        alike = shown if shown >> place & 1 else ~shown
    return (tried & alike & ~int(memory.frames[0]["jacks"]) & (1 << place) - 1).bit_length() - 1


def _line(
    memory: Memory, state: State, objective: Objective, seat: int, budget: Budget
) -> list[int]:
    """Best moves of all seats from ``state`` on, as far as the budget goes; needs its values."""
    line: list[int] = []
    state = state.copy()
    while not protocol.run_over(state):
        if (
            line
            and drive(OpenSearch(memory, state, objective, seat), budget) is not StoppedBy.SOLVED
        ):
            break
        moves = valued_moves(memory, state, objective, seat)
        turn = int(state[0]["turn"])
        line.append(min(moves, key=lambda move: _order(move, turn, seat)).move)
        protocol.run_apply(state, line[-1])
    return line


def _order(move: OpenMove, turn: int, seat: int) -> tuple[int, int, int]:
    """What the seat to move looks for: the least of this."""
    if move.points is None:
        return (-move.value if turn == seat else move.value), 0, move.move
    return -move.points[turn], move.points[(turn + 1) % SEATS], move.move
