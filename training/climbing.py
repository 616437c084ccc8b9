"""Better weights by small random changes: what beats the weights so far replaces them.

A few weights change at a time, by steps that get smaller. A change is kept when the player with it
beats the player without in two duels on fresh deals, each by a standard error or more.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from training.margins import Margin, Reals
from training.progress import report, until

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
