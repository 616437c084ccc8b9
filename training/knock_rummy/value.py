"""Learn the weights of `heuristics.knock_rummy.value` from moves and the hands that follow them.

The hands are those of players who judge by what was learned so far, at first by the sum of
`heuristics.knock_rummy.judgement` alone; see `training.knock_rummy.decisions`. What is learned is
how much the moves of a decision differ (`training.differences`). Some hands are played by other
rules than the sheet's. With two players and with more, weights are learned apart.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.value import SHAPES, WEIGHTS, compiled, stored_weights
from training.commands import report, until
from training.differences import Examples, Learner, loss, random_weights
from training.fitting import Layer
from training.knock_rummy.decisions import compared

PLAYERS: Final = ((2,), (3, 4, 4, 5, 6))  # of the hands, for each row of weights
VARIED: Final = 0.1  # share of the blocks that are played by other rules than the sheet's
OUTCOMES: Final = 0.05  # how much results count as such; differences between moves count 1
EXAMPLES: Final = 40_000  # at a time
BATCH: Final = 2000
KEPT: Final = 12
SLOWEST: Final = 3e-5
MEMORY: Final = 0.999
SHARES: Final = (10.0, 0.0)  # of the first random weights, of which nothing follows yet
POINTS: Final = 10.0  # that stand for 1 while it learns


def gradient(
    weights: Sequence[Layer], examples: Examples, _soon: float
) -> tuple[float, list[Layer]]:
    """By how much the estimates lessen the variance of what is wanted, and the slopes of the loss.

    ``weights``: in the order of ``SHAPES`` of `heuristics.knock_rummy.value`.
    """
    signs, last = weights
    given = examples["signs"].astype(np.float32)
    hidden = np.maximum(given @ signs, 0)
    wanted, plain = examples["payoff"] / POINTS, examples["plain"] / POINTS
    gain, slope = loss(examples, wanted, plain + hidden @ last, OUTCOMES)
    g_hidden = np.outer(slope, last) * (hidden > 0)
    return gain, [given.T @ g_hidden, hidden.T @ slope]


def named(net: Sequence[Layer]) -> dict[str, Layer]:
    """Weights by name, as they are kept: what they say is in points."""
    return {"signs": net[0], "last": POINTS * net[1]}


def net_of(weights: Sequence[Layer]) -> State:
    """Weights as an array of one network."""
    return compiled(named(weights))


def varied(players: int, rng: np.random.Generator) -> Rules:
    """Rules with the switches that matter most set at random."""
    return Rules(
        players=players,
        ace=("low", "low_or_high", "round_the_corner")[rng.integers(3)],
        ace_points=(1, 11)[rng.integers(2)],
        knock_limit=(None, 10)[rng.integers(2)],
        stock_out=("turn_over", "end_hand")[rng.integers(2)],
    )


def learner_of(row: int, rng: np.random.Generator, *, afresh: bool = True) -> Learner:
    """One for a row of weights, with random ones or those on file."""
    weights = random_weights([*SHAPES.values()], SHARES, rng)
    if not afresh:
        stored = stored_weights()[row]
        shares = {"signs": 1.0, "last": 1 / POINTS}
        weights = [(shares[name] * stored[name]).astype(np.float32) for name in SHAPES]
    return Learner(weights, gradient, rng, batch=BATCH, kept=KEPT, memory=MEMORY, slowest=SLOWEST)


def play(net: Sequence[Layer], players: int, rng: np.random.Generator) -> Examples:
    """Fresh examples, of hands of the player that judges by these weights."""
    rules = varied(players, rng) if rng.random() < VARIED else Rules(players=players)
    return compared(rules, net_of(net), int(rng.integers(1 << 40)), EXAMPLES)


def learn(players: int, minutes: float, seed: int, *, afresh: bool) -> None:
    """Learn for so long, for two players or for more, and write the weights down.

    ``afresh``: from random weights, not from those on file.
    """
    row = int(players > 2)
    rng = np.random.default_rng([seed, row])
    learner = learner_of(row, rng, afresh=afresh)
    for number, spent in enumerate(until(minutes, "hands")):
        learner.learn(play(learner.mean, int(rng.choice(PLAYERS[row])), rng), spent, 0.0)
        if number % 50 == 0:
            gain = np.mean(learner.gains[-200:])
            report(f"{number}: {60 * minutes * spent:.0f} s, gain {gain:.5f}")
            write(row, learner.mean)
    write(row, learner.mean)


def write(row: int, net: Sequence[Layer]) -> None:
    """Write the weights of a row down."""
    stored = stored_weights()
    stored[row] = named(net)
    both = {name: np.stack([weights[name] for weights in stored]) for name in SHAPES}
    np.savez(WEIGHTS, allow_pickle=False, **both)
