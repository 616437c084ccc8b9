"""Positions of K'nack with every card known, solved exactly: the value of moves, and a line.

``max_n``: every seat plays for its own payoff; of moves that bring it the same it takes the one
that leaves the next seat clockwise the least, and so on round the table. ``paranoid``: all play
against one seat. Of moves with equal values a line takes one that calls where a
K'nack! is due, and of those the one with the lowest number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games import protocol
from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import CALLED
from kibitz.games.knack.state import STATE
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knack.sight import look, new_sight
from kibitz.solvers.budget import Budget, Listener, Progress, drive, finding, ignore, improving
from kibitz.solvers.knack.frames import FRAME, MOST_MOVES
from kibitz.solvers.knack.futures import cards_to_come, kinds_held
from kibitz.solvers.knack.grouping import Words, write_keys
from kibitz.solvers.knack.tree import (
    DONE,
    GOING,
    MAX_N,
    SLOT,
    VISITED,
    Memory,
    advance,
    begin,
    new_memory,
    prefers,
)

Objective = Literal["max_n", "paranoid"]
MOST_SLOTS: Final = 1 << 20
LEAST_SLOTS: Final = 1 << 10
MOST_STACKED: Final = 1 << 20  # moves of all frames
TABLE_SHARE: Final = 2  # the table may take one part in so many of the memory


@dataclass(frozen=True, slots=True)
class OpenFindings:
    """What an open position is worth.

    ``payoffs``: by move valued, those of all seats; with ``paranoid`` only that of ``seat`` means
    anything. ``best``: the best of the moves, None when not all of them were valued. ``line``: best
    play to the end; shorter, perhaps empty, when stopped. ``stopped``: SOLVED, or what ended it.
    """

    objective: Objective
    seat: int
    payoffs: dict[int, tuple[float, ...]]
    best: int | None
    line: tuple[int, ...]
    nodes: int
    stopped: StoppedBy


def is_open(state: State) -> bool:
    """Whether every card in hands and decks is known."""
    record = state[0]
    for seat in range(int(record["players"])):
        hand = record["hands"][seat][: int(record["held"][seat])]
        deck = record["decks"][seat][: int(record["deck_sizes"][seat])]
        if (hand == UNSEEN).any() or (deck == UNSEEN).any():
            return False
    return True


@kernel
def _group_keys(state: State, moves: Moves, memory: Memory, keys: Words) -> None:
    """Write the key of the group of each of some legal moves, every card known."""
    sight = new_sight()
    look(state[0], sight[0])
    kinds, reach = kinds_held(state[0]), cards_to_come(state[0]) - 1
    write_keys(
        state[0], sight[0].room, moves, len(moves), kinds, reach, memory.cells, memory.signs,
        memory.outlines, keys,
    )  # fmt: skip


class OpenSearch:
    """The search of one position as a `solvers.budget.Search`; others may use its memory."""

    def __init__(self, memory: Memory, state: State, hero: int) -> None:
        """Begin at ``state``, every card known; ``hero``: see :mod:`kibitz.solvers.knack.tree`."""
        self._memory, self._hero = memory, hero
        self._began = begin(memory, state[0])

    def advance(self, nodes: int) -> StoppedBy | None:
        """See :meth:`kibitz.solvers.budget.Search.advance`."""
        status = self._began
        if status == GOING:
            status = advance(self._memory, self._hero, nodes)
        if status == GOING:
            return None
        return StoppedBy.SOLVED if status == DONE else StoppedBy.MEMORY

    def visited(self) -> int:
        """See :meth:`kibitz.solvers.budget.Search.visited`."""
        return int(self._memory.counts[VISITED])

    def progress(self) -> Progress:
        """See :meth:`kibitz.solvers.budget.Search.progress`."""
        return Progress(self.visited(), None, "positions", "")


def memory_for(state: State, room: int) -> Memory:
    """Memory to search from ``state``, the table within its part of ``room`` bytes."""
    frames = int(protocol.run_horizon(state)) + 2
    slots = MOST_SLOTS
    while slots > LEAST_SLOTS and slots * SLOT.itemsize * TABLE_SHARE > room:
        slots //= 2
    left = max(0, room // TABLE_SHARE - STATE.itemsize - frames * FRAME.itemsize) // 16
    return new_memory(frames, slots, min(MOST_STACKED, max(left, 2 * MOST_MOVES)))


class OpenGame:
    """Values of moves of one position and of those that follow, with one table for all of them."""

    def __init__(self, state: State, objective: Objective, seat: int, budget: Budget) -> None:
        """Prepare; raises ``ValueError`` when a card in a hand or deck is not known."""
        if not is_open(state):
            raise ValueError("an open position needs every card in hands and decks")
        self.hero = seat if objective == "paranoid" else MAX_N
        self._memory = memory_for(state, budget.memory_bytes())
        self._budget = budget

    def value(self, state: State, listener: Listener = ignore) -> tuple[float, ...] | StoppedBy:
        """The payoffs of all seats, or what stopped the search of them."""
        search = OpenSearch(self._memory, state, self.hero)
        stopped = drive(search, self._budget, listener)
        if stopped is not StoppedBy.SOLVED:
            return stopped
        players = int(state[0]["players"])
        return tuple(float(worth) for worth in self._memory.result[:players])

    def values(
        self, state: State, moves: Sequence[int], listener: Listener = ignore
    ) -> tuple[dict[int, tuple[float, ...]], StoppedBy]:
        """The payoffs of legal moves, one search for all that lead to the same game."""
        keys = self.keys(state, moves)
        known: dict[int, tuple[float, ...]] = {}

        def so_far() -> dict[int, tuple[float, ...]]:
            return {m: known[k] for m, k in zip(moves, keys, strict=True) if k in known}

        for move, key in zip(moves, keys, strict=True):
            if key not in known:
                after = state.copy()
                protocol.run_apply(after, move)
                found = self.value(after, finding(listener, so_far))
                if isinstance(found, StoppedBy):
                    return so_far(), found
                known[key] = found
        return so_far(), StoppedBy.SOLVED

    def keys(self, state: State, moves: Sequence[int]) -> list[int]:
        """The group of each of some legal moves: equal for those that lead to the same game."""
        keys = np.zeros(len(moves), np.uint64)
        _group_keys(state.copy(), np.array(moves, np.int64), self._memory, keys)
        return [int(key) for key in keys]

    def best(self, state: State, payoffs: dict[int, tuple[float, ...]]) -> int:
        """The move that the seat to move likes best, of equals one that calls, then the lowest."""
        seat, players = int(state[0]["turn"]), int(state[0]["players"])
        moves = sorted(payoffs, key=lambda move: (move < CALLED, move))
        best = moves[0]
        for move in moves[1:]:
            one, other = np.array(payoffs[move]), np.array(payoffs[best])
            if prefers(seat, one, other, self.hero, players):
                best = move
        return best


def solve_open(
    state: State,
    moves: Sequence[int],
    objective: Objective,
    seat: int,
    budget: Budget,
    listener: Listener = ignore,
) -> OpenFindings:
    """Value legal moves of a position with every card known, and find a line of best play.

    ``seat``: the one against the others in ``paranoid``. Raises ``ValueError`` when a card in a
    hand or deck is not known.
    """
    before = budget.nodes
    game = OpenGame(state, objective, seat, budget)

    def so_far(payoffs: dict[int, tuple[float, ...]]) -> OpenFindings:
        nodes = budget.nodes - before
        return OpenFindings(objective, seat, payoffs, None, (), nodes, StoppedBy.CANCELLED)

    payoffs, stopped = game.values(state, moves, improving(listener, so_far))
    best, line = None, []
    if stopped is StoppedBy.SOLVED:
        best = game.best(state, payoffs)
        line = _line(game, state, best)
    nodes = budget.nodes - before
    return OpenFindings(objective, seat, payoffs, best, tuple(line), nodes, stopped)


def _line(game: OpenGame, state: State, first: int) -> list[int]:
    """Best moves of all seats from ``first`` on, as far as the budget goes."""
    line = [first]
    state = state.copy()
    protocol.run_apply(state, first)
    legal = np.empty(MOST_MOVES, np.int64)
    while not protocol.run_over(state):
        moves = [int(move) for move in legal[: protocol.run_legal(state, legal)]]
        payoffs, stopped = game.values(state, moves)
        if stopped is not StoppedBy.SOLVED:
            break
        line.append(game.best(state, payoffs))
        protocol.run_apply(state, line[-1])
    return line
