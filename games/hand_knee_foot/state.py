"""The record of a round of Hand, Knee and Foot: counts of kinds, the stock and the discard pile.

Seat ``s`` is of team ``s`` modulo the number of teams. Stock and pile lie in ``cards``: the stock
from the left with its next card last, the pile from the right with its lowest card at the very end.
Between them is room, for there are never more cards than places.

A state may be a view: a seat then holds ``unknown`` cards besides those in ``hands``, the stock has
``NO_KIND`` for cards it does not know, and a knee or foot without cards that has not been taken up
is unknown. ``known`` is what the whole table knows of a hand.
"""

from typing import Annotated, Final

from numba import int64

from kibitz.games.hand_knee_foot.kinds import KINDS, PACK, RED_THREE, SLOTS
from kibitz.games.hand_knee_foot.rules import (
    FOOT_SIZE,
    KNEE_SIZE,
    MOST_PACKS,
    MOST_SEATS,
    MOST_TEAMS,
)
from kibitz.games.kernel import kernel
from kibitz.games.records import Flag, Int8, Int8s, Int16, Int16s, Record, UInt64, dtype_of

NOBODY: Final = -1
NO_KIND: Final = -1
NO_SLOT: Final = -1
PLACES: Final = MOST_PACKS * PACK
TO_DRAW, TO_PLAY, TO_ANSWER, OFFERED, TO_PICK_UP, ENDED = range(6)
IN_HAND, IN_KNEE, IN_FOOT = range(3)
NOT_ASKED, APPROVED, REFUSED = range(3)
# Required books, as bits.
RED_BOOK, BLACK_BOOK, FIVES_BOOK, SEVENS_BOOK = 1, 2, 4, 8


class HandKneeFootState(Record):
    """See the head of this module."""

    hands: Annotated[Int8s, MOST_SEATS, KINDS]  # cards known to be held
    known: Annotated[Int8s, MOST_SEATS, KINDS]  # of them those that everybody knows of
    knees: Annotated[Int8s, MOST_SEATS, KINDS]
    feet: Annotated[Int8s, MOST_SEATS, KINDS]
    naturals: Annotated[Int8s, MOST_TEAMS, SLOTS]  # of the open meld
    twos: Annotated[Int8s, MOST_TEAMS, SLOTS]
    jokers: Annotated[Int8s, MOST_TEAMS, SLOTS]
    red: Annotated[Int8s, MOST_TEAMS, SLOTS]  # books without wild cards, and of them alone
    black: Annotated[Int8s, MOST_TEAMS, SLOTS]
    book_twos: Annotated[Int8s, MOST_TEAMS, SLOTS]  # in all books of the slot
    book_jokers: Annotated[Int8s, MOST_TEAMS, SLOTS]
    buried: Annotated[Int8s, MOST_TEAMS, SLOTS]  # cards in books beyond seven
    original_red: Annotated[Int8s, MOST_TEAMS]  # slot of the first red book, or NO_SLOT
    original_black: Annotated[Int8s, MOST_TEAMS]
    books: Annotated[Int8s, MOST_TEAMS]
    red_threes: Annotated[Int8s, MOST_TEAMS]  # laid out
    opened: Annotated[Int8s, MOST_TEAMS]  # 1 once it has
    offered: Annotated[Int8s, MOST_TEAMS]  # 1 once the knees were offered after the first book
    stage: Annotated[Int8s, MOST_SEATS]
    sizes: Annotated[Int16s, MOST_SEATS]  # of the hands
    unknown: Annotated[Int16s, MOST_SEATS]  # held and not known to this state
    clean: Annotated[Int16s, MOST_SEATS]  # held, not known to all, and known to be no red three
    cards: Annotated[Int8s, PLACES]
    stock_size: Int16
    pile_size: Int16
    table: Int16  # cards melded, buried and laid out
    opening: Int16  # points melded in this turn by a team that has not opened
    minimum: Int16  # points of an opening in this round
    key: UInt64  # decides how the pile is shuffled, 0 when not known
    shuffles: Int16  # made so far
    draws: Int8
    max_wilds: Int8
    special_natural: Flag
    onto_full: Flag  # whether the pile may be taken onto a meld of five or six
    must_lay: Flag
    unopened_threes: Flag  # whether red threes count that lie in knees and feet
    must_take_knee: Flag
    required: Int8  # bits of books
    asks: Flag  # whether a player has partners and has to ask them
    reshuffles: Flag
    players: Int8
    teams: Int8
    packs: Int8
    viewer: Int8  # seat whose view this is, or NOBODY
    turn: Int8  # seat whose turn it is; the last one when the round has ended
    phase: Int8
    taking: Flag  # whether the rest of the pile comes to hand after the opening
    said: Int8  # what the partners said in this turn
    speaker: Int8  # seat that answers, or is offered its knee
    offers: Int8  # seats still to be offered their knee, as bits
    discarded: Flag  # whether the turn is over once the next pile is taken up
    ender: Int8  # seat that went out, or NOBODY


STATE: Final = dtype_of(HandKneeFootState)


@kernel
def team_of(state: HandKneeFootState, seat: int) -> int:
    """The team of a seat."""
    return int64(seat) % int64(state.teams)


@kernel
def top_of(state: HandKneeFootState) -> int:
    """The kind on top of the discard pile, ``NO_KIND`` when it is empty."""
    return int64(state.cards[PLACES - state.pile_size]) if state.pile_size > 0 else NO_KIND


@kernel
def push(state: HandKneeFootState, kind: int) -> None:
    """Put a card on the discard pile."""
    state.pile_size += 1
    state.cards[PLACES - state.pile_size] = kind


@kernel
def pop(state: HandKneeFootState) -> int:
    """Remove the top card of the discard pile; its kind."""
    kind = int64(state.cards[PLACES - state.pile_size])
    state.pile_size -= 1
    return kind


@kernel
def give_up(state: HandKneeFootState, seat: int, kind: int, count: int) -> None:
    """Remove cards from a hand, in a view possibly unknown ones.

    Of equal cards those that everybody knows of go first: nobody can tell them apart. Of the
    others the table cannot tell whether they are of those that came since no red three was held.
    """
    for _ in range(count):
        if state.hands[seat, kind] > 0:
            state.hands[seat, kind] -= 1
        else:
            state.unknown[seat] -= 1
        if state.known[seat, kind] > 0:
            state.known[seat, kind] -= 1
        elif kind != RED_THREE and state.clean[seat] > 0:
            state.clean[seat] -= 1
    state.sizes[seat] -= count


@kernel
def show(state: HandKneeFootState, seat: int, kind: int, count: int) -> None:
    """Let everybody know that a hand has at least ``count`` natural cards of a rank."""
    unlisted = max(0, count - int64(state.hands[seat, kind]))
    state.hands[seat, kind] += unlisted
    state.unknown[seat] -= unlisted
    new = max(0, count - int64(state.known[seat, kind]))
    state.known[seat, kind] += new
    state.clean[seat] = max(0, int64(state.clean[seat]) - new)


@kernel
def hidden_of(state: HandKneeFootState, seat: int) -> int:
    """How many cards of a hand the table does not know."""
    known = 0
    for kind in range(KINDS):
        known += state.known[seat, kind]
    return state.sizes[seat] - known


@kernel
def draw_card(state: HandKneeFootState, seat: int) -> None:
    """Give the next card of the stock to a seat."""
    state.stock_size -= 1
    kind = state.cards[state.stock_size]
    if kind < 0:
        state.unknown[seat] += 1
    else:
        state.hands[seat, kind] += 1
    state.sizes[seat] += 1


@kernel
def pick_up(state: HandKneeFootState, seat: int) -> None:
    """Take the next pile, knee or foot, into hand."""
    piles = state.knees if state.stage[seat] == IN_HAND else state.feet
    count = 0
    for kind in range(KINDS):
        count += piles[seat, kind]
        state.hands[seat, kind] += piles[seat, kind]
        piles[seat, kind] = 0
    size = next_size(state.stage[seat])
    state.unknown[seat] += size - count
    state.sizes[seat] += size
    state.stage[seat] += 1


@kernel
def next_size(stage: int) -> int:
    """How many cards the pile has that is taken up at a stage."""
    return KNEE_SIZE if stage == IN_HAND else FOOT_SIZE
