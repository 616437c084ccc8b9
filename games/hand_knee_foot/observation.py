"""What a seat of Hand, Knee and Foot may know as numbers, see `games.observation`.

Cards are kinds, see `games.hand_knee_foot.kinds`: suits do not matter. Teams are counted from the
own one. Of the discard pile below its top card only the numbers are there, not the order, which has
no part in what comes: whoever takes the pile takes all of it.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.hand_knee_foot.kinds import BOOK, COPIES, KINDS, SLOTS
from kibitz.games.hand_knee_foot.rules import MOST_PACKS
from kibitz.games.hand_knee_foot.state import (
    ENDED,
    IN_FOOT,
    NOBODY,
    OFFERED,
    PLACES,
    REFUSED,
    TO_ANSWER,
    HandKneeFootState,
    team_of,
    top_of,
)
from kibitz.games.hand_knee_foot.worlds import unseen_by
from kibitz.games.kernel import kernel
from kibitz.games.observation import Encoder, Plane, Planes, put, put_bits, put_one, put_seat
from kibitz.games.protocol import State
from kibitz.games.records import Numbers, Reals32

MOST_COPIES: Final = MOST_PACKS * max(COPIES)
MOST_POINTS: Final = 300
PHASES: Final = ENDED + 1
STAGES: Final = IN_FOOT + 1
ANSWERS: Final = REFUSED + 1
REQUIRED: Final = 4  # bits of books


def planes(state: State) -> Planes:
    """The planes for as many seats and teams as play."""
    players, teams = int(state[0]["players"]), int(state[0]["teams"])
    slots = (teams, SLOTS)
    return (
        Plane("hand", (KINDS,), "cards of each kind in the own hand, of 28"),
        Plane("known", (players, KINDS), "of each hand those that everybody knows of, of 28"),
        Plane("unseen", (KINDS,), "cards of each kind that the seat does not see, of 28"),
        Plane("pile", (KINDS,), "cards of each kind in the discard pile, of 28"),
        Plane("top", (KINDS,), "the card on top of it"),
        Plane("naturals", slots, "natural cards of the open meld of each slot, of 7"),
        Plane("twos", slots, "its twos, of 7"),
        Plane("jokers", slots, "its jokers, of 7"),
        Plane("red", slots, "books without wild cards, and of them alone, of 4"),
        Plane("black", slots, "other books, of 4"),
        Plane("book_twos", slots, "twos in these books, of 28"),
        Plane("book_jokers", slots, "jokers in them, of 28"),
        Plane("buried", slots, "cards in them beyond seven, of 28"),
        Plane("original_red", slots, "the slot of the team's first red book"),
        Plane("original_black", slots, "the slot of its first black book"),
        Plane("red_threes", (teams,), "red threes laid out, of 28"),
        Plane("opened", (teams,), "which teams have opened"),
        Plane("held", (players,), "cards in each hand, of 378"),
        Plane("clean", (players,), "cards not known to all that are no red threes, of 378"),
        Plane("stage", (players, STAGES), "whether it is played from the hand, knee or foot"),
        Plane("sizes", (2,), "cards in stock and discard pile, of 378"),
        Plane("opening", (1,), "points melded in this turn by a team that has not opened, of 300"),
        Plane("phase", (PHASES,), "draw, play, answer, offer, pick up or ended"),
        Plane("turn", (players,), "whose turn it is"),
        Plane("speaker", (players,), "who answers, or is offered its knee"),
        Plane("offers", (players,), "who has still to be offered its knee"),
        Plane("said", (ANSWERS,), "partners: not asked, approved or refused"),
        Plane("marks", (2,), "the rest of the pile is to come; the turn ends with the next pile"),
        Plane("required", (REQUIRED,), "books to go out with: red, black, of fives, of sevens"),
        Plane("minimum", (1,), "points of an opening in this round, of 300"),
        Plane("rules", (3,), "packs of 7; cards drawn of 7; wild cards in a meld of 3"),
        Plane(
            "switches",
            (7,),
            "natural 5s and 7s, take onto full melds, red threes laid out, and counted unopened, "
            "knees must be taken, partners are asked, the pile is shuffled",
        ),
    )


@kernel
def put_counts(out: Reals32, at: int, counts: Numbers, size: int, most: int) -> int:
    """Write ``size`` numbers, each as a part of ``most``."""
    for i in range(size):
        at = put(out, at, counts[i], most)
    return at


@kernel
def put_pile(out: Reals32, at: int, state: HandKneeFootState, seat: int) -> int:
    """Write what is not seen, the discard pile and its top."""
    counts = np.zeros(KINDS, np.int64)
    unseen_by(state, seat, counts)
    at = put_counts(out, at, counts, KINDS, MOST_COPIES)
    counts[:] = 0
    for i in range(PLACES - state.pile_size, PLACES):
        counts[state.cards[i]] += 1
    at = put_counts(out, at, counts, KINDS, MOST_COPIES)
    return put_one(out, at, KINDS, top_of(state))


@kernel
def put_table(out: Reals32, at: int, state: HandKneeFootState, seat: int) -> int:
    """Write what the teams have on the table, a plane after the other."""
    teams, own = int64(state.teams), team_of(state, seat)
    for i in range(teams):
        at = put_counts(out, at, state.naturals[(own + i) % teams], SLOTS, BOOK)
    for i in range(teams):
        at = put_counts(out, at, state.twos[(own + i) % teams], SLOTS, BOOK)
    for i in range(teams):
        at = put_counts(out, at, state.jokers[(own + i) % teams], SLOTS, BOOK)
    for i in range(teams):
        at = put_counts(out, at, state.red[(own + i) % teams], SLOTS, 4)
    for i in range(teams):
        at = put_counts(out, at, state.black[(own + i) % teams], SLOTS, 4)
    for i in range(teams):
        at = put_counts(out, at, state.book_twos[(own + i) % teams], SLOTS, MOST_COPIES)
    for i in range(teams):
        at = put_counts(out, at, state.book_jokers[(own + i) % teams], SLOTS, MOST_COPIES)
    for i in range(teams):
        at = put_counts(out, at, state.buried[(own + i) % teams], SLOTS, MOST_COPIES)
    for i in range(teams):
        at = put_one(out, at, SLOTS, int64(state.original_red[(own + i) % teams]))
    for i in range(teams):
        at = put_one(out, at, SLOTS, int64(state.original_black[(own + i) % teams]))
    for i in range(teams):
        at = put(out, at, state.red_threes[(own + i) % teams], MOST_COPIES)
    for i in range(teams):
        at = put(out, at, state.opened[(own + i) % teams], 1)
    return at


@kernel
def put_seats(out: Reals32, at: int, state: HandKneeFootState, seat: int) -> int:
    """Write the sizes of hands, what they are, and the sizes of the piles."""
    players = int64(state.players)
    for i in range(players):
        at = put(out, at, state.sizes[(seat + i) % players], PLACES)
    for i in range(players):
        at = put(out, at, state.clean[(seat + i) % players], PLACES)
    for i in range(players):
        at = put_one(out, at, STAGES, int64(state.stage[(seat + i) % players]))
    at = put(out, at, state.stock_size, PLACES)
    return put(out, at, state.pile_size, PLACES)


@kernel
def put_turn(out: Reals32, at: int, state: HandKneeFootState, seat: int) -> int:
    """Write how far the turn has come."""
    players, ended = int64(state.players), state.phase == ENDED
    at = put(out, at, state.opening, MOST_POINTS)
    at = put_one(out, at, PHASES, int64(state.phase))
    at = put_seat(out, at, players, seat, int64(state.turn))
    speaks = state.phase == TO_ANSWER or state.phase == OFFERED  # noqa: PLR1714
    at = put_seat(out, at, players, seat, int64(state.speaker) if speaks else NOBODY)
    for i in range(players):
        at = put(out, at, int64(state.offers) >> (seat + i) % players & 1, 1)
    at = put_one(out, at, ANSWERS, -1 if ended else int64(state.said))
    at = put(out, at, state.taking, 1)
    return put(out, at, state.discarded, 1)


@kernel
def put_rules(out: Reals32, at: int, state: HandKneeFootState) -> int:
    """Write the switches."""
    at = put_bits(out, at, REQUIRED, int64(state.required))
    at = put(out, at, state.minimum, MOST_POINTS)
    at = put(out, at, state.packs, MOST_PACKS)
    at = put(out, at, state.draws, 7)
    at = put(out, at, state.max_wilds, 3)
    at = put(out, at, state.special_natural, 1)
    at = put(out, at, state.onto_full, 1)
    at = put(out, at, state.must_lay, 1)
    at = put(out, at, state.unopened_threes, 1)
    at = put(out, at, state.must_take_knee, 1)
    at = put(out, at, state.asks, 1)
    return put(out, at, state.reshuffles, 1)


@kernel
def observe(state: HandKneeFootState, seat: int, out: Reals32) -> int:
    """Write what ``seat`` sees, see :func:`planes`; how many numbers that are."""
    players = int64(state.players)
    at = put_counts(out, 0, state.hands[seat], KINDS, MOST_COPIES)
    for i in range(players):
        at = put_counts(out, at, state.known[(seat + i) % players], KINDS, MOST_COPIES)
    at = put_pile(out, at, state, seat)
    at = put_table(out, at, state, seat)
    at = put_seats(out, at, state, seat)
    at = put_turn(out, at, state, seat)
    return put_rules(out, at, state)


@kernel
def write(state: State, seat: int, out: Reals32) -> int:
    """:func:`observe` for Python callers."""
    return observe(state[0], seat, out)


ENCODER: Final = Encoder(planes, write)
