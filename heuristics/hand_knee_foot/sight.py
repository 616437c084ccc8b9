"""What a seat sees of a round, as the inputs of the network of `heuristics.hand_knee_foot.value`.

Each of the eleven ranks has ``RANK_SIGNS`` of them, about its own cards, so that the same weights
look at every rank; the table as a whole has ``TABLE_SIGNS``. Everything is seen from one seat: its
own team, then that of the next seat. Counts are divided so that they stay about 1.
"""

from typing import Annotated, Final

from numba import int64

from kibitz.games.hand_knee_foot.books import (
    all_in_foot,
    is_special,
    missing_books,
    open_size,
    takes_buried,
)
from kibitz.games.hand_knee_foot.kinds import (
    ACE,
    BLACK_THREE,
    BOOK,
    FIVE_SLOT,
    FOUR,
    JOKER,
    KINDS,
    RANK_SLOTS,
    RED_THREE,
    TWO,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.state import (
    BLACK_BOOK,
    FIVES_BOOK,
    IN_FOOT,
    IN_HAND,
    IN_KNEE,
    PLACES,
    RED_BOOK,
    SEVENS_BOOK,
    HandKneeFootState,
    team_of,
    top_of,
)
from kibitz.games.hand_knee_foot.worlds import unseen_by
from kibitz.games.kernel import kernel
from kibitz.games.records import Int64s, Real, Reals32, Record, dtype_of
from kibitz.heuristics.hand_knee_foot.outlook import cards_needed, lead_now, promise, turns_left

RANK_SIGNS: Final = 40
TABLE_SIGNS: Final = 83
# Where a turn stands: it is over; the seat is about to draw, to see new cards, to ask its
# partners; or the round has ended.
PLAYED, DRAWING, REVEALING, ASKING, OVER = range(5)
SEATS_SEEN: Final = 4  # the own one and those after it
_SIX: Final = 4  # kind: ranks up to it count five points
_LONG: Final = 24  # turns


class Sight(Record):
    """See the head of this module."""

    lead: Real  # points, see `heuristics.hand_knee_foot.outlook.lead_now`
    unseen: Annotated[Int64s, KINDS]
    pile: Annotated[Int64s, KINDS]
    ranks: Annotated[Reals32, RANK_SLOTS, RANK_SIGNS]
    table: Annotated[Reals32, TABLE_SIGNS]


SIGHT: Final = dtype_of(Sight)


@kernel
def look(state: HandKneeFootState, seat: int, stands: int, sight: Sight) -> None:
    """Write what ``seat`` sees; ``stands``: where its turn stands."""
    for kind in range(KINDS):
        sight.unseen[kind] = sight.pile[kind] = 0
    unseen_by(state, seat, sight.unseen)
    for i in range(state.pile_size):
        sight.pile[int64(state.cards[PLACES - 1 - i])] += 1
    sight.lead = lead_now(state, seat)
    sight.table[:] = 0
    sight.table[stands] = 1
    sight.table[5] = sight.lead / 4000
    after = team_of(state, (seat + 1) % state.players)
    _write_team(state, team_of(state, seat), sight.table[6:21])
    _write_team(state, after, sight.table[21:36])
    _write_seats(state, seat, sight.table[36:52])
    _write_time(state, sight.table[52:61])
    _write_hand(state, seat, sight.table[61:71])
    _write_pile(state, stands, sight, sight.table[71:80])
    sight.table[80] = state.players == 3
    sight.table[81] = state.players > 4
    sight.table[82] = state.draws / 5
    _write_ranks(state, seat, after, sight)


@kernel
def _write_team(state: HandKneeFootState, team: int, row: Reals32) -> None:
    missing, wild = missing_books(state, team), int64(open_size(state, team, WILD_SLOT))
    row[0] = state.opened[team]
    row[1] = min(int64(state.books[team]), 12) / 5
    for bit in range(4):
        row[2 + bit] = missing >> bit & 1
    row[6] = cards_needed(state, team) / 14
    row[7] = state.red_threes[team] / BOOK
    row[8] = wild / BOOK
    row[9] = wild * wild / (BOOK * BOOK)
    row[10] = state.red[team, WILD_SLOT] + state.black[team, WILD_SLOT] > 0
    row[11] = promise(state, team) / 3000
    row[12] = all_in_foot(state, team)
    row[13] = all_in_foot(state, team) and missing == 0
    row[14] = missing == 0


@kernel
def _write_seats(state: HandKneeFootState, seat: int, row: Reals32) -> None:
    for k in range(min(SEATS_SEEN, int64(state.players))):
        other = (seat + k) % state.players
        row[4 * k] = state.stage[other] == IN_HAND
        row[4 * k + 1] = state.stage[other] == IN_FOOT
        row[4 * k + 2] = min(int64(state.sizes[other]), 40) / 20
        row[4 * k + 3] = state.sizes[other] <= 2


@kernel
def _write_time(state: HandKneeFootState, row: Reals32) -> None:
    left = turns_left(state)
    row[0] = state.stock_size / 100
    row[1] = min(left, _LONG) / 16
    row[2] = left == 0
    row[3] = left == 1
    row[4] = 1 / (1 + left)
    for k in range(4):
        row[5 + k] = state.minimum == 60 + 30 * k


@kernel
def _write_hand(state: HandKneeFootState, seat: int, row: Reals32) -> None:
    twos, jokers = int64(state.hands[seat, TWO]), int64(state.hands[seat, JOKER])
    for k in range(4):
        row[k] = twos > k
    row[4] = jokers > 0
    row[5] = jokers > 1
    row[6] = (twos + jokers) / 4
    row[7] = state.hands[seat, RED_THREE] / 2
    row[8] = state.hands[seat, BLACK_THREE] > 0
    row[9] = state.hands[seat, BLACK_THREE] > 1


@kernel
def _write_pile(state: HandKneeFootState, stands: int, sight: Sight, row: Reals32) -> None:
    top = top_of(state)
    row[0] = min(int64(state.pile_size), 60) / 20
    row[1] = (sight.pile[TWO] + sight.pile[JOKER]) / 4
    row[2] = top < FOUR
    row[3] = top >= TWO
    row[4] = sight.unseen[TWO] / 20
    row[5] = sight.unseen[JOKER] / 10
    row[6] = sight.unseen[BLACK_THREE] / 10
    row[7] = sight.unseen[RED_THREE] / 10
    row[8] = stands == PLAYED and state.discarded


@kernel
def _write_ranks(state: HandKneeFootState, seat: int, other: int, sight: Sight) -> None:
    own, after = team_of(state, seat), (seat + 1) % state.players
    mine, theirs = missing_books(state, own), missing_books(state, other)
    left = min(int64(state.stock_size) // (int64(state.draws) * state.players), _LONG) / 16
    wilds = min(int64(state.hands[seat, TWO]) + state.hands[seat, JOKER], 6) / 4
    leaving = all_in_foot(state, other) and theirs == 0
    top = top_of(state)
    for slot in range(RANK_SLOTS):
        kind, row, special = slot + FOUR, sight.ranks[slot], is_special(slot)
        held = int64(state.hands[seat, kind])
        for k in range(4):
            row[k] = held > k
        row[4] = held / 4
        row[5] = sight.unseen[kind] / 16
        row[6] = sight.pile[kind] / 4
        row[7] = top == kind
        _write_meld(state, own, slot, row[8:15])
        _write_meld(state, other, slot, row[15:22])
        known = -int64(state.known[seat, kind]) - state.known[after, kind]
        for k in range(state.players):
            known += state.known[k, kind]
        row[22] = state.known[after, kind] > 0
        row[23] = state.known[after, kind] > 1
        row[24] = known / 3
        row[25] = special
        row[26] = kind <= _SIX and not special
        row[27] = kind == ACE
        book = FIVES_BOOK if slot == FIVE_SLOT else SEVENS_BOOK
        row[28] = special and mine & book > 0
        row[29] = special and theirs & book > 0
        row[30] = mine & RED_BOOK > 0
        row[31] = mine & BLACK_BOOK > 0
        row[32] = state.opened[own]
        row[33] = state.opened[other]
        row[34] = left
        row[35] = state.stage[seat] == IN_KNEE
        row[36] = state.stage[seat] == IN_FOOT
        row[37] = wilds
        row[38] = 1
        row[39] = leaving


@kernel
def _write_meld(state: HandKneeFootState, team: int, slot: int, row: Reals32) -> None:
    size = int64(open_size(state, team, slot))
    row[0] = size / BOOK
    row[1] = size * size / (BOOK * BOOK)
    row[2] = (size - int64(state.naturals[team, slot])) / 2
    row[3] = state.red[team, slot] > 0
    row[4] = state.black[team, slot] > 0
    row[5] = takes_buried(state, team, slot)
    row[6] = size > 0
