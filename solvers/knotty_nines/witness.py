"""From a line of classes back to moves a person can play.

Between two classes of a line the piles have to be brought into an arrangement from which emptying
one pile gives the next class. When the component stays whole, raising that pile step by step is
enough, and no line is shorter. When it falls apart, a breadth-first search over the arrangements
of the class finds one with the fewest exchanges.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    MAX_PILES,
    NEVER,
    NEW_EXTRA,
    NEW_LEVEL,
    RANKS,
    SCRATCH_SHAPE,
    Bytes,
    Ints,
    Words,
    canonical,
)
from kibitz.heuristics.knotty_nines.bound import Deal

ROOM: Final = 1 << 16
MAX_LINE: Final = 8_192
SHIFT: Final = 16  # a move is SHIFT * source + target, as in the game's kernels


class Arrangements(NamedTuple):
    """Room for one breadth-first search over arrangements.

    Entry e: ``states[e]`` holds four bits a pile, its place; ``parents[e]`` and ``moves[e]`` say
    how it was reached; ``slots[e]`` is its place in the hash table ``lookup`` of entries.
    """

    states: Words
    parents: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    slots: npt.NDArray[np.int32]
    lookup: npt.NDArray[np.int32]


def new_arrangements(room: int = ROOM) -> Arrangements:
    """Room for ``room`` arrangements (a power of two)."""
    return Arrangements(
        np.zeros(room, np.uint64),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.full(4 * room, -1, np.int32),
    )


class Aim(NamedTuple):
    """The class that an emptying is to lead to, and the card that fills the space, -1 for none.

    ``cut``: the rank at which the circle is unrolled.
    """

    level: Bytes
    extra: Bytes
    arriving: int
    cut: int
    wrap: bool


class Path(NamedTuple):
    """A line of canonical classes: rows ``0 … end - 1``."""

    levels: Bytes
    extras: Bytes
    end: int


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
def leads_to(
    place: Ints,
    cap: Ints,
    n: int,
    source: int,
    target: int,
    aim: Aim,
    scratch: Ints,
) -> bool:
    """Whether emptying ``source`` onto ``target`` gives the class aimed at."""
    level, extra = scratch[NEW_LEVEL], scratch[NEW_EXTRA]
    left = 0
    for i in range(n):
        if i != source:
            p = place[i] - 1 if i == target else place[i]
            level[left] = (p + aim.cut) % RANKS
            extra[left] = cap[i] - p
            left += 1
    if aim.arriving >= 0:
        level[left] = aim.arriving
        extra[left] = 0
        left += 1
    canonical(level, extra, left, aim.wrap, scratch)
    for i in range(left):
        if level[i] != aim.level[i] or extra[i] != aim.extra[i]:
            return False
    return True


@kernel
def find_or_add(room: Arrangements, state: int, used: int) -> bool:
    """Put ``state`` into the index as entry ``used``; False when it was there."""
    mask = uint64(room.lookup.shape[0] - 1)
    place = ((uint64(state) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while room.lookup[place] >= 0:
        if room.states[room.lookup[place]] == uint64(state):
            return False
        place = (place + uint64(1)) & mask
    room.lookup[place] = used
    room.slots[used] = place
    room.states[used] = uint64(state)
    return True


@kernel
def unpack(state: int, n: int, place: Ints) -> None:
    """Write the places of an arrangement."""
    for i in range(n):
        place[i] = int64((uint64(state) >> uint64(4 * i)) & uint64(15))


@kernel
def pack(place: Ints, n: int) -> int:
    """The 64-bit name of an arrangement, four bits a pile."""
    state = uint64(0)
    for i in range(n):
        state |= uint64(place[i]) << uint64(4 * i)
    return state


@kernel
def above(place: Ints, cap: Ints, n: int, pile: int) -> int:
    """The pile one rank above ``pile`` with the greatest cap, -1 when there is none."""
    best = -1
    for i in range(n):
        if place[i] == place[pile] + 1 and (best < 0 or cap[i] > cap[best]):
            best = i
    return best


@kernel
def raise_pile(place: Ints, cap: Ints, n: int, pile: int, line: Ints) -> int:
    """Bring ``pile`` down to its base card and empty it, writing the moves; -1 when it is held.

    ``place`` afterwards holds the arrangement before the emptying.
    """
    count = 0
    while True:
        onto = above(place, cap, n, pile)
        if onto < 0:
            return -1
        line[count] = SHIFT * pile + onto
        count += 1
        if place[pile] == cap[pile]:
            return count
        place[pile] += 1
        place[onto] -= 1


@kernel
def search_arrangements(
    place: Ints,
    cap: Ints,
    n: int,
    aim: Aim,
    room: Arrangements,
    scratch: Ints,
    line: Ints,
) -> int:
    """Breadth-first search for the next class; as :func:`arrange`, -1 when the room is full."""
    find_or_add(room, pack(place, n), 0)
    room.parents[0] = -1
    used, head, goal, last = 1, 0, -1, 0
    while head < used and goal < 0 and used + n * n <= room.states.shape[0]:
        state = room.states[head]
        unpack(state, n, place)
        for source in range(n):
            for target in range(n):
                if place[target] != place[source] + 1:
                    continue
                move = SHIFT * source + target
                if place[source] < cap[source]:
                    up, down = uint64(1) << uint64(4 * source), uint64(1) << uint64(4 * target)
                    if find_or_add(room, state + up - down, used):
                        room.parents[used] = head
                        room.moves[used] = move
                        used += 1
                elif goal < 0 and leads_to(place, cap, n, source, target, aim, scratch):
                    goal, last = head, move
        head += 1
    count = -1
    if goal >= 0:
        unpack(room.states[goal], n, place)
        count = 1
        at = goal
        while room.parents[at] >= 0:
            count += 1
            at = int64(room.parents[at])
        line[count - 1] = last
        at = goal
        for i in range(count - 2, -1, -1):
            line[i] = room.moves[at]
            at = int64(room.parents[at])
    for i in range(used):
        room.lookup[room.slots[i]] = -1
    return count


@kernel
def arrange(
    place: Ints,
    cap: Ints,
    n: int,
    aim: Aim,
    anything: bool,
    room: Arrangements,
    scratch: Ints,
    line: Ints,
) -> int:
    """The fewest exchanges, then the emptying, that lead to the next class.

    ``place, cap``: the piles unrolled at ``aim.cut``; afterwards the arrangement before the
    emptying. ``anything``: any emptying will do. Writes moves of indices 0 … n - 1 to ``line`` and
    returns their number; -1 when the room is too small.
    """
    start = pack(place, n)
    best, fewest = -1, NEVER
    for pile in range(n):
        unpack(start, n, place)
        height = cap[pile] - place[pile]
        if height >= fewest or raise_pile(place, cap, n, pile, line) < 0:
            continue
        onto = line[height] % SHIFT
        if anything or leads_to(place, cap, n, pile, onto, aim, scratch):
            best, fewest = pile, height
    unpack(start, n, place)
    if best >= 0:
        return raise_pile(place, cap, n, best, line)
    return search_arrangements(place, cap, n, aim, room, scratch, line)


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
    The first class of ``path`` is that of the piles. Without ``clear`` one more stock card is drawn
    from the last one. ``line`` gets ``SHIFT * source + target`` of pile numbers.
    """
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
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
        arriving = deal.stock[step] if step < deal.cards else -1
        anything = step + 1 == path.end
        after = min(step + 1, path.levels.shape[0] - 1)
        aim = Aim(path.levels[after], path.extras[after], int64(arriving), int64(cut), deal.wrap)
        found = arrange(place, cap, n, aim, anything, room, scratch, line[count:])
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
        level[source] = arriving
        extra[source] = 0 if arriving >= 0 else -1
    return count
