"""What the seat to move of K'nack holds, or in a view may hold."""

import numpy as np
from numba import int64, uint32, uint64

from kibitz.games.bits import Word, single
from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.lacks import level_of
from kibitz.games.knack.rules import FACES, NOBODY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import unseen_cards
from kibitz.games.knack_field.field import open_kinds
from kibitz.games.knack_field.matching import kind_of


@kernel
def knows_hand(state: KnackState, seat: int) -> bool:
    """Whether the state knows every card that a seat holds."""
    return state.held[seat] == 0 or state.hands[seat, state.held[seat] - 1] != UNSEEN


@kernel
def may_see(state: KnackState, seat: int) -> bool:
    """Whether this is no view, or that of ``seat``."""
    viewer = int64(state.viewer)
    return viewer == seat or viewer == NOBODY  # noqa: PLR1714


@kernel
def held_cards(state: KnackState) -> Word:
    """The different cards that the seat to move is known to hold, one bit each."""
    cards = uint64(0)
    for i in range(state.held[state.turn]):
        card = int64(state.hands[state.turn, i])
        if card != UNSEEN:
            cards |= single(card)
    return cards


@kernel
def possible_cards(state: KnackState) -> Word:
    """The different cards that the seat to move holds or, in a view, may hold, one bit each."""
    cards = held_cards(state)
    if not knows_hand(state, int64(state.turn)):
        left = np.zeros(FACES, np.int64)
        unseen_cards(state, left)
        lacks = state.lacks[state.turn]
        for card in range(FACES):
            if left[card] > 0 and level_of(lacks, kind_of(card)) > 0:
                cards |= single(card)
    return cards


@kernel
def held_fits(state: KnackState) -> bool:
    """Whether a card that the seat to move is known to hold can be laid."""
    kinds = open_kinds(state.field)
    for i in range(state.held[state.turn]):
        card = int64(state.hands[state.turn, i])
        if card != UNSEEN and kinds & (uint32(1) << uint32(kind_of(card))):
            return True
    return False
