"""Turns of Hand, Knee and Foot to look at: from rounds of the policy, as the seat to move sees."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.schema import SWITCHES
from kibitz.games.hand_knee_foot.state import TO_PLAY
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.policy import rule_move
from tests.conformance.playing import stream_of
from training.hand_knee_foot.selfplay import openings

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "stock_out": "reshuffle", "knee_pickup": "auto"},
    {"players": 4},
    {"players": 6, "required": "none", "ask_team": False},
    {"players": 4, "red_three_auto": False, "special_natural_only": False, "max_wilds": 3},
    {"players": 2, "draw": 2, "stock_out": "reshuffle", "required": "red_black"},
]


@kernel
def _rule(state: State) -> int:
    return rule_move(state[0])


def rule(state: State) -> int:
    """The move of the policy."""
    return int(_rule(state))


def rounds(rules: dict[str, Any], deals: int, seed: int = 1) -> Iterator[list[State]]:
    """The states of rounds of the policy, the last one over."""
    starts = openings(SWITCHES.read(rules), deals, seed)
    for i in range(deals):
        states = [starts[i : i + 1].copy()]
        while not protocol.run_over(states[-1]):
            state = states[-1].copy()
            protocol.run_apply(state, rule(state))
            states.append(state)
        yield states


def world(state: State, seed: int) -> State:
    """Another deal that the seat to move cannot tell from this one."""
    other = state.copy()
    protocol.run_redeal(other, int(protocol.run_turn(state)), stream_of(seed))
    return other


def turns(rules: dict[str, Any], deals: int, seed: int = 1) -> list[State]:
    """States in which a seat has just drawn."""
    found = []
    for states in rounds(rules, deals, seed):
        before = -1
        for state in states[:-1]:
            if state[0]["phase"] == TO_PLAY and before != TO_PLAY:
                found.append(world(state, 5))
            before = int(state[0]["phase"])
    return found


def payoffs(state: State) -> np.ndarray:
    """What the round pays."""
    paid = np.zeros(6)
    protocol.run_payoff(state, paid)
    return paid[: int(state[0]["players"])]
