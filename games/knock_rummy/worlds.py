"""The deals that fit what a seat of Knock Rummy sees, each as likely as the other.

Cards whose place not everybody knows are sorted into pools: pool 0 is what was dealt face down,
pool ``n`` what was in the pile at shuffle ``n`` and has not been seen since. How many cards each
seat holds of each pool is known to the whole table, for it is known when a card was drawn; so is
what the rest of the latest pool is: the stock. Therefore the unseen cards of a pool, in random
order, dealt to those who hold so many of them, are a uniformly random deal; nothing is rejected.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, single, without_lowest
from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import Stream, below, shuffle
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.lanes import PACK
from kibitz.games.knock_rummy.rules import MOST_SEATS, MOST_TURN_OVERS
from kibitz.games.knock_rummy.state import KnockRummyState

KEYS: Final = 1 << 32  # numbers that decide how piles are shuffled, 0 for none among them


@kernel
def pool(state: KnockRummyState, kind: int) -> Word:
    """The cards of pool ``kind``: unseen by the table, as ``kind`` says since when."""
    if kind > 0:
        return state.shuffled[kind - 1] & ~state.public
    later = uint64(0)
    for number in range(MOST_TURN_OVERS):
        later |= state.shuffled[number]
    return uint64(PACK) & ~(state.public | later)


@kernel
def pool_of(state: KnockRummyState, card: int) -> int:
    """The pool that a card belongs to whose place not everybody knows."""
    for number in range(MOST_TURN_OVERS):
        if state.shuffled[number] & single(card):
            return number + 1
    return 0


@kernel
def held_of(state: KnockRummyState, seat: int, kind: int) -> int:
    """How many cards of pool ``kind`` a seat holds, known to this state or not."""
    known = count_bits(state.hands[seat] & pool(state, kind))
    return known + int64(state.unknown[seat, kind])


@kernel
def stock_is_hidden(state: KnockRummyState) -> bool:
    """Whether the order of the stock is not known to the table."""
    return state.shuffles or state.turn_overs == 0


@kernel
def deal_hidden(state: KnockRummyState, seat: int, stream: Stream) -> None:
    """Replace all that ``seat`` cannot see by a random guess that fits, in place."""
    latest = int64(state.turn_overs) if state.shuffles else 0
    hands = np.zeros(MOST_SEATS, np.uint64)
    cards = np.zeros(PACK_SIZE, np.int64)
    for other in range(state.players):
        hands[other] = state.hands[other] & state.public
    hands[seat] = state.hands[seat]
    for kind in range(latest + 1):
        unseen = pool(state, kind) & ~state.hands[seat]
        count = 0
        while unseen:
            cards[count] = lowest_bit(unseen)
            unseen = without_lowest(unseen)
            count += 1
        shuffle(stream, cards, count)
        for other in range(state.players):
            for _ in range(held_of(state, other, kind) if other != seat else 0):
                count -= 1
                hands[other] |= single(cards[count])
        if kind == latest and stock_is_hidden(state):
            for i in range(count):
                state.stock[i] = cards[i]
    for other in range(state.players):
        state.hands[other] = hands[other]
        for kind in range(MOST_TURN_OVERS + 1):
            state.unknown[other, kind] = 0
    if state.shuffles:
        state.key = uint64(1 + below(stream, KEYS - 1))
