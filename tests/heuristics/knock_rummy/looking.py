"""Positions of Knock Rummy to judge: played by the policy, and small enough to list all deals."""

from typing import Any

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.policy import policy_move
from tests.games.knock_rummy.tables import GAME


@kernel
def _judged(state: State, limit: int) -> int:
    return policy_move(state[0], limit)


def judged(state: State, limit: int) -> int:
    """What the policy plays that knocks with ``limit`` points."""
    return int(_judged(state, limit))


def going_on(state: State) -> int:
    """What the policy plays that never ends the hand."""
    move = judged(state, -1)
    return GAME.legal(state)[0] if move == OUT else move


def played(seed: int, turns: int, rules: dict[str, Any] | None = None) -> Position:
    """The open position before a discard after so many turns of players who never knock."""
    start = GAME.deal(str(seed), rules)
    state, found = GAME.state(start), -1
    while not protocol.run_over(state):
        found += int(state[0]["phase"]) == TO_DISCARD
        if found == turns:
            break
        protocol.run_apply(state, going_on(state))
    position: Position = GAME.position(state, start)
    return position


def late(seed: int, left: int, rules: dict[str, Any] | None = None) -> Position:
    """The open position before a discard with so many cards left in the stock.

    Of the first deal from ``seed`` on that gets so far.
    """
    start = GAME.deal(str(seed), rules)
    state = GAME.state(start)
    while state[0]["stock_size"] > left or state[0]["phase"] != TO_DISCARD:
        if protocol.run_over(state):
            return late(seed + 1, left, rules)
        protocol.run_apply(state, going_on(state))
    position: Position = GAME.position(state, start)
    return position
