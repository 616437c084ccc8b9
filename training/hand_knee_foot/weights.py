"""Find the weights of `heuristics.hand_knee_foot.weights` in duels between policies.

They play themselves and the weights of version 0.1 in turn, always in the same few thousand deals.
"""

from functools import cache
from typing import Final

import numpy as np

from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.styles import PLAIN
from kibitz.heuristics.hand_knee_foot.weights import FORMER, WEIGHTS, Reals
from training.fitting import evolve
from training.hand_knee_foot.selfplay import NO_NETS, duel, openings

SHARE: Final = 0.2  # of a weight, that a small change is
LEAST: Final = 0.4  # of a unit, as a small change
POOL: Final = 50  # duels in different deals, played again and again


def find(players: int, minutes: float, seed: int, deals: int) -> Reals:
    """Weights found from those on file."""
    rules, row = Rules(players=players), int(players > 2)
    weights = WEIGHTS[row]
    steps = np.maximum(SHARE * np.abs(weights), LEAST)

    @cache
    def dealt(number: int) -> State:
        return openings(rules, deals, seed, number * deals)

    def gains(one: Reals, other: Reals, number: int) -> Reals:
        found = np.empty(deals)
        duel(dealt(number % POOL), one, other, PLAIN, NO_NETS, 1, found)
        return found

    return evolve(weights, steps, (FORMER[row],), gains, minutes, seed)
