"""Fit the weights of the judgement: ``python -m heuristics.knaves.fitting [trials]``.

Hill climbing. Each trial changes a few weights at random and plays one such player against two of
the best so far, on fresh deals, each in all three seatings; also against beginners and against
random players, where it is compared with the best on the same deals, lest it learn its own habits
only. It takes the place of the best when the sum of the three is better by more than two standard
errors. Prints the weights after each success.
"""

import sys
from typing import Final

import numpy as np

from heuristics.knaves.judgement import WEIGHTS, Reals
from heuristics.knaves.selfplay import NAIVE, RANDOM, RULE, gains_of, margin_of

TRIALS: Final = 300
DEALS: Final = 4_000
CERTAIN: Final = 2.0  # standard errors


def changed(weights: Reals, rng: np.random.Generator) -> Reals:
    """A copy with one to three weights moved by up to about a half of them."""
    found = weights.copy()
    for i in rng.choice(len(weights), rng.integers(1, 4), replace=False):
        found[i] += rng.normal() * (0.3 * abs(found[i]) + 0.03)
    return found


def fit(weights: Reals, trials: int, seed: int = 0) -> Reals:
    """The best weights after so many trials."""
    rng = np.random.default_rng(seed)
    best = weights.copy()
    for trial in range(trials):
        tried = changed(best, rng)
        seed = 1_000 + trial
        gains = gains_of(RULE, RULE, DEALS, seed, w_one=tried, w_other=best)
        for rival, share in ((NAIVE, 0.5), (RANDOM, 0.25)):
            gains += share * gains_of(RULE, rival, DEALS, seed, w_one=tried)
            gains -= share * gains_of(RULE, rival, DEALS, seed, w_one=best)
        margin = margin_of(gains)
        if margin.mean > CERTAIN * margin.error:
            best = tried
            text = ", ".join(f"{w:.3f}" for w in best)
            sys.stdout.write(f"{trial}: +{margin.mean:.3f} ± {margin.error:.3f}  [{text}]\n")
            sys.stdout.flush()
    return best


def main() -> None:
    """Entry point of ``python -m heuristics.knaves.fitting``."""
    fit(WEIGHTS, int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS)


if __name__ == "__main__":
    main()
