"""What games and judgement say together, against simulated games of known worth."""

import numpy as np
import pytest

from kibitz.solvers.intervals import bounded
from kibitz.solvers.knack.analysis import interval_of
from kibitz.solvers.knack.posterior import OPINIONS, Evidence, spread_of
from kibitz.solvers.knack.widening import gain_of

COUNT, WIDTH, GAMES, ERROR = 30, 8, 800, 0.05


def race(rng: np.random.Generator, trusted: float) -> tuple[np.ndarray, ...]:
    """A race among moves of known worth; theirs, what it says, if intervals hold, raw means.

    ``trusted``: the part of what judgement expects that is true.
    """
    judged = rng.normal(size=COUNT) * ERROR
    truth = np.clip(0.3 + trusted * judged + rng.normal(size=COUNT) * ERROR, 0.02, 0.98)
    evidence = Evidence(judged - judged.mean() + 0.5, np.full(COUNT, ERROR))
    sums, squares = np.zeros(COUNT), np.zeros(COUNT)
    pairs = np.zeros((2, COUNT, COUNT))
    alive, played = np.arange(COUNT), 0
    while True:
        worlds = min(8 if played else 1, (GAMES - played) // len(alive))
        if worlds == 0:
            break
        # A share of the worlds is good or bad for all.
        luck = np.where(rng.random((worlds, 1)) < 0.3, rng.random((worlds, 1)), -1.0)
        own = rng.random((worlds, len(alive)))
        made = (np.where(luck >= 0, luck, own) < truth[alive]).astype(float)
        differences = made[:, :, None] - made[:, None, :]
        pairs[0][np.ix_(alive, alive)] += np.triu(differences.sum(axis=0), 1)
        pairs[1][np.ix_(alive, alive)] += np.triu((differences**2).sum(axis=0), 1)
        sums[alive] += made.sum(axis=0)
        squares[alive] += (made**2).sum(axis=0)
        evidence.add(alive, worlds, made.sum(axis=0))
        played += worlds * len(alive)
        both = np.triu(evidence.pair_games(), 1)
        found = evidence.posterior(*spread_of(evidence.games, sums, squares, pairs, both))
        best = int(np.argmax(found.means))
        loss, error = found.behind(best)
        gains = np.array([gain_of(a, b) for a, b in zip(loss, error, strict=True)])
        gains[best] = np.inf
        alive = np.sort(np.argsort(-gains, kind="stable")[:WIDTH])
    counts, plain = evidence.games, sums / np.maximum(evidence.games, 1)
    sampled = [
        bounded(int(n), float(mean), float(square) / max(int(n), 1) - float(mean) ** 2)
        for n, mean, square in zip(counts, plain, squares, strict=True)
    ]
    shown = map(interval_of, found.means, found.errors(), sampled)
    held = [low <= worth <= high for worth, (low, high) in zip(truth, shown, strict=True)]
    return truth, found.means, np.array(held), plain


@pytest.mark.parametrize("trusted", [1.0, 0.0])
def test_the_winner_is_not_overrated_and_intervals_cover(trusted: float) -> None:
    rng = np.random.default_rng(5)
    bias, raw, covered = [], [], []
    for _ in range(60):
        truth, means, held, plain = race(rng, trusted)
        best = int(np.argmax(means))
        bias.append(means[best] - truth[best])
        raw.append(plain[best] - truth[best])
        covered += list(held)
    assert np.mean(raw) > 0.02  # what the best of many made in the games that chose it
    assert abs(np.mean(bias)) < 0.02
    assert np.mean(covered) >= 0.93


def test_all_games_count_whenever_they_were_played() -> None:
    one, two = (Evidence(np.full(3, 0.5), np.full(3, 0.1)) for _ in range(2))
    every = np.arange(3)
    one.add(every, 10, np.array([5.0, 4.0, 3.0]))
    one.add(every[:2], 5, np.array([2.0, 3.0]))
    two.add(every[:2], 5, np.array([2.0, 3.0]))
    for sums in ([2.0, 2.0, 1.0], [3.0, 2.0, 2.0]):
        two.add(every, 5, np.array(sums))
    mine, theirs = one.posterior(0.25, 0.2), two.posterior(0.25, 0.2)
    assert mine.means == pytest.approx(theirs.means)
    assert mine.covariances == pytest.approx(theirs.covariances)
    assert list(one.games) == [15, 15, 10]


def test_it_is_the_conditional_mean_of_normal_values() -> None:
    # Two groups, one world: all by the joint normal distribution of values and outcomes.
    expected, spread, variance, shared = np.array([0.6, 0.4]), 0.1, 0.2, 0.3
    evidence = Evidence(expected, np.full(2, spread))
    evidence.add(np.arange(2), 1, np.array([1.0, 0.0]))
    noise = variance * ((1 - shared) * np.eye(2) + shared)
    means = []
    for trust, factor, share in OPINIONS:
        prior = np.eye(2) * (factor * spread) ** 2 + 0.25
        middle = 0.5 + trust * (expected - 0.5)
        total = prior + noise
        gap = np.array([1.0, 0.0]) - middle
        likely = np.exp(-0.5 * gap @ np.linalg.solve(total, gap)) / np.sqrt(np.linalg.det(total))
        means.append((share * likely, middle + prior @ np.linalg.solve(total, gap)))
    weight = sum(likely for likely, _ in means)
    whole = sum(likely * mean for likely, mean in means) / weight
    assert evidence.posterior(variance, shared).means == pytest.approx(whole)
