"""The script that made the network for turns: its examples, its gradient, and that it learns."""

import numpy as np
import pytest

from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.heuristics.hand_knee_foot.turns import LONGEST
from kibitz.heuristics.hand_knee_foot.value import NET, shipped_nets
from tests.training.differing import losses_of, slopes_agree, spread
from training.differences import batches
from training.hand_knee_foot.value import (
    BATCH,
    COMPARED,
    OUTCOMES,
    choose,
    compared,
    gradient,
    learner_of,
    net_of,
    play,
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
    fresh = play(learner_of(rng).weights, (3,), False, rng)
    assert (fresh["sight"]["table"][:, 80] == 1).all()


def test_decisions_have_some_turns_each_with_a_result(examples) -> None:
    numbers, counts = np.unique(examples["decision"], return_counts=True)
    assert numbers.tolist() == list(range(len(numbers)))
    assert (counts >= 2).all()
    assert counts.max() == COMPARED
    # The policy's own turn, which is the first, brings more than the last, one at random.
    first = np.flatnonzero(np.diff(examples["decision"], prepend=-1))[counts == COMPARED]
    gained = examples["payoff"][first] - examples["payoff"][first + COMPARED - 1]
    assert gained.mean() > 0


def estimated(weights, example) -> float:
    """What the network adds to the lead, in its units: a sum over ranks, then over the table."""
    ranks, pooled, table, bias, last = weights
    features = np.maximum(example["sight"]["ranks"] @ ranks, 0)
    seen = np.concatenate([features.sum(0), features[1], features[3]])
    return float(np.maximum(seen @ pooled + example["sight"]["table"] @ table + bias, 0) @ last)


def losses(weights, examples, soon: float) -> tuple[float, float]:
    """By how much estimates lessen the spread of what is wanted, and the whole loss."""
    mixed = soon * examples["soon"] + (1 - soon) * examples["payoff"]
    wanted = (mixed - examples["sight"]["lead"]) / 1000
    errors = np.array([estimated(weights, row) for row in examples]) - wanted
    return losses_of(errors, wanted, examples["decision"], OUTCOMES)


def test_gradient_against_differences(examples) -> None:
    weights = [w.astype(np.float64) for w in learner_of(np.random.default_rng(2)).weights]
    part = examples[: np.flatnonzero(np.diff(examples["decision"]))[60] + 1]
    slopes = slopes_agree(gradient, losses, weights, part)
    assert [slope.shape for slope in slopes] == [NET[name].shape for name in NET.names or ()]


def test_what_a_round_soon_brings_differs_less_than_what_it_brings(examples) -> None:
    numbers = examples["decision"]
    assert spread(examples["soon"], numbers) < 0.5 * spread(examples["payoff"], numbers)
    assert abs(examples["soon"] - examples["payoff"]).mean() > 0


def test_a_little_learning_explains_some_of_what_turns_differ_by(examples) -> None:
    learner = learner_of(np.random.default_rng(4))
    for _ in range(3):
        learner.learn(examples, 0.0, 0.0)
    fresh = next(batches(compared(Rules(players=2), net_of(learner.weights), False, 5), BATCH))
    assert np.mean(learner.gains[-9:]) > np.mean(learner.gains[:9])
    assert gradient(learner.weights, fresh, 0.0)[0] > 0
