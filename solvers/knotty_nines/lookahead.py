"""Looking ahead at a stock that is face down: the kernels.

A *transition* is an emptying before the card that fills the space is seen. Its value, some cards
ahead, is the mean over the cards that may come next of the best value among the answers, and at the
end the estimate of `heuristics.knotty_nines.value`: expectimax, the search of a player who
does not see the stock. Only the answers that the estimate likes are looked at further: at most
WIDTH of them, none estimated below CUT of the best.

The same transition is met along many orders of the cards before it, so what was valued is
remembered. The memory is also what lets the search stop anywhere and go on: asked again, it finds
again what it had finished.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    MAX_PILES,
    RANKS,
    Bytes,
    Ints,
    Words,
    canonical,
    key_of,
)
from kibitz.heuristics.knotty_nines.policy import WIDEST, Choices, Reals, list_exits
from kibitz.heuristics.knotty_nines.value import Net, chance_of

MOST_AHEAD: Final = 6  # cards
WIDTH: Final = 3
CUT: Final = 0.5
PROBES: Final = 8
SLOT_BYTES: Final = 16
UNFINISHED: Final = -1.0

VALUED, ALLOWED, STORED, CONTROLS = 0, 1, 2, 3


class Memo(NamedTuple):
    """What was valued: an open hash table from (transition, cards ahead) to value, and counters.

    ``control[VALUED]``: estimates asked from the network; the search stops at
    ``control[ALLOWED]`` of them. ``control[STORED]``: slots in use.
    """

    keys: Words
    values: Reals
    control: Ints


class Plies(NamedTuple):
    """Scratch per ply: the answers to a card with their estimates, and piles being looked at."""

    levels: Bytes
    extras: Bytes
    estimates: Reals
    piles: Ints


class Look(NamedTuple):
    """How to look ahead: the switch, the answers looked at, the estimate, and what is written to.

    ``width``: answers looked at further at the most. ``cut``: of the best estimate, for an answer
    to be among them.
    """

    wrap: bool
    width: int
    cut: float
    net: Net
    memo: Memo
    plies: Plies
    choices: Choices


def new_memo(slots: int) -> Memo:
    """An empty memory of ``slots`` entries, a power of two."""
    return Memo(np.zeros(slots, np.uint64), np.zeros(slots), np.zeros(CONTROLS, np.int64))


def new_plies() -> Plies:
    """Scratch for one search."""
    return Plies(
        np.empty((MOST_AHEAD + 1, WIDEST, MAX_PILES), np.int8),
        np.empty((MOST_AHEAD + 1, WIDEST, MAX_PILES), np.int8),
        np.empty((MOST_AHEAD + 1, WIDEST)),
        np.empty((MOST_AHEAD + 1, 4, MAX_PILES), np.int64),
    )


@kernel
def find_slot(memo: Memo, key: int, ahead: int) -> int:
    """The slot that holds or is to hold a key; of a full row of slots the last one is given up."""
    mask = uint64(memo.keys.shape[0] - 1)
    # A transition leaves eleven piles at most; the combination in its key is below C(52, 11), and
    # that below 2^36: bits 36 to 38 are free. No key is 0.
    name = uint64(key) | (uint64(ahead) << uint64(36))
    place = ((name * uint64(0x9E3779B97F4A7C15)) >> uint64(30)) & mask
    for _ in range(PROBES):
        if memo.keys[place] == name:
            return int64(place)
        if memo.keys[place] == 0:
            memo.control[STORED] += 1
            break
        place = (place + uint64(1)) & mask
    memo.keys[place] = name
    memo.values[place] = UNFINISHED
    return int64(place)


@kernel
def estimate(level: Ints, extra: Ints, n: int, left: Ints, m: int, look: Look) -> float:
    """The network's value of the transition that leaves ``n`` piles, remembered.

    ``left[r]``: unseen cards of rank r, ``m`` in all.
    """
    if m == 1:
        return 1.0
    wrap, memo, choices = look.wrap, look.memo, look.choices
    canonical(level, extra, n, wrap, choices.scratch)
    slot = find_slot(memo, key_of(extra, n, choices.scratch), 0)
    if memo.values[slot] == UNFINISHED:
        memo.control[VALUED] += 1
        memo.values[slot] = chance_of(level, extra, n, left, m, wrap, look.net, choices.room)
    return memo.values[slot]


@kernel
def turn_up(
    level: Ints | Bytes,
    extra: Ints | Bytes,
    n: int,
    card: int,
    wrap: bool,
    piles: Ints,
    scratch: Ints,
) -> None:
    """Write the class that ``card`` makes of the n - 1 piles of a transition to ``piles``."""
    for i in range(n - 1):
        piles[0, i] = level[i]
        piles[1, i] = extra[i]
    piles[0, n - 1] = card
    piles[1, n - 1] = 0
    canonical(piles[0], piles[1], n, wrap, scratch)


@kernel
def value_ahead(
    level: Ints, extra: Ints, n: int, left: Ints, m: int, ahead: int, look: Look
) -> float:
    """Value of a transition, looking ``ahead`` >= 1 cards ahead, or UNFINISHED.

    ``level, extra``: its n - 1 piles, put in canonical order here. ``left[r]``: unseen cards of
    rank r, ``m`` in all, the same again on return. With every answer looked at (``width`` = WIDEST,
    ``cut`` = 0) the value is exact expectimax over the estimates.
    """
    if m == 1:
        return 1.0
    wrap, memo, plies, choices = look.wrap, look.memo, look.plies, look.choices
    canonical(level, extra, n - 1, wrap, choices.scratch)
    key = key_of(extra, n - 1, choices.scratch)
    known = memo.values[find_slot(memo, key, ahead)]
    if known != UNFINISHED:
        return known
    piles, levels, extras = plies.piles[ahead], plies.levels[ahead], plies.extras[ahead]
    estimates = plies.estimates[ahead]
    total = 0.0
    for rank in range(RANKS):
        if left[rank] == 0:
            continue
        turn_up(level, extra, n, rank, wrap, piles, choices.scratch)
        count = list_exits(piles[0], piles[1], n, wrap, choices)
        for e in range(count):
            for i in range(n - 1):
                levels[e, i] = choices.levels[e, i]
                extras[e, i] = choices.extras[e, i]
        left[rank] -= 1
        best = 0.0
        for e in range(count):
            for i in range(n - 1):
                piles[2, i] = levels[e, i]
                piles[3, i] = extras[e, i]
            estimates[e] = estimate(piles[2], piles[3], n - 1, left, m - 1, look)
            best = max(best, estimates[e])
        if ahead > 1 and m > 2:
            floor = look.cut * best
            best = 0.0
            for _ in range(look.width):
                chosen = -1
                for e in range(count):
                    if estimates[e] >= floor and (chosen < 0 or estimates[e] > estimates[chosen]):
                        chosen = e
                if chosen < 0:
                    break
                estimates[chosen] = UNFINISHED
                for i in range(n - 1):
                    piles[2, i] = levels[chosen, i]
                    piles[3, i] = extras[chosen, i]
                value = value_ahead(piles[2], piles[3], n, left, m - 1, ahead - 1, look)
                if value == UNFINISHED:
                    left[rank] += 1
                    return UNFINISHED
                best = max(best, value)
        left[rank] += 1
        if memo.control[VALUED] >= memo.control[ALLOWED]:
            return UNFINISHED
        total += left[rank] * best
    memo.values[find_slot(memo, key, ahead)] = total / m
    return total / m
