"""Learn the weights of `heuristics.hand_knee_foot.value` from turns that are played out.

In rounds of the policy some decisions are looked at: the turn of the policy and a few other plans
are each played to the end of the round by the policy, with the cards as they lie. What is learned,
by least squares, is how much they differ; what all plans of a decision have in common, most of the
luck of the round, is left out. The running mean of the weights is what is kept.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.chance import pick, start_stream
from kibitz.games.hand_knee_foot.kinds import FIVE_SLOT, RANK_SLOTS, SEVEN_SLOT
from kibitz.games.hand_knee_foot.play import apply_move, pay
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, Rules
from kibitz.games.hand_knee_foot.state import ENDED, TO_DRAW, TO_PLAY
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import (
    Int16s,
    Int64,
    Real,
    Reals,
    Record,
    dtype_of,
)
from kibitz.heuristics.hand_knee_foot.policy import styled_move
from kibitz.heuristics.hand_knee_foot.sight import (
    RANK_SIGNS,
    Sight,
    look,
)
from kibitz.heuristics.hand_knee_foot.styles import PLAIN
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, play_row, run_plans
from kibitz.heuristics.hand_knee_foot.value import HIDDEN, NET, SCALE, WEIGHTS
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS as POLICY
from training.commands import report, until
from training.fitting import Adam, Layer
from training.hand_knee_foot.selfplay import openings

COMPARED: Final = 4  # plans of a decision, that of the policy among them
DISCARDS: Final = 13  # of a plan: all there are
PLANS: Final = 400
DRAWING_ODDS, PLAYING_ODDS = 10, 4  # of 100 moves, those looked at
PLAYERS: Final = (2, 4)
DEALS: Final = 700  # rounds at a time
EXAMPLES: Final = 30_000
BATCH: Final = 3000
KEPT: Final = 60  # times so many are learned from again
FASTEST, SLOWEST = 1e-3, 2e-5  # step sizes at the beginning and at the end
MEMORY: Final = 0.998  # of the running mean of the weights, per step


class Example(Record):
    """What a seat sees once a plan is played, and what the round then brings it."""

    sight: Sight
    payoff: Real
    decision: Int64  # its number


EXAMPLE: Final = dtype_of(Example)
Examples = npt.NDArray[np.void]


@kernel
def compare(deals: State, w: Reals, seed: int, examples: Examples) -> int:
    """Fill ``examples`` with decisions of rounds of the policy; how many there are."""
    stream, payoffs = np.empty(1, np.uint64), np.empty(MOST_SEATS)
    rows = np.empty((PLANS, LONGEST), np.int16)
    state, copy = deals[:1].copy(), deals[:1].copy()
    count = decision = 0
    for i in range(len(deals)):
        start_stream(stream, seed, i)
        state[0] = deals[i]
        game = state[0]
        while game.phase != ENDED and count + COMPARED <= len(examples):
            odds = 0
            if not game.taking:
                odds = int64(game.phase == TO_DRAW) * DRAWING_ODDS
                odds += int64(game.phase == TO_PLAY) * PLAYING_ODDS
            if pick(stream, 100) < odds:
                number = run_plans(state, w, DISCARDS, False, rows)
                least = min(number, COMPARED)
                for k in range(1, least):
                    _swap(rows, k, k + pick(stream, number - k))
                for k in range(least if number > 1 else 0):
                    example = examples[count]
                    copy[0] = game
                    stands = play_row(copy[0], rows[k], w, False)
                    look(copy[0], game.turn, stands, example.sight)
                    copy[0] = game
                    play_row(copy[0], rows[k], w, True)
                    while copy[0].phase != ENDED:
                        apply_move(copy[0], styled_move(copy[0], PLAIN, w))
                    pay(copy[0], payoffs)
                    example.payoff = payoffs[int64(game.turn)]
                    example.decision = decision
                    count += 1
                decision += number > 1
            apply_move(game, styled_move(game, PLAIN, w))
    return count


@kernel
def _swap(rows: Int16s, one: int, other: int) -> None:
    for i in range(LONGEST):
        rows[one, i], rows[other, i] = rows[other, i], rows[one, i]


def compared(rules: Rules, seed: int) -> Examples:
    """Decisions of fresh rounds, numbered from 0."""
    examples = np.zeros(EXAMPLES, EXAMPLE)
    row = POLICY[int(rules.players > 2)]
    return examples[: compare(openings(rules, DEALS, seed), row, seed, examples)]


def gradient(weights: Sequence[Layer], examples: Examples) -> tuple[float, list[Layer]]:
    """By how much the estimates lessen the variance of the results, and the slopes of the loss.

    ``weights``: as the fields of `heuristics.hand_knee_foot.value.Net`. Results, in the network's
    units, and estimates count as far as they differ from the mean of their decision.
    """
    ranks, pooled, table, bias, last = weights
    sight, n = examples["sight"], len(examples)
    signs = sight["ranks"].reshape(n * RANK_SLOTS, RANK_SIGNS)
    features = np.maximum(signs @ ranks, 0).reshape(n, RANK_SLOTS, HIDDEN)
    parts = (features.sum(1), features[:, FIVE_SLOT], features[:, SEVEN_SLOT])
    summed = np.concatenate(parts, 1)
    dense = np.maximum(summed @ pooled + sight["table"] @ table + bias, 0)
    decision = examples["decision"] - examples["decision"][0]
    count = np.bincount(decision)

    def centred(values: Reals) -> Reals:
        return np.asarray(values - (np.bincount(decision, values) / count)[decision])

    wanted = centred((examples["payoff"] - sight["lead"]) / SCALE)
    error = centred(dense @ last) - wanted
    g_dense = np.outer((2 * error / n).astype(np.float32), last) * (dense > 0)
    g_summed = g_dense @ pooled.T
    g_features = np.repeat(g_summed[:, None, :HIDDEN], RANK_SLOTS, 1)
    g_features[:, FIVE_SLOT] += g_summed[:, HIDDEN : 2 * HIDDEN]
    g_features[:, SEVEN_SLOT] += g_summed[:, 2 * HIDDEN :]
    g_signs = (g_features * (features > 0)).reshape(n * RANK_SLOTS, HIDDEN)
    slopes: list[Layer] = [signs.T @ g_signs, summed.T @ g_dense, sight["table"].T @ g_dense]
    slopes += [g_dense.sum(0), dense.T @ (2 * error / n).astype(np.float32)]
    return float((wanted**2).mean() - (error**2).mean()), slopes


def batches(examples: Examples) -> Iterator[Examples]:
    """Whole decisions, about ``BATCH`` examples at a time."""
    begins = np.flatnonzero(np.diff(examples["decision"], prepend=-1))
    first = 0
    for start in begins:
        if start - first >= BATCH:
            yield examples[first:start]
            first = int(start)


def random_weights(rng: np.random.Generator) -> list[Layer]:
    """Small random weights."""
    found = []
    for name, share in zip(NET.names or (), (2.0, 0.5, 1.0, 0.0, 0.2), strict=True):
        shape = NET[name].shape
        spread = np.sqrt(share / shape[0])
        found.append((spread * rng.normal(size=shape)).astype(np.float32))
    return found


class Learner:
    """A network while it learns."""

    def __init__(self, players: int, seed: int) -> None:
        """With random weights."""
        self.rules, self.rng = Rules(players=players), np.random.default_rng([seed, players])
        self.weights = random_weights(self.rng)
        self.mean = [w.copy() for w in self.weights]
        self.gains: list[float] = []
        self._optimizer, self._kept = Adam(self.weights), list[Examples]()

    def play(self) -> Examples:
        """Fresh examples."""
        return compared(self.rules, int(self.rng.integers(1 << 40)))

    def learn(self, fresh: Examples, rate: float) -> None:
        """Take a step for each batch of fresh examples, and of some seen before."""
        self._kept = [*self._kept[1 - KEPT :], fresh]
        for examples in (fresh, self._kept[self.rng.integers(len(self._kept))]):
            for batch in batches(examples):
                gain, slopes = gradient(self.weights, batch)
                self._optimizer.step(self.weights, slopes, rate)
                for i, w in enumerate(self.weights):
                    self.mean[i] += np.float32(1 - MEMORY) * (w - self.mean[i])
                if examples is fresh:
                    self.gains.append(gain)


def learn(minutes: float, seed: int) -> None:
    """Learn for so long, from random weights, for two players and for four; write them down."""
    learners = [Learner(players, seed) for players in PLAYERS]
    with ThreadPoolExecutor(len(learners)) as pool:
        coming = [pool.submit(learner.play) for learner in learners]
        for number, spent in enumerate(until(minutes, "turns")):
            k = number % len(learners)
            fresh = coming[k].result()
            coming[k] = pool.submit(learners[k].play)
            learners[k].learn(fresh, max(SLOWEST, FASTEST * (1 - spent)))
            if number % 40 < len(learners):
                gain = np.mean(learners[k].gains[-200:])
                report(f"{number}: {60 * minutes * spent:.0f} s, gain {gain:.4f}")
    rows = zip(*(learner.mean for learner in learners), strict=True)
    named = dict(zip(NET.names or (), map(np.stack, rows), strict=True))
    np.savez(WEIGHTS, allow_pickle=False, **named)
