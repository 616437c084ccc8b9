"""What everybody knows of the hands of K'nack: which cards they hold, may hold and cannot hold.

Passes show the most, as a chain of sets of kinds, each with the most cards held of it. Who passes
holds no card that can be laid: no card of the kinds that are open. From then on,
``lacks[seat, n]`` are kinds of which the seat holds at most ``n`` cards, every set containing the
one before. A drawn card may be of any kind, so each set moves up by one place; a card that is laid
and of a set's kinds moves it down by one; a pass adds the open kinds to all of them. As long as the
sets are a chain this keeps exactly what the hands of a seat can be: nothing that follows from its
passes is lost, and nothing is added.

A card that is of ``lacks[seat, n]`` came into the hand as one of the last ``n``. So a hand counts
by the orders in which its cards may have come, :func:`orders`: each of them was as likely. Where a
laid card may have been one of several, it is taken for the one that came first;
`games.knack.hand_chains` has all of them.

The one thing not kept is what follows for a card given from a hand to another's deck.
"""

import numpy as np
from numba import int64, uint32, uint64

from kibitz.games.bits import Word, single
from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import FACES, LEVELS, NOBODY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.field import open_kinds
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.records import Int64s, UInt32s


@kernel
def note_pass(lacks: UInt32s, kinds: Word) -> None:
    """None of ``kinds`` is in the hand."""
    for level in range(LEVELS):
        lacks[level] |= kinds


@kernel
def note_laid(lacks: UInt32s, kind: int) -> None:
    """A card of ``kind`` has left the hand."""
    bit = uint32(1) << uint32(kind)
    for level in range(LEVELS - 1):
        if lacks[level + 1] & bit:
            lacks[level] = lacks[level + 1]


@kernel
def note_drawn(lacks: UInt32s) -> None:
    """A card of any kind has come into the hand."""
    for level in range(LEVELS - 1, 0, -1):
        lacks[level] = lacks[level - 1]
    lacks[0] = 0


@kernel
def level_of(lacks: UInt32s, kind: int) -> int:
    """The first of the sets that ``kind`` is in; ``LEVELS`` for none."""
    bit = uint32(1) << uint32(kind)
    level = int64(0)
    while level < LEVELS and not lacks[level] & bit:
        level += 1
    return level


@kernel
def orders(lacks: UInt32s, hand: Int64s, held: int) -> int:
    """In how many orders the ``held`` cards of a hand, as kinds, may have come into it.

    0 for a hand with more cards of some set than it can hold.
    """
    number, before = int64(1), int64(0)
    for latest in range(held + 1):
        for i in range(held):
            if min(level_of(lacks, int64(hand[i])), held) == latest:
                number *= latest - before
                before += 1
    return number


@kernel
def unseen_cards(state: KnackState, left: Int64s) -> None:
    """Write how many of each card this state does not know the place of."""
    for card in range(FACES):
        left[card] = state.pack[card]
    for number in range(1, state.field.count):
        left[state.field.laid[number]] -= 1
    if state.field.count > 0 and state.free != UNSEEN:
        left[state.free] -= 1
    for seat in range(state.players):
        for i in range(state.held[seat]):
            if state.hands[seat, i] != UNSEEN:
                left[state.hands[seat, i]] -= 1
        for i in range(state.deck_sizes[seat]):
            if state.decks[seat, i] != UNSEEN:
                left[state.decks[seat, i]] -= 1
    for i in range(state.aside_size):
        if state.aside[i] != UNSEEN:
            left[state.aside[i]] -= 1


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
def may_call(state: KnackState) -> bool:
    """Whether the seat to move draws the last card of its deck when it lays one, and must call."""
    return state.explicit and state.deck_sizes[state.turn] == 1


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
def may_pass(state: KnackState) -> bool:
    """Whether the seat to move may hold no card that can be laid; what others hold is not asked."""
    if held_fits(state):
        return False
    left, kinds = np.zeros(FACES, np.int64), open_kinds(state.field)
    unseen_cards(state, left)
    wanted = 0
    for i in range(state.held[state.turn]):
        wanted += state.hands[state.turn, i] == UNSEEN
    for card in range(FACES):
        kind = kind_of(card)
        if not kinds & (uint32(1) << uint32(kind)) and level_of(state.lacks[state.turn], kind) > 0:
            wanted -= max(left[card], 0)
    return wanted <= 0


@kernel
def held_fits(state: KnackState) -> bool:
    """Whether a card that the seat to move is known to hold can be laid."""
    kinds = open_kinds(state.field)
    for i in range(state.held[state.turn]):
        card = int64(state.hands[state.turn, i])
        if card != UNSEEN and kinds & (uint32(1) << uint32(kind_of(card))):
            return True
    return False
