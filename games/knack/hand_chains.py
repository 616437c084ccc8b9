"""Which cards a seat of K'nack may have laid since it passed: all chains of sets that come of it.

A chain, see `games.knack.known_hands`, says of each card of a hand, the last to come first, which
kinds it cannot be. A laid card may have been any of those that could be of its kind, and each of
these leaves another chain. So from who laid which card follow several chains, each with the number
of ways to it, and a hand counts by all orders in which its cards may have come in any of them.

Who does not know who laid which card, or has not asked, has the one chain ``lacks``, in which a
laid card is taken for the one that came first.
"""

import numpy as np
from numba import int64

from kibitz.games.bits import Word
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import level_of, note_drawn, note_pass, orders
from kibitz.games.knack.rules import LEVELS
from kibitz.games.knack.state import MOST_CHAINS, KnackState
from kibitz.games.records import Int64s, Reals, UInt32s


@kernel
def chains_of(state: KnackState, seat: int) -> int:
    """How many chains there are for a hand, at least one."""
    return max(1, int64(state.chain_counts[seat]))


@kernel
def chain_at(state: KnackState, seat: int, number: int, lacks: UInt32s) -> float:
    """Write one of the chains for a hand to ``lacks``; in how many ways it came, up to a factor."""
    if state.chain_counts[seat] == 0:
        lacks[:] = state.lacks[seat]
        return 1.0
    lacks[:] = state.chains[seat, number]
    return float(state.chain_ways[seat, number])


@kernel
def is_bound(state: KnackState, seat: int) -> bool:
    """Whether anything is known of the hand of a seat but what it was given."""
    last, lacks = int64(state.held[seat]) - 1, np.empty(LEVELS, np.uint32)
    for number in range(chains_of(state, seat)):
        chain_at(state, seat, number, lacks)
        if last >= 0 and lacks[last] != 0:
            return True
    return False


@kernel
def ways_to_hold(state: KnackState, seat: int, hand: Int64s, held: int) -> float:
    """In how many orders the ``held`` cards of a hand, as kinds, may have come, up to a factor."""
    found, lacks = 0.0, np.empty(LEVELS, np.uint32)
    for number in range(chains_of(state, seat)):
        ways = chain_at(state, seat, number, lacks)
        found += ways * orders(lacks, hand, held)
    return found


@kernel
def begin_chains(state: KnackState) -> None:
    """Nothing is known of any hand."""
    for seat in range(state.players):
        state.chain_counts[seat] = 1
        state.chains[seat] = 0
        state.chain_ways[seat, 0] = 1.0


@kernel
def chains_passed(state: KnackState, seat: int, kinds: Word) -> None:
    """None of ``kinds`` is in the hand of a seat."""
    before, ways, count = _taken(state, seat)
    for number in range(count):
        note_pass(before[number], kinds)
        _add(state, seat, before[number], ways[number])


@kernel
def chains_drawn(state: KnackState, seat: int) -> None:
    """A card of any kind has come into the hand of a seat."""
    for number in range(state.chain_counts[seat]):
        note_drawn(state.chains[seat, number])


@kernel
def chains_laid(state: KnackState, seat: int, kind: int, held: int) -> None:
    """One of the ``held`` cards of a seat, of this kind, has left its hand."""
    before, ways, count = _taken(state, seat)
    chain = np.empty(LEVELS, np.uint32)
    for number in range(count):
        for latest in range(min(level_of(before[number], kind), held)):
            chain[:] = before[number]
            for level in range(latest, LEVELS):
                chain[level] = before[number, level + 1] if level + 1 < held else 0
            _add(state, seat, chain, ways[number])
    # Numbers of ways grow with every card; only how they compare counts.
    most = state.chain_ways[seat].max()
    for number in range(state.chain_counts[seat]):
        state.chain_ways[seat, number] /= most


@kernel
def _taken(state: KnackState, seat: int) -> tuple[UInt32s, Reals, int]:
    """The chains for a hand and the ways to each, which the state has no more."""
    count = int64(state.chain_counts[seat])
    before, ways = state.chains[seat].copy(), state.chain_ways[seat].copy()
    state.chain_counts[seat] = 0
    state.chain_ways[seat] = 0.0
    return before, ways, count


@kernel
def _add(state: KnackState, seat: int, chain: UInt32s, ways: float) -> None:
    """Add a chain to those for a hand; the one with the fewest ways goes where there is no room."""
    count, least = int64(state.chain_counts[seat]), int64(0)
    for number in range(count):
        same = True
        for level in range(LEVELS):
            same &= state.chains[seat, number, level] == chain[level]
        if same:
            state.chain_ways[seat, number] += ways
            return
        if state.chain_ways[seat, number] < state.chain_ways[seat, least]:
            least = number
    if count < MOST_CHAINS:
        least = count
        state.chain_counts[seat] += 1
    elif state.chain_ways[seat, least] >= ways:
        return
    state.chains[seat, least] = chain
    state.chain_ways[seat, least] = ways
