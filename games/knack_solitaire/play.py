"""The rules of K'nack Solitaire: the protocol kernels.

A move is ``DRAW``, ``REDEAL`` or ``CELLS * card + cell``: the top card of the waste is laid at that
cell of the field. (No card lies at cells 0 and 1, on the rim of the grid, so all moves differ.)

What must be done is forced: while the top of the waste can be laid somewhere it is laid, and only
where is chosen. With ``may_decline`` the player may draw instead, but not deal again: a redeal
needs an empty stock and a top card that cannot be laid. The game ends when none of this is
possible: all cards laid, or the last pass over with cards in the waste. A redeal never finds the
waste empty, for then the game is won.

In a view a top card that was drawn without being named cannot be laid.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games import protocol
from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, below
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import has_spot, lay, spots
from kibitz.games.knack_solitaire.state import FACES, MOST_CARDS, SIDE, STATE, KnackSolitaireState
from kibitz.games.protocol import Moves, Payoffs, implements
from kibitz.games.records import UInt8s

CELLS: Final = SIDE * SIDE
DRAW: Final = 0
REDEAL: Final = 1
MAX_MOVES: Final = 2 * MOST_CARDS + 4


@kernel
def top_card(state: KnackSolitaireState) -> int:
    """The open card of the waste, ``UNSEEN`` for none or an unknown one."""
    return int64(state.waste[state.wasted - 1]) if state.wasted > 0 else UNSEEN


@implements(protocol.legal, STATE)
@kernel
def legal_moves(state: KnackSolitaireState, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`."""
    card = top_card(state)
    stocked = state.drawn < state.size
    count = 0
    if stocked and state.may_decline:
        moves[0] = DRAW
        count = 1
    if card != UNSEEN:
        cells = moves[count:]
        found = spots(state.field, card, cells)
        for i in range(found):
            cells[i] += CELLS * card
        count += found
    if count == 0 and stocked:
        moves[0] = DRAW
        count = 1
    elif count == 0 and state.wasted > 0 and state.redeals_left > 0:
        moves[0] = REDEAL
        count = 1
    return count


@implements(protocol.apply, STATE)
@kernel
def apply_move(state: KnackSolitaireState, move: int) -> None:
    """See :func:`kibitz.games.protocol.apply`."""
    if move == DRAW:
        state.waste[state.wasted] = state.stock[state.drawn]
        state.wasted += 1
        state.drawn += 1
    elif move == REDEAL:
        state.redeals_left -= 1
        _restack(state)
    else:
        state.wasted -= 1
        state.waste[state.wasted] = 0
        lay(state.field, move % CELLS, move // CELLS)


@kernel
def _restack(state: KnackSolitaireState) -> None:
    """Make the waste the stock: as it lies, in a known order, or in one nobody knows.

    An order names the whole pack; of two jokers, the place named first is the one that counts for
    a joker that is alone in the waste.
    """
    size = int64(state.wasted)
    if not state.shuffles:
        for i in range(size):
            state.stock[i] = state.waste[i]
    elif state.ordered:
        order = state.orders[state.redeals_left]
        left = np.zeros(FACES, np.int8)
        for i in range(size):
            if state.waste[i] < FACES:
                left[state.waste[i]] += 1
        place = 0
        for i in range(state.cards):
            card = order[i]
            if left[card] > 0:
                left[card] -= 1
                state.stock[place] = card
                place += 1
    else:
        for i in range(size):
            state.stock[i] = UNSEEN
    for i in range(size, MOST_CARDS):
        state.stock[i] = 0
    for i in range(size):
        state.waste[i] = 0
    state.wasted = 0
    state.drawn = 0
    state.size = size


@implements(protocol.over, STATE)
@kernel
def is_over(state: KnackSolitaireState) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    if state.drawn < state.size:
        return False
    if state.wasted == 0:
        return True
    card = top_card(state)
    return state.redeals_left == 0 and (card == UNSEEN or not has_spot(state.field, card))


@kernel
def cards_left(state: KnackSolitaireState) -> int:
    """Cards not yet on the field: the score of the game, none when it is won."""
    return int64(state.wasted) + state.size - state.drawn


@implements(protocol.payoff, STATE)
@kernel
def pay(state: KnackSolitaireState, payoffs: Payoffs) -> None:
    """See :func:`kibitz.games.protocol.payoff`: 1 for a won game, else 0."""
    payoffs[0] = 1.0 if cards_left(state) == 0 else 0.0


@implements(protocol.turn, STATE)
@kernel
def only_seat(state: KnackSolitaireState) -> int:
    """See :func:`kibitz.games.protocol.turn`."""
    return 0


@implements(protocol.horizon, STATE)
@kernel
def moves_left(state: KnackSolitaireState) -> int:
    """See `games.protocol.horizon`: every card laid, and the whole waste drawn each pass.

    No move can be taken back, and each lowers it.
    """
    left = cards_left(state)
    return left + state.size - state.drawn + state.redeals_left * (1 + left)


@kernel
def guess_orders(state: KnackSolitaireState, stream: Stream) -> None:
    """Choose how each redeal to come will be shuffled, all ways equally likely, in place.

    For a game whose waste is turned over there is nothing to choose.
    """
    if not state.shuffles:
        return
    for redeal in range(state.redeals_left):
        order = state.orders[redeal]
        place = 0
        for card in range(FACES):
            for _ in range(state.pack[card]):
                order[place] = card
                place += 1
        _mix(order, 0, place, stream)
    state.ordered = True


@implements(protocol.redeal, STATE)
@kernel
def redeal_unseen(state: KnackSolitaireState, seat: int, stream: Stream) -> None:
    """See `games.protocol.redeal`: the order of the stock and of every shuffle to come.

    A stock that was turned over went through the waste before everybody's eyes and stays, so far
    as it is known.
    """
    guess_orders(state, stream)
    if state.drawn < state.size and not _went_by(state):
        left = np.empty(FACES, np.int8)
        for card in range(FACES):
            left[card] = state.pack[card]
        for number in range(state.field.count):
            left[state.field.laid[number]] -= 1
        for i in range(state.wasted):
            if state.waste[i] < FACES:
                left[state.waste[i]] -= 1
        place = int64(state.drawn)
        for card in range(FACES):
            for _ in range(left[card]):
                if place < state.size:
                    state.stock[place] = card
                    place += 1
        _mix(state.stock, int64(state.drawn), place, stream)


@kernel
def _went_by(state: KnackSolitaireState) -> bool:
    """Whether the player has seen the order of the stock in an earlier pass."""
    if state.shuffles or state.redeals_left == state.redeals:
        return False
    return state.stock[state.drawn] != UNSEEN


@kernel
def _mix(cards: UInt8s, first: int, end: int, stream: Stream) -> None:
    """Shuffle ``cards`` from place ``first`` to before ``end``, in place."""
    for i in range(end - 1, first, -1):
        j = first + below(stream, i + 1 - first)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept
