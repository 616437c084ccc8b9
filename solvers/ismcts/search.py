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
from math import prod
from typing import Final

import numpy as np

from games import protocol
from games.protocol import State
from solvers.budget import MEGABYTE, Budget
from solvers.ismcts.desk import desk_type, new_desks
from solvers.ismcts.findings import Findings, MoveFindings, SearchProgress, Tally
from solvers.ismcts.iteration import run
from solvers.ismcts.options import MatchTable, SearchOptions, Setting, dials_of
from solvers.ismcts.tree import NODE, most_visited_line, new_rows, plant
from solvers.progress import Listener, ignore
from solvers.result import StoppedBy

CHUNK_SECONDS: Final = 0.008
FIRST_CHUNK: Final = 64  # iterations of a tree
LARGEST_CHUNK: Final = 1 << 20
FIRST_ROUND: Final = 64  # worlds
GROWTH: Final = 1.5
TELL_SECONDS: Final = 0.04
FEWEST: Final = 32  # samples before a standard error is believed
SETTLED_AT: Final = 2.0  # standard errors
LEAST_OF_TREE: Final = 16  # iterations of each candidate that make another tree worth while
MOST_WORLDS: Final = (1 << 31) - 1  # what the counters of a node can count
LARGEST_BYTES: Final = 256 * MEGABYTE
LONGEST_LINE: Final = 16
LINE_VISITS: Final = 8
WIDEST: Final = 1024  # moves told apart at one node of a line
NOBODY: Final = np.empty(0, np.int64)


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
        for the utility "match". ``name``: a move as users write it. ``chunk``: worlds of a tree
        between two looks at the clock, by default as many as take a few milliseconds.

        Raises ``ValueError`` when the game is over, a candidate is not legal, or options and table
        do not go together.
        """
        if protocol.run_over(root):
            raise ValueError("the game is over: there is no move to search for")
        if (options.utility == "match") != (table is not None):
            raise ValueError("a match table goes with the utility 'match', and only with that")
        moves = np.empty(setting.max_moves, np.int64)
        legal = [int(move) for move in moves[: protocol.run_legal(root, moves)]]
        self._moves = sorted(set(legal if candidates is None else candidates))
        if not self._moves or not set(self._moves) <= set(legal):
            raise ValueError(f"candidates {self._moves} are not some of the legal moves {legal}")
        self._root, self._options, self._budget = root.copy(), options, budget
        self._seat = int(protocol.run_turn(root))
        self._dials = dials_of(options, self._seat)
        self._seed = np.uint64(seed)
        self._paired = options.root == "elimination"
        self._threads, self._name, self._chunk = threads, name, chunk
        self._make_trees(setting, table)
        self._alive = np.arange(len(self._moves))
        self._worlds = 0
        self._told = -TELL_SECONDS
        self._pace = 0.0  # iterations of one tree a second

    def _make_trees(self, setting: Setting, table: MatchTable | None) -> None:
        """Trees within the limits: so few that each has room and iterations enough."""
        count = len(self._moves)
        pairs = (2, count, count) if self._paired else (2, 0, 0)
        tuned = self._options.selection == "ucb_tuned"
        each = NODE.itemsize + 8 * tuned
        fixed = desk_type(setting).itemsize + each * (count + 1) + 8 * prod(pairs)
        allowed = min(self._budget.memory_bytes(), LARGEST_BYTES)
        limit = self._budget.limits.iterations or 1 << 40
        useful = limit // (count * LEAST_OF_TREE)
        trees = max(1, min(self._options.trees, allowed // fixed, useful))
        room = 0
        if self._options.tree_depth > 1:
            room = min(max(0, allowed // trees - fixed) // each, limit)
        self._rows = new_rows(trees, 1 + count + room)
        self._squares = np.zeros((trees, 1 + count + room if tuned else 0))
        for row in self._rows:
            plant(row, self._moves, self._seat)
        self._desks = new_desks(trees, setting, table)
        self._desks["used"] = count + 1
        self._work = np.repeat(self._root, 2 * trees).reshape(trees, 2)
        self._pairs = np.zeros((trees, *pairs))
        values = np.zeros(0) if table is None else table.values
        self._table = np.array(values, np.float64).reshape(-1)

    def run(self, listener: Listener = ignore) -> Findings:
        """Search until the budget is spent or the choice is settled.

        However small the limits, there is an iteration for each candidate, unless the search is
        cancelled before it begins.
        """
        stopped = self._budget.stopped()
        if stopped is not StoppedBy.CANCELLED:
            workers = min(self._threads, len(self._rows))
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
        size, trees = 0, len(self._rows)
        while True:
            size = max(FIRST_ROUND, int(size * GROWTH))
            end = -(-size // trees) * trees
            each = len(self._alive) if self._paired else 1
            least = 0 if self._worlds else (1 if self._paired else len(self._moves))
            left = min(self._budget.iterations_left() // each, MOST_WORLDS - self._worlds)
            left = max(left, least)
            if left <= 0:
                return StoppedBy.ITERATIONS
            stopped = self._play(min(end, self._worlds + left), pool, workers, listener)
            if stopped:
                return stopped
            tally = self._tally()
            if self._paired:
                self._drop(tally)
            if self._options.settle and self._settled(tally):
                return StoppedBy.SETTLED

    def _play(
        self, end: int, pool: ThreadPoolExecutor | None, workers: int, listener: Listener
    ) -> StoppedBy | None:
        """Play all worlds below ``end``, in chunks; a limit reached ends it early."""
        trees = len(self._rows)
        each = len(self._alive) if self._paired else 1
        left = [range(self._worlds + (t - self._worlds) % trees, end, trees) for t in range(trees)]
        while any(left):
            stopped = self._budget.stopped()
            if stopped and (self._worlds or stopped is StoppedBy.CANCELLED):
                return stopped
            count = self._chunk or self._chunk_worlds(each, workers)
            now = [worlds[:count] for worlds in left]
            left = [worlds[count:] for worlds in left]
            began = time.perf_counter()
            if pool is None:
                for t in range(trees):
                    self._advance(t, now[t])
            else:
                list(pool.map(self._advance, range(trees), now))
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
        iterations = min(LARGEST_CHUNK, int(self._pace * seconds * workers / len(self._rows)))
        return max(1, iterations // each)

    def _advance(self, t: int, worlds: range) -> None:
        """Let tree ``t`` play ``worlds``."""
        if not worlds:
            return
        run(
            self._root,
            self._work[t],
            self._rows[t],
            self._squares[t],
            self._desks[t : t + 1],
            self._table,
            self._pairs[t],
            self._dials,
            self._seed,
            worlds.start,
            worlds.step,
            len(worlds),
            self._alive if self._paired else NOBODY,
        )

    def _tally(self) -> Tally:
        return Tally(self._rows, self._desks, self._pairs, len(self._moves))

    def _drop(self, tally: Tally) -> None:
        """Drop the candidates that are clearly behind the leader, the worst first."""
        best = tally.leader(self._alive, paired=True)
        if tally.visits[best] < FEWEST:
            return
        behind = []
        for k in self._alive:
            loss, error = tally.loss(best, int(k), paired=True)
            if loss > self._options.drop_at * error:
                behind.append((loss, int(k)))
        keep = 1 if self._options.settle else 2
        worst = sorted(behind, reverse=True)[: max(0, len(self._alive) - keep)]
        self._alive = np.setdiff1d(self._alive, [k for _, k in worst])

    def _settled(self, tally: Tally) -> bool:
        """Whether no rival is within two standard errors of the best; equal ones do not count."""
        best = tally.leader(self._alive, self._paired)
        if self._worlds < self._options.settle_after:
            return False
        for k in self._alive:
            loss, error = tally.loss(best, int(k), self._paired)
            equal = loss == 0 and error == 0
            if tally.visits[k] < FEWEST or not (equal or loss > SETTLED_AT * error):
                return False
        return True

    def _line(self, k: int) -> tuple[int, ...]:
        """Candidate ``k`` and the moves most visited after it."""
        line = np.empty(LONGEST_LINE - 1, np.int64)
        places = np.empty(len(self._rows), np.int64)
        tally = np.empty((2, WIDEST), np.int64)
        count = most_visited_line(self._rows, k, LINE_VISITS, places, tally, line)
        return (self._moves[k], *(int(move) for move in line[:count]))

    def _findings(self, stopped: StoppedBy | None) -> Findings:
        """Everything found so far."""
        tally, found = self._tally(), []
        order = tally.order(self._alive, self._paired)
        for k in order:
            visits = int(tally.visits[k])
            loss, loss_se = tally.loss(order[0], k, self._paired)
            means = tally.sums[k] / max(visits, 1)
            spread = np.maximum(0.0, tally.squares[k] / max(visits, 1) - means * means)
            ses = np.sqrt(spread / (visits - 1)) if visits > 1 else np.full_like(means, np.inf)
            found.append(
                MoveFindings(
                    move=self._moves[k],
                    value=float(tally.means[k]),
                    se=tally.error(k),
                    means=tuple(map(float, means)),
                    ses=tuple(map(float, ses)),
                    loss=loss,
                    loss_se=loss_se,
                    visits=visits,
                    seen=int(tally.seen[k]),
                    line=self._line(k),
                    dropped=k not in self._alive,
                )
            )
        return Findings(
            seat=self._seat,
            moves=tuple(found),
            iterations=int(tally.visits.sum()),
            worlds=self._worlds,
            nodes=int(self._desks["used"].sum()),
            full=bool(self._desks["full"].any()),
            stopped=stopped,
        )

    def _tell(self, listener: Listener, findings: Findings) -> None:
        """Tell the listener."""
        self._told = time.perf_counter()
        best = findings.moves[0]
        words = f"{self._name(best.move)} {best.value:.3f} ± {best.se:.3f}"
        limit = self._budget.limits.iterations
        listener(SearchProgress(findings.iterations, limit, "iterations", words, findings))
