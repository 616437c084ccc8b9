"""The script that made the weights of the policy: its gradient, and that it learns."""

import numpy as np
import pytest

from kibitz.heuristics.knaves.network import NET, SHAPES, compiled, stored_weights
from kibitz.jobs.players.knaves_former import WEIGHTS as FORMER
from training.fitting import Adam, margin_of
from training.knaves.network import (
    Batch,
    gradient,
    grown,
    other_rules,
    played,
    random_weights,
)
from training.knaves.selfplay import NAIVE, RULE, gains_of


@pytest.fixture(scope="module")
def examples():
    return played(None, 1)[::20]


def test_gradient_against_differences(examples) -> None:
    rng = np.random.default_rng(3)
    drawn = random_weights(np.random.default_rng(2))
    weights = {name: w.astype(np.float64) for name, w in zip(SHAPES, drawn, strict=True)}
    batch = Batch(examples[:300])
    _, slopes = gradient(weights, batch)
    step = 1e-5
    for name, slope in slopes.items():
        w = weights[name]
        assert slope.shape == w.shape
        for _ in range(5):
            at = tuple(int(rng.integers(size)) for size in w.shape)
            kept = w[at]
            losses = []
            for sign in (1, -1):
                w[at] = kept + sign * step
                losses.append(gradient(weights, batch)[0])
            w[at] = kept
            by_difference = (losses[0] - losses[1]) / (2 * step)
            assert slope[at] == pytest.approx(by_difference, rel=0.02, abs=1e-4)


def test_a_little_learning_from_random_play_beats_a_beginner_s_player(examples) -> None:
    rng = np.random.default_rng(4)
    weights = random_weights(rng)
    optimizer, losses = Adam(weights), []
    for _ in range(300):
        batch = Batch(examples[rng.integers(0, len(examples), 256)])
        loss, slopes = gradient(dict(zip(SHAPES, weights, strict=True)), batch)
        optimizer.step(weights, [slopes[name] for name in SHAPES], 2e-3)
        losses.append(loss)
    assert np.mean(losses[-20:]) < 0.9 * np.mean(losses[:20])
    net = compiled(dict(zip(SHAPES, weights, strict=True)))
    learned = margin_of(gains_of(RULE, NAIVE, 500, net_one=net))
    assert learned.mean > 3 * learned.error
    best = margin_of(gains_of(RULE, RULE, 500, net_one=NET, net_other=net))
    assert best.mean > 3 * best.error


def test_other_rules_are_rules() -> None:
    for seed in range(20):
        rules, template = other_rules(np.random.default_rng(seed))
        assert template[0]["hand_size"] == rules.hand_size
        assert (template[0]["penalty"] >= -6).all()
        assert (template[0]["penalty"] <= 0).all()


def test_new_features_of_cards_change_nothing_until_they_are_learned(examples) -> None:
    stored, batch = stored_weights(FORMER), Batch(examples[:300])
    weights = dict(zip(SHAPES, grown(stored, np.random.default_rng(5)), strict=True))
    new = stored["worth"] == 0
    assert 0 < new.sum() < len(new)
    assert (weights["card_by_suit"][:, new].std(axis=0) > 0).all()
    before, after = gradient(stored, batch), gradient(weights, batch)
    assert after[0] == pytest.approx(before[0], rel=1e-5)
    assert not before[1]["worth"][new].any()
    assert (after[1]["worth"][new] != 0).any()
