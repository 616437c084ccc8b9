"""Ways to better weights: gradient steps, conditional logistic regression, random changes.

In the regression each case is a row of choices of which the first is real. The weights are those
under which the real ones are picked out most readily, by Newton's method with a little decay.

With random changes, what beats the weights so far replaces them. A few weights change at a time, by
steps that get smaller. A change is kept when the player with it beats the player without in two
duels on fresh deals, each by a standard error or more.

An evolution strategy follows a slope instead: pairs of opposite random changes to all weights play
the same deals, and what a change makes more than its opposite counts for its direction.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from training.commands import report, until

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margin:
    """What a player makes more than another, a deal: mean and its standard error."""

    mean: float
    error: float


def margin_of(gains: Reals) -> Margin:
    """Mean and standard error of gains, one per deal; there are two deals or more."""
    return Margin(float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains))))


Layer = npt.NDArray[np.floating[Any]]
Weights = list[Layer]


class Adam:
    """The Adam optimizer (Kingma and Ba, 2015) with its usual constants."""

    def __init__(self, weights: Sequence[Layer]) -> None:
        """Moments at zero."""
        self._mean = [np.zeros_like(w) for w in weights]
        self._square = [np.zeros_like(w) for w in weights]
        self._steps = 0

    def step(self, weights: Weights, slopes: Sequence[Layer], rate: float) -> None:
        """Move ``weights`` in place."""
        self._steps += 1
        for i, g in enumerate(slopes):
            self._mean[i] += np.float32(0.1) * (g - self._mean[i])
            self._square[i] += np.float32(0.001) * (g * g - self._square[i])
            mended = self._mean[i] / (1 - 0.9**self._steps)
            spread = np.sqrt(self._square[i] / (1 - 0.999**self._steps)) + 1e-8
            weights[i] -= (rate * mended / spread).astype(np.float32)


CLOSE: Final = 1e-6
DECAY: Final = 3.0
NEWTON: Final = 30


def likelihood(signs: Reals, weights: Reals) -> tuple[float, Reals]:
    """The logarithm, less decay, of how likely the real choices are; the share of each choice."""
    scores = signs @ weights
    scores -= scores.max(axis=1, keepdims=True)
    shares = np.exp(scores)
    totals = shares.sum(axis=1)
    found = float((scores[:, 0] - np.log(totals)).sum()) - DECAY / 2 * float(weights @ weights)
    return found, shares / totals[:, None]


def fitted(signs: Reals) -> Reals:
    """The weights under which the real choices of cases [case, choice, sign] stand out most."""
    weights = np.zeros(signs.shape[2])
    best, shares = likelihood(signs, weights)
    for _ in range(NEWTON):
        mean = np.einsum("nk,nks->ns", shares, signs)
        slope = (signs[:, 0] - mean).sum(axis=0) - DECAY * weights
        bend = np.einsum("nk,nks,nkt->st", shares, signs, signs) - mean.T @ mean
        step = np.linalg.solve(bend + DECAY * np.eye(len(weights)), slope)
        found = -np.inf
        while found < best and np.abs(step).max() > CLOSE:
            found, there = likelihood(signs, weights + step)
            step, shares = (step, there) if found >= best else (step / 2, shares)
        if found < best + CLOSE:
            break
        weights, best = weights + step, found
    return weights


CHANGED: Final = 0.3  # share of the weights that change together
PATIENCE: Final = 40  # trials until steps get smaller
SHRINK: Final = 0.85
CONFIRMING: Final = 3  # times the deals of the first duel, in the second

Change = Callable[[Reals, Reals], Reals]  # of weights by steps, 0 for those to be left alone
Duel = Callable[[Reals, Reals, int, int], Margin]  # between two weights, on so many deals of a seed


def climb(
    weights: Reals, change: Change, duel: Duel, *, minutes: float, seed: int, deals: int
) -> Reals:
    """Weights that beat those given, or these."""
    rng, step = np.random.default_rng(seed), 1.0

    def wins(one: Reals, other: Reals, number: int) -> bool:
        margin = duel(one, other, number, int(rng.integers(1 << 30)))
        return margin.mean > margin.error > 0

    for trial, _ in enumerate(until(minutes, "duels"), 1):
        steps = step * rng.normal(size=len(weights)) * (rng.random(len(weights)) < CHANGED)
        better = change(weights, steps)
        if wins(better, weights, deals) and wins(better, weights, CONFIRMING * deals):
            weights = better
            report(f"{trial}: {np.round(weights, 2).tolist()}")
        if trial % PATIENCE == 0:
            step *= SHRINK
    return weights


PAIRS: Final = 12  # of opposite changes in a generation
CHANGE: Final = 0.4  # of a weight's step, in a change
RATE: Final = 0.04  # of its step, in a generation
MOMENTS: Final = (0.9, 0.98)

Gains = Callable[[Reals, Reals, int], Reals]  # of weights against a rival's, on deals of a seed


def evolve(
    weights: Reals, steps: Reals, rivals: Sequence[Reals], gains: Gains, minutes: float, seed: int
) -> Reals:
    """Weights found by an evolution strategy with Adam's steps: the mean of its second half.

    ``steps``: what a small change of each weight is, 0 for one that stays. It plays itself and
    ``rivals`` in turn.
    """
    rng, start, seconds = np.random.default_rng(seed), weights.copy(), []
    mean, square = np.zeros(len(weights)), np.zeros(len(weights))
    for number, share in enumerate(until(minutes, "generations"), 1):
        rival = (weights.copy(), *rivals)[number % (1 + len(rivals))]
        slope, deals = np.zeros(len(weights)), int(rng.integers(1 << 30))
        for pair in range(PAIRS):
            change = rng.normal(size=len(weights))
            up, down = (weights + sign * CHANGE * steps * change for sign in (1, -1))
            ahead = gains(up, rival, deals + pair) - gains(down, rival, deals + pair)
            slope += change * ahead.mean()
        mean += (1 - MOMENTS[0]) * (slope - mean)
        square += (1 - MOMENTS[1]) * (slope * slope - square)
        unbiased = mean / (1 - MOMENTS[0] ** number)
        spread = np.sqrt(square / (1 - MOMENTS[1] ** number)) + 1e-9
        weights = weights + RATE * steps * unbiased / spread
        if share > 0.5:
            seconds.append(weights)
        if number % 20 == 0:
            report(f"{number}: {np.round(weights, 2).tolist()}")
    return np.mean(seconds, axis=0) if seconds else start
