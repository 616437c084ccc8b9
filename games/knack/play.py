"""The rules of K'nack: the protocol kernels.

A move is ``PASS``, ``GIVE`` + card, or ``CELLS * card + cell``: that card is laid at that cell of
the field, with ``CALLED`` added when K'nack! is called. (No card lies in the first row of the grid,
so all moves differ.) ``FACE_DOWN`` stands for a card whose face a view does not know: the free card
of another seat, or a card that another gives.

Whoever draws the last card of the own deck without a call that is due is given a card by each of
the others in turn: from a deck that is part of the same move, from a hand it is a move.

In a view seats whose hand is not known may pass, and may lay what they could hold; the reader of
moves checks.
"""

from typing import Final

from numba import int64, uint32

from kibitz.games import protocol
from kibitz.games.bits import lowest_bit, single, without_lowest
from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, pick
from kibitz.games.kernel import kernel
from kibitz.games.knack.hands import forget_given, give_top, push, put, take, take_top
from kibitz.games.knack.known_hands import (
    held_cards,
    knows_hand,
    may_call,
    may_pass,
    may_see,
    note_drawn,
    note_laid,
    note_pass,
    possible_cards,
)
from kibitz.games.knack.outcome import cards_left, is_over
from kibitz.games.knack.rules import FACES, HAND_SIZE, MOST_CARDS, NOBODY
from kibitz.games.knack.state import SIDE, STATE, KnackState
from kibitz.games.knack.worlds import deal_hidden
from kibitz.games.knack_field.field import lay, open_kinds, permitted, spots
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves, implements

FACE_DOWN: Final = FACES
CELLS: Final = SIDE * SIDE
MIDDLE: Final = CELLS // 2
PASS: Final = 0
GIVE: Final = 1
LAY: Final = SIDE  # the least move that lays a card is above this
CALLED: Final = (FACE_DOWN + 1) * CELLS
MAX_MOVES: Final = 2 * FACES * (2 * MOST_CARDS + 2) + 1  # of a hand that could hold any card


@kernel
def _with_calls(state: KnackState, moves: Moves, first: int, count: int) -> int:
    """Add the same moves, from ``first`` on, with a call where one is due; how many there are."""
    end = count
    if may_call(state):
        for i in range(first, end):
            moves[count] = moves[i] + CALLED
            count += 1
    return count


@implements(protocol.legal, STATE)
@kernel
def legal_moves(state: KnackState, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`."""
    if is_over(state):
        return 0
    known = knows_hand(state, int64(state.turn))
    if state.offender >= 0 or state.field.count == 0:
        count = 0
        waiting = held_cards(state)
        if not known or not may_see(state, int64(state.turn)):
            waiting = single(FACE_DOWN)
        while waiting:
            card = lowest_bit(waiting)
            waiting = without_lowest(waiting)
            moves[count] = GIVE + card if state.offender >= 0 else CELLS * card + MIDDLE
            count += 1
        return count if state.offender >= 0 else _with_calls(state, moves, 0, count)
    count = 0
    if not known and may_pass(state):
        moves[0] = PASS
        count = 1
    first = count
    waiting = possible_cards(state)
    while waiting:
        card = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        cells = moves[count:]
        found = spots(state.field, card, cells)
        for i in range(found):
            cells[i] += CELLS * card
        count += found
    count = _with_calls(state, moves, first, count)
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@implements(protocol.random_move, STATE)
@kernel
def some_move(state: KnackState, moves: Moves, stream: Stream) -> int:
    """See :func:`kibitz.games.protocol.random_move`: the moves are gathered in no order."""
    seat = int64(state.turn)
    if state.offender >= 0 or state.field.count == 0 or not knows_hand(state, seat):
        return moves[pick(stream, legal_moves(state, moves))]
    kinds = uint32(0)
    for i in range(state.held[seat]):
        kinds |= uint32(1) << uint32(kind_of(int64(state.hands[seat, i])))
    count = 0
    for slot in range(state.field.open):
        fit = uint32(state.field.fits[slot])
        cell = int64(state.field.frontier[slot])
        if fit & kinds and permitted(state.field, cell):
            before = int64(UNSEEN)
            for i in range(state.held[seat]):
                card = int64(state.hands[seat, i])
                if card != before and fit & (uint32(1) << uint32(kind_of(card))):
                    moves[count] = CELLS * card + cell
                    count += 1
                before = card
    if count == 0:
        return PASS
    if may_call(state):
        number = pick(stream, 2 * count)
        return moves[number >> 1] + CALLED * (number & 1)
    return moves[pick(stream, count)]


@kernel
def next_in(state: KnackState, seat: int) -> int:
    """The next seat that still has cards; ``seat`` itself where there is no other."""
    for step in range(1, state.players + 1):
        other = (seat + step) % state.players
        if cards_left(state, other) > 0:
            return other
    return seat


@implements(protocol.apply, STATE)
@kernel
def apply_move(state: KnackState, move: int) -> None:
    """See :func:`kibitz.games.protocol.apply`."""
    seat = int64(state.turn)
    state.guessed = 0
    state.chain_counts[seat] = 0
    if move == PASS:
        note_pass(state.lacks[seat], open_kinds(state.field))
        state.passes += 1
        if not is_over(state):
            state.turn = next_in(state, seat)
    elif move < LAY:
        _give_from_hand(state, move - GIVE)
    else:
        _lay_card(state, move % CALLED // CELLS, move % CALLED % CELLS, move >= CALLED)


@kernel
def _lay_card(state: KnackState, card: int, cell: int, called: bool) -> None:
    """Lay a card, draw another, and see what follows."""
    seat = int64(state.turn)
    take(state, seat, card)
    state.laid_by[state.field.count] = seat
    if state.field.count == 0:
        state.free = card if card < FACES else UNSEEN
        lay(state.field, cell, UNSEEN)
    else:
        lay(state.field, cell, card)
        note_laid(state.lacks[seat], kind_of(card))
        forget_given(state, seat, card)
    state.passes = 0
    last = state.deck_sizes[seat] == 1
    if state.deck_sizes[seat] > 0:
        take_top(state, seat)
        note_drawn(state.lacks[seat])
    if last and state.explicit and not called:
        state.offender = seat
        state.recorded = False
        _go_on_giving(state, seat)
    else:
        _end_turn(state, seat, seat)


@kernel
def _end_turn(state: KnackState, seat: int, before: int) -> None:
    """Note that ``seat`` has run out, if it has; the turn goes to the next after ``before``."""
    if cards_left(state, seat) == 0:
        state.finished[state.done] = seat
        state.done += 1
    if not is_over(state):
        state.turn = next_in(state, before)


@kernel
def _go_on_giving(state: KnackState, seat: int) -> None:
    """Have those after ``seat`` give the top of their decks, up to one who chooses from a hand."""
    offender = int64(state.offender)
    while True:
        seat = next_in(state, seat)
        if seat == offender:
            state.offender = NOBODY
            state.turn = next_in(state, offender)
            return
        if state.deck_sizes[seat] == 0:
            state.turn = seat
            return
        give_top(state, seat, offender)


@kernel
def _give_from_hand(state: KnackState, card: int) -> None:
    """Give a card to the offender; who runs out by that ends the giving."""
    seat, offender = int64(state.turn), int64(state.offender)
    take(state, seat, card)
    push(state, offender, card if card < FACES else UNSEEN, seat)
    for i in range(HAND_SIZE):
        # What others knew of the hand may be what was given.
        put(state, seat, i, NOBODY, UNSEEN)
        if card == FACE_DOWN and i < state.held[seat]:
            state.hands[seat, i] = UNSEEN
    if cards_left(state, seat) == 0:
        state.offender = NOBODY
        _end_turn(state, seat, offender)
    else:
        _go_on_giving(state, seat)


@implements(protocol.turn, STATE)
@kernel
def seat_to_move(state: KnackState) -> int:
    """See :func:`kibitz.games.protocol.turn`; after the end, the seat that moved last."""
    return int(state.turn)


@implements(protocol.horizon, STATE)
@kernel
def moves_left(state: KnackState) -> int:
    """See :func:`kibitz.games.protocol.horizon`: for each card all others may pass and give.

    No move can be taken back, and each lowers it.
    """
    if is_over(state):
        return 0
    cards = 0
    for seat in range(state.players):
        cards += cards_left(state, seat)
    gifts = 0
    if state.offender >= 0:
        gifts = (int64(state.offender) - state.turn) % state.players
    return 2 * state.players * cards + state.players - state.passes + gifts


@implements(protocol.redeal, STATE)
@kernel
def redeal_hidden(state: KnackState, seat: int, stream: Stream) -> None:
    """See `games.protocol.redeal`: other hands, all decks, what was set aside, a free card.

    ``seat`` must know its own hand; the readers of positions see to that.
    """
    deal_hidden(state, seat, stream)
