"""Where the unseen cards of K'nack may lie.

Each deal that fits counts alike: until a pass shows something of a hand, a card is where it is by
the number of cards there. Then deals are drawn and counted, see :mod:`kibitz.games.knack.worlds`.
Where it is known who laid which card, deals may count by how well they explain that instead.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.hand_chains import is_bound
from kibitz.games.knack.known_hands import unseen_cards
from kibitz.games.knack.rules import FACES, MOST_SEATS
from kibitz.games.knack.state import MOST_GUESSES, KnackState
from kibitz.games.knack.worlds import deal_hidden, hide
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.likelihood import guessed
from kibitz.heuristics.knack.past import traced

HAND, DECK = 0, MOST_SEATS  # the first of the columns of hands and of decks
FREE: Final = 2 * MOST_SEATS
ASIDE: Final = FREE + 1
PLACES: Final = ASIDE + 1


class Beliefs(NamedTuple):
    """Chances [face, place] of each unseen copy of a card; rows of seen cards are 0.

    ``unseen``: copies of each card. ``error``: standard errors, None where the chances are exact.
    """

    chances: Reals
    unseen: Moves
    error: Reals | None


@kernel
def draw_seeds(seeds: Stream, seed: Word) -> None:
    """Fill ``seeds`` with numbers that follow from one."""
    stream = np.zeros(1, np.uint64)
    for number in range(len(seeds)):
        start_stream(stream, seed, number)
        seeds[number] = stream[0]


@kernel
def _gather(state: State, seat: int, left: Moves, room: Moves) -> bool:
    """Write the copies unseen, and how many of them are in each place; whether a hand is bound."""
    view = state[0]
    hide(view, seat)
    unseen_cards(view, left)
    room[:] = 0
    bound = False
    for other in range(view.players):
        for i in range(view.held[other]):
            room[HAND + other] += view.hands[other, i] == UNSEEN
        if room[HAND + other] > 0:
            bound |= is_bound(view, other)
        for i in range(view.deck_sizes[other]):
            room[DECK + other] += view.decks[other, i] == UNSEEN
    for i in range(view.aside_size):
        room[ASIDE] += view.aside[i] == UNSEEN
    if view.field.count > 0 and view.free == UNSEEN:
        room[FREE] += 1
    return bound


@kernel
def _count(view: State, seat: int, worlds: int, seed: Word, counts: Reals, squares: Reals) -> None:
    """Deal worlds and add up the cards in each place, what is known to lie there left out."""
    work = view.copy()
    stream = np.zeros(1, np.uint64)
    here, known = np.zeros((FACES, PLACES)), np.zeros((FACES, PLACES))
    _lie(view[0], known)
    for world in range(worlds):
        start_stream(stream, seed, world)
        work[0] = view[0]
        deal_hidden(work[0], seat, stream)
        here[:] = 0.0
        _lie(work[0], here)
        for card in range(FACES):
            for place in range(PLACES):
                number = here[card, place] - known[card, place]
                counts[card, place] += number
                squares[card, place] += number * number


@kernel
def _lie(state: KnackState, here: Reals) -> None:
    """Add the known cards of hands, decks, aside and the free one to where they lie."""
    for seat in range(state.players):
        for i in range(state.held[seat]):
            if state.hands[seat, i] != UNSEEN:
                here[int64(state.hands[seat, i]), HAND + seat] += 1.0
        for i in range(state.deck_sizes[seat]):
            if state.decks[seat, i] != UNSEEN:
                here[int64(state.decks[seat, i]), DECK + seat] += 1.0
    for i in range(state.aside_size):
        if state.aside[i] != UNSEEN:
            here[int64(state.aside[i]), ASIDE] += 1.0
    if state.field.count > 0 and state.free != UNSEEN:
        here[int64(state.free), FREE] += 1.0


def beliefs(state: State, seat: int, worlds: int, seed: int) -> Beliefs:
    """Where the cards that ``seat``, which knows its hand, does not see may lie.

    From ``worlds`` deals drawn by ``seed`` when a pass has told something of an unknown hand.
    """
    view = traced(state)
    left, room = np.zeros(FACES, np.int64), np.zeros(PLACES, np.int64)
    bound = _gather(view, seat, left, room)
    chances = np.zeros((FACES, PLACES))
    unseen = left > 0
    if not bound:
        chances[unseen] = room / max(1, room.sum())
        return Beliefs(chances, left, None)
    squares = np.zeros_like(chances)
    _count(view, seat, worlds, np.uint64(seed), chances, squares)
    copies = np.maximum(left, 1)[:, None]
    chances /= worlds
    spread = np.sqrt(np.maximum(0.0, squares / worlds - chances**2) / worlds)
    return Beliefs(chances / copies, left, spread / copies)


BATCHES: Final = 8  # of guesses, each with hands of its own, whose spread shows the error


def beliefs_by_play(
    state: State, seat: int, even: Beliefs, number: int, seed: int
) -> Beliefs | None:
    """The same by the guesses of `heuristics.knack.likelihood`, from ``number`` hands of each.

    ``even``: what :func:`beliefs` says, which counts as much as one hand more, so that no card is
    ruled out that no guess happens to have. None where nothing can be read: it is not known who
    laid the cards, or no other has laid one.

    The hands are dealt, weighed and drawn in batches that have nothing in common. The mean counts,
    and how far batches lie apart shows its error, whatever it comes from.
    """
    seeds = np.zeros(BATCHES, np.uint64)
    draw_seeds(seeds, np.uint64(seed))
    each = max(1, number // BATCHES)
    guesses = [guessed(state, seat, each, int(one)) for one in seeds]
    if not guesses[0][0][0]["guessed"]:
        return None
    left, room = np.zeros(FACES, np.int64), np.zeros(PLACES, np.int64)
    _gather(state.copy(), seat, left, room)
    batches = np.array([_shares(view[0], left, room) for view, _ in guesses])
    sizes = np.mean([size for _, size in guesses], axis=0)
    size = BATCHES * min(sizes[sizes > 0].min(initial=each), MOST_GUESSES)
    chances = (size * batches.mean(axis=0) + even.chances) / (size + 1.0)
    return Beliefs(chances, left, _errors(batches, chances, np.maximum(left, 1)))


def _shares(record: KnackState, left: Moves, room: Moves) -> Reals:
    """The chances [face, place] of each unseen copy of a card, counted in the guesses of a view."""
    worlds, chances = int(record["guessed"]), np.zeros((FACES, PLACES))
    for other in np.flatnonzero(room[HAND:DECK]):
        hands = record["guesses"][:worlds, other, : record["held"][other]]
        chances[:, HAND + other] = np.bincount(hands.ravel(), minlength=FACES) / worlds
    if room[FREE]:
        faces = record["free_guesses"][:worlds]
        chances[:, FREE] = np.bincount(faces, minlength=FACES) / worlds
    # The rest lies anywhere else, one place as likely as the other.
    chances /= np.maximum(left, 1)[:, None]
    places = [*range(DECK, FREE), ASIDE]
    rest = (left > 0) * np.maximum(0.0, 1.0 - chances.sum(axis=1))
    chances[:, places] = rest[:, None] * room[places] / max(1, room[places].sum())
    return chances


def _errors(batches: Reals, chances: Reals, copies: Moves) -> Reals:
    """The standard errors of chances that are the mean of ``batches`` [batch, face, place].

    A few batches show little of a single card, so those of all cards in a place are put together:
    each has the variance of a card that is there or is not, up to a factor that all share.
    """
    expected = chances * (1.0 - chances) / copies[:, None]
    seen = batches.var(axis=0, ddof=1) / len(batches)
    factors = seen.sum(axis=0) / np.maximum(expected.sum(axis=0), 1e-12)
    errors: Reals = np.sqrt(expected * factors)
    return errors
