"""How the weights of `heuristics.hand_knee_foot.weights` were found, to find them again.

``python -m kibitz.heuristics.hand_knee_foot.fitting --players 2 --minutes 4 --seed 1`` starts from
the
weights on file and changes a few at a time, by steps that get smaller. A change is kept when the
player with it beats the player without in two duels on fresh deals, each by a standard error or
more.
"""

import argparse
import sys
import time
from typing import Final

import numpy as np

from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.heuristics.hand_knee_foot.selfplay import margin, openings
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, Reals

CHANGED: Final = 0.3  # share of the weights that change together
FIRST_STEP: Final = 0.5  # of a weight
PATIENCE: Final = 40  # trials until steps get smaller
SHRINK: Final = 0.85


def beats(w: Reals, other: Reals, deals: int, seed: int, rules: Rules) -> bool:
    """Whether ``w`` beats ``other`` by a standard error or more."""
    found = margin(openings(rules, deals, seed), w, other)
    return found.mean > found.error > 0


def fit(players: int, minutes: float, seed: int, deals: int) -> Reals:
    """Weights that beat those on file, or these."""
    rules, rng = Rules(players=players), np.random.default_rng(seed)
    w = WEIGHTS[int(players > 2)].copy()
    step = FIRST_STEP
    end, trials = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        trials += 1
        change = np.exp(step * rng.normal(size=len(w)) * (rng.random(len(w)) < CHANGED))
        one, two = (int(n) for n in rng.integers(1 << 30, size=2))
        better = w * change
        if beats(better, w, deals, one, rules) and beats(better, w, 3 * deals, two, rules):
            w = better
            sys.stdout.write(f"{trials}: {np.round(w, 2).tolist()}\n")
            sys.stdout.flush()
        if trials % PATIENCE == 0:
            step *= SHRINK
    return w


def main() -> None:
    """Entry point of ``python -m kibitz.heuristics.hand_knee_foot.fitting``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=400)
    args = parser.parse_args()
    fit(args.players, args.minutes, args.seed, args.deals)


if __name__ == "__main__":
    main()
