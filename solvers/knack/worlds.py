"""Worlds of K'nack in which moves are played out, and hands of others read from what they laid."""

from dataclasses import replace
from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.chance import GOLDEN
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knack import policy  # noqa: F401 (attaches itself to the protocol)
from kibitz.heuristics.knack.likelihood import HANDS, guessed
from kibitz.solvers.budget import Budget
from kibitz.solvers.intervals import bounded
from kibitz.solvers.ismcts.forest import new_rows, new_workspaces
from kibitz.solvers.ismcts.growing import GrowingTree
from kibitz.solvers.ismcts.options import SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.tree import Ints
from kibitz.solvers.knack import endgame  # noqa: F401 (attaches itself to the protocol)
from kibitz.solvers.knack.frames import MOST_MOVES

SETTING: Final = Setting(MOST_SEATS, MOST_MOVES)  # one for all, so that nothing compiles anew
HANDS_PER_MS: Final = 10  # of a limit of time, so that weighing hands takes a small part of it
FEWEST_HANDS: Final = 64
BLOCK: Final = 256  # worlds dealt from the same guesses
# The variance that the luck of hands adds to a mean over a block, times the hands, for that of an
# outcome: measured in 23 moves, each valued with 12 seeds.
SHARED_LUCK: Final = 0.7
MASK: Final = (1 << 64) - 1


class Reader:
    """What is read of the hands of the others from the cards they laid, see :func:`reader_of`.

    Worlds are dealt in blocks, each from guesses of its own, so that how few hands stand for all
    matters less the longer a search is.
    """

    def __init__(self, view: State, hands: int, seed: int) -> None:
        """``hands``: dealt to each of the others, and weighed, for a block."""
        self.hands, self._view, self._seed = hands, view, seed
        self._first = self._guesses(0)

    def guesses(self, block: int) -> State:
        """A view with the guesses of a block of worlds, none where nothing can be read."""
        return self._guesses(block) if block else self._first.copy()

    def _guesses(self, block: int) -> State:
        seat = int(protocol.run_turn(self._view))
        return guessed(self._view, seat, self.hands, (self._seed + block * GOLDEN) & MASK)[0]


def reader_of(view: State, options: SearchOptions, budget: Budget, seed: int) -> Reader | None:
    """Who reads a view, where the options weigh worlds and there is something to read.

    With more than two players those who look at their own hand only are read worse than by taking
    all deals for as likely. How many hands are dealt depends on the limits, never on how fast the
    machine is.
    """
    players, limits = int(view[0]["players"]), budget.limits
    if options.worlds == "uniform" or players > 2:
        return None
    number = HANDS // players
    if limits.time_ms is not None:
        number = min(number, HANDS_PER_MS * limits.time_ms // players)
    if limits.iterations is not None:
        number = min(number, limits.iterations)
    reader = Reader(view, max(FEWEST_HANDS, number), seed)
    return reader if reader.guesses(0)[0]["guessed"] else None


class Games:
    """Worlds dealt one after the other, in each of which some of the moves are played out."""

    def __init__(
        self,
        view: State,
        seat: int,
        moves: list[int],
        options: SearchOptions,
        seed: int,
        reader: Reader | None = None,
    ) -> None:
        """``moves``: ascending, the candidates of ``seat``, which knows its own cards.

        ``reader``: whose guesses the worlds are dealt from; else all deals are as likely.
        """
        count = len(moves)
        self.worlds = 0
        self._root, self._reader = view.copy(), reader
        self._rows = new_rows(1, count + 1)
        self._workspaces = new_workspaces(1, SETTING, None)
        self._workspaces["used"] = count + 1
        self.pairs = np.zeros((2, count, count))
        self._tree = GrowingTree(
            *(self._root, moves, self._rows[0], np.zeros(0), self._workspaces, self.pairs),
            *(np.zeros(0), dials_of(replace(options, worlds="uniform"), seat), np.uint64(seed)),
        )

    def play(self, alive: Ints, begin: int, end: int) -> None:
        """The turns from number ``begin`` to before ``end`` in new worlds, from 0 with new ones.

        ``alive``: ascending places of the moves that are candidates, a turn each in every world.
        A world that is begun has to be played to its end, or no other follows.
        """
        each = len(alive)
        first = self.worlds - begin // each
        while begin < end:
            until, (world, part) = end, divmod(begin, each)
            if self._reader is not None:
                block, place = divmod(first + world, BLOCK)
                if place == part == 0:
                    self._root[:] = self._reader.guesses(block)
                until = min(end, (world + BLOCK - place) * each)
            self._tree.play(range(first, first - (-until // each)), alive, begin, until)
            begin = until
        self.worlds = first + end // each

    @property
    def inflation(self) -> float:
        """The variance of a mean over games, for that of as many games in independent worlds.

        Worlds of a block share the luck of the hands that were dealt for it.
        """
        if self._reader is None:
            return 1.0
        return 1.0 + SHARED_LUCK * min(self.worlds, BLOCK) / self._reader.hands

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
        variance = float(self.squares[k]) / max(1, count) - mean * mean
        return bounded(count, mean, self.inflation * variance)
