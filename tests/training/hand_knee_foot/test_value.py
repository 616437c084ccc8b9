"""The script that made the network for turns: its examples, its gradient, and that it learns."""

from itertools import pairwise

import numpy as np
import pytest

from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.heuristics.hand_knee_foot.turns import LONGEST
from kibitz.heuristics.hand_knee_foot.value import NET, shipped_nets
from training.fitting import Adam
from training.hand_knee_foot.value import (
    COMPARED,
    OUTCOMES,
    Learner,
    batches,
    choose,
    compared,
    gradient,
    net_of,
    random_weights,
    varied,
)


@pytest.fixture(scope="module")
def examples():
    return compared(Rules(players=2), shipped_nets()[:1], False, 3)


def test_plans_to_compare_are_the_policy_s_the_best_one_near_it_and_any_other() -> None:
    stream, second, third = np.zeros(1, np.uint64), set(), set()
    for _ in range(300):
        rows = np.repeat(np.arange(9, dtype=np.int16)[:, None], LONGEST, 1)
        worths = np.array([-5.0, 1, 8, 2, 7, 3, 6, 4, 5])
        assert choose(rows, worths, stream) == COMPARED == 4
        assert (rows == rows[:, :1]).all()
        found = rows[:, 0].tolist()
        assert found[:2] == [0, 2]
        assert sorted(found) == list(range(9))
        second.add(found[2])
        third.add(found[3])
    assert second == {4, 6, 8, 7, 5}
    assert third == {1, 3, 4, 5, 6, 7, 8}
    rows = np.repeat(np.arange(2, dtype=np.int16)[:, None], LONGEST, 1)
    assert choose(rows, np.array([0.0, 9]), stream) == 2
    assert rows[:, 0].tolist() == [0, 1]


def test_rounds_of_the_player_who_judges_are_others_than_the_policy_s(examples) -> None:
    judged = compared(Rules(players=2), shipped_nets()[:1], True, 3)
    size = min(len(judged), len(examples))
    assert (judged["sight"]["lead"][:size] != examples["sight"]["lead"][:size]).any()


def test_some_rounds_are_played_by_other_rules() -> None:
    rng = np.random.default_rng(1)
    found = [varied(players, rng) for players in (2, 3, 4, 6) for _ in range(20)]
    assert {rules.required for rules in found} == {"red_black_5s_7s", "red_black", "none"}
    assert {rules.draws for rules in found} == {2, 3, 4, 5}
    learner = Learner((3,), 1)
    assert (learner.play(judges=False)["sight"]["table"][:, 80] == 1).all()


def test_decisions_have_some_turns_each_with_a_result(examples) -> None:
    numbers, counts = np.unique(examples["decision"], return_counts=True)
    assert numbers.tolist() == list(range(len(numbers)))
    assert (counts >= 2).all()
    assert counts.max() == COMPARED
    # The policy's own turn, which is the first, brings more than the last, one at random.
    first = np.flatnonzero(np.diff(examples["decision"], prepend=-1))[counts == COMPARED]
    gained = examples["payoff"][first] - examples["payoff"][first + COMPARED - 1]
    assert gained.mean() > 0


def test_batches_are_of_whole_decisions(examples) -> None:
    found = list(batches(examples))
    ends = [(part["decision"][0], part["decision"][-1]) for part in found]
    assert all(last < first for (_, last), (first, _) in pairwise(ends))
    assert sum(map(len, found)) > 0.8 * len(examples)


def estimated(weights, example) -> float:
    """What the network adds to the lead, in its units: a sum over ranks, then over the table."""
    ranks, pooled, table, bias, last = weights
    features = np.maximum(example["sight"]["ranks"] @ ranks, 0)
    seen = np.concatenate([features.sum(0), features[1], features[3]])
    return float(np.maximum(seen @ pooled + example["sight"]["table"] @ table + bias, 0) @ last)


def spread(values, decisions) -> float:
    """The mean square of how far values are from the mean of their decision."""
    found = [values[decisions == number] for number in np.unique(decisions)]
    return sum(float(((own - own.mean()) ** 2).sum()) for own in found) / len(values)


def losses(weights, examples, soon: float) -> tuple[float, float]:
    """By how much estimates lessen the spread of what is wanted, and the whole loss."""
    mixed = soon * examples["soon"] + (1 - soon) * examples["payoff"]
    wanted = (mixed - examples["sight"]["lead"]) / 1000
    errors = np.array([estimated(weights, row) for row in examples]) - wanted
    left = spread(errors, examples["decision"])
    gain = spread(wanted, examples["decision"]) - left
    return gain, left + OUTCOMES * float((errors**2).mean())


def test_gradient_against_differences(examples) -> None:
    rng = np.random.default_rng(3)
    weights = [w.astype(np.float64) for w in random_weights(np.random.default_rng(2))]
    part = examples[: np.flatnonzero(np.diff(examples["decision"]))[60] + 1]
    gain, slopes = gradient(weights, part, 0.6)
    assert gain == pytest.approx(losses(weights, part, 0.6)[0])
    assert [slope.shape for slope in slopes] == [NET[name].shape for name in NET.names or ()]
    step = 1e-5
    for w, slope in zip(weights, slopes, strict=True):
        for _ in range(5):
            at = tuple(int(rng.integers(size)) for size in w.shape)
            kept, found = w[at], []
            for sign in (1, -1):
                w[at] = kept + sign * step
                found.append(losses(weights, part, 0.6)[1])
            w[at] = kept
            assert slope[at] == pytest.approx(
                (found[0] - found[1]) / (2 * step), rel=0.02, abs=1e-4
            )


def test_what_a_round_soon_brings_differs_less_than_what_it_brings(examples) -> None:
    numbers = examples["decision"]
    assert spread(examples["soon"], numbers) < 0.5 * spread(examples["payoff"], numbers)
    assert abs(examples["soon"] - examples["payoff"]).mean() > 0


def test_a_little_learning_explains_some_of_what_turns_differ_by(examples) -> None:
    weights, gains = random_weights(np.random.default_rng(4)), []
    optimizer = Adam(weights)
    for _ in range(6):
        for part in batches(examples):
            gain, slopes = gradient(weights, part, 0.0)
            optimizer.step(weights, slopes, 1e-3)
            gains.append(gain)
    fresh = next(batches(compared(Rules(players=2), net_of(weights), False, 5)))
    assert np.mean(gains[-9:]) > np.mean(gains[:9])
    assert gradient(weights, fresh, 0.0)[0] > 0
