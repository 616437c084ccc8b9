"""The driver of the search: rounds of worlds, trees side by side, live findings, when to stop.

A search holds ``SearchOptions.trees`` trees. World ``i`` belongs to tree ``i`` modulo their number,
and every tree plays its worlds in ascending order, whatever thread advances it and in whatever
chunks. Worlds come in rounds of fixed, growing size; all trees finish a round before their
statistics are added up, in the order of the trees, to drop candidates or to stop. So under a limit
of iterations the findings depend on position, options and seed alone: not on threads, chunks or
the clock.

Under racing, those that worlds put clearly ahead of what judgement favours are played on against it
until one gives way. When a choice seems made, candidates that were dropped too early to be certain
are played again. Once it is made, the last part of the budget values the move chosen in fresh
worlds. Where the best of each of several sides is looked for, the sides are halved instead, again
and again (sequential halving: Karnin, Koren and Somekh, 2013).
"""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil, log2
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games import protocol
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, Listener, ignore, sampled
from kibitz.solvers.intervals import FEWEST
from kibitz.solvers.ismcts.forest import Forest, moves_of
from kibitz.solvers.ismcts.growing import Pace
from kibitz.solvers.ismcts.options import MatchTable, SearchOptions, Setting
from kibitz.solvers.ismcts.tally import NO_ANCHOR, Course, Tally
from kibitz.solvers.ismcts.tree import Ints
from kibitz.solvers.ismcts.valued import Findings

CHUNK_SECONDS: Final = 0.008
FIRST_ROUND: Final = FEWEST  # worlds
GROWTH: Final = 1.5
MOST_WORLDS: Final = (1 << 31) - 1  # what the counters of a node can count
TELL_SECONDS: Final = 0.04


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
        sides: Sequence[Sequence[int]] | None = None,
        table: MatchTable | None = None,
        threads: int = 1,
        name: Callable[[int], str] = str,
        chunk: int | None = None,
    ) -> None:
        """Prepare to search for the seat to move in ``root``, which knows its own cards.

        ``candidates``: legal moves to compare, all by default. ``sides``: the same in parts, the
        best of each to be found, the likeliest first, for racing alone. ``table``: what payoffs are
        worth, for the utility "match" of a game that does not compute it itself. ``name``: a move
        as users write it. ``chunk``: turns of a tree between two looks at the clock, by default as
        many as take a few milliseconds; see :mod:`kibitz.solvers.ismcts.growing`.

        Raises ``ValueError`` when the game is over, a candidate is not legal, or options, sides and
        table do not go together.
        """
        if protocol.run_over(root):
            raise ValueError("the game is over: there is no move to search for")
        match = options.utility == "match"
        if match != (table is not None) and not (match and setting.tells_worth):
            raise ValueError("a match table goes with the utility 'match', and only with that")
        if sides is not None:
            candidates = [move for side in sides for move in side]
        self._moves = moves_of(root, setting, candidates)
        seat = int(protocol.run_turn(root))
        self._forest = Forest(root, seat, self._moves, setting, options, table, budget, seed)
        if sides is not None and not self._forest.paired:
            raise ValueError("sides go with the root 'racing', and only with that")
        place = {move: k for k, move in enumerate(self._moves)}
        self._sides = [[place[move] for move in side] for side in sides or []]
        self._options, self._budget, self._whole = options, budget, budget
        self._workers, self._name, self._chunk = min(threads, self._forest.trees), name, chunk
        self._map: Callable[..., Iterable[int]] = map
        self._listener: Listener = ignore
        count = len(self._moves)
        self._alive = self._playing = np.arange(count)
        self._anchors = np.full(count, NO_ANCHOR)
        self._common = np.zeros((count, count), np.int64)
        self._looks = 0
        self._chosen: Tally | None = None
        self._worlds = 0  # played, with all candidates that were alive
        self._numbered = 0  # worlds of lower number have been begun
        self._told = -TELL_SECONDS
        self._pace = Pace()  # of all threads together, by tree

    def run(self, listener: Listener = ignore) -> Findings:
        """Search until the budget is spent or the choice is settled.

        However small the limit of iterations, there is one for each candidate; however small the
        others, a chunk of work is done, unless the search is cancelled before it begins.
        """
        stopped, self._listener = self._budget.stopped(), listener
        if stopped is not StoppedBy.CANCELLED:
            if self._workers > 1:
                with ThreadPoolExecutor(self._workers) as pool:
                    self._map = pool.map
                    stopped = self._choose_and_value()
            else:
                stopped = self._choose_and_value()
        findings = self._findings(stopped)
        self._tell(findings)
        return findings

    def _choose_and_value(self) -> StoppedBy:
        """Choose with the larger part of the budget; value with the rest."""
        if self._sides:
            return self._halve()
        share = self._options.value_share if self._forest.paired else 0.0
        self._budget = self._whole.portion(1 - share) if share else self._whole
        stopped = self._rounds()
        if stopped is StoppedBy.CANCELLED or not share:
            return stopped
        return self._value(stopped)

    def _halve(self) -> StoppedBy:
        """Find the best of each side, with as much of the budget for every time it is halved.

        All that are left are played in the same worlds. The first of a side, the likeliest, is not
        dropped before the last time. Who is dropped stays behind the best of its side.
        """
        sides, times = self._sides, ceil(log2(max(map(len, self._sides))))
        for left in range(max(1, times), 0, -1):
            rounds = self._budget.iterations_left() // left // len(self._alive)
            stopped = self._play(self._worlds + max(1, rounds))
            if stopped:
                return stopped
            tally, kept = self._forest.tally(self._course()), []
            for side in sides:
                half = tally.better_half(side, keep_first=left > 1)
                self._anchor(np.setdiff1d(side, half), half[0])
                kept.append([k for k in side if k in half])
            sides = kept
            self._alive = np.sort(np.concatenate(sides))
        return StoppedBy.ITERATIONS

    def _value(self, stopped: StoppedBy) -> StoppedBy:
        """Play the move chosen in fresh worlds; how the whole search ended."""
        share = self._options.value_share
        self._chosen = self._forest.tally(self._course())
        games = self._whole.iterations_left()
        if stopped is StoppedBy.SETTLED:
            wanted = int(share / (1 - share) * self._chosen.visits.sum())
            games = min(games, max(self._options.settle_after, wanted))
        self._budget = self._whole
        best = np.array([self._chosen.leader(self._alive)])
        ended = None
        if games > 0 and self._whole.stopped() is None:
            end = min(self._numbered + games, MOST_WORLDS)
            ended = self._play(end, best)
        if stopped is StoppedBy.SETTLED and ended is not StoppedBy.CANCELLED:
            return stopped
        return ended or self._whole.stopped() or stopped

    def _rounds(self) -> StoppedBy:
        """Play round after round with the candidates alive."""
        size, trees, paired = 0, self._forest.trees, self._forest.paired
        while True:
            size = max(FIRST_ROUND, int(size * GROWTH))
            end = -(-size // trees) * trees
            each = len(self._alive) if paired else 1
            least = 0 if self._worlds else 1 if paired else len(self._moves)
            left = min(self._budget.iterations_left() // each, MOST_WORLDS - self._worlds)
            left = max(left, least)
            if left <= 0:
                return StoppedBy.ITERATIONS
            stopped = self._play(min(end, self._worlds + left))
            if stopped:
                return stopped
            if self._decided():
                return StoppedBy.SETTLED
            stopped = self._resolve() if paired else None
            if stopped:
                return stopped
            if self._numbered > end:
                size = self._numbered

    def _resolve(self) -> StoppedBy | None:
        """Play on those that judgement and worlds dispute, until they agree or the budget ends."""
        while len(rivals := self._forest.tally(self._course()).disputed(self._alive)):
            games = self._budget.iterations_left() // len(rivals)
            worlds = min(max(FIRST_ROUND, self._worlds // 2), games, MOST_WORLDS - self._worlds)
            if worlds <= 0:
                return StoppedBy.ITERATIONS
            stopped = self._play(self._numbered + worlds, rivals)
            if stopped:
                return stopped
        return None

    def _decided(self) -> bool:
        """Drop who is behind; whether nobody is in question any more."""
        settle, paired = self._options.settle, self._forest.paired
        tally = self._forest.tally(self._course())
        if paired:
            kept = tally.still_alive(self._alive, self._options.drop_at, 1 if settle else 2)
            self._anchor(np.setdiff1d(self._alive, kept), tally.leader(self._alive))
            self._alive = kept
        if not settle:
            return False
        self._looks += 1
        tally = self._forest.tally(self._course())
        standing = tally.standing()
        unclear = tally.unclear(standing)
        if not unclear:
            alone = len(self._alive) == 1 and self._options.value_share > 0
            return alone or self._worlds >= self._options.settle_after
        if paired and not set(unclear) & set(self._alive.tolist()):
            # Whoever is left is told apart: make certain of those that were dropped early.
            self._alive = np.sort([next(iter(standing)), *unclear])
        return False

    def _anchor(self, leaving: Ints, best: int) -> None:
        """Note which candidate others were last compared with."""
        self._anchors[leaving[leaving != best]] = best

    def _course(self) -> Course:
        return Course(self._alive, self._anchors.copy(), self._common.copy(), self._looks)

    def _play(self, end: int, playing: Ints | None = None) -> StoppedBy | None:
        """Play all worlds below ``end``, in chunks; a limit reached ends it early.

        ``playing``: candidates to play, by default those alive.

        One world is played whole in any case, unless the search is cancelled. A world that was
        broken off counts where candidates are not compared with each other.
        """
        self._playing = self._alive if playing is None else playing
        trees, first, each = self._forest.trees, self._numbered, self._forest.turns(self._playing)
        worlds = [range(first + (t - first) % trees, end, trees) for t in range(trees)]
        reached, wanted = [0] * trees, [each * len(numbers) for numbers in worlds]
        self._numbered = end
        while reached != wanted:
            stopped = self._out_of_time()
            if stopped is StoppedBy.CANCELLED or (stopped and self._worlds):
                return stopped
            seconds = min(CHUNK_SECONDS, max(self._budget.seconds_left(), 0.0005))
            turns = self._chunk or self._pace.turns(each, seconds * self._workers / trees)
            began, before = time.perf_counter(), sum(reached)
            done = sum(turns // each for turns in reached)
            work = (
                worlds,
                reached,
                [min(n + turns, m) for n, m in zip(reached, wanted, strict=True)],
            )
            reached = [*self._map(self._advance, range(trees), *work)]
            played = sum(reached) - before
            self._pace.took(played / trees, (time.perf_counter() - began) * self._workers / trees)
            done = sum(turns // each for turns in reached) - done
            self._worlds += done
            self._common[np.ix_(self._playing, self._playing)] += done
            self._budget.iterations += played
            if time.perf_counter() - self._told >= TELL_SECONDS:
                self._tell(self._findings(None))
        return None

    def _out_of_time(self) -> StoppedBy | None:
        """What has stopped the search, but for the iterations: they limit the worlds already."""
        stopped = self._budget.stopped()
        return None if stopped is StoppedBy.ITERATIONS else stopped

    def _advance(self, tree: int, worlds: range, begin: int, end: int) -> int:
        """Let a tree play some turns, if there is time for it; how many are played then."""
        if begin == end or (tree and self._out_of_time()):
            return begin
        self._forest.advance(tree, worlds, self._playing, begin, end)
        return end

    def _findings(self, stopped: StoppedBy | None) -> Findings:
        return self._forest.findings(self._worlds, self._course(), self._chosen, stopped)

    def _tell(self, findings: Findings) -> None:
        """Report to the listener."""
        self._told = time.perf_counter()
        best = findings.moves[0]
        name, limit = self._name(best.move), self._whole.limits.iterations
        done = findings.iterations
        self._listener(sampled(done, limit, name, best.value, best.se, lambda: findings))
