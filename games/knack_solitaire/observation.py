"""What the player of K'nack Solitaire may know as numbers, see `games.observation`."""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import JOKER, UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack_field import observation as field
from kibitz.games.knack_field.observation import FACES, put_faces, put_field
from kibitz.games.knack_solitaire.play import top_card
from kibitz.games.knack_solitaire.rules import MOST_REDEALS
from kibitz.games.knack_solitaire.state import MOST_CARDS, KnackSolitaireState
from kibitz.games.observation import Encoder, Plane, Planes, put, put_one
from kibitz.games.protocol import State
from kibitz.games.records import Reals32, UInt8s

PLACES: Final = FACES + 1  # of the cards, the second joker last
CELLS: Final = 2 * MOST_CARDS + 2


def planes(state: State) -> Planes:
    """The planes for as many cards as the pack has."""
    return (
        Plane("top", (FACES,), "the card on top of the waste"),
        Plane("waste", (PLACES,), "place in the waste, of 54, the lowest card first"),
        Plane("next", (PLACES,), "place in a stock that was turned over, the next card first"),
        Plane("unseen", (FACES,), "cards of the stock whose order is not known, of 2"),
        Plane("sizes", (2,), "cards in stock and waste, of 54"),
        Plane("redeals", (2,), "redeals left and at the start, of 9"),
        Plane("rules", (2,), "the waste is shuffled; a card may be drawn instead of laid"),
        *field.planes(int(state[0]["cards"])),
    )


@kernel
def knows_stock(state: KnackSolitaireState) -> bool:
    """Whether the player knows the order of the stock, which went through the waste before."""
    turned = not state.shuffles and state.redeals_left < state.redeals
    return bool(turned and state.drawn < state.size and state.stock[state.drawn] != UNSEEN)


@kernel
def put_places(out: Reals32, at: int, cards: UInt8s, first: int, end: int) -> int:
    """Write the places of cards in a row, of two jokers the lower one first."""
    out[at : at + PLACES] = 0.0
    for i in range(first, end):
        card = int64(cards[i])
        if card > JOKER:
            continue
        if card == JOKER and out[at + JOKER] > 0:
            card += 1
        out[at + card] = (i - first + 1) / MOST_CARDS
    return at + PLACES


@kernel
def observe(state: KnackSolitaireState, seat: int, out: Reals32) -> int:
    """Write what the player sees, see :func:`planes`; how many numbers that are."""
    known = knows_stock(state)
    at = put_one(out, 0, FACES, top_card(state))
    at = put_places(out, at, state.waste, 0, int64(state.wasted))
    end = int64(state.size) if known else int64(state.drawn)
    at = put_places(out, at, state.stock, int64(state.drawn), end)
    left = np.zeros(FACES, np.uint8)
    if not known:
        for card in range(FACES):
            left[card] = state.pack[card]
        for number in range(state.field.count):
            left[state.field.laid[number]] -= 1
        for i in range(state.wasted):
            if state.waste[i] < FACES:
                left[state.waste[i]] -= 1
    at = put_faces(out, at, left, 2)
    at = put(out, at, state.size - state.drawn, MOST_CARDS)
    at = put(out, at, state.wasted, MOST_CARDS)
    at = put(out, at, state.redeals_left, MOST_REDEALS)
    at = put(out, at, state.redeals, MOST_REDEALS)
    at = put(out, at, state.shuffles, 1)
    at = put(out, at, state.may_decline, 1)
    return put_field(out, at, int64(state.cards), state.field, np.empty(CELLS, np.int64))


@kernel
def write(state: State, seat: int, out: Reals32) -> int:
    """:func:`observe` for Python callers."""
    return observe(state[0], seat, out)


ENCODER: Final = Encoder(planes, write)
