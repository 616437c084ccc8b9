"""Cards of K'nack that change hands: taken, drawn, given, and what the givers know of them.

A card given from a hand is known to the giver while it lies in the other's deck and after that, in
the other's hand, until such a card is laid. ``given`` and ``givers`` remember it: of a seat's hand,
at least these cards are there, as their givers know.
"""

from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import HAND_SIZE, NOBODY
from kibitz.games.knack.state import KnackState


@kernel
def take(state: KnackState, seat: int, card: int) -> None:
    """Take a card out of a hand, one that is not known where the card is not among the known."""
    held = int64(state.held[seat])
    place = held - 1
    for i in range(held - 1, -1, -1):
        if state.hands[seat, i] == card:
            place = i
    for i in range(place, held - 1):
        state.hands[seat, i] = state.hands[seat, i + 1]
    state.hands[seat, held - 1] = 0
    state.held[seat] = held - 1


@kernel
def hold(state: KnackState, seat: int, card: int) -> None:
    """Put a card into a hand, in its place."""
    place = int64(state.held[seat])
    while place > 0 and state.hands[seat, place - 1] > card:
        state.hands[seat, place] = state.hands[seat, place - 1]
        place -= 1
    state.hands[seat, place] = card
    state.held[seat] += 1


@kernel
def put(state: KnackState, seat: int, place: int, giver: int, card: int) -> None:
    """Write who knows that a seat holds a card."""
    state.givers[seat, place] = giver
    state.given[seat, place] = card


@kernel
def push(state: KnackState, seat: int, card: int, giver: int) -> None:
    """Put a card on top of a deck."""
    size = int64(state.deck_sizes[seat])
    state.decks[seat, size] = card
    if size < HAND_SIZE:
        state.deck_givers[seat, size] = giver
    state.deck_sizes[seat] = size + 1


@kernel
def pop(state: KnackState, seat: int) -> tuple[int, int]:
    """Take the top card of a deck; the card and who knows it."""
    size = int64(state.deck_sizes[seat]) - 1
    card, giver = int64(state.decks[seat, size]), int64(NOBODY)
    state.decks[seat, size] = 0
    if size < HAND_SIZE:
        giver = int64(state.deck_givers[seat, size])
        state.deck_givers[seat, size] = NOBODY
    state.deck_sizes[seat] = size
    return card, giver


@kernel
def give_top(state: KnackState, seat: int, other: int) -> None:
    """Move the top card of one deck to the top of another, unseen."""
    card, giver = pop(state, seat)
    push(state, other, card, giver)


@kernel
def take_top(state: KnackState, seat: int) -> None:
    """Draw the next card of the own deck."""
    card, giver = pop(state, seat)
    hold(state, seat, card)
    if giver != seat and giver != NOBODY:  # noqa: PLR1714
        for i in range(HAND_SIZE):
            if state.givers[seat, i] == NOBODY:
                put(state, seat, i, giver, card)
                return


@kernel
def forget_given(state: KnackState, seat: int, card: int) -> None:
    """A card was laid: each who knew of such a card in the hand knows of one less."""
    forgotten = int64(0)
    kept = int64(0)
    for i in range(HAND_SIZE):
        giver, known = int64(state.givers[seat, i]), int64(state.given[seat, i])
        if giver == NOBODY:
            continue
        if known == card and not forgotten >> giver & 1:
            forgotten |= 1 << giver
            continue
        put(state, seat, kept, giver, known)
        kept += 1
    for i in range(kept, HAND_SIZE):
        put(state, seat, i, NOBODY, UNSEEN)
