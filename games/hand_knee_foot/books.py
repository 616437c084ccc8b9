"""Melds, books, burying, and whether a team may go out."""

from numba import int64

from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    FIVE_SLOT,
    SEVEN_SLOT,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.state import (
    APPROVED,
    BLACK_BOOK,
    FIVES_BOOK,
    IN_FOOT,
    NO_SLOT,
    RED_BOOK,
    SEVENS_BOOK,
    HandKneeFootState,
    team_of,
)
from kibitz.games.kernel import kernel


@kernel
def is_special(slot: int) -> bool:
    """Whether a slot is that of the 5s or the 7s."""
    return slot == FIVE_SLOT or slot == SEVEN_SLOT  # noqa: PLR1714


@kernel
def most_wilds(state: HandKneeFootState, slot: int) -> int:
    """How many wild cards a meld of a rank may have."""
    return 0 if state.special_natural and is_special(slot) else int64(state.max_wilds)


@kernel
def open_size(state: HandKneeFootState, team: int, slot: int) -> int:
    """How many cards the open meld of a slot has, 0 for none."""
    return state.naturals[team, slot] + state.twos[team, slot] + state.jokers[team, slot]


@kernel
def laid_by_taking(state: HandKneeFootState, team: int, slot: int) -> int:
    """How many cards a team lays when it takes the pile for a slot: the top card and of hand.

    Three, or those that complete the open meld; 0 where there is no room for as many as due.
    """
    room = BOOK - open_size(state, team, slot)
    return int(min(3, room)) if room >= 3 or state.onto_full else 0


@kernel
def takes_wild(state: HandKneeFootState, team: int, slot: int) -> bool:
    """Whether a wild card may be added to the meld of a slot, there being one."""
    if slot == WILD_SLOT:
        return True
    wilds = state.twos[team, slot] + state.jokers[team, slot]
    return wilds < min(most_wilds(state, slot), int64(state.naturals[team, slot]))


@kernel
def takes_buried(state: HandKneeFootState, team: int, slot: int) -> bool:
    """Whether a card may be buried in a book of a slot: one that is not required."""
    if is_special(slot):
        return False
    count = state.red[team, slot] + state.black[team, slot]
    count -= int64(state.original_red[team] == slot) + int64(state.original_black[team] == slot)
    return count > 0


@kernel
def book_kind(slot: int, wilds: int) -> int:
    """What a book counts as among those required, as a bit; 0 for a wild book."""
    if slot == WILD_SLOT:
        return 0
    if slot == FIVE_SLOT:
        return FIVES_BOOK
    if slot == SEVEN_SLOT:
        return SEVENS_BOOK
    return BLACK_BOOK if wilds > 0 else RED_BOOK


@kernel
def completed(state: HandKneeFootState, team: int, slot: int, naturals: int, wilds: int) -> int:
    """What required book these further cards make of the open meld, as a bit; 0 for none."""
    if open_size(state, team, slot) + naturals + wilds < BOOK:
        return 0
    return book_kind(slot, state.twos[team, slot] + state.jokers[team, slot] + wilds)


@kernel
def missing_books(state: HandKneeFootState, team: int) -> int:
    """The required books that a team does not have, as bits."""
    missing = int64(state.required)
    if state.original_red[team] != NO_SLOT:
        missing &= ~RED_BOOK
    if state.original_black[team] != NO_SLOT:
        missing &= ~BLACK_BOOK
    if state.red[team, FIVE_SLOT] + state.black[team, FIVE_SLOT] > 0:
        missing &= ~FIVES_BOOK
    if state.red[team, SEVEN_SLOT] + state.black[team, SEVEN_SLOT] > 0:
        missing &= ~SEVENS_BOOK
    return missing


@kernel
def all_in_foot(state: HandKneeFootState, team: int) -> bool:
    """Whether every member of a team has taken up its foot."""
    for seat in range(team, state.players, state.teams):
        if state.stage[seat] != IN_FOOT:
            return False
    return True


@kernel
def may_be_left(state: HandKneeFootState, left: int, least: int, gained: int) -> bool:
    """Whether the seat to move may be left with so many cards after it moves.

    In the foot ``least`` have to be kept, unless the seat may then go out. ``gained``: the required
    book that the move completes, as a bit.
    """
    seat = state.turn
    if left >= least or state.stage[seat] != IN_FOOT:
        return True
    team = team_of(state, seat)
    if state.asks and state.said != APPROVED:
        return False
    return missing_books(state, team) & ~gained == 0 and all_in_foot(state, team)


@kernel
def put_down(
    state: HandKneeFootState, team: int, slot: int, naturals: int, twos: int, jokers: int
) -> None:
    """Add cards to the open meld of a slot, which is closed when it is a book."""
    state.table += naturals + twos + jokers
    state.naturals[team, slot] += naturals
    state.twos[team, slot] += twos
    state.jokers[team, slot] += jokers
    if open_size(state, team, slot) < BOOK:
        return
    wilds = state.twos[team, slot] + state.jokers[team, slot]
    state.book_twos[team, slot] += state.twos[team, slot]
    state.book_jokers[team, slot] += state.jokers[team, slot]
    state.naturals[team, slot] = 0
    state.twos[team, slot] = 0
    state.jokers[team, slot] = 0
    state.books[team] += 1
    kind = book_kind(slot, wilds)
    if slot == WILD_SLOT or wilds == 0:
        state.red[team, slot] += 1
    else:
        state.black[team, slot] += 1
    if kind == RED_BOOK and state.original_red[team] == NO_SLOT:
        state.original_red[team] = slot
    if kind == BLACK_BOOK and state.original_black[team] == NO_SLOT:
        state.original_black[team] = slot


@kernel
def bury(state: HandKneeFootState, team: int, slot: int, twos: int, jokers: int) -> None:
    """Add one card to a book of a slot: a natural one, or the two or joker said."""
    state.table += 1
    state.buried[team, slot] += 1
    state.book_twos[team, slot] += twos
    state.book_jokers[team, slot] += jokers
