"""The rules of Knotty Nines: the protocol kernels.

A move is ``16 * source + target``, piles counted from 0: the top card of the source goes onto
the target, whose top is one rank higher. When the source empties, the next stock card fills it as
part of the move; with an empty stock the space stays empty for good.
"""

from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.cards import PACK_SIZE, UNSEEN
from kibitz.games.chance import Stream, below
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.state import MAX_PILES, NOTHING, STATE, KnottyNinesState
from kibitz.games.protocol import Moves, Payoffs, implements

MAX_MOVES: Final = MAX_PILES * (MAX_PILES - 1)
SHIFT: Final = 16


@kernel
def fits(card: int, target: int, wrap: bool) -> bool:
    """Whether ``card`` may go on ``target``: one rank lower, or a king on an ace with ``wrap``."""
    rank, onto = card >> 2, target >> 2
    return onto == rank + 1 or (wrap and rank == 12 and onto == 0)


@implements(protocol.legal, STATE)
@kernel
def legal_moves(state: KnottyNinesState, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`."""
    count = 0
    if not state.clear and state.drawn == state.size:
        return count
    for source in range(state.piles):
        if state.top[source] == NOTHING:
            continue
        for target in range(state.piles):
            onto = state.top[target]
            if target != source and onto != NOTHING and fits(state.top[source], onto, state.wrap):
                moves[count] = SHIFT * source + target
                count += 1
    return count


@implements(protocol.apply, STATE)
@kernel
def apply_move(state: KnottyNinesState, move: int) -> None:
    """See :func:`kibitz.games.protocol.apply`."""
    source, target = move // SHIFT, move % SHIFT
    card = state.top[source]
    state.top[source] = state.beneath[card]
    state.height[source] -= 1
    state.beneath[card] = state.top[target]
    state.top[target] = card
    state.height[target] += 1
    if state.height[source] == 0 and state.drawn < state.size:
        filler = state.stock[state.drawn]
        state.drawn += 1
        state.top[source] = filler
        state.height[source] = 1
        if filler != UNSEEN:
            state.beneath[filler] = NOTHING


@implements(protocol.over, STATE)
@kernel
def is_over(state: KnottyNinesState) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    moves = np.empty(MAX_MOVES, np.int64)
    return legal_moves(state, moves) == 0


@implements(protocol.payoff, STATE)
@kernel
def pay(state: KnottyNinesState, payoffs: Payoffs) -> None:
    """See :func:`kibitz.games.protocol.payoff`: 1 for a won game, else 0."""
    won = state.drawn == state.size
    if won and state.clear:
        won = is_over(state)
    payoffs[0] = 1.0 if won else 0.0


@implements(protocol.horizon, STATE)
@kernel
def irreversible_left(state: KnottyNinesState) -> int:
    """See `games.protocol.horizon`: stock cards, then piles that may still be emptied."""
    left = state.size - state.drawn
    if state.clear:
        for pile in range(state.piles):
            if state.top[pile] != NOTHING:
                left += 1
    return left


@implements(protocol.redeal, STATE)
@kernel
def redeal_stock(state: KnottyNinesState, seat: int, stream: Stream) -> None:
    """See `games.protocol.redeal`: the player sees the tableau, never the stock's order."""
    seen = np.zeros(PACK_SIZE, np.bool_)
    for pile in range(state.piles):
        card = state.top[pile]
        for _ in range(state.height[pile]):
            seen[card] = True
            card = state.beneath[card]
    place = state.drawn
    for card in range(PACK_SIZE):
        if not seen[card] and place < state.size:
            state.stock[place] = card
            place += 1
    for i in range(state.size - 1, state.drawn, -1):
        j = state.drawn + below(stream, i + 1 - state.drawn)
        kept = state.stock[i]
        state.stock[i] = state.stock[j]
        state.stock[j] = kept


@implements(protocol.turn, STATE)
@kernel
def only_seat(state: KnottyNinesState) -> int:
    """See :func:`kibitz.games.protocol.turn`."""
    return 0
