"""Find the weights of `heuristics.hand_knee_foot.weights` in duels between policies."""

from typing import Final

import numpy as np

from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, Reals
from training.fitting import Margin, climb
from training.hand_knee_foot.selfplay import margin, openings

STEP: Final = 0.5  # of a weight


def find(players: int, minutes: float, seed: int, deals: int) -> Reals:
    """Weights that beat those on file, or these."""
    rules = Rules(players=players)

    def duel(one: Reals, other: Reals, number: int, of_seed: int) -> Margin:
        return margin(openings(rules, number, of_seed), one, other)

    def change(weights: Reals, steps: Reals) -> Reals:
        return weights * np.exp(STEP * steps)

    start = WEIGHTS[int(players > 2)]
    return climb(start, change, duel, minutes=minutes, seed=seed, deals=deals)
