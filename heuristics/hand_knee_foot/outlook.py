"""What the whole table can see of a round: how long it lasts, and who is ahead."""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.hand_knee_foot.books import (
    all_in_foot,
    is_special,
    missing_books,
    most_wilds,
    open_size,
)
from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    FIVE_SLOT,
    FOUR,
    JOKER,
    KINDS,
    POINTS,
    RANK_SLOTS,
    SEVEN_SLOT,
    SLOTS,
    TWO,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE
from kibitz.games.hand_knee_foot.state import (
    BLACK_BOOK,
    FIVES_BOOK,
    IN_FOOT,
    IN_HAND,
    RED_BOOK,
    SEVENS_BOOK,
    HandKneeFootState,
    team_of,
)
from kibitz.games.kernel import kernel

_POINTS: Final = np.array(POINTS, np.int64)
# What a card costs on average at the end: in a hand, and in a knee or foot that nobody took up,
# where threes lie as well, with red threes that count and without.
HELD_CARD: Final = 15.0
UNSEEN_CARD: Final = 33.0
UNSEEN_CARD_WITHOUT: Final = 14.4
# What the book counts that an open meld may become: of a rank, of 5s or 7s, of wild cards.
PROMISED: Final = (400.0, 2000.0, 1500.0)
_ENDING: Final = 1  # turns left when another team may go out


@kernel
def turns_left(state: HandKneeFootState) -> int:
    """About how many more turns each seat has, this one not counted."""
    left = int64(state.stock_size) // (int64(state.draws) * state.players)
    own = team_of(state, state.turn)
    for team in range(state.teams):
        if team != own and all_in_foot(state, team) and missing_books(state, team) == 0:
            return min(left, _ENDING)
    return left


@kernel
def cards_needed(state: HandKneeFootState, team: int) -> int:
    """How many cards the required books of a team still take, those of the fullest melds."""
    missing = missing_books(state, team)
    if missing == 0:
        return 0
    red, black = BOOK, BOOK
    for slot in range(RANK_SLOTS):
        size = int64(open_size(state, team, slot))
        if size == 0 or is_special(slot):
            continue
        if size == state.naturals[team, slot]:
            red = min(red, BOOK - size)
        if most_wilds(state, slot) > 0:
            black = min(black, BOOK - size)
    need = red if missing & RED_BOOK else 0
    if missing & BLACK_BOOK:
        need += black
    if missing & FIVES_BOOK:
        need += BOOK - open_size(state, team, FIVE_SLOT)
    if missing & SEVENS_BOOK:
        need += BOOK - open_size(state, team, SEVEN_SLOT)
    return need


@kernel
def promise(state: HandKneeFootState, team: int) -> float:
    """What the open melds of a team promise: the books to be, each by how full it is, squared."""
    total = 0.0
    for slot in range(SLOTS):
        size = float(open_size(state, team, slot))
        book = PROMISED[2] if slot == WILD_SLOT else PROMISED[int64(is_special(slot))]
        total += book * size * size / (BOOK * BOOK)
    return total


@kernel
def table_points(state: HandKneeFootState, team: int) -> int:
    """What a team's books, cards on the table and red threes count."""
    threes = int64(state.red_threes[team])
    total = 1500 * (threes // BOOK) + 100 * (threes % BOOK)
    for slot in range(SLOTS):
        books = int64(state.red[team, slot] + state.black[team, slot])
        twos, jokers = int64(state.book_twos[team, slot]), int64(state.book_jokers[team, slot])
        cards = BOOK * books + state.buried[team, slot] - twos - jokers
        total += _POINTS[TWO] * (twos + state.twos[team, slot])
        total += _POINTS[JOKER] * (jokers + state.jokers[team, slot])
        if slot == WILD_SLOT:
            total += 1500 * books
            continue
        total += _POINTS[slot + FOUR] * (cards + state.naturals[team, slot])
        if is_special(slot):
            total += 2000 * books
        else:
            total += 500 * state.red[team, slot] + 300 * state.black[team, slot]
    return total


@kernel
def held_cost(state: HandKneeFootState, team: int, seat: int) -> float:
    """What a team would lose for what it holds, as ``seat`` may expect it."""
    cost = 0.0
    unseen = UNSEEN_CARD if state.unopened_threes else UNSEEN_CARD_WITHOUT
    for member in range(team, state.players, state.teams):
        if member == seat:
            for kind in range(KINDS):
                cost += state.hands[member, kind] * _POINTS[kind]
            cost += 500 * state.hands[member, 0] + 100 * state.hands[member, 1]
        else:
            cost += HELD_CARD * state.sizes[member]
        if state.stage[member] == IN_HAND:
            cost += unseen * KNEE_SIZE
        if state.stage[member] != IN_FOOT:
            cost += unseen * FOOT_SIZE
    return cost


@kernel
def lead_now(state: HandKneeFootState, seat: int) -> float:
    """By how much the team of ``seat`` is ahead of the best other one if the round ended now."""
    own = team_of(state, seat)
    best = -1e9
    for team in range(state.teams):
        if team != own:
            best = max(best, table_points(state, team) - held_cost(state, team, seat))
    return table_points(state, own) - held_cost(state, own, seat) - best
