"""Learn the weights of `heuristics.knack.value` from cards laid and games played out.

The games are those of the player who judges by what was learned so far, at first by the sum of
`heuristics.knack.judgement` alone; see `training.knack.decisions`. What is learned is how much the
moves of a decision differ (`training.differences`). Of what a move brings, a part is taken to be
what is judged some turns later, which has less luck in it (temporal differences; Sutton, 1988).
Some games are played by other rules than the sheet's. With two players and with more, weights are
learned apart: with more, luck is larger and moves differ by less.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kibitz.games.knack.rules import Rules
from kibitz.games.knack_field.rules import Size
from kibitz.games.protocol import State
from kibitz.heuristics.knack.value import SHAPES, WEIGHTS, compiled, stored_weights
from training.commands import report, until
from training.differences import Examples, Learner, loss, random_weights
from training.fitting import Layer
from training.knack.decisions import compared

PLAYERS: Final = ((2,), (3, 4))  # of the games, for each row of weights
VARIED: Final = 0.12  # share of the blocks that are played by other rules than the sheet's
SOON: Final = (0.4, 0.7)  # share of what is judged some turns later in what is learned
OUTCOMES: Final = 0.1  # how much results count as such, beside what moves differ by
GAMES: Final = 250  # at a time
BATCH: Final = 2000
KEPT: Final = 60
SLOWEST: Final = 3e-5
MEMORY: Final = (0.997, 0.999)
SHARES: Final = (1.0, 2.0, 0.0)  # of the first random weights, of which nothing follows yet


def gradient(
    weights: Sequence[Layer], examples: Examples, soon: float
) -> tuple[float, list[Layer]]:
    """By how much the estimates lessen the variance of what is wanted, and the slopes of the loss.

    ``weights``: in the order of ``SHAPES`` of `heuristics.knack.value`. Wanted is what the game
    brings, with a share ``soon`` of what it is held to bring soon after the move.
    """
    table, move, last = weights
    given, does = examples["table"], examples["move"]
    hidden = np.maximum(given @ table + does @ move, 0)
    wanted = soon * examples["soon"] + (1 - soon) * examples["payoff"]
    gain, slope = loss(examples, wanted, examples["plain"] + hidden @ last, OUTCOMES)
    g_hidden = np.outer(slope, last) * (hidden > 0)
    return gain, [given.T @ g_hidden, does.T @ g_hidden, hidden.T @ slope]


def net_of(weights: Sequence[Layer]) -> State:
    """Weights as an array of one network."""
    return compiled(dict(zip(SHAPES, weights, strict=True)))


def varied(players: int, rng: np.random.Generator) -> Rules:
    """Rules with the switches that matter most set at random."""
    size = int(rng.integers(7, 14))
    return Rules(
        players=players,
        pack=(54, 54, 36)[rng.integers(3)],
        packs=None if rng.random() < 0.6 else (players + 1) // 2 + int(rng.integers(2)),
        knack_call=("auto", "explicit")[rng.integers(2)],
        play_on_for_places=bool(rng.random() < 0.4),
        field=None if rng.random() < 0.4 else Size(size, size),
        anchored=bool(rng.random() < 0.5),
    )


def learner_of(row: int, rng: np.random.Generator, *, afresh: bool = True) -> Learner:
    """One for a row of weights, with random ones or those on file."""
    weights = random_weights([*SHAPES.values()], SHARES, rng)
    if not afresh:
        stored = stored_weights()[row]
        weights = [stored[name].astype(np.float32) for name in SHAPES]
    return Learner(
        weights, gradient, rng, batch=BATCH, kept=KEPT, memory=MEMORY[row], slowest=SLOWEST
    )


def play(net: Sequence[Layer], players: int, rng: np.random.Generator) -> Examples:
    """Fresh examples, of games of the player that judges by these weights."""
    rules = varied(players, rng) if rng.random() < VARIED else Rules(players=players)
    return compared(rules, net_of(net), int(rng.integers(1 << 40)), GAMES)


def learn(players: int, minutes: float, seed: int, *, afresh: bool) -> None:
    """Learn for so long, for two players or for more, and write the weights down.

    ``afresh``: from random weights, not from those on file.
    """
    row = int(players > 2)
    rng = np.random.default_rng([seed, players])
    learner = learner_of(row, rng, afresh=afresh)
    for number, spent in enumerate(until(minutes, "games")):
        fresh = play(learner.mean, int(rng.choice(PLAYERS[row])), rng)
        learner.learn(fresh, spent, SOON[row])
        if number % 50 == 0:
            gain = np.mean(learner.gains[-200:])
            report(f"{number}: {60 * minutes * spent:.0f} s, gain {gain:.5f}")
            write(row, learner.mean)
    write(row, learner.mean)


def write(row: int, net: Sequence[Layer]) -> None:
    """Write the weights of a row down."""
    stored = stored_weights()
    stored[row] = dict(zip(SHAPES, net, strict=True))
    both = {name: np.stack([weights[name] for weights in stored]) for name in SHAPES}
    np.savez(WEIGHTS, allow_pickle=False, **both)
