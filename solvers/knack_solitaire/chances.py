"""The chance to win where cards or shuffles are unknown: two honest ends, sampled under a budget.

See :mod:`kibitz.solvers.knack_solitaire.sampling` for why they are ends.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import Score, StoppedBy, Verdict
from kibitz.games.protocol import Moves, State
from kibitz.solvers.budget import Budget, Listener, Progress
from kibitz.solvers.intervals import wilson
from kibitz.solvers.knack_solitaire.sampling import NO_MOVE, sample_worlds

ENOUGH: Final = 60_000  # worlds after which the interval is 0.8 points wide at its widest
FIRST_WORLDS: Final = 4
LARGEST_BATCH: Final = 4_096
KEPT: Final = 4  # moves that all worlds are spent on in the end
ROUND_SHARE: Final = 0.2  # of the time before the moves are halved again


@dataclass(frozen=True)
class Chance:
    """Of ``worlds`` sampled ones the policy wins ``below``, and ``above`` are not proved lost.

    ``best``: of the same worlds it wins so many after the best move. ``share``: what it wins after
    that one of all worlds.
    """

    above: int
    below: int
    worlds: int
    best: int
    share: float

    @property
    def value(self) -> float:
        """The share that the policy wins, judged by how the best move did in the same worlds."""
        return min(1.0, max(0.0, self.share - (self.best - self.below) / max(1, self.worlds)))

    def score(self) -> Score:
        """The chance as an answer; an estimate where both ends are the same games."""
        low, high = wilson(self.below, self.worlds)[0], wilson(self.above, self.worlds)[1]
        low, high = min(low, self.value), max(high, self.value)
        same = self.above == self.below
        return Score(
            kind="estimate" if same else "bound",
            unit="win_probability",
            value=self.value,
            low=low,
            high=high,
            samples=self.worlds,
        )


LOST: Final = Score(kind="exact", unit="win_probability", value=0, low=0, high=0, samples=0)


class Won(NamedTuple):
    """Orders of the cards face down, of ``total``: won without a look at them, not proved lost."""

    below: int
    above: int
    total: int

    def within(self, other: "Won") -> "Won":
        """Both counts of the same orders, each as near to the other as one of the two knows."""
        return Won(max(self.below, other.below), min(self.above, other.above), self.total)

    @classmethod
    def of(cls, score: Score, total: int) -> "Won":
        """What :meth:`score` has made of so many of ``total`` orders."""
        return cls(round(score.low * total), round(score.high * total), total)

    @property
    def verdict(self) -> Verdict | None:
        """Won or lost whatever the order; None where it depends on that, or is not known."""
        if self.below == self.total:
            return Verdict.SOLVABLE
        return None if self.above else Verdict.UNSOLVABLE

    @property
    def note(self) -> str:
        """Both counts in words."""
        found = f"{self.below}" if self.below == self.above else f"{self.below} to {self.above}"
        return f"{found} of {self.total} orders of the stock won"

    def score(self) -> Score:
        """The chance to win."""
        exact = self.below == self.above
        low, high = self.below / self.total, self.above / self.total
        return Score(
            kind="exact" if exact else "bound",
            unit="win_probability",
            value=low,
            low=low,
            high=high,
            samples=0 if exact else self.total,
        )


class Ends:
    """Counts of worlds for some moves of a position, the promising ones sampled most."""

    def __init__(self, root: State, moves: list[int], *, hidden: bool, seed: int) -> None:
        """``hidden``: the stock is face down; otherwise only shuffles to come are unknown."""
        self._root, self._work = root, root.copy()
        self._hidden, self._seed = hidden, np.uint64(seed)
        self.moves = np.array(moves or [NO_MOVE], np.int64)
        size = len(self.moves)
        self._above, self._below = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._worlds = np.zeros(size, np.int64)
        self._then: dict[int, Moves] = {}  # what was below when moves were dropped, by worlds
        self.games = 0
        self.stopped = StoppedBy.CANCELLED

    def run(self, budget: Budget, listener: Listener) -> "Ends":
        """Sample until the budget is spent or there are enough worlds; some in any case."""
        chosen = np.arange(len(self.moves))
        began, total = budget.seconds_left(), budget.iterations_left()
        batch = FIRST_WORLDS
        while True:
            self._sample(chosen, batch, budget, listener)
            stopped = budget.stopped()
            if stopped or self._worlds.max() >= ENOUGH:
                self.stopped = stopped or StoppedBy.SETTLED
                return self
            spent = 1 - min(
                budget.seconds_left() / began if began < float("inf") else 1.0,
                budget.iterations_left() / total if budget.limits.iterations else 1.0,
            )
            rounds = int(spent / ROUND_SHARE)
            keep = max(KEPT, len(self.moves) >> rounds)
            if keep < len(chosen):
                order = self.order()  # moves that were dropped before stay dropped
                chosen = np.sort(order[np.isin(order, chosen)][:keep])
                self._then[self.worlds] = self._below.copy()
            batch = min(LARGEST_BATCH, 2 * batch)

    def _sample(
        self,
        chosen: "np.ndarray[tuple[int], np.dtype[np.int64]]",
        worlds: int,
        budget: Budget,
        listener: Listener,
    ) -> None:
        first = int(self._worlds[chosen].min())
        step = 1
        done = 0
        while done < worlds and not (done and budget.stopped()):
            began = budget.elapsed()
            step = int(min(step, worlds - done, max(1, budget.iterations_left())))
            above, below = np.zeros(len(chosen), np.int64), np.zeros(len(chosen), np.int64)
            self.games += sample_worlds(
                self._root,
                self._work,
                self.moves[chosen],
                self._hidden,
                self._seed,
                first + done,
                step,
                above,
                below,
            )
            self._above[chosen] += above
            self._below[chosen] += below
            self._worlds[chosen] += step
            budget.iterations += step
            done += step
            listener(Progress(self.worlds, ENOUGH, "worlds", found=lambda: self))
            step = 2 * step if budget.elapsed() - began < 0.003 else max(1, step // 2)

    def order(self) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """Places of the moves, best first.

        By the value, then by the worlds sampled, then by what is not proved lost.
        """
        values = np.array([self.chance(place).value for place in range(len(self.moves))])
        return np.lexsort((-self._above, -self._worlds, -values))

    def chance(self, place: int) -> Chance:
        """What is known of the move at ``place``."""
        sampled = np.where(self._worlds == self.worlds, self._below, -1)
        best, worlds = int(sampled.argmax()), int(self._worlds[place])
        below = self._below if worlds == self.worlds else self._then[worlds]
        return Chance(
            above=int(self._above[place]),
            below=int(self._below[place]),
            worlds=worlds,
            best=int(below[best]),
            share=int(self._below[best]) / max(1, self.worlds),
        )

    @property
    def worlds(self) -> int:
        """The most worlds that a move was sampled in."""
        return int(self._worlds.max())
