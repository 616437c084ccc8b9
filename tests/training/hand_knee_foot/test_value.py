"""The script that made the network for turns: its examples, its gradient, and that it learns."""

from itertools import pairwise

import numpy as np
import pytest

from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.heuristics.hand_knee_foot.value import NET
from training.fitting import Adam
from training.hand_knee_foot.value import (
    COMPARED,
    batches,
    compared,
    gradient,
    random_weights,
)


@pytest.fixture(scope="module")
def examples():
    return compared(Rules(players=2), 3)


def test_decisions_have_some_turns_each_with_a_result(examples) -> None:
    numbers, counts = np.unique(examples["decision"], return_counts=True)
    assert numbers.tolist() == list(range(len(numbers)))
    assert (counts >= 2).all()
    assert counts.max() == COMPARED
    # The policy's own turn, which is the first, brings more than others do.
    first = np.flatnonzero(np.diff(examples["decision"], prepend=-1))
    others = np.delete(examples["payoff"], first)
    assert examples["payoff"][first].mean() > others.mean()


def test_batches_are_of_whole_decisions(examples) -> None:
    found = list(batches(examples))
    ends = [(part["decision"][0], part["decision"][-1]) for part in found]
    assert all(last < first for (_, last), (first, _) in pairwise(ends))
    assert sum(map(len, found)) > 0.8 * len(examples)


def test_gradient_against_differences(examples) -> None:
    rng = np.random.default_rng(3)
    weights = [w.astype(np.float64) for w in random_weights(np.random.default_rng(2))]
    part = examples[: np.flatnonzero(np.diff(examples["decision"]))[60] + 1]
    _, slopes = gradient(weights, part)
    assert [slope.shape for slope in slopes] == [NET[name].shape for name in NET.names or ()]
    step = 1e-5
    for w, slope in zip(weights, slopes, strict=True):
        for _ in range(5):
            at = tuple(int(rng.integers(size)) for size in w.shape)
            kept, gains = w[at], []
            for sign in (1, -1):
                w[at] = kept + sign * step
                gains.append(gradient(weights, part)[0])
            w[at] = kept
            assert slope[at] == pytest.approx(
                (gains[1] - gains[0]) / (2 * step), rel=0.02, abs=1e-4
            )


def test_a_little_learning_explains_some_of_what_turns_differ_by(examples) -> None:
    weights, gains = random_weights(np.random.default_rng(4)), []
    optimizer = Adam(weights)
    for _ in range(6):
        for part in batches(examples):
            gain, slopes = gradient(weights, part)
            optimizer.step(weights, slopes, 1e-3)
            gains.append(gain)
    fresh = next(batches(compared(Rules(players=2), 5)))
    assert np.mean(gains[-9:]) > np.mean(gains[:9])
    assert gradient(weights, fresh)[0] > 0
