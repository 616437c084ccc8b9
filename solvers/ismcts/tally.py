"""The statistics of a search's candidates: judgement, means, paired differences, who is ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, inf, sqrt
from typing import Final, NamedTuple, Self

import numpy as np

from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.solvers.intervals import FEWEST, is_certain
from kibitz.solvers.ismcts.tree import Ints, Nodes

NO_ANCHOR: Final = -1
OUTDONE: Final = 2.0  # standard errors that worlds may put another ahead of the best


class Judgement(NamedTuple):
    """How far candidates are apart before any world is played.

    ``expected``: the value of each, up to a constant that is the same for all. ``error``: standard
    deviation of what two of them really differ by besides that; infinite where nothing is expected.
    """

    expected: Reals
    error: float

    def joined(self, best: int, k: int, loss: float, loss_se: float) -> tuple[float, float]:
        """A loss of ``k`` against ``best`` and its standard error, with what was expected of it.

        Both are taken for independent and normal. An infinite ``loss_se``: nothing was seen yet.
        Candidates that did the same in all worlds are the same.
        """
        if best == k or self.error == inf or loss_se == 0.0:
            return loss, loss_se
        before = float(self.expected[best] - self.expected[k])
        if loss_se == inf:
            return before, self.error
        seen, judged = loss_se**-2, self.error**-2
        return (loss * seen + before * judged) / (seen + judged), 1.0 / sqrt(seen + judged)


def standard_error(count: int, total: float, squares: float) -> float:
    """Standard error of the mean of ``count`` samples; infinite for fewer than two."""
    if count < 2:
        return inf
    return sqrt(max(0.0, squares - total * total / count) / (count - 1) / count)


@dataclass(frozen=True, slots=True)
class Behind:
    """How far a candidate is behind another, as `solvers.ismcts.valued.MoveFindings`."""

    loss: float
    loss_se: float
    gap: float
    gap_se: float
    pairs: int

    def after(self, other: Self) -> Self:
        """How far it is behind a third one that the second is behind by ``other``."""
        return type(self)(
            self.loss + other.loss,
            hypot(self.loss_se, other.loss_se),
            self.gap + other.gap,
            hypot(self.gap_se, other.gap_se),
            min(self.pairs, other.pairs),
        )


LEVEL: Final = Behind(0.0, 0.0, 0.0, 0.0, 1 << 62)


@dataclass(frozen=True, slots=True)
class Course:
    """How the race went.

    ``alive``: candidates still compared. ``anchors``: of each other one, which was best when it
    was last played, or -1. ``common``: in how many worlds two candidates were both played.
    ``looks``: how often it was asked whether the choice is certain.
    """

    alive: Ints
    anchors: Ints
    common: Ints
    looks: int


class Tally:
    """The statistics of the candidates, added up over trees in their order."""

    def __init__(
        self,
        rows: Nodes,
        workspaces: State,
        pairs: Reals,
        judgement: Judgement,
        course: Course | None,
        span: float,
    ) -> None:
        """``rows, workspaces, pairs``: of all trees; ``judgement``: of each candidate.

        ``course``: of a race; None where candidates were not played in the same worlds.
        ``span``: how far the outcomes of all games so far lie apart.
        """
        count = len(judgement.expected)
        self._judgement, self._course = judgement, course
        roots = rows[:, 1 : count + 1]
        self.visits: Ints = roots["visits"].sum(axis=0, dtype=np.int64)
        self.seen: Ints = roots["seen"].sum(axis=0, dtype=np.int64)
        self.totals: Reals = roots["total"].sum(axis=0)
        self.goal_squares: Reals = workspaces["goal_squares"][:, :count].sum(axis=0)
        self.sums: Reals = workspaces["sums"][:, :count].sum(axis=0)
        self.squares: Reals = workspaces["squares"][:, :count].sum(axis=0)
        self._pairs: Reals = pairs.sum(axis=0)
        self.means: Reals = self.totals / np.maximum(self.visits, 1)
        self.span = span

    def mean_since(self, k: int, earlier: Self | None) -> tuple[int, float, float]:
        """How often ``k`` was played since an ``earlier`` tally, the mean, its standard error."""
        count, total, squares = int(self.visits[k]), self.totals[k], self.goal_squares[k]
        if earlier is not None:
            count -= int(earlier.visits[k])
            total, squares = total - earlier.totals[k], squares - earlier.goal_squares[k]
        return count, float(total) / max(count, 1), standard_error(count, total, squares)

    def utilities(self, k: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """A candidate's mean utility of each seat, and the standard errors of those."""
        visits = int(self.visits[k])
        sums = [(float(s), float(q)) for s, q in zip(self.sums[k], self.squares[k], strict=True)]
        means = tuple(total / max(visits, 1) for total, _ in sums)
        return means, tuple(standard_error(visits, total, square) for total, square in sums)

    def behind(self, best: int, k: int) -> Behind:
        """How far candidate ``k`` is behind ``best``, directly compared.

        When paired, judgement counts as well; alone, until there are worlds enough.
        """
        if k == best:
            return LEVEL
        if self._course is None:
            gap = float(self.means[best] - self.means[k])
            error = hypot(self.mean_since(best, None)[2], self.mean_since(k, None)[2])
            return Behind(gap, error, gap, error, int(min(self.visits[best], self.visits[k])))
        count = int(self._course.common[best, k])
        a, b = min(best, k), max(best, k)
        total = float(self._pairs[0, a, b]) * (1 if a == best else -1)
        gap = total / max(count, 1)
        error = standard_error(count, total, float(self._pairs[1, a, b]))
        judged = self._judgement.error < inf
        seen = inf if judged and count < FEWEST else error
        return Behind(*self._judgement.joined(best, k, gap, seen), gap, error, count)

    def is_dropped(self, k: int) -> bool:
        """Whether a candidate has been eliminated."""
        return self._course is not None and k not in self._course.alive

    def losses(self, alive: Ints) -> dict[int, float]:
        """How far each of ``alive`` is behind the best of them, which has 0 and comes first.

        The best is the one that is least behind of those that no other is clearly ahead of by
        worlds alone; one that is least behind but not the best has a loss below 0.
        """
        ranked = self._ranked(alive)
        best = next((k for k in ranked if not len(self._ahead_of(k, alive))), next(iter(ranked)))
        return {best: 0.0, **{k: ranked[k] - ranked[best] for k in ranked if k != best}}

    def disputed(self, alive: Ints) -> Ints:
        """What is expected to be best by judgement and worlds, and who is clearly ahead of it.

        Ascending; nobody where nobody is.
        """
        favourite = next(iter(self._ranked(alive)))
        ahead = self._ahead_of(favourite, alive)
        return np.sort(np.append(ahead, favourite)) if len(ahead) else ahead

    def _ranked(self, alive: Ints) -> dict[int, float]:
        """How far each of ``alive`` is behind one of them, the least first.

        All are held against the same, of those most played the one with the highest mean, so that
        the differences between them add up.
        """
        first = int(max(alive, key=lambda k: (self.visits[k], self.means[k], -k)))
        behind = {int(k): self.behind(first, int(k)).loss for k in alive}
        return {k: behind[k] for k in sorted(behind, key=lambda k: (behind[k], k != first, k))}

    def _ahead_of(self, best: int, alive: Ints) -> Ints:
        """Who is clearly ahead of a candidate in the worlds of both, whatever was expected."""
        assert self._course is not None
        others = alive[alive != best]
        low, high = np.minimum(others, best), np.maximum(others, best)
        counts = np.maximum(self._course.common[best, others], 1)
        ahead = self._pairs[0, low, high] * np.where(others > best, -1, 1) / counts
        spread = np.maximum(0.0, self._pairs[1, low, high] - counts * ahead**2)
        errors = np.sqrt(spread / np.maximum(counts - 1, 1) / counts)
        return others[(counts >= FEWEST) & (ahead > OUTDONE * errors)]

    def leader(self, alive: Ints) -> int:
        """The best candidate of ``alive``; without pairs, that with most visits."""
        if self._course is None:
            return int(max(alive, key=lambda k: (self.visits[k], self.means[k])))
        return next(iter(self.losses(alive)))

    def standing(self) -> dict[int, Behind]:
        """How far all candidates are behind the best, which comes first.

        Under racing without those that are still to be played, unless all are.
        """
        course = self._course
        everyone = np.arange(len(self.visits))
        alive = everyone if course is None else course.alive
        best = self.leader(alive)
        losses = {} if course is None else self.losses(alive)
        found: dict[int, Behind] = {}

        def place(k: int) -> Behind:
            if k not in found:
                anchor = best if course is None or k in losses else int(course.anchors[k])
                direct = self.behind(best if anchor == NO_ANCHOR else anchor, k)
                loss = max(0.0, losses.get(k, direct.loss))
                step = Behind(loss, direct.loss_se, direct.gap, direct.gap_se, direct.pairs)
                further = LEVEL if anchor in {best, NO_ANCHOR} else place(anchor)
                found[k] = step.after(further)
            return found[k]

        found[best] = LEVEL
        for k in range(len(self.visits)):
            if course is None or self.visits[k] or not self.visits.any():
                place(k)
        rest = sorted((k for k in found if k != best), key=lambda k: (found[k].loss, k))
        return {k: found[k] for k in [best, *rest]}

    def still_alive(self, alive: Ints, drop_at: float, keep: int) -> Ints:
        """``alive`` without those clearly behind the leader, the worst dropped first.

        Clearly: by more than ``drop_at`` standard errors of the paired difference, and not ahead
        by worlds alone. At least ``keep`` stay.
        """
        best = self.leader(alive)
        if self.visits[best] < FEWEST:
            return alive
        behind = []
        for k in alive:
            row = self.behind(best, int(k))
            if row.pairs >= FEWEST and row.gap >= 0 and row.loss > drop_at * row.loss_se:
                behind.append((row.loss, int(k)))
        worst = sorted(behind, reverse=True)[: max(0, len(alive) - keep)]
        return np.setdiff1d(alive, [k for _, k in worst])

    def better_half(self, side: Sequence[int], *, keep_first: bool) -> list[int]:
        """The half of a side with the higher means, best first; of an odd number the larger half.

        All of the side have been played in the same worlds. ``keep_first``: whether its first one
        takes the place of the last of them where it is not among them.
        """
        ranked = sorted(side, key=lambda k: (-self.means[k], k))
        half = ranked[: (len(side) + 1) // 2]
        if keep_first and side[0] not in half:
            half[max(1, len(half) - 1) :] = [side[0]]
        return half

    def unclear(self, standing: dict[int, Behind]) -> list[int]:
        """The rivals of the best in a ``standing`` that are not told apart from it for certain.

        Answers say how far they are behind with judgement, so that has to be certain as well.
        """
        looks = 1 if self._course is None else self._course.looks
        rivals = len(standing) - 1
        return [
            k
            for k, row in standing.items()
            if row is not LEVEL
            and not is_certain(
                min(row.gap, row.loss), row.gap_se, row.pairs, self.span, rivals, looks
            )
        ]
