"""The past of a game of K'nack of which it is known who laid which card.

What lay on the table before each move is public. What a seat held then follows from what it holds
later and from which of those cards it drew after the move.
"""

import numpy as np
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, pick
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import contradicted, may_call
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, PASS, apply_move
from kibitz.games.knack.rules import HAND_SIZE, MOST_SEATS
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.knack_field.field import take_back
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int64s


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
    while state.field.count > 0:
        take_back(state.field)
    state.free = UNSEEN
    state.turn = (state.dealer + 1) % state.players
    state.passes = 0
    state.done = 0


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
        card = int64(view.field.laid[number]) if number > 0 else FACE_DOWN
        move = CELLS * card + int64(view.field.where[number])
        if may_call(state):
            move += CALLED
        if mover != seat and later[mover] <= most:
            place = mover * most + counts[mover]
            pasts[place] = state
            moves[place] = move
            counts[mover] += 1
        later[mover] -= 1
        apply_move(state, move)


@kernel
def undo(
    past: KnackState, hand: Int64s, held: int, card: int, stream: Stream, kinds: Int64s
) -> tuple[int, float]:
    """Take the draw after a card was laid back, and the card into the hand: cards held, weight.

    Any of the cards may have been the one drawn, unless passes before rule the others out. The
    weight is the share of those that may; 0 for none.
    """
    seat = past.turn
    if past.deck_sizes[seat] == 0:
        hand[held] = card
        return held + 1, 1.0
    if past.lacks[seat, held - 1] == 0:
        hand[pick(stream, held)] = card
        return held, 1.0
    possible, number = 0, 0
    for i in range(held):
        for n in range(held):
            kinds[n] = kind_of(card if n == i else hand[n])
        if not contradicted(past.lacks[seat], kinds, held):
            possible |= 1 << i
            number += 1
    if number == 0:
        return held, 0.0
    place = pick(stream, number)
    for i in range(held):
        if possible >> i & 1:
            if place == 0:
                hand[i] = card
                break
            place -= 1
    return held, number / held
