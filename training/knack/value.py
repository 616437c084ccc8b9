"""Learn the weights of `heuristics.knack.value` from cards laid and games played out.

The games are those of the player who judges by what was learned so far, at first by the sum of
`heuristics.knack.judgement` alone; see `training.knack.decisions`. What is learned, by least
squares, is how much the moves of a decision differ; what all of them have in common, most of the
luck of the game, counts for little. So moves that are judged too well are found out. Of what a move
brings, a part is taken to be what is judged some turns later, which has less luck in it (temporal
differences; Sutton, 1988). Some games are played by other rules than the sheet's. The running mean
of the weights is what is kept.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from kibitz.games.knack.rules import Rules
from kibitz.games.knack_field.rules import Size
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.value import SHAPES, WEIGHTS, compiled
from training.commands import report, until
from training.fitting import Adam, Layer
from training.knack.decisions import Examples, compared

PLAYERS: Final = 2
VARIED: Final = 0.12  # share of the blocks that are played by other rules than the sheet's
SOON: Final = 0.4  # share of what is judged some turns later in what is learned
OUTCOMES: Final = 0.1  # how much results count as such, beside what moves differ by
GAMES: Final = 250  # at a time
BATCH: Final = 2000
KEPT: Final = 60  # times so many examples are learned from again
FASTEST, SLOWEST = 1e-3, 3e-5  # step sizes at the beginning and at the end
MEMORY: Final = 0.997  # of the running mean of the weights, per step


def gradient(
    weights: Sequence[Layer], examples: Examples, soon: float
) -> tuple[float, list[Layer]]:
    """By how much the estimates lessen the variance of what is wanted, and the slopes of the loss.

    ``weights``: in the order of ``SHAPES`` of `heuristics.knack.value`. Wanted is what the game
    brings, with a share ``soon`` of what it is held to bring soon after the move. Errors count as
    far as they differ from the mean of their decision, and a little as such, so that what moves of
    different hands are worth can be compared, too.
    """
    table, move, last = weights
    n = len(examples)
    given, does = examples["table"], examples["move"]
    hidden = given @ table + does @ move
    active = hidden > 0
    hidden *= active
    decision = examples["decision"] - examples["decision"][0]
    count = np.bincount(decision)

    def centred(values: Reals) -> Reals:
        return np.asarray(values - (np.bincount(decision, values) / count)[decision])

    wanted = soon * examples["soon"] + (1 - soon) * examples["payoff"]
    error = examples["plain"] + hidden @ last - wanted
    off = centred(error)
    slope = (2 * (off + OUTCOMES * error) / n).astype(np.float32)
    g_hidden = np.outer(slope, last) * active
    slopes: list[Layer] = [given.T @ g_hidden, does.T @ g_hidden, hidden.T @ slope]
    return float((centred(wanted) ** 2).mean() - (off**2).mean()), slopes


def batches(examples: Examples) -> Iterator[Examples]:
    """Whole decisions, about ``BATCH`` examples at a time."""
    begins = np.flatnonzero(np.diff(examples["decision"], prepend=-1))
    first = 0
    for start in begins:
        if start - first >= BATCH:
            yield examples[first:start]
            first = int(start)


def random_weights(rng: np.random.Generator) -> list[Layer]:
    """Small random weights, of which nothing follows yet."""
    found = []
    for shape, share in zip(SHAPES.values(), (1.0, 2.0, 0.0), strict=True):
        spread = np.sqrt(share / shape[0])
        found.append((spread * rng.normal(size=shape)).astype(np.float32))
    return found


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


class Learner:
    """A network while it learns."""

    def __init__(self, seed: int, players: int = PLAYERS) -> None:
        """With random weights."""
        self.players, self.rng = players, np.random.default_rng([seed, players])
        self.weights = random_weights(self.rng)
        self.mean = [w.copy() for w in self.weights]
        self.gains: list[float] = []
        self._optimizer, self._kept = Adam(self.weights), list[Examples]()

    def play(self) -> Examples:
        """Fresh examples, of games of the player that judges by these weights."""
        other = self.rng.random() < VARIED
        rules = varied(self.players, self.rng) if other else Rules(players=self.players)
        return compared(rules, net_of(self.mean), int(self.rng.integers(1 << 40)), GAMES)

    def learn(self, fresh: Examples, rate: float, soon: float) -> None:
        """Take a step for each batch of fresh examples, and of some seen before."""
        self._kept = [*self._kept[1 - KEPT :], fresh]
        for examples in (fresh, self._kept[self.rng.integers(len(self._kept))]):
            for batch in batches(examples):
                gain, slopes = gradient(self.weights, batch, soon)
                self._optimizer.step(self.weights, slopes, rate)
                for i, w in enumerate(self.weights):
                    self.mean[i] += np.float32(1 - MEMORY) * (w - self.mean[i])
                if examples is fresh:
                    self.gains.append(gain)


def learn(minutes: float, seed: int) -> None:
    """Learn for so long, from random weights, and write them down."""
    learner = Learner(seed)
    for number, spent in enumerate(until(minutes, "games")):
        learner.learn(learner.play(), max(SLOWEST, FASTEST * (1 - spent)), SOON)
        if number % 50 == 0:
            gain = np.mean(learner.gains[-200:])
            report(f"{number}: {60 * minutes * spent:.0f} s, gain {gain:.5f}")
            write(learner)
    write(learner)


def write(learner: Learner) -> None:
    """Write the weights down."""
    np.savez(WEIGHTS, allow_pickle=False, **dict(zip(SHAPES, learner.mean, strict=True)))
