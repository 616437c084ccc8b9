"""Going a move on and back again in a state of K'nack: what a frame keeps of it.

The field takes its cards back; all else that a move may change is kept as it was, and copied.
"""

from typing import Annotated, Final

from numba import int64, uint64

from kibitz.games.bits import Word
from kibitz.games.chance import GOLDEN, mix
from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import HAND_SIZE, MOST_CARDS, MOST_DECK, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.field import take_back
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.records import (
    Int8,
    Int8s,
    Int16,
    Int64,
    Reals,
    Record,
    UInt8,
    UInt8s,
    UInt64s,
    dtype_of,
)

MOST_MOVES: Final = 2 * HAND_SIZE * (2 * MOST_CARDS + 2)  # of a hand that is known


class Frame(Record):
    """A position of the line that is being looked at."""

    hands: Annotated[UInt8s, MOST_SEATS, HAND_SIZE]
    held: Annotated[Int8s, MOST_SEATS]
    decks: Annotated[UInt8s, MOST_SEATS, MOST_DECK]
    deck_sizes: Annotated[Int8s, MOST_SEATS]
    finished: Annotated[Int8s, MOST_SEATS]
    done: Int8
    turn: Int8
    passes: Int8
    offender: Int8
    free: UInt8
    laid: Int16  # cards on the field
    first: Int64  # place of its first move in the list of moves
    end: Int64
    next: Int64  # place of the move to try next
    key: Annotated[UInt64s, 2]
    value: Annotated[Reals, MOST_SEATS]  # payoffs of the best move so far
    have: Int64  # whether there is one


FRAME: Final = dtype_of(Frame)


@kernel
def keep(state: KnackState, frame: Frame) -> None:
    """Write what a move may change."""
    for seat in range(MOST_SEATS):
        for i in range(HAND_SIZE):
            frame.hands[seat, i] = state.hands[seat, i]
        frame.held[seat] = state.held[seat]
        size = int64(state.deck_sizes[seat])
        frame.deck_sizes[seat] = size
        for i in range(size):
            frame.decks[seat, i] = state.decks[seat, i]
        frame.finished[seat] = state.finished[seat]
    frame.done = state.done
    frame.turn = state.turn
    frame.passes = state.passes
    frame.offender = state.offender
    frame.free = state.free
    frame.laid = state.field.count


@kernel
def go_back(state: KnackState, frame: Frame) -> None:
    """Make the state what it was when ``frame`` kept it, but for what hands are known to lack."""
    while state.field.count > frame.laid:
        take_back(state.field)
    for seat in range(MOST_SEATS):
        for i in range(HAND_SIZE):
            state.hands[seat, i] = frame.hands[seat, i]
        state.held[seat] = frame.held[seat]
        size = int64(frame.deck_sizes[seat])
        for i in range(size):
            state.decks[seat, i] = frame.decks[seat, i]
        state.deck_sizes[seat] = size
        state.finished[seat] = frame.finished[seat]
    state.done = frame.done
    state.turn = frame.turn
    state.passes = frame.passes
    state.offender = frame.offender
    state.free = frame.free


@kernel
def rest_key(state: KnackState) -> Word:
    """A key of everything but the field that the rest of the game depends on, by kinds."""
    key = uint64(0)
    for seat in range(state.players):
        # The order of a hand does not matter, that of a deck does.
        hand = uint64(0)
        for i in range(state.held[seat]):
            hand += mix(uint64(kind_of(int64(state.hands[seat, i])) + 1) * uint64(GOLDEN))
        key = mix(key ^ hand)
        for i in range(state.deck_sizes[seat]):
            key = mix(key + uint64(kind_of(int64(state.decks[seat, i])) + 1))
        key = mix(key + uint64(64 + state.deck_sizes[seat]))
    turn = int64(state.turn) + 8 * int64(state.passes) + 64 * (int64(state.offender) + 1)
    key = mix(key + uint64(turn))
    for place in range(state.done):
        key = mix(key + uint64(state.finished[place] + 1))
    return key
