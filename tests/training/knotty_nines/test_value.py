"""The script that made the weights: its gradient, and that it learns."""

import numpy as np
import pytest

from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS
from kibitz.heuristics.knotty_nines.policy import new_choices
from kibitz.heuristics.knotty_nines.value import (
    CHANNELS,
    HIDDEN,
    PACK,
    POOLED,
    SECOND_WINDOW,
    WEIGHTS,
    Net,
    load_net,
    log_odds,
    new_room,
)
from training.fitting import Adam
from training.knotty_nines import value
from training.knotty_nines.selfplay import new_places, new_table, resume, self_play
from training.knotty_nines.value import fresh, gradient, grown


@pytest.fixture
def examples():
    rng = np.random.default_rng(1)
    inputs = rng.random((RANKS, 64, CHANNELS)).astype(np.float32)
    return inputs, rng.random(64).astype(np.float32)


def test_gradient_against_differences(examples) -> None:
    inputs, wanted = examples
    weights = [w.astype(np.float64) for w in fresh(np.random.default_rng(2))]
    _, slopes = gradient(weights, inputs, wanted)
    rng = np.random.default_rng(3)
    step = 1e-6  # few features turn on or off within it
    for w, slope in zip(weights, slopes, strict=True):
        for _ in range(5):
            at = tuple(int(rng.integers(size)) for size in w.shape)
            kept = w[at]
            losses = []
            for sign in (1, -1):
                w[at] = kept + sign * step
                losses.append(gradient(weights, inputs, wanted)[0])
            w[at] = kept
            by_difference = (losses[0] - losses[1]) / (2 * step)
            assert slope[at] == pytest.approx(by_difference, rel=0.02, abs=1e-4)


def test_steps_lower_the_loss(examples) -> None:
    weights = fresh(np.random.default_rng(2))
    optimizer = Adam(weights)
    losses = []
    for _ in range(200):
        loss, slopes = gradient(weights, *examples)
        optimizer.step(weights, slopes, 1e-3)
        losses.append(loss)
    assert losses[-1] < losses[0] - 0.05


def test_self_play_fills_a_table() -> None:
    table = new_table(4_000)
    games, wins = self_play(np.uint64(1), 0, load_net(), new_choices(), table, new_places())
    assert games > wins > 0
    assert ((table.values > 0) & (table.values <= 1)).any()
    assert set(np.unique(table.outcomes)) == {0.0, 1.0}
    assert (table.inputs.sum((1, 2)) > 0).all()


def test_a_transition_is_worth_what_the_next_one_is_estimated_at() -> None:
    table, net, room = new_table(2_000), load_net(), new_room()
    self_play(np.uint64(2), 0, net, new_choices(), table, new_places())
    alike = ends = 0
    for i in range(len(table.values) - 1):
        room.inputs[:] = table.inputs[i + 1]
        estimate = 1 / (1 + np.exp(-log_odds(net, room)))
        # Else the next move was one at random, or the next row is of another game.
        alike += bool(abs(estimate - table.values[i]) < 1e-5)
        ends += table.values[i] == 0
    assert 0 < ends < len(table.values) / 5
    assert alike + ends > 0.9 * len(table.values)


def test_games_go_on_from_the_middle_of_others() -> None:
    places = new_places()
    self_play(np.uint64(3), 0, load_net(), new_choices(), new_table(8_000), places)
    used = int(places.used[0])
    assert used > 20
    level, extra, left = (np.zeros(size, np.int64) for size in (MAX_PILES, MAX_PILES, RANKS))
    pack, stream = np.zeros(PACK, np.int64), np.zeros(1, np.uint64)
    for at in range(used):
        n, wrap, drawn = resume(at, level, extra, left, pack, stream, places)
        assert (np.bincount(pack[drawn:], minlength=RANKS) == left).all()
        assert drawn + left.sum() == PACK
        assert (left <= 4).all()
        assert (n, wrap) == (places.piles[at], bool(places.wrap[at]))
        piles = set(zip(level[: n - 1].tolist(), extra[: n - 1].tolist(), strict=True))
        assert all(0 <= rank < RANKS and more >= 0 for rank, more in piles)


def test_the_stored_weights_have_the_network_s_shapes() -> None:
    shapes = [w.shape for w in fresh(np.random.default_rng(0))]
    assert [w.shape for w in load_net()] == shapes
    assert WEIGHTS.stat().st_size < 200_000


def test_a_network_grows_without_changing_its_estimates(examples) -> None:
    weights = fresh(np.random.default_rng(4))
    weights[3][:] = weights[5][:] = 0.1
    second = weights[2].reshape(SECOND_WINDOW, HIDDEN, POOLED)
    small = [
        *(weights[0][:, :30], weights[1][:30], second[:, :30, :20].reshape(-1, 20)),
        *(weights[3][:20], weights[4][:20, :18], weights[5][:18], weights[6][:18], weights[7]),
    ]
    large = grown(small, fresh(np.random.default_rng(5)))
    assert [w.shape for w in large] == [w.shape for w in weights]
    loss, slopes = gradient(large, *examples)
    assert loss == pytest.approx(gradient(small, *examples)[0], rel=1e-6)
    # What is new can be listened to.
    assert np.abs(slopes[2].reshape(second.shape)[:, 30:, :20]).max() > 0
    assert np.abs(slopes[4][20:, :18]).max() > 0
    assert np.abs(slopes[6][18:]).max() > 0


def test_learning_on_writes_other_weights_of_the_same_network(tmp_path, monkeypatch) -> None:
    target = tmp_path / "value.npz"
    target.write_bytes(WEIGHTS.read_bytes())
    monkeypatch.setattr(value, "WEIGHTS", target)
    monkeypatch.setattr(value, "new_table", lambda: new_table(500))
    monkeypatch.setattr(value, "until", lambda *_: [0.0, 0.5])
    monkeypatch.setattr(value, "STEPS", 3)
    monkeypatch.setattr(value, "BATCH", 64)
    value.learn(1, 7, afresh=False)
    with np.load(target) as stored:
        found = [stored[name] for name in Net._fields]
    assert [w.shape for w in found] == [w.shape for w in load_net()]
    # The running mean has moved a little.
    change = max(np.abs(w - old).max() for w, old in zip(found, load_net(), strict=True))
    assert 0 < change < 0.01
