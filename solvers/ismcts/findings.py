"""What a search has found: every candidate with its statistics, best first."""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

import numpy as np

from games.protocol import State
from solvers.ismcts.judgement import Judgement
from solvers.ismcts.tree import Ints, Nodes, Reals
from solvers.result import StoppedBy

FEWEST: Final = 32  # samples before a standard error is believed
SETTLED_AT: Final = 2.0  # standard errors


@dataclass(frozen=True, slots=True)
class MoveFindings:
    """A candidate and what was found of it.

    ``value`` is the mean of what the observer strives for, ``se`` its standard error; ``means`` are
    the utilities of all seats and ``ses`` their standard errors. ``loss`` is the mean difference
    to the best move and ``loss_se`` its standard error: under elimination over the worlds where
    both were played and with what judgement expected, otherwise of independent samples, so that a
    loss may come out negative.
    ``visits``: iterations that began with it; ``seen``: those in which it could have been chosen.
    ``line``: it and the moves most visited after it. ``dropped``: eliminated.
    Standard errors are infinite below two visits. Within a tree later iterations depend on earlier
    ones; the errors are then those that independent iterations would have.
    """

    move: int
    value: float
    se: float
    means: tuple[float, ...]
    ses: tuple[float, ...]
    loss: float
    loss_se: float
    visits: int
    seen: int
    line: tuple[int, ...]
    dropped: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """All candidates, best first: by visits under a bandit, by value under elimination.

    ``worlds``: deals of the hidden cards; ``iterations``: games played out in them. ``nodes``: in
    all trees; ``full``: one of them had no room for more. ``stopped`` is None while it goes on.
    """

    seat: int
    moves: tuple[MoveFindings, ...]
    iterations: int
    worlds: int
    nodes: int
    full: bool
    stopped: StoppedBy | None


def standard_error(count: int, total: float, squares: float) -> float:
    """Standard error of the mean of ``count`` samples; infinite for fewer than two."""
    if count < 2:
        return inf
    return sqrt(max(0.0, squares - total * total / count) / (count - 1) / count)


class Tally:
    """The statistics of the candidates, added up over trees in their order."""

    def __init__(self, rows: Nodes, desks: State, pairs: Reals, judgement: Judgement) -> None:
        """``rows, desks, pairs``: of all trees; ``judgement``: of each candidate."""
        count = len(judgement.expected)
        self._judgement = judgement
        roots = rows[:, 1 : count + 1]
        self.visits: Ints = roots["visits"].sum(axis=0, dtype=np.int64)
        self.seen: Ints = roots["seen"].sum(axis=0, dtype=np.int64)
        self.totals: Reals = roots["total"].sum(axis=0)
        self.goal_squares: Reals = desks["goal_squares"][:, :count].sum(axis=0)
        self.sums: Reals = desks["sums"][:, :count].sum(axis=0)
        self.squares: Reals = desks["squares"][:, :count].sum(axis=0)
        self._pairs: Reals = pairs.sum(axis=0)
        self.means: Reals = self.totals / np.maximum(self.visits, 1)

    def error(self, k: int) -> float:
        """Standard error of a candidate's mean."""
        return standard_error(int(self.visits[k]), float(self.totals[k]), self.goal_squares[k])

    def utilities(self, k: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """A candidate's mean utility of each seat, and the standard errors of those."""
        visits = int(self.visits[k])
        sums = [(float(s), float(q)) for s, q in zip(self.sums[k], self.squares[k], strict=True)]
        means = tuple(total / max(visits, 1) for total, _ in sums)
        return means, tuple(standard_error(visits, total, square) for total, square in sums)

    def loss(self, best: int, k: int, paired: bool) -> tuple[float, float]:
        """How far candidate ``k`` is behind ``best``, and the standard error of that.

        When paired, judgement counts as well; alone, until there are worlds enough.
        """
        if k == best:
            return 0.0, 0.0
        if not paired:
            difference = float(self.means[best] - self.means[k])
            return difference, float(np.hypot(self.error(best), self.error(k)))
        count = int(min(self.visits[best], self.visits[k]))
        a, b = min(best, k), max(best, k)
        total = float(self._pairs[0, a, b]) * (1 if a == best else -1)
        error = standard_error(count, total, float(self._pairs[1, a, b]))
        judged = self._judgement.error < inf
        seen = inf if judged and count < FEWEST else error
        return self._judgement.joined(best, k, total / max(count, 1), seen)

    def leader(self, alive: Ints, paired: bool) -> int:
        """The best candidate of ``alive``: most visits, or when paired the highest mean.

        With judgement: the one that is furthest ahead of the one with the highest mean.
        """
        if paired:
            first = int(alive[np.argmax(self.means[alive])])
            return int(min(alive, key=lambda k: (self.loss(first, int(k), paired)[0], k != first)))
        return int(max(alive, key=lambda k: (self.visits[k], self.means[k])))

    def order(self, alive: Ints, paired: bool) -> list[int]:
        """All candidates, best first."""
        best = self.leader(alive, paired)
        dropped = np.ones(len(self.visits), np.bool_)
        dropped[alive] = False

        def rank(k: int) -> tuple[float, ...]:
            if paired:
                return (k != best, dropped[k], self.loss(best, k, paired)[0], k)
            return (k != best, -self.visits[k], -self.means[k], k)

        return sorted(range(len(self.visits)), key=rank)

    def still_alive(self, alive: Ints, drop_at: float, keep: int) -> Ints:
        """``alive`` without those clearly behind the leader, the worst dropped first.

        Clearly: by more than ``drop_at`` standard errors of the paired difference. At least
        ``keep`` stay.
        """
        best = self.leader(alive, paired=True)
        if self.visits[best] < FEWEST:
            return alive
        behind = []
        for k in alive:
            loss, error = self.loss(best, int(k), paired=True)
            if loss > drop_at * error:
                behind.append((loss, int(k)))
        worst = sorted(behind, reverse=True)[: max(0, len(alive) - keep)]
        return np.setdiff1d(alive, [k for _, k in worst])

    def settled(self, alive: Ints, paired: bool) -> bool:
        """Whether no rival is within two standard errors of the best; equal ones do not count."""
        best = self.leader(alive, paired)
        for k in alive:
            loss, error = self.loss(best, int(k), paired)
            equal = loss == 0 and error == 0
            if self.visits[k] < FEWEST or not (equal or loss > SETTLED_AT * error):
                return False
        return True
