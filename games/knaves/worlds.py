"""The deals that fit what a seat of Knaves sees: how many there are, and each by its number.

What is not in sight goes to the two other hands, called A and B here, and out of play. A seat that
did not follow a suit holds none of it, which sorts the unseen cards by who may hold them: A or B,
A alone, B alone, neither; out of play is always possible. With ``i`` cards of A's from those that
are possible for A alone, A's hand can be chosen in ``C(alone, i) * C(both, a - i)`` ways, and B's
is then any subset of what is left and possible for B. Summed over ``i`` this counts the deals
exactly, and taking the sum apart again turns a number below it into its deal. A uniform number is
therefore a uniform deal; nothing is ever rejected.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, single
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import PACK, suits_mask
from kibitz.games.knaves.state import KnavesState


def _binomials() -> npt.NDArray[np.int64]:
    table = np.zeros((52, 18), np.int64)
    table[:, 0] = 1
    for n in range(1, 52):
        table[n, 1:] = table[n - 1, :-1] + table[n - 1, 1:]
    return table


BINOMIAL: Final = _binomials()


@kernel
def subset(word: Word, size: int, number: int) -> Word:
    """The subset of ``word`` with ``size`` members that has this number, 0 … C(n, size) - 1."""
    left = count_bits(word)
    rest = uint64(word)
    chosen = uint64(0)
    while size > 0:
        low = rest & (~rest + uint64(1))
        rest ^= low
        left -= 1
        with_low = BINOMIAL[left, size - 1]
        if number < with_low:
            chosen |= low
            size -= 1
        else:
            number -= with_low
    return chosen


@kernel
def unseen_by(state: KnavesState, seat: int) -> Word:
    """The cards of which ``seat`` cannot know where they are."""
    seen = state.hands[seat] | state.played | single(state.turned)
    for other in range(3):
        seen |= state.exposed[other]
    return uint64(PACK) & ~seen


@kernel
def face_down(state: KnavesState, seat: int) -> int:
    """How many cards ``seat`` holds face down, known to this state or not."""
    held = count_bits(state.hands[seat] & ~state.exposed[seat])
    return held + state.unknown[seat]


@kernel
def worlds(state: KnavesState, seat: int) -> int:
    """How many deals fit what ``seat`` sees; at most about 2.9e16."""
    unseen = unseen_by(state, seat)
    a, b = (seat + 1) % 3, (seat + 2) % 3
    for_a = unseen & ~suits_mask(state.voids[a])
    for_b = unseen & ~suits_mask(state.voids[b])
    alone, both = count_bits(for_a & ~for_b), count_bits(for_a & for_b)
    possible_b = count_bits(for_b)
    size_a, size_b = face_down(state, a), face_down(state, b)
    total = 0
    for i in range(max(0, size_a - both), min(alone, size_a) + 1):
        ways = BINOMIAL[alone, i] * BINOMIAL[both, size_a - i]
        total += ways * BINOMIAL[possible_b - (size_a - i), size_b]
    return total


@kernel
def deal_world(state: KnavesState, seat: int, number: int) -> None:
    """Deal the hidden cards as in deal ``number``, below :func:`worlds`, of what ``seat`` sees."""
    unseen = unseen_by(state, seat)
    a, b = (seat + 1) % 3, (seat + 2) % 3
    for_a = unseen & ~suits_mask(state.voids[a])
    for_b = unseen & ~suits_mask(state.voids[b])
    alone, both = for_a & ~for_b, for_a & for_b
    alone_count, both_count = count_bits(alone), count_bits(both)
    possible_b = count_bits(for_b)
    size_a, size_b = face_down(state, a), face_down(state, b)
    i = max(0, size_a - both_count)
    hands_b = int64(1)
    while True:
        hands_b = BINOMIAL[possible_b - (size_a - i), size_b]
        here = BINOMIAL[alone_count, i] * BINOMIAL[both_count, size_a - i] * hands_b
        if number < here:
            break
        number -= here
        i += 1
    hand_b = number % hands_b
    number //= hands_b
    ways = BINOMIAL[alone_count, i]
    held_a = subset(alone, i, number % ways) | subset(both, size_a - i, number // ways)
    held_b = subset(for_b & ~held_a, size_b, hand_b)
    state.hands[a] = held_a | state.exposed[a]
    state.hands[b] = held_b | state.exposed[b]
    state.out = unseen & ~(held_a | held_b)
    state.unknown[a] = 0
    state.unknown[b] = 0
    state.unknown[seat] = 0
