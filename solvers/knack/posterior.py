"""What games played out and judgement together say that groups of moves of K'nack are worth.

Before any game is played, a group is taken to be worth what judgement expects, up to a level that
is unknown and the same for all, with a normal error. Each world then gives the outcomes of some of
the groups, which share the luck of its cards: they have one variance and one correlation. From both
follows how likely each value is, jointly for all groups and from all games, whenever played.

The group that comes out best of many is one that had luck as well. Its mean over games is therefore
too high; what it is likely to be worth, given what was expected of it, is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from kibitz.games.records import Reals
from kibitz.solvers.ismcts.tree import Ints

LEVEL_ERROR: Final = 0.5  # of what the groups are worth on average, before any game
FEW: Final = 8.0  # games that the spread expected of outcomes counts for
USUAL_SHARED: Final = 0.2  # part of the variance that outcomes in the same world usually share
MOST_SHARED: Final = 0.8
MEAN_DIGITS: Final = 10  # of what groups are worth
VARIANCE_DIGITS: Final = 14
LEAST_VARIANCE: Final = 0.05  # of an outcome, so that one game never decides
# Opinions of judgement: the part of what it expects that is believed, the factor of its errors, and
# how likely the opinion is before any game. In most positions it is nearly right, in some it is far
# off, and with few games the choice rests on it.
Opinions = Sequence[tuple[float, float, float]]
OPINIONS: Final[Opinions] = (
    *((1.0, 0.35, 0.4), (1.0, 1.0, 0.42), (1.0, 3.0, 0.08)),
    *((0.3, 1.0, 0.05), (0.0, 2.0, 0.05)),
)


@dataclass(frozen=True, slots=True)
class Posterior:
    """The values of groups: ``means`` and their covariances."""

    means: Reals
    covariances: Reals

    def errors(self) -> Reals:
        """The standard deviation of the value of each group."""
        return np.sqrt(np.maximum(0.0, np.diag(self.covariances)))

    def behind(self, best: int) -> tuple[Reals, Reals]:
        """How far each group is behind ``best``, and the standard deviation of that."""
        c = self.covariances
        variances = c[best, best] + np.diag(c) - 2.0 * c[best]
        return self.means[best] - self.means, np.sqrt(np.maximum(0.0, variances))


class Evidence:
    """The outcomes of groups, added up by the sets of groups played in the same worlds."""

    def __init__(
        self,
        expected: Reals,
        spreads: Reals,
        common: Reals | None = None,
        opinions: Opinions = OPINIONS,
    ) -> None:
        """``expected``: of each group by judgement, up to a constant; ``spreads``: how far off.

        ``common``: how far off those are that share an error; 0 for the other groups.
        ``opinions``: see :data:`OPINIONS`.
        """
        self._opinions = opinions
        self.expected, self.spreads = expected, spreads
        level = np.full(len(expected), LEVEL_ERROR)
        self._shared = np.column_stack([level, np.zeros_like(level) if common is None else common])
        self._together: dict[tuple[int, ...], tuple[int, Reals]] = {}
        self.games = np.zeros(len(expected), np.int64)

    def add(self, groups: Ints, worlds: int, sums: Reals) -> None:
        """These groups, ascending, were played in so many worlds; the sum of outcomes of each."""
        key = tuple(int(k) for k in groups)
        before, total = self._together.get(key, (0, np.zeros(len(groups))))
        self._together[key] = before + worlds, total + sums
        self.games[groups] += worlds

    def pair_games(self) -> Reals:
        """In how many worlds each two of the groups were both played."""
        counts = np.zeros((len(self.expected), len(self.expected)))
        for key, (worlds, _) in self._together.items():
            counts[np.ix_(key, key)] += worlds
        return counts

    def posterior(self, variance: float, shared: float) -> Posterior:
        """The values; ``variance`` of an outcome, ``shared``: the world's part of it."""
        precision, weighted = self._likelihood(variance, shared)
        found, likely = [], []
        middle = self.expected.mean()
        for trust, factor, share in self._opinions:
            expected = middle + trust * (self.expected - middle)
            posterior, fit = _joined(
                expected, factor * self.spreads, self._shared, precision, weighted
            )
            found.append(posterior)
            likely.append(fit + log(share))
        shares = np.exp(np.array(likely) - max(likely))
        shares /= shares.sum()
        means = sum(w * one.means for w, one in zip(shares, found, strict=True))
        covariances = np.zeros_like(precision)
        for w, one in zip(shares, found, strict=True):
            apart = one.means - means
            covariances += w * (one.covariances + np.outer(apart, apart))
        # What a machine's own order of sums adds in the last digits would decide between equals.
        return Posterior(np.round(means, MEAN_DIGITS), np.round(covariances, VARIANCE_DIGITS))

    def _likelihood(self, variance: float, shared: float) -> tuple[Reals, Reals]:
        """What the games say: a precision of the values, and that times what they point to."""
        own, count = variance * (1.0 - shared), len(self.expected)
        precision, weighted = np.zeros((count, count)), np.zeros(count)
        for key, (worlds, sums) in self._together.items():
            groups = np.array(key)
            common = shared / (1.0 + (len(key) - 1) * shared)
            precision[np.ix_(groups, groups)] -= worlds * common / own
            precision[groups, groups] += worlds / own
            weighted[groups] += (sums - common * sums.sum()) / own
        return precision, weighted


def _joined(
    expected: Reals, spreads: Reals, shared: Reals, precision: Reals, weighted: Reals
) -> tuple[Posterior, float]:
    """What is expected and what games say, joined; and the logarithm of how well they agree."""
    # The inverse and the determinant of a diagonal to which a few shared errors are added.
    weights = spreads**-2
    pulled = weights[:, None] * shared
    inner = np.eye(shared.shape[1]) + shared.T @ pulled
    prior = np.diag(weights) - pulled @ np.linalg.solve(inner, pulled.T)
    together, pull = prior + precision, prior @ expected
    covariances: Reals = np.linalg.inv(together).astype(np.float64)
    means = covariances @ (pull + weighted)
    fit = (pull + weighted) @ means - expected @ pull
    fit += np.log(weights).sum() - np.linalg.slogdet(inner)[1]
    fit -= 2.0 * np.log(np.diag(np.linalg.cholesky(together))).sum()
    return Posterior(means, covariances), 0.5 * float(fit)


def spread_of(
    games: Ints, sums: Reals, squares: Reals, pairs: Reals, pair_games: Reals
) -> tuple[float, float]:
    """The variance of an outcome, and the part of it that outcomes in the same world share.

    ``sums`` and ``squares`` of outcomes by group; ``pairs``: sums and sums of squares of
    differences in the worlds of both. Never 0: a few games may all end alike by chance.
    """
    total = games.sum()
    mean = (sums.sum() + 1.0) / (total + 2.0)
    within = float((squares - sums**2 / np.maximum(games, 1)).sum())
    counted = float(np.maximum(games - 1, 0).sum())
    variance = (within + FEW * mean * (1.0 - mean)) / (counted + FEW)
    variance = max(variance, LEAST_VARIANCE)
    several = pair_games > 1
    inner = (pairs[1] - pairs[0] ** 2 / np.maximum(pair_games, 1))[several].sum()
    counted = float((pair_games[several] - 1).sum())
    usual = 2.0 * variance * (1.0 - USUAL_SHARED)
    apart = (float(inner) + FEW * usual) / (counted + FEW)
    return variance, min(MOST_SHARED, max(0.0, 1.0 - apart / (2.0 * variance)))
