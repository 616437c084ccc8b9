"""Find the weights of `heuristics.knack.judgement` in duels between policies."""

from typing import Final

import numpy as np

from kibitz.games.knack.rules import Rules
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import WEIGHTS
from training.fitting import Margin, climb, margin_of
from training.knack.selfplay import RULE, gains_of

STEP: Final = 0.7  # of a weight
LEAST_WEIGHT: Final = 0.3  # to which the step of a small weight is taken


def find(players: int, minutes: float, seed: int, deals: int) -> Reals:
    """Weights that beat those on file, or these."""
    rules, start = Rules(players=players), WEIGHTS[int(players > 2)]
    sizes = STEP * np.maximum(np.abs(start), LEAST_WEIGHT)

    def duel(one: Reals, other: Reals, number: int, of_seed: int) -> Margin:
        return margin_of(gains_of(RULE, RULE, number, of_seed, rules, one, other))

    def change(weights: Reals, steps: Reals) -> Reals:
        return weights + sizes * steps

    return climb(start, change, duel, minutes=minutes, seed=seed, deals=deals)
