"""The deals that fit what a seat of K'nack sees, each as likely as the other.

Unseen are other hands, all decks, what was set aside and the free card of another seat; a seat
knows besides what it has given from its hand. A deal says which of the unseen cards lies where, and
in which order those of a hand came into it. It fits when every hand is one that what the table
knows of it allows: those of the kinds ``lacks[seat, n]`` are among the last ``n`` that came, see
`games.knack.known_hands`. Decks can be anything.

A view may carry *guesses*: other hands, and the card laid face down, as often as they are credible
by how the cards were laid (`heuristics.knack.likelihood`). Then one of these is dealt, each as
likely as the other, until the next move.

Hands of which something is known come first, see `games.knack.known_hands`; all other cards
are dealt as they come.
"""

import numpy as np
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, pick
from kibitz.games.kernel import kernel
from kibitz.games.knack.bound_hands import Numbers, deal_bound_hands, unknown_of
from kibitz.games.knack.hands import hold, put
from kibitz.games.knack.known_hands import unseen_cards
from kibitz.games.knack.rules import FACES, HAND_SIZE, MOST_CARDS, NOBODY
from kibitz.games.knack.state import KnackState


@kernel
def hide(state: KnackState, seat: int) -> None:
    """Forget, in place, all that ``seat`` cannot see."""
    if seat != state.turn:
        state.guessed = 0
    if seat != (state.dealer + 1) % state.players:
        state.free = UNSEEN
    for other in range(state.players):
        _hide_hand(state, seat, other)
        for i in range(state.deck_sizes[other]):
            if i >= HAND_SIZE or state.deck_givers[other, i] != seat:
                state.decks[other, i] = UNSEEN
                if i < HAND_SIZE:
                    state.deck_givers[other, i] = NOBODY
    for i in range(state.aside_size):
        state.aside[i] = UNSEEN


@kernel
def _hide_hand(state: KnackState, seat: int, other: int) -> None:
    """Forget of a hand what ``seat`` cannot know, and what others know of it."""
    kept = int64(0)
    for i in range(HAND_SIZE):
        giver, card = int64(state.givers[other, i]), int64(state.given[other, i])
        if giver == seat:
            put(state, other, kept, giver, card)
            kept += 1
    for i in range(kept, HAND_SIZE):
        put(state, other, i, NOBODY, UNSEEN)
    if other == seat:
        return
    held = int64(state.held[other])
    state.held[other] = 0
    for i in range(kept):
        hold(state, other, int64(state.given[other, i]))
    for _ in range(kept, held):
        hold(state, other, UNSEEN)


@kernel
def deal_hidden(state: KnackState, seat: int, stream: Stream) -> None:
    """Replace all that ``seat`` cannot see by a random guess that fits, in place."""
    hide(state, seat)
    if state.guessed > 0:
        _hold_guess(state, seat, pick(stream, int64(state.guessed)))
    left = np.empty(FACES, np.int64)
    unseen_cards(state, left)
    deal_bound_hands(state, left, stream)
    pool = np.empty(MOST_CARDS, np.int64)
    count = 0
    for card in range(FACES):
        for _ in range(left[card]):
            pool[count] = card
            count += 1
    for other in range(state.players):
        missing = unknown_of(state, other)
        state.held[other] -= missing
        for _ in range(missing):
            count = _draw(pool, count, stream)
            hold(state, other, pool[count])
        for i in range(state.deck_sizes[other]):
            if state.decks[other, i] == UNSEEN:
                count = _draw(pool, count, stream)
                state.decks[other, i] = pool[count]
    for i in range(state.aside_size):
        count = _draw(pool, count, stream)
        state.aside[i] = pool[count]
    if state.field.count > 0 and state.free == UNSEEN:
        count = _draw(pool, count, stream)
        state.free = pool[count]
    state.viewer = NOBODY


@kernel
def _hold_guess(state: KnackState, seat: int, number: int) -> None:
    """Give the others the hands of a guess, and the free card its face."""
    for other in range(state.players):
        if other != seat:
            for i in range(state.held[other]):
                state.hands[other, i] = state.guesses[number, other, i]
    if state.field.count > 0 and state.free == UNSEEN:
        state.free = state.free_guesses[number]


@kernel
def _draw(pool: Numbers, count: int, stream: Stream) -> int:
    """Move a random one of the first ``count`` cards to their end; how many are before it."""
    place = pick(stream, count)
    count -= 1
    card = pool[place]
    pool[place] = pool[count]
    pool[count] = card
    return count
