"""How the weights of :mod:`kibitz.heuristics.knack.judgement` were found, to find them again.

``python -m kibitz.heuristics.knack.fitting --players 2 --minutes 4 --seed 1`` starts from the
weights on
file and changes a few at a time, by steps that get smaller. A change is kept when the player with
it beats the player without in two duels on fresh deals, each by a standard error or more.
"""

import argparse
import sys
import time
from typing import Final

import numpy as np

from kibitz.games.knack.rules import Rules
from kibitz.heuristics.knack.judgement import FEATURES, WEIGHTS, Reals
from kibitz.heuristics.knack.selfplay import RULE, gains_of, margin_of

CHANGED: Final = 0.35  # share of the weights that change together
FIRST_STEP: Final = 0.7  # of a weight
LEAST_WEIGHT: Final = 0.3  # to which the step of a small weight is taken
PATIENCE: Final = 40  # trials until steps get smaller
SHRINK: Final = 0.85


def beats(w: Reals, other: Reals, deals: int, seed: int, rules: Rules) -> bool:
    """Whether ``w`` beats ``other`` by a standard error or more."""
    margin = margin_of(gains_of(RULE, RULE, deals, seed, rules, w, other))
    return margin.mean > margin.error > 0


def fit(players: int, minutes: float, seed: int, deals: int) -> Reals:
    """Weights that beat those on file, or these."""
    rules, rng = Rules(players=players), np.random.default_rng(seed)
    w = WEIGHTS[int(players > 2)].copy()
    step = FIRST_STEP * np.maximum(np.abs(w), LEAST_WEIGHT)
    end, trials = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        trials += 1
        change = rng.normal(size=FEATURES) * step * (rng.random(FEATURES) < CHANGED)
        one, two = (int(n) for n in rng.integers(1 << 40, size=2))
        if beats(w + change, w, deals, one, rules) and beats(w + change, w, 2 * deals, two, rules):
            w = w + change
            sys.stdout.write(f"{trials}: {np.round(w, 2).tolist()}\n")
            sys.stdout.flush()
        if trials % PATIENCE == 0:
            step *= SHRINK
    return w


def main() -> None:
    """Entry point of ``python -m kibitz.heuristics.knack.fitting``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=2_000)
    args = parser.parse_args()
    fit(args.players, args.minutes, args.seed, args.deals)


if __name__ == "__main__":
    main()
