"""What is learned from how much moves of one decision differ."""

import numpy as np
import pytest

from tests.training.differing import losses_of
from training.differences import Learner, batches, loss, random_weights

EXAMPLE = np.dtype([("decision", np.int64), ("sign", np.float64), ("payoff", np.float64)])


def some(seed: int, decisions: int = 40, first: int = 7):
    """Decisions of two to five moves, of which the sign tells a half, and luck they share."""
    rng = np.random.default_rng(seed)
    numbers = np.repeat(np.arange(decisions), rng.integers(2, 6, decisions))
    found = np.zeros(len(numbers), EXAMPLE)
    found["decision"], found["sign"] = numbers + first, rng.normal(size=len(numbers))
    found["payoff"] = 0.5 * found["sign"] + 10 * rng.normal(size=decisions)[numbers]
    return found


def test_batches_are_of_whole_decisions_one_after_the_other() -> None:
    examples = some(1)
    for size in (1, 7, 40, 1000):
        found = list(batches(examples, size))
        joined = np.concatenate([*found, examples[:0]])
        assert (joined == examples[: len(joined)]).all()
        for part in found:
            assert size <= len(part) < size + 5
            last = part["decision"][-1]
            assert (examples["decision"] == last).sum() == (part["decision"] == last).sum()
        assert len(joined) + size + 4 > len(examples)


def test_the_loss_and_its_slope_against_their_definitions() -> None:
    examples, rng = some(2), np.random.default_rng(2)
    estimates, step = rng.normal(size=len(examples)), 1e-5
    gain, slope = loss(examples, examples["payoff"], estimates, 0.3)

    def whole(some):
        wanted = examples["payoff"]
        return losses_of(some - wanted, wanted, examples["decision"], 0.3)

    assert gain == pytest.approx(whole(estimates)[0])
    for k in range(0, len(examples), 9):
        up, down = estimates.copy(), estimates.copy()
        up[k] += step
        down[k] -= step
        wanted = (whole(up)[1] - whole(down)[1]) / (2 * step)
        assert slope[k] == pytest.approx(wanted, rel=1e-3, abs=1e-5)


def test_random_weights_are_as_wide_as_their_share_of_the_inputs() -> None:
    wide, still = random_weights([(400, 300), (50,)], (4.0, 0.0), np.random.default_rng(3))
    assert wide.std() == pytest.approx(0.1, rel=0.02)
    assert not still.any()
    assert wide.dtype == np.float32


def test_a_learner_finds_what_moves_differ_by_through_the_luck_that_they_share() -> None:
    seen = []

    def gradient(weights, examples, soon):
        seen.append((int(examples["decision"][0]), soon))
        estimates = examples["sign"] * weights[0][0]
        gain, slope = loss(examples, examples["payoff"], estimates, 0.0)
        return gain, [np.array([examples["sign"] @ slope])]

    rng = np.random.default_rng(4)
    learner = Learner(
        [np.zeros(1, np.float32)], gradient, rng, batch=30, kept=2, memory=0.99, slowest=1e-4
    )
    for number in range(400):
        learner.learn(some(number, first=100 * number), number / 400, 0.4)
    assert learner.weights[0][0] == pytest.approx(0.5, abs=0.02)
    assert 0 < learner.mean[0][0] < learner.weights[0][0] + 0.01
    assert learner.gains[-1] > learner.gains[0]
    assert {soon for _, soon in seen} == {0.4}
    # One of two blocks is the fresh one, the other of the latest two.
    assert {first // 100 for first, _ in seen[-4:]} <= {398, 399}
    assert len(learner.gains) < len(seen)
