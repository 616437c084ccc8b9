"""The deals that fit what a seat of Hand, Knee and Foot sees, each as likely as the other.

A seat sees its hand, the table, the discard pile, the size of everything, and of other hands the
cards that came to them from the pile and are still there. Nobody sees a knee or a foot that has not
been taken up, not even its owner. What is unseen, in random order, dealt to all places that are not
seen is a uniformly random deal.

One thing more is known. Where red threes have to be laid out, who has played on holds none but
those that came since. So the red three is dealt first, evenly over the places that may have it, and
the other cards after it: every deal that fits is still as likely as any other.

A pile that was shuffled to be the stock is forgotten: its cards are unseen like all others.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.chance import Stream, below, pick, shuffle
from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    COPIES,
    FOUR,
    JOKER,
    KINDS,
    RANK_SLOTS,
    RED_THREE,
    TWO,
)
from kibitz.games.hand_knee_foot.state import (
    IN_FOOT,
    IN_HAND,
    NO_KIND,
    PLACES,
    HandKneeFootState,
    hidden_of,
    next_size,
)
from kibitz.games.kernel import kernel
from kibitz.games.records import Int64s

KEYS: Final = 1 << 32  # numbers that decide how piles are shuffled, 0 for none among them
_COPIES: Final = np.array(COPIES, np.int64)


@kernel
def count_table(state: HandKneeFootState, counts: Int64s, sign: int) -> None:
    """Add the cards on the table, melded, buried or laid out, to ``counts``, or take them away."""
    for team in range(state.teams):
        counts[RED_THREE] += sign * int64(state.red_threes[team])
        for slot in range(RANK_SLOTS + 1):
            add_slot(state, team, slot, counts, sign)


@kernel
def add_slot(state: HandKneeFootState, team: int, slot: int, counts: Int64s, sign: int) -> None:
    """Add the cards of one slot of a team to ``counts``, or take them away."""
    twos = int64(state.book_twos[team, slot])
    jokers = int64(state.book_jokers[team, slot])
    booked = BOOK * (state.red[team, slot] + state.black[team, slot]) + state.buried[team, slot]
    if slot < RANK_SLOTS:
        naturals = int64(state.naturals[team, slot]) + booked - twos - jokers
        counts[slot + FOUR] += sign * naturals
    counts[TWO] += sign * (twos + state.twos[team, slot])
    counts[JOKER] += sign * (jokers + state.jokers[team, slot])


@kernel
def unseen_counts(state: HandKneeFootState, counts: Int64s) -> None:
    """Write how many cards of each kind are in no place that this state knows."""
    for kind in range(KINDS):
        counts[kind] = int64(state.packs) * _COPIES[kind]
        for seat in range(state.players):
            counts[kind] -= state.hands[seat, kind]
            counts[kind] -= state.knees[seat, kind] + state.feet[seat, kind]
    for i in range(state.stock_size):
        if state.cards[i] != NO_KIND:
            counts[state.cards[i]] -= 1
    for i in range(PLACES - state.pile_size, PLACES):
        counts[state.cards[i]] -= 1
    count_table(state, counts, -1)


@kernel
def unseen_by(state: HandKneeFootState, seat: int, counts: Int64s) -> None:
    """Write how many cards of each kind ``seat`` does not see, wherever they are."""
    for kind in range(KINDS):
        counts[kind] = int64(state.packs) * _COPIES[kind] - state.hands[seat, kind]
        for other in range(state.players):
            if other != seat:
                counts[kind] -= state.known[other, kind]
    for i in range(PLACES - state.pile_size, PLACES):
        counts[state.cards[i]] -= 1
    count_table(state, counts, -1)


@kernel
def deal_hidden(state: HandKneeFootState, seat: int, stream: Stream) -> None:
    """Replace all that ``seat`` cannot see by a random guess that fits, in place."""
    counts = np.zeros(KINDS, np.int64)
    unseen_by(state, seat, counts)
    total = 0
    for kind in range(KINDS):
        total += counts[kind]
    clean = 0
    for other in range(state.players):
        clean += state.clean[other] if other != seat else 0
    # Places: those that hold no red three first.
    dealt = np.full(total, NO_KIND, np.int64)
    for _ in range(counts[RED_THREE]):
        place = clean + pick(stream, total - clean)
        while dealt[place] != NO_KIND:
            place = clean + pick(stream, total - clean)
        dealt[place] = RED_THREE
    cards = np.empty(total, np.int64)
    left = 0
    for kind in range(RED_THREE + 1, KINDS):
        for _ in range(counts[kind]):
            cards[left] = kind
            left += 1
    shuffle(stream, cards, left)
    for place in range(total):
        if dealt[place] == NO_KIND:
            left -= 1
            dealt[place] = cards[left]
    hand_out(state, seat, dealt, clean)
    if state.reshuffles:
        state.key = uint64(1 + below(stream, KEYS - 1))


@kernel
def hand_out(state: HandKneeFootState, seat: int, dealt: Int64s, clean: int) -> None:
    """Put the cards dealt to their places; those for places without a red three come first."""
    first, place = 0, clean
    for other in range(state.players):
        if other != seat:
            hidden = hidden_of(state, other)
            for kind in range(KINDS):
                state.hands[other, kind] = state.known[other, kind]
            for i in range(hidden):
                if i < state.clean[other]:
                    state.hands[other, dealt[first]] += 1
                    first += 1
                else:
                    state.hands[other, dealt[place]] += 1
                    place += 1
            state.unknown[other] = 0
        for kind in range(KINDS):
            state.knees[other, kind] = 0
            state.feet[other, kind] = 0
        for _ in range(next_size(IN_HAND) if state.stage[other] == IN_HAND else 0):
            state.knees[other, dealt[place]] += 1
            place += 1
        for _ in range(next_size(IN_FOOT) if state.stage[other] != IN_FOOT else 0):
            state.feet[other, dealt[place]] += 1
            place += 1
    for i in range(state.stock_size):
        state.cards[i] = dealt[place]
        place += 1
