"""The script that made the network of Knock Rummy: its examples, its gradient, that it learns."""

import numpy as np
import pytest

from kibitz.games.knock_rummy.rules import HAND_SIZES, Rules
from kibitz.heuristics.knock_rummy.value import (
    AGE,
    COMES_IN,
    DRAWS,
    GONE,
    HAND,
    LAID,
    LAST,
    SEATS,
    SHAPES,
    compiled,
    stored_weights,
)
from tests.training.differing import losses_of, slopes_agree
from training.knock_rummy.decisions import COMPARED, compared
from training.knock_rummy.value import (
    OUTCOMES,
    POINTS,
    gradient,
    learner_of,
    named,
    net_of,
    play,
    varied,
)

NET = compiled(stored_weights()[0])


@pytest.fixture(scope="module")
def examples():
    return compared(Rules(), NET, 3, 6_000)


def test_decisions_have_some_moves_each_of_one_hand(examples) -> None:
    numbers, counts = np.unique(examples["decision"], return_counts=True)
    assert numbers.tolist() == list(range(len(numbers)))
    assert {*counts.tolist()} == {2, COMPARED}
    for number in numbers[:200]:
        own = examples["signs"][examples["decision"] == number]
        assert np.ptp(own[:, AGE : AGE + 16], axis=0).max() == 0
        draws, held = own[:, DRAWS], own[:, HAND : HAND + 52].sum(axis=1)
        assert (held == HAND_SIZES[2]).all()
        if draws.any():
            # Drawing comes first, then taking the card on the pile and the discard after it.
            assert draws.tolist() == [1, 0]
            assert own[:, COMES_IN].tolist() == [0, 1]
        else:
            laid = own[:, LAID : LAID + 52]
            assert (laid.sum(axis=1) == 1).all()
            assert len(np.unique(laid, axis=0)) == len(own)
            assert (laid <= own[:, GONE : GONE + 52]).all()
            assert not own[:, COMES_IN].any()


def test_what_is_judged_best_brings_most(examples) -> None:
    begins = np.flatnonzero(np.diff(examples["decision"], prepend=-1))
    counts = np.diff(np.append(begins, len(examples)))
    first = begins[counts == COMPARED]
    gained = examples["payoff"][first] - examples["payoff"][first + COMPARED - 1]
    assert gained.mean() > 0


def test_some_hands_are_played_by_other_rules() -> None:
    rng = np.random.default_rng(1)
    found = [varied(players, rng) for players in HAND_SIZES for _ in range(20)]
    assert {rules.knock_limit for rules in found} == {None, 10}
    assert {rules.ace_points for rules in found} == {1, 11}
    for rules in found[::9]:
        own = compared(rules, NET, 1, 200)
        assert len(own) > 190
        assert (own["signs"][:, SEATS + rules.players - 2] == 1).all()
    assert len(play(learner_of(1, rng).weights, 3, rng))


def losses(weights, examples, _soon: float) -> tuple[float, float]:
    """By how much estimates lessen the spread of payoffs, and the whole loss."""
    signs, last = weights
    found = np.maximum(examples["signs"].astype(float) @ signs, 0) @ last
    payoff, plain = examples["payoff"] / POINTS, examples["plain"] / POINTS
    return losses_of(plain + found - payoff, payoff, examples["decision"], OUTCOMES)


def test_gradient_against_differences(examples) -> None:
    rng = np.random.default_rng(3)
    weights = [w.astype(np.float64) for w in learner_of(0, np.random.default_rng(2)).weights]
    weights[1] += 0.1 * rng.normal(size=weights[1].shape)
    part = examples[: np.flatnonzero(np.diff(examples["decision"]))[200] + 1]
    slopes = slopes_agree(gradient, losses, weights, part)
    assert [slope.shape for slope in slopes] == [*SHAPES.values()]


def test_a_little_learning_explains_some_of_what_moves_differ_by(examples) -> None:
    learner = learner_of(0, np.random.default_rng(4))
    for _ in range(30):
        learner.learn(examples, 0.0, 0.0)
    assert np.mean(learner.gains[-6:]) > np.mean(learner.gains[:6])
    last = net_of(learner.weights)[0]["last"]
    assert last.tolist() == np.rint(learner.weights[1] * POINTS * LAST).tolist()


def test_learning_can_go_on_from_the_weights_on_file() -> None:
    for row, stored in enumerate(stored_weights()):
        learner = learner_of(row, np.random.default_rng(5), afresh=False)
        for weights, mean in zip(learner.weights, learner.mean, strict=True):
            assert weights.dtype == np.float32
            assert np.array_equal(mean, weights)
            assert mean is not weights
        for name, layer in named(learner.weights).items():
            assert layer == pytest.approx(stored[name], rel=1e-5)
