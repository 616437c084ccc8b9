"""The end of a game of K'nack with every card known, played out exactly: for guessed worlds."""

from typing import Final

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.protocol import Payoffs, State, implements
from kibitz.heuristics import protocol
from kibitz.solvers.knack.frames import FRAME, MOST_MOVES
from kibitz.solvers.knack.futures import cards_to_come, new_drawing
from kibitz.solvers.knack.tree import DONE, GOING, MAX_N, SLOT, Memory, advance, begin

CARDS_SOLVED: Final = 3
DEEPEST: Final = 64
NODES: Final = 64  # a search that takes more is not worth its time
SLOTS: Final = 1 << 8


@implements(protocol.endgame, STATE)
@kernel
def endgame(state: KnackState, payoffs: Payoffs) -> bool:
    """See :func:`kibitz.heuristics.protocol.endgame`, and :func:`best_end`."""
    return best_end(state, np.empty(1, STATE), payoffs)


@kernel
def best_end(state: KnackState, work: State, payoffs: Payoffs) -> bool:
    """Write the payoffs when every seat plays its best from here on, by max-n.

    False when there are cards in decks, more than ``CARDS_SOLVED`` in hands, or more positions
    than ``NODES``. ``work``: scratch, one state of the same type.
    """
    for seat in range(state.players):
        if state.deck_sizes[seat] > 0:
            return False
    if cards_to_come(state) > CARDS_SOLVED:
        return False
    cells, signs = new_drawing()
    memory = Memory(
        work,
        np.empty(DEEPEST, FRAME),
        np.zeros(SLOTS, SLOT),
        np.array([-1, 0]),
        np.empty(DEEPEST * 8 + MOST_MOVES, np.int64),
        np.empty(DEEPEST * 8 + MOST_MOVES),
        np.empty(MOST_MOVES, np.int64),
        np.empty(MOST_MOVES, np.uint64),
        np.empty(MOST_MOVES, np.uint64),
        cells,
        signs,
        np.zeros(MOST_SEATS),
    )
    status = begin(memory, state)
    if status == GOING:
        status = advance(memory, MAX_N, NODES)
    if status != DONE:
        return False
    for seat in range(state.players):
        payoffs[seat] = memory.result[seat]
    return True
