"""The last tricks of a round with all hands known, played out exactly: for guessed worlds."""

from typing import Final

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.knaves.state import SEATS, STATE, KnavesState
from kibitz.games.protocol import Payoffs, implements
from kibitz.heuristics import protocol
from kibitz.solvers.knaves.frames import DESK, FRAME, SLOT, Memory, begin
from kibitz.solvers.knaves.max_n import search_max_n

TRICKS_SOLVED: Final = 3
ROOM: Final = 9 * TRICKS_SOLVED + 1  # a card and two answers each
NO_LIMIT: Final = 1 << 60


@implements(protocol.endgame, STATE)
@kernel
def endgame(state: KnavesState, payoffs: Payoffs) -> bool:
    """Write the points of the whole round when every seat plays its best from here on.

    By the max-n search of `solvers.knaves.max_n`. False, and nothing is written, when more
    than ``TRICKS_SOLVED`` tricks are left or a hand is not known.
    """
    if state.hand_size - state.count // 3 > TRICKS_SOLVED:
        return False
    for seat in range(SEATS):
        if state.unknown[seat] > 0:
            return False
    memory = Memory(
        np.empty(ROOM, FRAME),
        np.empty(1, DESK),
        np.empty(0, SLOT),
        np.empty((64, SEATS), np.int64),
        np.empty(64, np.int64),
    )
    begin(state, memory, 0)
    search_max_n(memory, NO_LIMIT)
    for seat in range(SEATS):
        payoffs[seat] = state.points[seat] + memory.frames[0].value[seat]
    return True
