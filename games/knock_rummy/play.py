"""The rules of Knock Rummy: the protocol kernels.

A turn is two moves. The first is ``DRAW`` from the stock or ``TAKE`` the top of the discard pile;
before drawing when the stock is used up, ``TURN_OVER`` the pile. The second is the place of the
card to discard, ``KNOCK`` + that place, or ``OUT``: to lay down a fully matched hand without
discarding.

Where a view does not know enough to refuse a knock or going out, it is legal; the hands are turned
up with the move, and the reader of moves checks.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games import protocol
from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import Stream, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import NO_PLACE
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.rules import MOST_RECORDED, MOST_SEATS, MOST_TURN_OVERS
from kibitz.games.knock_rummy.settlement import UNIT, settle
from kibitz.games.knock_rummy.state import (
    DRAWN,
    ENDED,
    STATE,
    TAKEN,
    TO_DISCARD,
    TO_DRAW,
    TURNED_OVER,
    KnockRummyState,
)
from kibitz.games.knock_rummy.worlds import deal_hidden, pool, pool_of
from kibitz.games.protocol import Moves, Payoffs, implements

KNOCK: Final = PACK_SIZE
OUT: Final = 2 * PACK_SIZE
DRAW: Final = OUT + 1
TAKE: Final = OUT + 2
TURN_OVER: Final = OUT + 3
MAX_MOVES: Final = OUT + 1


@kernel
def unknown_of(state: KnockRummyState, seat: int) -> int:
    """How many cards ``seat`` holds that this state does not know."""
    number = 0
    for kind in range(MOST_TURN_OVERS + 1):
        number += state.unknown[seat, kind]
    return number


@kernel
def may_discard(state: KnockRummyState) -> Word:
    """The cards that the seat to move may discard: held, or in a view possibly held."""
    seat = state.turn
    cards = state.hands[seat]
    known = state.public
    for other in range(state.players):
        known |= state.hands[other]
    for kind in range(state.turn_overs + 1):
        if state.unknown[seat, kind] > 0:
            cards |= pool(state, kind) & ~known
    if state.taken >= 0 and not state.returns:
        cards &= ~single(state.taken)
    return cards


@implements(protocol.legal, STATE)
@kernel
def legal_moves(state: KnockRummyState, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`."""
    if state.phase == ENDED:
        return 0
    if state.phase == TO_DRAW:
        count = 0
        if state.stock_size > 0:
            moves[count] = DRAW
            count += 1
        if state.pile_size > 0:
            moves[count] = TAKE
            count += 1
        if state.stock_size == 0:
            moves[count] = TURN_OVER
            count += 1
        return count
    hand = state.hands[state.turn]
    known = unknown_of(state, state.turn) == 0
    cards = may_discard(state)
    count = 0
    waiting = cards
    while waiting:
        moves[count] = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        count += 1
    waiting = cards
    while waiting:
        card = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        limited = known and state.knock_limit >= 0
        if not limited or deadwood(state, hand & ~single(card)) <= state.knock_limit:
            moves[count] = KNOCK + card
            count += 1
    if not known or deadwood(state, hand) == 0:
        moves[count] = OUT
        count += 1
    return count


@kernel
def note_turn(state: KnockRummyState, how: int) -> None:
    """Begin a turn in the history, the earliest being forgotten where there is no room."""
    if state.recorded < 0:
        return
    if state.recorded == MOST_RECORDED:
        for i in range(1, MOST_RECORDED):
            state.how[i - 1] = state.how[i]
            state.gone[i - 1] = state.gone[i]
        state.gone[MOST_RECORDED - 1] = state.gone[MOST_RECORDED]
        state.recorded = MOST_RECORDED - 1
    state.how[state.recorded] = how
    state.recorded += 1
    state.gone[state.recorded] = NO_PLACE


@kernel
def draw(state: KnockRummyState) -> None:
    """Give the next card of the stock to the seat to move."""
    state.stock_size -= 1
    card = state.stock[state.stock_size]
    if card < 0:
        state.unknown[state.turn, state.turn_overs] += 1
    else:
        state.hands[state.turn] |= single(card)
    state.takes = 0


@kernel
def turn_over(state: KnockRummyState) -> None:
    """Make the discard pile the stock, its lowest card next or, where it is shuffled, any."""
    state.turn_overs += 1
    state.turn_overs_left -= 1
    size = state.pile_size
    pile = uint64(0)
    for i in range(size):
        state.stock[size - 1 - i] = state.pile[i]
        pile |= single(state.pile[i])
    state.stock_size = size
    state.pile_size = 0
    if not state.shuffles:
        return
    for earlier in range(state.turn_overs - 1):
        state.shuffled[earlier] &= ~pile
    state.shuffled[state.turn_overs - 1] = pile
    state.public &= ~pile
    if state.key:
        stream = np.zeros(1, np.uint64)
        start_stream(stream, state.key, uint64(state.turn_overs))
        # The order before must not show in the order after.
        count = 0
        order = np.zeros(PACK_SIZE, np.int64)
        while pile:
            order[count] = lowest_bit(pile)
            pile = without_lowest(pile)
            count += 1
        shuffle(stream, order, count)
        for i in range(size):
            state.stock[i] = order[i]
    else:
        for i in range(size):
            state.stock[i] = NO_PLACE


@kernel
def discard(state: KnockRummyState, card: int) -> None:
    """Put a card of the seat to move on the discard pile, in a view possibly an unknown one."""
    if state.hands[state.turn] & single(card):
        state.hands[state.turn] &= ~single(card)
    else:
        state.unknown[state.turn, pool_of(state, card)] -= 1
    state.public |= single(card)
    state.pile[state.pile_size] = card
    state.pile_size += 1
    if state.recorded >= 0:
        state.gone[state.recorded] = card


@kernel
def show_down(state: KnockRummyState) -> None:
    """End the hand: every hand is laid open, and payments are made."""
    counts = np.zeros(MOST_SEATS, np.int64)
    for seat in range(state.players):
        counts[seat] = deadwood(state, state.hands[seat])
        state.public |= state.hands[seat]
    state.ender = state.turn
    state.phase = ENDED
    settle(state, counts)


@implements(protocol.apply, STATE)
@kernel
def apply_move(state: KnockRummyState, move: int) -> None:
    """See :func:`kibitz.games.protocol.apply`."""
    if move == TURN_OVER:
        turn_over(state)
        note_turn(state, TURNED_OVER)
        return
    if state.phase == TO_DRAW:
        if move == TAKE:
            note_turn(state, TAKEN)
            state.pile_size -= 1
            state.taken = state.pile[state.pile_size]
            state.hands[state.turn] |= single(state.taken)
            state.takes += 1
        else:
            if state.recorded <= 0 or state.gone[state.recorded] >= 0:
                note_turn(state, DRAWN)
            draw(state)
        state.phase = TO_DISCARD
        return
    state.taken = NO_PLACE
    if move == OUT:
        show_down(state)
        return
    discard(state, move % KNOCK)
    if move >= KNOCK:
        show_down(state)
    elif unable_to_go_on(state):
        state.phase = ENDED
    else:
        state.turn = (state.turn + 1) % state.players
        state.phase = TO_DRAW


@kernel
def unable_to_go_on(state: KnockRummyState) -> bool:
    """Whether the hand ends with no score after a discard."""
    used_up = state.stock_size == 0 and state.turn_overs_left == 0
    return used_up or state.takes >= state.max_takes


@implements(protocol.over, STATE)
@kernel
def is_over(state: KnockRummyState) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    return state.phase == ENDED


@implements(protocol.payoff, STATE)
@kernel
def pay(state: KnockRummyState, payoffs: Payoffs) -> None:
    """See :func:`kibitz.games.protocol.payoff`: points of this hand, none before its end."""
    for seat in range(state.players):
        payoffs[seat] = state.payments[seat] / UNIT


@implements(protocol.turn, STATE)
@kernel
def seat_to_move(state: KnockRummyState) -> int:
    """See :func:`kibitz.games.protocol.turn`; after the end, the seat that moved last."""
    return int(state.turn)


@implements(protocol.horizon, STATE)
@kernel
def moves_left(state: KnockRummyState) -> int:
    """See :func:`kibitz.games.protocol.horizon`: two for each draw, and for each take between them.

    A pile that becomes the stock has at most the cards that are in no hand before a draw.
    """
    if state.phase == ENDED:
        return 0
    drawn = int64(state.phase == TO_DISCARD)
    spare = state.stock_size + state.pile_size + drawn
    draws = state.stock_size + state.turn_overs_left * spare
    turns = draws * (state.max_takes + 1) + state.max_takes - state.takes
    return 2 * turns + drawn + state.turn_overs_left


@implements(protocol.redeal, STATE)
@kernel
def redeal_hidden(state: KnockRummyState, seat: int, stream: Stream) -> None:
    """See `games.protocol.redeal`: other hands, the stock, and how piles will be shuffled.

    ``seat`` must know its own hand; the readers of positions see to that.
    """
    deal_hidden(state, seat, stream)
