"""The learned estimate: its network against a plain one, its inputs, its symmetry."""

import numpy as np
import pytest

from kibitz.games.chance import shuffled_pack
from kibitz.games.knotty_nines.classes import RANKS, SCRATCH_SHAPE, canonical
from kibitz.heuristics.knotty_nines import value
from kibitz.heuristics.knotty_nines.policy import best_exit, list_exits, new_choices, pick
from kibitz.heuristics.knotty_nines.value import chance_of, describe, load_net, log_odds, new_room


def transition(seed: int, steps: int, piles: int = 9, *, wrap: bool = True):
    """The n - 1 piles of a transition after some moves, and the unseen cards by rank."""
    pack = [card >> 2 for card in shuffled_pack(seed, 52)]
    level, extra = np.zeros(12, np.int64), np.zeros(12, np.int64)
    level[:piles] = pack[:piles]
    left = np.bincount(pack[piles:], minlength=RANKS).astype(np.int64)
    choices = new_choices()
    for drawn in range(steps):
        canonical(level, extra, piles, wrap, choices.scratch)
        count = list_exits(level, extra, piles, wrap, choices)
        if count == 0:
            return None
        chosen, _ = best_exit(count, piles, left, int(left.sum()), wrap, load_net(), choices)
        pick(choices, chosen, piles)
        level[: piles - 1] = choices.level[: piles - 1]
        extra[: piles - 1] = choices.extra[: piles - 1]
        if drawn + 1 < steps:
            card = pack[piles + drawn]
            level[piles - 1], extra[piles - 1] = card, 0
            left[card] -= 1
    return level[: piles - 1].copy(), extra[: piles - 1].copy(), left


def transitions(wrap: bool = True):
    """Some, early and late."""
    made = [transition(seed, 1 + seed % 12, wrap=wrap) for seed in range(60)]
    return [one for one in made if one is not None]


def plain_inputs(levels, extras, left, wrap):
    """What :func:`describe` says it writes, from the piles written out card by card."""
    inputs = np.zeros((RANKS, value.CHANNELS))
    occupied = {int(level) for level in levels}
    for level, extra in zip(levels, extras, strict=True):
        base = int(level + extra) % RANKS
        inputs[level, value.TOPS] += 0.5
        inputs[base, value.BASES] += 0.5
        above = [int(level + i) for i in range(1, min(int(extra), RANKS - 1) + 2)]
        if not wrap and above[-1] >= RANKS:
            inputs[base, value.BURIED] += 0.5
            above = [rank for rank in above if rank < RANKS]
        gaps = [rank % RANKS for rank in above if rank % RANKS not in occupied]
        for gap in gaps:
            inputs[gap, value.GAPS] += 0.5
        if gaps:
            inputs[base, value.WAITING] += 0.5
            inputs[gaps[0], value.FIRST_GAP] += 0.5
    for rank in range(RANKS):
        inputs[rank, value.UNSEEN] = left[rank] / 4
        inputs[rank, value.OCCUPIED] = rank in occupied
        inputs[rank, value.NONE_UNSEEN] = left[rank] == 0
        inputs[rank, value.STOCK] = left.sum() / 52
    inputs[RANKS - 1, value.WALL] = not wrap
    return inputs


def plain_log_odds(inputs):
    """The network as its description reads, without a thought for speed."""
    net = load_net()

    def layer(features, window, weights, bias):
        rows = []
        for rank in range(RANKS):
            seen = [features[(rank + d - window // 2) % RANKS] for d in range(window)]
            rows.append(np.maximum(np.concatenate(seen) @ weights + bias, 0))
        return np.array(rows)

    hidden = layer(inputs, value.FIRST_WINDOW, net.first, net.first_bias)
    pooled = layer(hidden, value.SECOND_WINDOW, net.second, net.second_bias).sum(0)
    dense = np.maximum(pooled @ net.third + net.third_bias, 0)
    return float(dense @ net.last + net.last_bias[0])


@pytest.mark.parametrize("wrap", [True, False])
def test_inputs_are_what_they_are_said_to_be(wrap: bool) -> None:
    for levels, extras, left in transitions(wrap):
        inputs = np.empty((RANKS, value.CHANNELS), np.float32)
        describe(levels, extras, len(levels), left, int(left.sum()), wrap, inputs)
        np.testing.assert_allclose(inputs, plain_inputs(levels, extras, left, wrap), atol=1e-6)


def test_network_agrees_with_a_plain_one() -> None:
    room = new_room()
    for levels, extras, left in transitions():
        describe(levels, extras, len(levels), left, int(left.sum()), True, room.inputs)
        plain = plain_log_odds(room.inputs.astype(np.float64))
        assert log_odds(load_net(), room) == pytest.approx(plain, abs=1e-3)


def test_turning_the_circle_of_ranks_changes_nothing() -> None:
    room, scratch = new_room(), np.empty(SCRATCH_SHAPE, np.int64)
    for levels, extras, left in transitions():
        n, m = len(levels), int(left.sum())
        before = chance_of(levels, extras, n, left, m, True, load_net(), room)
        turned, heights = (levels + 5) % RANKS, extras.copy()
        canonical(turned, heights, n, True, scratch)
        after = chance_of(turned, heights, n, np.roll(left, 5), m, True, load_net(), room)
        assert 0 < before < 1
        assert after == pytest.approx(before, rel=1e-4)


def test_the_last_card_wins() -> None:
    levels, extras = np.array([0, 5]), np.array([3, 0])
    left = np.zeros(RANKS, np.int64)
    left[7] = 1
    assert chance_of(levels, extras, 2, left, 1, True, load_net(), new_room()) == 1.0


def test_the_policy_takes_the_best_estimate() -> None:
    choices = new_choices()
    for seed in range(20):
        pack = [card >> 2 for card in shuffled_pack(seed, 52)]
        level, extra = np.array(pack[:9]), np.zeros(9, np.int64)
        left = np.bincount(pack[9:], minlength=RANKS).astype(np.int64)
        canonical(level, extra, 9, True, choices.scratch)
        count = list_exits(level, extra, 9, True, choices)
        chosen, chance = best_exit(count, 9, left, 43, True, load_net(), choices)
        estimates = []
        for e in range(count):
            pick(choices, e, 9)
            estimates.append(
                chance_of(choices.level, choices.extra, 8, left, 43, True, load_net(), choices.room)
            )
        if count:
            assert chance == max(estimates) == estimates[chosen]
        else:
            assert (chosen, chance) == (-1, 0)
