"""The past of a game of K'nack of which it is known who laid which card.

What lay on the table before each move is public. What a seat held then follows from what it holds
later and from which of those cards it drew after the move.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, below, pick
from kibitz.games.kernel import kernel
from kibitz.games.knack.hand_chains import begin_chains, chains_drawn, chains_laid, chains_passed
from kibitz.games.knack.known_hands import may_call, orders
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, PASS, apply_move
from kibitz.games.knack.rules import HAND_SIZE, MOST_SEATS
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.knack_field.field import open_kinds, take_back
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int64s

ORDERS: Final = np.array([1.0, 1.0, 2.0, 6.0, 24.0, 120.0])  # of so many cards


@kernel
def start_again(state: KnackState) -> None:
    """Take a game back to before the first card, nobody's cards known."""
    for seat in range(state.players):
        dealt = cards_left(state, seat)
        for number in range(state.field.count):
            dealt += state.laid_by[number] == seat
        state.held[seat] = HAND_SIZE
        state.deck_sizes[seat] = dealt - HAND_SIZE
        for i in range(HAND_SIZE):
            state.hands[seat, i] = UNSEEN
        for i in range(dealt - HAND_SIZE):
            state.decks[seat, i] = UNSEEN
        state.lacks[seat] = 0
        state.chain_counts[seat] = 0
    while state.field.count > 0:
        take_back(state.field)
    state.free = UNSEEN
    state.turn = (state.dealer + 1) % state.players
    state.passes = 0
    state.done = 0


@kernel
def trace(view: KnackState) -> None:
    """Write all chains for the hands of a view, see `games.knack.hand_chains`.

    Those of a seat hold until its next move. There are none if it is not known who laid which card.
    """
    view.chain_counts[:] = 0
    if not view.recorded or view.field.count == 0:
        return
    now = np.empty(1, STATE)
    now[0] = view
    state = now[0]
    start_again(state)
    begin_chains(view)
    for number in range(view.field.count):
        mover = int64(view.laid_by[number])
        while state.turn != mover:
            chains_passed(view, int64(state.turn), open_kinds(state.field))
            apply_move(state, PASS)
        move = move_of(view, state, number)
        if number > 0:
            chains_laid(view, mover, kind_of(view.field.laid[number]), int64(state.held[mover]))
        draws = state.deck_sizes[mover] > 0
        apply_move(state, move)
        if draws:
            chains_drawn(view, mover)
    for _ in range(view.passes):
        chains_passed(view, int64(state.turn), open_kinds(state.field))
        apply_move(state, PASS)


@kernel
def move_of(view: KnackState, state: KnackState, number: int) -> int:
    """The move that laid a card of the field, from the state before it."""
    card = int64(view.field.laid[number]) if number > 0 else FACE_DOWN
    move = CELLS * card + int64(view.field.where[number])
    return move + CALLED if may_call(state) else move


@kernel
def run_trace(view: State) -> None:
    """:func:`trace` the one state of an array."""
    trace(view[0])


def traced(view: State) -> State:
    """A copy of a view with all that follows from who laid which card."""
    found = view.copy()
    run_trace(found)
    return found


@kernel
def look_back(
    view: KnackState, seat: int, most: int, pasts: State, moves: Moves, counts: Moves
) -> None:
    """Write the tables before the last ``most`` cards that each of the others laid, and the moves.

    In these no hand is known. Those of seat ``n`` begin at place ``n * most``, in the order played;
    ``counts`` becomes how many there are of each seat.
    """
    now = np.empty(1, STATE)
    now[0] = view
    state = now[0]
    later = np.zeros(MOST_SEATS, np.int64)
    for number in range(view.field.count):
        later[view.laid_by[number]] += 1
    counts[:] = 0
    start_again(state)
    for number in range(view.field.count):
        mover = int64(view.laid_by[number])
        while state.turn != mover:
            apply_move(state, PASS)
        move = move_of(view, state, number)
        if mover != seat and later[mover] <= most:
            place = mover * most + counts[mover]
            pasts[place] = state
            moves[place] = move
            counts[mover] += 1
        later[mover] -= 1
        apply_move(state, move)


@kernel
def undo(
    past: KnackState,
    hand: Int64s,
    held: int,
    card: int,
    now: float,
    stream: Stream,
    kinds: Int64s,
) -> tuple[int, float]:
    """Take the draw after a card was laid back, and the card into the hand: cards held, weight.

    Any of the cards may have been the one drawn, as often as the others may then have been held.
    The weight is how likely the hand before is to be held, by the hand now: 0 where it cannot be.
    ``now``: in how many orders the cards of the hand now may have come. ``kinds``: those of these
    cards; overwritten.
    """
    seat = past.turn
    draws = past.deck_sizes[seat] > 0
    before = held if draws else held + 1
    free = past.lacks[seat, before - 1] == 0
    if not draws:
        hand[held] = card
    if now == 0.0:  # could not be held any more a move later
        return before, 0.0
    if free and draws:
        hand[pick(stream, held)] = card
        return before, ORDERS[held] / now
    if not draws:
        kinds[held] = kind_of(card)
        return before, orders(past.lacks[seat], kinds, before) / (now * before)
    total = int64(0)
    for i in range(held):
        total += _with_card(past, kinds, held, i, card)
    if total == 0:
        return before, 0.0
    place = below(stream, total)
    for i in range(held):
        place -= _with_card(past, kinds, held, i, card)
        if place < 0:
            hand[i] = card
            break
    return before, total / (now * held)


@kernel
def _with_card(past: KnackState, kinds: Int64s, held: int, place: int, card: int) -> int:
    """In how many orders the cards may have come, with ``card`` in one of the places."""
    here = kinds[place]
    kinds[place] = kind_of(card)
    number = orders(past.lacks[past.turn], kinds, held)
    kinds[place] = here
    return number
