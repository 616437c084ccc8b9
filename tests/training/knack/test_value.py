"""The script that made the network of K'nack: its examples, its gradient, and that it learns."""

import numpy as np
import pytest

from kibitz.games.knack.rules import Rules, contradictions
from kibitz.heuristics.knack.signs import MOVE_SIGNS
from kibitz.heuristics.knack.value import LAST, SHAPES, compiled, stored_weights
from tests.training.differing import losses_of, slopes_agree, spread
from training.knack.decisions import COMPARED, choose, compared
from training.knack.value import OUTCOMES, gradient, learner_of, net_of, play, varied

NET = compiled(stored_weights()[0])


@pytest.fixture(scope="module")
def examples():
    return compared(Rules(), NET, 3, 250)


def test_moves_to_compare_are_the_two_best_one_near_and_any_other() -> None:
    stream, third, fourth = np.zeros(1, np.uint64), set(), set()
    for _ in range(300):
        moves, worths = np.arange(9), np.array([-5.0, 1, 8, 2, 7, 3, 6, 4, 5])
        assert choose(moves, worths, 9, stream) == COMPARED == 4
        assert moves[:2].tolist() == [2, 4]
        assert sorted(moves) == list(range(9))
        assert [[-5.0, 1, 8, 2, 7, 3, 6, 4, 5][move] for move in moves] == worths.tolist()
        third.add(int(moves[2]))
        fourth.add(int(moves[3]))
    assert third == {6, 8, 7, 5}
    assert fourth == {0, 1, 3, 5, 6, 7, 8}
    moves, worths = np.arange(3), np.array([0.0, 9, 5])
    assert choose(moves, worths, 3, stream) == 3
    assert moves.tolist() == [1, 2, 0]


def test_games_are_those_of_who_judges_by_the_network(examples) -> None:
    nothing = net_of(learner_of(0, np.random.default_rng(1)).weights)
    other = compared(Rules(), nothing, 3, 60)
    size = min(len(other), len(examples))
    assert (other["move"][:size] != examples["move"][:size]).any()
    assert other["payoff"].min() == 0.0
    assert other["payoff"].max() == 1.0


def test_some_games_are_played_by_other_rules() -> None:
    rng = np.random.default_rng(1)
    found = [varied(players, rng) for players in (2, 3, 4, 5, 6) for _ in range(30)]
    assert not any(contradictions(rules) for rules in found)
    assert {rules.knack_call for rules in found} == {"auto", "explicit"}
    assert {rules.pack for rules in found} == {54, 36}
    assert min(rules.share for rules in found) > 5
    for rules in found[::7]:
        assert len(compared(rules, NET, 1, 2))
    weights = learner_of(1, rng).weights
    assert (play(weights, 3, rng)["table"][:, 1] == 0.25).all()


def test_decisions_have_some_moves_each_with_a_result(examples) -> None:
    numbers, counts = np.unique(examples["decision"], return_counts=True)
    assert numbers.tolist() == list(range(len(numbers)))
    assert (counts >= 2).all()
    assert counts.max() == COMPARED
    # The move judged best, which is the first, brings more than the last, one at random.
    first = np.flatnonzero(np.diff(examples["decision"], prepend=-1))[counts == COMPARED]
    gained = examples["payoff"][first] - examples["payoff"][first + COMPARED - 1]
    assert gained.mean() > 0
    assert (np.ptp(examples["table"][first[0] : first[0] + COMPARED], axis=0) == 0).all()


def estimated(weights, example) -> float:
    """What the network says, for a game won 1."""
    table, move, last = weights
    return float(
        example["plain"] + np.maximum(example["table"] @ table + example["move"] @ move, 0) @ last
    )


def losses(weights, examples, soon: float) -> tuple[float, float]:
    """By how much estimates lessen the spread of what is wanted, and the whole loss."""
    wanted = soon * examples["soon"] + (1 - soon) * examples["payoff"]
    errors = np.array([estimated(weights, row) for row in examples]) - wanted
    return losses_of(errors, wanted, examples["decision"], OUTCOMES)


def test_gradient_against_differences(examples) -> None:
    rng = np.random.default_rng(3)
    weights = [w.astype(np.float64) for w in learner_of(0, np.random.default_rng(2)).weights]
    weights[2] += 0.1 * rng.normal(size=weights[2].shape)
    part = examples[: np.flatnonzero(np.diff(examples["decision"]))[60] + 1]
    slopes = slopes_agree(gradient, losses, weights, part)
    assert [slope.shape for slope in slopes] == [*SHAPES.values()]
    assert slopes[1].shape[0] == MOVE_SIGNS


def test_what_a_game_soon_brings_differs_less_than_what_it_brings(examples) -> None:
    numbers = examples["decision"]
    assert spread(examples["soon"], numbers) < 0.7 * spread(examples["payoff"], numbers)
    assert abs(examples["soon"] - examples["payoff"]).mean() > 0


def test_a_little_learning_explains_some_of_what_moves_differ_by(examples) -> None:
    learner = learner_of(0, np.random.default_rng(4))
    for _ in range(8):
        learner.learn(examples, 0.0, 0.0)
    assert np.mean(learner.gains[-3:]) > np.mean(learner.gains[:3])
    weights = learner.weights
    assert net_of(weights)[0]["last"].tolist() == np.rint(weights[2] * LAST).tolist()


def test_learning_can_go_on_from_the_weights_on_file() -> None:
    for row, stored in enumerate(stored_weights()):
        learner = learner_of(row, np.random.default_rng(5), afresh=False)
        for name, weights, mean in zip(SHAPES, learner.weights, learner.mean, strict=True):
            assert weights.dtype == np.float32
            assert np.array_equal(weights, stored[name])
            assert np.array_equal(mean, stored[name])
            assert mean is not weights
