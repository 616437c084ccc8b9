"""Open rounds of Hand, Knee and Foot by trying everything: every team for itself."""

import numpy as np

from kibitz.games import protocol
from kibitz.games.protocol import State
from tests.games.hand_knee_foot.tables import GAME


class TooManyError(Exception):
    """There are more states than were allowed."""


def payoffs(state: State, known: dict[bytes, tuple[float, ...]], most: int) -> tuple[float, ...]:
    """What each seat makes; of moves equally good for the mover the first is played.

    Raises :class:`TooManyError` after ``most`` different states.
    """
    key = state.tobytes()
    if key in known:
        return known[key]
    if len(known) > most:
        raise TooManyError
    if protocol.run_over(state):
        paid = np.zeros(6)
        protocol.run_payoff(state, paid)
        known[key] = tuple(paid)
        return known[key]
    seat = int(protocol.run_turn(state))
    best: tuple[float, ...] | None = None
    for move in GAME.legal(state):
        after = state.copy()
        protocol.run_apply(after, move)
        found = payoffs(after, known, most)
        if best is None or found[seat] > best[seat]:
            best = found
    assert best is not None
    known[key] = best
    return best
