"""The books that a turn leaves undone, by playing it in Python move by move: naive and slow."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.protocol import State
from tests.heuristics.hand_knee_foot.looking import rule

WORLDS = 4
DEAR = (1, 3, 11)  # slots of 5s, 7s and wild cards


def worth(record: Any, team: int) -> float:
    """4 for a book, 6 for one of 5s, 7s or wild cards, 2 more for having any."""
    counts = (record["red"][team].astype(int) + record["black"][team]).tolist()
    each = [6 if slot in DEAR else 4 for slot in range(12)]
    return float(sum(n * e for n, e in zip(counts, each, strict=True)) + 2 * (sum(counts) > 0))


def worths_after(view: State, row: Sequence[int]) -> list[float]:
    """What the books of the team are worth in each world when the turn is over.

    The row is played and then the policy, which also answers for partners.
    """
    seat, turn, found = int(protocol.run_turn(view)), int(view[0]["turn"]), []
    for number in range(WORLDS):
        state, stream, left = view.copy(), np.zeros(1, np.uint64), list(row)
        start_stream(stream, 0, number)
        protocol.run_redeal(state, seat, stream)
        while not protocol.run_over(state) and state[0]["turn"] == turn:
            mine = protocol.run_turn(state) == seat
            protocol.run_apply(state, left.pop(0) if left and mine else rule(state))
        found.append(worth(state[0], turn % int(view[0]["teams"])))
    return found


def undone(view: State, row: Sequence[int]) -> float:
    """What a row leaves undone of that which the policy completes in every world; at most 6."""
    sure = min(worths_after(view, ()))
    now = worth(view[0], int(view[0]["turn"]) % int(view[0]["teams"]))
    short = sure - sum(worths_after(view, row)) / WORLDS
    return min(max(short, 0.0), 6.0) if sure > now else 0.0
