"""Classes of Knotty Nines positions: canonical form, exact key and children.

Suits never matter and a pile is an unbroken descending run, so a pile is its *level* (rank of its
top card) and its *extra* (number of cards under the top). Moving a top card between two piles of
neighbouring ranks exchanges their levels and can be undone; only emptying a pile cannot. All
arrangements that exchanges connect form one **class**, the node of the search.

On an unrolled line a pile's *cap* is level + extra: the rank of its base card, as high as it can
ever stand. Neighbouring occupied ranks form a *component*; exchanges stay inside it. Within a
component the multiset of levels and the multiset of caps are fixed, and every assignment with
level <= cap can be reached from every other: while some pile on a level has a greater cap than a
pile one level above, exchanging the two is legal, and this sorts the caps. Pairing sorted levels
with sorted caps is therefore a canonical form, and two positions share it exactly when they are
in the same class. At most twelve piles stand on thirteen ranks, so with ``wrap`` there is always
an empty rank where the circle can be cut.

Leaving a class: the pile with cap k can be emptied when level k + 1 of its component is occupied.
The class loses one cap k and one level k + 1. If that was the only pile on k + 1 the component
falls apart and the player chooses which piles go to the upper part.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from kibitz.games.kernel import kernel

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.int8]

RANKS: Final = 13
MAX_PILES: Final = 12
SCRATCH_SHAPE: Final = (16, 16)
NEVER: Final = 1000

# Rows of the scratch block (int64, SCRATCH_SHAPE): which row holds what while a kernel runs.
COUNT, START, CAP, HOME, FILL, RELEASE, BASE = 0, 1, 2, 3, 4, 5, 6
LEVEL, EXTRA, PLACE, TOPCAP, NEW_LEVEL, NEW_EXTRA, REST = 7, 8, 9, 10, 11, 12, 13


def _binomials() -> Words:
    table = np.zeros((64, 14), np.uint64)
    table[:, 0] = 1
    for i in range(1, 64):
        table[i, 1:] = table[i - 1, :-1] + table[i - 1, 1:]
    return table


BINOMIAL: Final = _binomials()


@kernel
def canonical(level: Ints, extra: Ints, n: int, wrap: bool, scratch: Ints) -> None:
    """Rewrite ``n`` piles in canonical order and pairing, in place.

    Afterwards the piles run upwards from the cut; within a component levels and caps both ascend.
    Leaves the number of piles on each rank in ``scratch[COUNT]``.
    """
    count = scratch[COUNT]
    start = scratch[START]
    cap = scratch[CAP]
    home = scratch[HOME]
    fill = scratch[FILL]
    for r in range(RANKS):
        count[r] = 0
        fill[r] = 0
    for i in range(n):
        count[level[i]] += 1
    cut = 0
    if wrap:
        while count[cut] != 0:
            cut += 1
        cut = cut + 1 if cut < RANKS - 1 else 0
    total = 0
    for p in range(RANKS):
        r = cut + p
        if r >= RANKS:
            r -= RANKS
        start[p] = total
        if count[r] > 0:
            home[p] = home[p - 1] if p > 0 and start[p] > start[p - 1] else p
        total += count[r]
    start[RANKS] = total
    for i in range(n):
        p = level[i] - cut
        if p < 0:
            p += RANKS
        top = p + extra[i]
        first = start[home[p]]
        j = first + fill[home[p]]
        fill[home[p]] += 1
        while j > first and cap[j - 1] > top:
            cap[j] = cap[j - 1]
            j -= 1
        cap[j] = top
    for p in range(RANKS):
        r = cut + p
        if r >= RANKS:
            r -= RANKS
        for j in range(start[p], start[p + 1]):
            level[j] = r
            extra[j] = cap[j] - p


@kernel
def key_of(extra: Ints, n: int, scratch: Ints) -> int:
    """An exact 64-bit name for piles in rank order: two states share it only when equal.

    ``scratch[COUNT]`` must hold the piles on each rank. The counts are written in unary
    (13 + n bits, at most 25), the extras as the rank of the combination of their partial sums
    (below C(52, 12) < 2^38). The number of stock cards drawn follows from the extras.
    """
    count = scratch[COUNT]
    unary = uint64(0)
    for r in range(RANKS):
        c = uint64(count[r])
        unary = (unary << (c + uint64(1))) | ((uint64(1) << c) - uint64(1))
    combination = uint64(0)
    place = 0
    for i in range(n):
        place += extra[i]
        combination += BINOMIAL[place, i + 1]
        place += 1
    return (unary << uint64(39)) | combination


@kernel
def component_end(place: Ints, first: int, n: int) -> int:
    """One past the last pile of the component that begins with pile ``first``."""
    end = first + 1
    while end < n and place[end] - place[end - 1] <= 1:
        end += 1
    return end


@kernel
def unroll(level: Ints, extra: Ints, n: int, place: Ints, cap: Ints) -> None:
    """Positions and caps on the line that begins at the first pile of a canonical class."""
    for i in range(n):
        p = level[i] - level[0]
        if p < 0:
            p += RANKS
        place[i] = p
        cap[i] = p + extra[i]


@kernel
def can_leave(level: Ints, extra: Ints, n: int, scratch: Ints) -> bool:
    """Whether any pile of a canonical class can be emptied at all."""
    place = scratch[PLACE]
    cap = scratch[TOPCAP]
    unroll(level, extra, n, place, cap)
    first = 0
    while first < n:
        end = component_end(place, first, n)
        if cap[first] < place[end - 1]:
            return True
        first = end
    return False


@kernel
def next_combination(chosen: int) -> int:
    """The next larger number with as many one bits (Gosper's hack)."""
    low = chosen & -chosen
    ripple = chosen + low
    return (((ripple ^ chosen) >> 2) // low) | ripple


@kernel
def take_parts(chosen: int, k: int, first: int, end: int, upper: int, scratch: Ints) -> bool:
    """Build the component ``first … end`` after pile ``k`` left it and level cap + 1 is gone.

    ``scratch[REST]`` holds the caps without pile k, ascending; bit t of ``chosen`` sends the t-th
    of those above cap + 1 to the upper part, whose levels begin at pile ``upper``. Writes levels
    and extras to NEW_LEVEL and NEW_EXTRA from index ``first`` on. False when the choice is not
    feasible: a pile would stand above its cap, or no pile of the lower part could have stood on
    the level just freed.
    """
    level, place = scratch[LEVEL], scratch[PLACE]
    new_level, new_extra, rest = scratch[NEW_LEVEL], scratch[NEW_EXTRA], scratch[REST]
    emptied = scratch[TOPCAP][k]
    size = end - first - 1
    floor = 0
    while floor < size and rest[floor] < emptied + 2:
        floor += 1
    low, high, out = first, upper, first
    for t in range(size):
        if t >= floor and (chosen >> (t - floor)) & 1:
            if rest[t] < place[high]:
                return False
            new_level[out] = level[high]
            new_extra[out] = rest[t] - place[high]
            high += 1
        else:
            need = place[low] if low < upper - 2 else emptied + 1
            if rest[t] < need:
                return False
            new_level[out] = level[low]
            new_extra[out] = rest[t] - place[low]
            low += 1
        out += 1
    return True


# Fields of the cursor that walks over the children of a class.
FIRST, END, EMPTIED, CHOSEN, LIMIT, UPPER, TAKEN, CURSOR_SIZE = 0, 1, 2, 3, 4, 5, 6, 7


@kernel
def open_children(level: Ints, extra: Ints, n: int, cursor: Ints, scratch: Ints) -> None:
    """Load the canonical class ``level, extra`` and point ``cursor`` before its first child."""
    for i in range(n):
        scratch[LEVEL, i] = level[i]
        scratch[EXTRA, i] = extra[i]
    unroll(scratch[LEVEL], scratch[EXTRA], n, scratch[PLACE], scratch[TOPCAP])
    cursor[FIRST] = 0
    cursor[END] = component_end(scratch[PLACE], 0, n)
    cursor[EMPTIED] = -1
    cursor[CHOSEN] = 0
    cursor[LIMIT] = 0


@kernel
def next_pile(n: int, cursor: Ints, scratch: Ints) -> bool:
    """Move ``cursor`` to the next pile (distinct cap) that can be emptied; False when none is.

    Sets the range of choices: bit sets CHOSEN … LIMIT - 1 of those piles with a cap above the
    freed level that may go to the upper part; a single empty choice when nothing is to be chosen.
    """
    place = scratch[PLACE]
    cap = scratch[TOPCAP]
    rest = scratch[REST]
    while True:
        first, end = cursor[FIRST], cursor[END]
        k = cursor[EMPTIED] + 1 if cursor[EMPTIED] >= first else first
        while first < k < end and cap[k] == cap[k - 1]:
            k += 1
        if k < end and cap[k] < place[end - 1]:
            break
        if end >= n:
            return False
        cursor[FIRST] = end
        cursor[END] = component_end(place, end, n)
        cursor[EMPTIED] = -1
    cursor[EMPTIED] = k
    freed = cap[k] + 1
    upper = first
    alone = 0
    while upper < end and place[upper] <= freed:
        if place[upper] == freed:
            alone += 1
        upper += 1
    cursor[UPPER] = upper
    size = 0
    above = 0
    for i in range(first, end):
        if i != k:
            rest[size] = cap[i]
            size += 1
            if cap[i] > freed:
                above += 1
    if alone > 1 or upper == end:
        cursor[CHOSEN] = 0
        cursor[LIMIT] = 1
    else:
        cursor[CHOSEN] = (1 << (end - upper)) - 1
        cursor[LIMIT] = 1 << above
    return True


@kernel
def repeats_choice(chosen: int, k: int, first: int, end: int, scratch: Ints) -> bool:
    """Whether ``chosen`` skips a pile and takes a later one with the same cap."""
    rest = scratch[REST]
    size = end - first - 1
    floor = 0
    while floor < size and rest[floor] < scratch[TOPCAP][k] + 2:
        floor += 1
    for t in range(1, size - floor):
        if (
            (chosen >> t) & 1
            and not (chosen >> (t - 1)) & 1
            and rest[floor + t] == rest[floor + t - 1]
        ):
            return True
    return False


@kernel
def take_whole(k: int, first: int, end: int, upper: int, scratch: Ints) -> None:
    """As :func:`take_parts` when the component stays in one piece: pair off in order."""
    level, place, rest = scratch[LEVEL], scratch[PLACE], scratch[REST]
    for t in range(end - first - 1):
        i = first + t if first + t < upper - 1 else first + t + 1
        scratch[NEW_LEVEL, first + t] = level[i]
        scratch[NEW_EXTRA, first + t] = rest[t] - place[i]


@kernel
def next_child(n: int, arriving: int, wrap: bool, cursor: Ints, scratch: Ints) -> bool:
    """Write the next child class to NEW_LEVEL, NEW_EXTRA (canonical); False after the last.

    ``arriving`` is the rank of the stock card that fills the emptied pile, or -1 when the stock
    is empty and the child has one pile fewer. ``cursor[TAKEN]`` is the bit set that it came by.
    """
    while True:
        if cursor[CHOSEN] >= cursor[LIMIT]:
            if not next_pile(n, cursor, scratch):
                return False
            if cursor[CHOSEN] >= cursor[LIMIT]:
                continue
        first, end, k, upper = cursor[FIRST], cursor[END], cursor[EMPTIED], cursor[UPPER]
        chosen = cursor[CHOSEN]
        cursor[TAKEN] = chosen
        if chosen == 0:
            cursor[CHOSEN] = cursor[LIMIT]
            take_whole(k, first, end, upper, scratch)
            break
        cursor[CHOSEN] = next_combination(chosen)
        if repeats_choice(chosen, k, first, end, scratch):
            continue
        if take_parts(chosen, k, first, end, upper, scratch):
            break
    new_level, new_extra = scratch[NEW_LEVEL], scratch[NEW_EXTRA]
    for i in range(first):
        new_level[i] = scratch[LEVEL, i]
        new_extra[i] = scratch[EXTRA, i]
    for i in range(end, n):
        new_level[i - 1] = scratch[LEVEL, i]
        new_extra[i - 1] = scratch[EXTRA, i]
    left = n - 1
    if arriving >= 0:
        new_level[left] = arriving
        new_extra[left] = 0
        left = n
    canonical(new_level, new_extra, left, wrap, scratch)
    return True
