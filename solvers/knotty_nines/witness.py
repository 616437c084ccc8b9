"""From a line of classes back to moves a person can play.

Between two classes of a line the piles have to be brought into an arrangement from which emptying
one pile gives the next class (`solvers.knotty_nines.arranging`). More than one emptying may give
it; the one that takes the fewest moves is played.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    CURSOR_SIZE,
    EMPTIED,
    END,
    FIRST,
    MAX_PILES,
    NEVER,
    NEW_EXTRA,
    NEW_LEVEL,
    PLACE,
    RANKS,
    SCRATCH_SHAPE,
    TAKEN,
    TOPCAP,
    Bytes,
    Ints,
    canonical,
    next_child,
    open_children,
)
from kibitz.heuristics.knotty_nines.bound import Deal
from kibitz.solvers.knotty_nines.arranging import (
    LONGEST,
    SHIFT,
    Arrangements,
    aim_at,
    pack,
    search_arrangements,
    split,
    unpack,
)

MAX_LINE: Final = 8_192


class Path(NamedTuple):
    """A line of canonical classes: rows ``0 … end - 1``."""

    levels: Bytes
    extras: Bytes
    end: int


class Unrolled(NamedTuple):
    """``n`` piles on the line that begins at rank ``cut``: places of their tops, and their caps."""

    place: Ints
    cap: Ints
    n: int
    cut: int


@kernel
def find_cut(level: Ints, n: int, wrap: bool) -> int:
    """A rank to unroll the circle at: the one after an empty rank, 0 without ``wrap``."""
    if not wrap:
        return 0
    occupied = 0
    for i in range(n):
        occupied |= 1 << level[i]
    cut = 0
    while (occupied >> cut) & 1:
        cut += 1
    return cut + 1 if cut < RANKS - 1 else 0


@kernel
def is_at(path: Path, row: int, level: Ints, extra: Ints, n: int) -> bool:
    """Whether a canonical class is that of a row of a line."""
    for i in range(n):
        if level[i] != path.levels[row, i] or extra[i] != path.extras[row, i]:
            return False
    return True


@kernel
def arrange(
    path: Path,
    step: int,
    arriving: int,
    wrap: bool,
    piles: Unrolled,
    room: Arrangements,
    line: Ints,
) -> int:
    """The fewest exchanges, then the emptying, that lead to the class of row ``step + 1``.

    ``piles`` are afterwards in the arrangement before the emptying. ``arriving``: the rank that
    fills the space, -1 for none. Where the line ends any emptying will do. Writes moves of indices
    0 … n - 1 to ``line`` and returns their number; -1 when the room is too small.
    """
    place, cap, n, cut = piles
    scratch, cursor = np.empty(SCRATCH_SHAPE, np.int64), np.empty(CURSOR_SIZE, np.int64)
    level, extra = np.empty(MAX_PILES, np.int64), np.empty(MAX_PILES, np.int64)
    for i in range(n):
        level[i], extra[i] = (place[i] + cut) % RANKS, cap[i] - place[i]
    canonical(level, extra, n, wrap, scratch)
    origin = (level[0] - cut) % RANKS
    start, left = pack(place, n), n if arriving >= 0 else n - 1
    fewest, best = NEVER, start
    trial = np.empty(LONGEST, np.int64)
    open_children(level, extra, n, cursor, scratch)
    while next_child(n, arriving, wrap, cursor, scratch):
        last = step + 1 == path.end
        if not last and not is_at(path, step + 1, scratch[NEW_LEVEL], scratch[NEW_EXTRA], left):
            continue
        low = scratch[PLACE, cursor[FIRST]] + origin
        high = scratch[PLACE, cursor[END] - 1] + origin
        unpack(start, n, place)
        aim = aim_at(place, cap, n, scratch[TOPCAP, cursor[EMPTIED]] + origin, low, high)
        if cursor[TAKEN] != 0 and not last:
            aim = split(place, cap, n, aim, origin, cursor, scratch)
        count = search_arrangements(place, cap, n, aim, fewest, room, trial)
        if count < 0:
            return -1
        if count < fewest:
            fewest, best = count, pack(place, n)
            line[:count] = trial[:count]
    unpack(best, n, place)
    return fewest if fewest < NEVER else -1


@kernel
def realise(
    level: Ints,
    extra: Ints,
    deal: Deal,
    path: Path,
    room: Arrangements,
    line: Ints,
) -> int:
    """Moves that follow a line of classes from actual piles; their number, or -1 without room.

    ``level, extra``: the piles as they stand, extra -1 for an empty space; changed in place.
    The first class of ``path`` is that of the piles, and is not read. Without ``clear`` one more
    stock card is drawn from the last one. ``line`` gets ``SHIFT * source + target`` of pile
    numbers.
    """
    place = np.empty(MAX_PILES, np.int64)
    cap = np.empty(MAX_PILES, np.int64)
    rank = np.empty(MAX_PILES, np.int64)
    which = np.empty(MAX_PILES, np.int64)
    steps = path.end - 1 if deal.clear else path.end
    count = 0
    for step in range(steps):
        n = 0
        for i in range(len(level)):
            if extra[i] >= 0:
                which[n] = i
                rank[n] = level[i]
                n += 1
        cut = find_cut(rank, n, deal.wrap)
        for i in range(n):
            place[i] = (rank[i] - cut) % RANKS
            cap[i] = place[i] + extra[which[i]]
        card = deal.stock[step] if step < deal.cards else -1
        piles = Unrolled(place, cap, int64(n), int64(cut))
        found = arrange(path, step, card, deal.wrap, piles, room, line[count:])
        if found < 0:
            return -1
        for i in range(count, count + found):
            line[i] = SHIFT * which[line[i] // SHIFT] + which[line[i] % SHIFT]
        count += found
        source, target = line[count - 1] // SHIFT, line[count - 1] % SHIFT
        for i in range(n):
            level[which[i]] = (place[i] + cut) % RANKS
            extra[which[i]] = cap[i] - place[i]
        level[target] = (level[target] - 1) % RANKS
        extra[target] += 1
        level[source] = card
        extra[source] = 0 if card >= 0 else -1
    return count
