"""The driver of the search: rounds of worlds, trees side by side, live findings, when to stop.

A search holds ``SearchOptions.trees`` trees. World ``i`` belongs to tree ``i`` modulo their number,
and every tree plays its worlds in ascending order, whatever thread advances it and in whatever
chunks. Worlds come in rounds of fixed, growing size; all trees finish a round before their
statistics are added up, in the order of the trees, to drop candidates or to stop. So under a limit
of iterations the findings depend on position, options and seed alone: not on threads, chunks or
the clock.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from games import protocol
from games.protocol import State
from solvers.budget import Budget
from solvers.ismcts.findings import FEWEST, Findings
from solvers.ismcts.forest import Forest
from solvers.ismcts.options import MatchTable, SearchOptions, Setting
from solvers.progress import Listener, Progress, ignore
from solvers.result import StoppedBy

CHUNK_SECONDS: Final = 0.008
FIRST_CHUNK: Final = 4  # iterations of a tree, which may be slow ones
LARGEST_CHUNK: Final = 1 << 20
FIRST_ROUND: Final = FEWEST  # worlds
GROWTH: Final = 1.5
MOST_WORLDS: Final = (1 << 31) - 1  # what the counters of a node can count
TELL_SECONDS: Final = 0.04


def moves_of(root: State, setting: Setting, candidates: Sequence[int] | None) -> list[int]:
    """The moves to compare, ascending; raises ``ValueError`` when one is not legal."""
    moves = np.empty(setting.max_moves, np.int64)
    count = protocol.run_legal(root, moves)
    legal = [int(move) for move in moves[:count]]
    wanted = sorted(set(legal if candidates is None else candidates))
    if not wanted or not set(wanted) <= set(legal):
        raise ValueError(f"candidates {wanted} are not some of the legal moves {legal}")
    return wanted


class Search:
    """One search from one state. Make it, then :meth:`run` it once."""

    def __init__(
        self,
        root: State,
        setting: Setting,
        options: SearchOptions,
        budget: Budget,
        *,
        seed: int = 0,
        candidates: Sequence[int] | None = None,
        table: MatchTable | None = None,
        threads: int = 1,
        name: Callable[[int], str] = str,
        chunk: int | None = None,
    ) -> None:
        """Prepare to search for the seat to move in ``root``, which knows its own cards.

        ``candidates``: legal moves to compare, all by default. ``table``: what payoffs are worth,
        for the utility "match" of a game that does not tell it itself. ``name``: a move as users
        write it. ``chunk``: worlds of a tree between two looks at the clock, by default as many as
        take a few milliseconds.

        Raises ``ValueError`` when the game is over, a candidate is not legal, or options and table
        do not go together.
        """
        if protocol.run_over(root):
            raise ValueError("the game is over: there is no move to search for")
        match = options.utility == "match"
        if match != (table is not None) and not (match and setting.tells_worth):
            raise ValueError("a match table goes with the utility 'match', and only with that")
        self._moves = moves_of(root, setting, candidates)
        seat = int(protocol.run_turn(root))
        self._forest = Forest(root, seat, self._moves, setting, options, table, budget, seed)
        self._options, self._budget = options, budget
        self._threads, self._name, self._chunk = threads, name, chunk
        self._alive = np.arange(len(self._moves))
        self._worlds = 0
        self._told = -TELL_SECONDS
        self._pace = 0.0  # iterations of one tree a second

    def run(self, listener: Listener = ignore) -> Findings:
        """Search until the budget is spent or the choice is settled.

        However small the limit of iterations, there is one for each candidate; however small the
        others, a chunk of work is done, unless the search is cancelled before it begins.
        """
        stopped = self._budget.stopped()
        if stopped is not StoppedBy.CANCELLED:
            workers = min(self._threads, self._forest.trees)
            if workers > 1:
                with ThreadPoolExecutor(workers) as pool:
                    stopped = self._rounds(pool, workers, listener)
            else:
                stopped = self._rounds(None, 1, listener)
        findings = self._findings(stopped)
        self._tell(listener, findings)
        return findings

    def _rounds(
        self, pool: ThreadPoolExecutor | None, workers: int, listener: Listener
    ) -> StoppedBy:
        """Play round after round."""
        size, trees = 0, self._forest.trees
        while True:
            size = max(FIRST_ROUND, int(size * GROWTH))
            end = -(-size // trees) * trees
            each = len(self._alive) if self._forest.paired else 1
            least = 0 if self._worlds else (1 if self._forest.paired else len(self._moves))
            left = min(self._budget.iterations_left() // each, MOST_WORLDS - self._worlds)
            left = max(left, least)
            if left <= 0:
                return StoppedBy.ITERATIONS
            stopped = self._play(min(end, self._worlds + left), pool, workers, listener)
            if stopped:
                return stopped
            tally, paired, settle = self._forest.tally(), self._forest.paired, self._options.settle
            if paired:
                keep = 1 if settle else 2
                self._alive = tally.still_alive(self._alive, self._options.drop_at, keep)
            enough = self._worlds >= self._options.settle_after
            if settle and enough and tally.settled(self._alive, paired):
                return StoppedBy.SETTLED

    def _play(
        self, end: int, pool: ThreadPoolExecutor | None, workers: int, listener: Listener
    ) -> StoppedBy | None:
        """Play all worlds below ``end``, in chunks; a limit reached ends it early."""
        trees = self._forest.trees
        each = len(self._alive) if self._forest.paired else 1
        left = [range(self._worlds + (t - self._worlds) % trees, end, trees) for t in range(trees)]
        while any(left):
            stopped = self._budget.stopped()
            # The limit of iterations is in ``end`` already.
            if stopped is StoppedBy.CANCELLED or (
                stopped not in {None, StoppedBy.ITERATIONS} and self._worlds
            ):
                return stopped
            count = self._chunk or self._chunk_worlds(each, workers)
            now = [worlds[:count] for worlds in left]
            left = [worlds[count:] for worlds in left]
            began = time.perf_counter()
            if pool is None:
                for t in range(trees):
                    self._forest.advance(t, now[t], self._alive)
            else:
                list(pool.map(self._forest.advance, range(trees), now, [self._alive] * trees))
            spent = max(time.perf_counter() - began, 1e-6)
            done = sum(map(len, now))
            self._worlds += done
            self._budget.iterations += done * each
            self._pace = done * each / spent / workers
            if time.perf_counter() - self._told >= TELL_SECONDS:
                self._tell(listener, self._findings(None))
        return None

    def _chunk_worlds(self, each: int, workers: int) -> int:
        """Worlds of every tree that together take the time of a chunk, by the pace so far."""
        if not self._pace:
            return max(1, FIRST_CHUNK // each)
        seconds = min(CHUNK_SECONDS, max(self._budget.seconds_left(), 0.0005))
        iterations = min(LARGEST_CHUNK, int(self._pace * seconds * workers / self._forest.trees))
        return max(1, iterations // each)

    def _findings(self, stopped: StoppedBy | None) -> Findings:
        return self._forest.findings(self._worlds, self._alive, stopped)

    def _tell(self, listener: Listener, findings: Findings) -> None:
        """Tell the listener."""
        self._told = time.perf_counter()
        best = findings.moves[0]
        words = f"{self._name(best.move)} {best.value:.3f} ± {best.se:.3f}"
        limit = self._budget.limits.iterations
        listener(Progress(findings.iterations, limit, "iterations", words, lambda: findings))
