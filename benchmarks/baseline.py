"""The peer that the class search is measured against: a plain search over positions.

What a competent person writes first, and compiles: depth-first over single moves, made and taken
back in place, with a hash set of positions met. Suits and the order of the piles are ignored, so
a position is the multiset of (rank of the top card, number of cards) over the piles; how much of
the stock is drawn follows from the number of cards on the table. Moves that draw a card are tried
first. There is no bound, no class of exchangeable positions and no ordering beyond that.

A position is named by a sum of one random 64-bit word per pile (a Zobrist sum): order of the
piles does not matter and a move changes four terms. The name is not exact, but two of five
million positions share one with a chance below one in a million, so a verdict is as good as
certain; and the word costs less than an exact name would, which favours the peer. The set starts
small, so that it stays in the processor's cache, and grows. The kernels are compiled with the
same decorator and flags as ours.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import RANKS, Ints, Words

WON, LOST, UNDECIDED = 0, 1, 2
LONGEST: Final = 53
FIRST_SLOTS: Final = 1 << 12


class Table(NamedTuple):
    """Hash set and path of the search, for up to ``cap`` positions.

    ``names``: the random words. ``met``: the set's members in the order they came. Per depth: the
    position's number in ``met``, and the move that led there, after which its parent goes on.
    """

    names: Words
    slots: Words
    met: Words
    places: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]


def new_table(cap: int) -> Table:
    """Room for ``cap`` positions at a load of one half at the most."""
    slots = FIRST_SLOTS
    while slots < 2 * cap:
        slots *= 2
    return Table(
        np.random.default_rng(20261121).integers(0, 2**64, (RANKS, LONGEST), np.uint64),
        np.zeros(slots, np.uint64),
        np.empty(cap + 1, np.uint64),
        np.empty(cap + 1, np.int32),
        np.empty(cap + 1, np.int32),
    )


@kernel
def is_new(slots: Words, mask: int, code: int) -> bool:
    """Put ``code`` into the set of ``mask + 1`` slots; False when it was there."""
    place = (uint64(code) >> uint64(20)) & uint64(mask)
    while slots[place] != uint64(0):
        if slots[place] == uint64(code):
            return False
        place = (place + uint64(1)) & uint64(mask)
    slots[place] = uint64(code)
    return True


@kernel
def larger(table: Table, mask: int, states: int) -> int:
    """Spread the set over four times as many slots, as far as there are; returns the new mask."""
    size: int = min(4 * (mask + 1), table.slots.shape[0])
    table.slots[: mask + 1] = uint64(0)
    for i in range(states):
        is_new(table.slots, size - 1, table.met[i])
    return size - 1


@kernel
def search_positions(
    tops: Ints, stock: Ints, n: int, wrap: bool, cap: int, table: Table, out: Ints
) -> None:
    """Decide one deal: ``out`` gets (outcome, moves tried, distinct positions)."""
    names = table.names
    m = stock.shape[0]
    top = tops[:n].copy()
    height = np.ones(n, np.int64)
    code = uint64(0)
    for i in range(n):
        code += names[top[i], 1]
    mask = FIRST_SLOTS - 1
    is_new(table.slots, mask, code)
    states, tried, drawn, depth = 1, 0, 0, 0
    table.met[0] = code
    table.places[0] = 0
    outcome = LOST
    phase, source, target = 0, 0, 0
    while True:
        if target == n:
            target = 0
            source += 1
        while source < n and (height[source] == 1) != (phase == 0):
            source += 1
        if source >= n:
            source, target = 0, 0
            phase += 1
            if phase < 2:
                continue
            if depth == 0:
                break
            # Nothing is left to try here: take the move back that led here.
            was = table.moves[depth]
            phase, source, target = was >> 8, (was >> 4) & 15, was & 15
            depth -= 1
            card = top[target]
            height[target] -= 1
            top[target] = card + 1 if card < RANKS - 1 else 0
            top[source] = card
            if phase == 0:
                height[source] = 1
                drawn -= 1
            else:
                height[source] += 1
            code = table.met[table.places[depth]]
            target += 1
            continue
        card = top[source]
        onto = card + 1
        if onto == RANKS:
            onto = 0 if wrap else -1
        if top[target] != onto:
            target += 1
            continue
        tried += 1
        if phase == 0 and drawn + 1 == m:
            outcome = WON
            break
        shown = stock[drawn] if phase == 0 else (card + 1 if card < RANKS - 1 else 0)
        left = 1 if phase == 0 else height[source] - 1
        after = code - names[card, height[source]] - names[onto, height[target]]
        after += names[card, height[target] + 1] + names[shown, left]
        if not is_new(table.slots, mask, after):
            target += 1
            continue
        table.met[states] = after
        states += 1
        if states >= cap:
            outcome = UNDECIDED
            break
        if 2 * states > mask and mask + 1 < table.slots.shape[0]:
            mask = larger(table, mask, states)
        top[target] = card
        height[target] += 1
        top[source] = shown
        height[source] = left
        if phase == 0:
            drawn += 1
        depth += 1
        table.moves[depth] = (phase << 8) | (source << 4) | target
        code = after
        table.places[depth] = states - 1
        phase, source, target = 0, 0, 0
    table.slots[: mask + 1] = uint64(0)
    out[0] = outcome
    out[1] = tried
    out[2] = states


@kernel
def search_batch(
    tops: Ints, stocks: Ints, n: int, wrap: bool, cap: int, table: Table, out: Ints
) -> None:
    """Decide many deals in one call, a row of ``out`` each (see :func:`search_positions`)."""
    for i in range(stocks.shape[0]):
        search_positions(tops[i], stocks[i], n, wrap, cap, table, out[i])
