"""What a seat of K'nack may know as numbers, see `games.observation`."""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import unseen_cards
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_CARDS, NOBODY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import hide
from kibitz.games.knack_field import observation as field
from kibitz.games.knack_field.observation import put_faces, put_field
from kibitz.games.knack_field.rules import KINDS
from kibitz.games.observation import Encoder, Plane, Planes, put, put_bits, put_one, put_seat
from kibitz.games.protocol import State
from kibitz.games.records import Reals32

MOST_COPIES: Final = 8
CELLS: Final = 2 * MOST_CARDS + 2


def planes(state: State) -> Planes:
    """The planes for as many seats as play and cards as there are."""
    record = state[0]
    players, cards = int(record["players"]), int(record["pack"].sum())
    return (
        Plane("hand", (HAND_SIZE, FACES), "the own cards in ascending order"),
        Plane("unseen", (FACES,), "cards of which the seat does not know where they are, of 8"),
        Plane("free", (FACES,), "the first card of the field, if the seat has laid it"),
        Plane("lacks", (players, LEVELS, KINDS), "kinds of which a hand has at most 0 … 4 cards"),
        Plane("given", (players, FACES), "cards in each hand that the seat gave, of 5"),
        Plane(
            "covered",
            (players, HAND_SIZE, FACES),
            "cards in each deck that the seat gave, by their place from the bottom",
        ),
        Plane("held", (players,), "cards in each hand, of 5"),
        Plane("decks", (players,), "cards in each deck, of all cards"),
        Plane("aside", (1,), "cards set aside, of 5"),
        Plane("finished", (players, players), "who has run out of cards, the first first"),
        Plane("turn", (players,), "who is to move"),
        Plane("dealer", (players,), "who dealt"),
        Plane("offender", (players,), "who forgot to call and is given cards"),
        Plane("passes", (1,), "passes in a row, of the number of players"),
        Plane("rules", (2,), "K'nack! is called with the move; it is played on for places"),
        Plane(
            "order",
            (cards, 1 + players),
            "of each card of the plane laid, when it was laid, of all cards, and by whom; or 0",
        ),
        *field.planes(cards),
    )


@kernel
def put_known(out: Reals32, at: int, state: KnackState, seat: int) -> int:
    """Write what everybody knows of the hands, and what the seat has given."""
    players = int64(state.players)
    for i in range(players):
        other = (seat + i) % players
        for level in range(LEVELS):
            kinds = int64(state.lacks[other, level]) if level < state.held[other] else 0
            at = put_bits(out, at, KINDS, kinds)
    counts = np.zeros(FACES, np.uint8)
    for i in range(players):
        other = (seat + i) % players
        counts[:] = 0
        for place in range(HAND_SIZE):
            card = int64(state.given[other, place])
            if state.givers[other, place] == seat and card < FACES:
                counts[card] += 1
        at = put_faces(out, at, counts, HAND_SIZE)
    for i in range(players):
        other = (seat + i) % players
        for place in range(HAND_SIZE):
            card = int64(NOBODY)
            mine = state.deck_givers[other, place] == seat
            if mine and place < state.deck_sizes[other]:
                card = int64(state.decks[other, place])
            at = put_one(out, at, FACES, card)
    return at


@kernel
def put_seats(out: Reals32, at: int, state: KnackState, seat: int, cards: int) -> int:
    """Write how many cards everybody has, who has run out, and whose turn it is."""
    players = int64(state.players)
    for i in range(players):
        at = put(out, at, state.held[(seat + i) % players], HAND_SIZE)
    for i in range(players):
        at = put(out, at, state.deck_sizes[(seat + i) % players], cards)
    at = put(out, at, state.aside_size, HAND_SIZE)
    for place in range(players):
        who = int64(state.finished[place]) if place < state.done else NOBODY
        at = put_seat(out, at, players, seat, who)
    at = put_seat(out, at, players, seat, int64(state.turn))
    at = put_seat(out, at, players, seat, int64(state.dealer))
    at = put_seat(out, at, players, seat, int64(state.offender))
    at = put(out, at, state.passes, players)
    at = put(out, at, state.explicit, 1)
    return put(out, at, state.places, 1)


@kernel
def put_order(out: Reals32, at: int, state: KnackState, seat: int, cards: int) -> int:
    """Write when each card on the field was laid and by whom, in reading order, if it is known."""
    players, count = int64(state.players), int64(state.field.count)
    end = at + cards * (1 + players)
    out[at:end] = 0.0
    if state.recorded:
        for number in np.argsort(state.field.where[:count]):
            out[at] = (number + 1) / cards
            at = put_seat(out, at + 1, players, seat, int64(state.laid_by[number]))
    return end


@kernel
def put_unseen(out: Reals32, at: int, state: KnackState, seat: int) -> int:
    """Write of which cards the seat does not know the place, and the free card if it knows that."""
    left = np.zeros(FACES, np.int64)
    unseen_cards(state, left)
    starts = seat == (state.dealer + 1) % state.players
    at = put_faces(out, at, left, MOST_COPIES)
    free = int64(state.free) if starts and state.field.count > 0 else UNSEEN
    return put_one(out, at, FACES, free)


@kernel
def observe(state: KnackState, seat: int, out: Reals32) -> int:
    """Write what ``seat`` sees, see :func:`planes`; how many numbers that are."""
    cards = int64(state.pack.sum())
    at = int64(0)
    for place in range(HAND_SIZE):
        held = place < state.held[seat]
        at = put_one(out, at, FACES, int64(state.hands[seat, place]) if held else UNSEEN)
    at = put_unseen(out, at, state, seat)
    at = put_known(out, at, state, seat)
    at = put_seats(out, at, state, seat, cards)
    at = put_order(out, at, state, seat, cards)
    return put_field(out, at, cards, state.field, np.empty(CELLS, np.int64))


@kernel
def write(state: State, seat: int, out: Reals32) -> int:
    """:func:`observe` for Python callers, of a copy in which all is hidden that is not seen."""
    seen = state.copy()
    hide(seen[0], seat)
    return observe(seen[0], seat, out)


ENCODER: Final = Encoder(planes, write)
