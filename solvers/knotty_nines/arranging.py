"""The arrangement from which emptying one pile leads to the class that is wanted.

The pile has to come down to its base card, and where its component falls apart, the right piles
have to stand above the rank that is freed. Every exchange raises one pile by one rank and lowers
another. So the ranks that these piles are short of, taken together, are a lower bound of the
exchanges that are missing, and A* finds the fewest.

Of piles with equal caps the highest ones count as those to be brought up: two piles that change
roles at the rank where they meet spare the exchanges between them.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    END,
    FIRST,
    MAX_PILES,
    NEVER,
    RANKS,
    REST,
    TAKEN,
    Ints,
    Words,
)

ROOM: Final = 1 << 12
SHIFT: Final = 16  # a move is SHIFT * source + target, as in the game's kernels
LONGEST: Final = 2 * RANKS * MAX_PILES  # exchanges between two emptyings, by the bound


class Arrangements(NamedTuple):
    """Room for one search over arrangements.

    Entry e: ``states[e]`` holds four bits a pile, its place; ``parents[e]`` and ``moves[e]`` say
    how it was reached, ``costs[e]`` by how many exchanges; ``slots[e]`` is its place in the hash
    table ``lookup`` of entries. ``queued[q]``: an entry to be looked at, and ``links[q]`` the one
    that was put to ``heads`` before it with the same exchanges done and missing; -1 for none.
    """

    states: Words
    parents: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    costs: npt.NDArray[np.int32]
    slots: npt.NDArray[np.int32]
    lookup: npt.NDArray[np.int32]
    queued: npt.NDArray[np.int32]
    links: npt.NDArray[np.int32]
    heads: npt.NDArray[np.int32]


def new_arrangements(room: int = ROOM) -> Arrangements:
    """Room for ``room`` arrangements (a power of two)."""
    return Arrangements(
        np.zeros(room, np.uint64),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.full(4 * room, -1, np.int32),
        np.zeros(2 * room, np.int32),
        np.zeros(2 * room, np.int32),
        np.full(LONGEST, -1, np.int32),
    )


class Aim(NamedTuple):
    """What an emptying needs: ``pile`` on the rank below ``freed``, where another one stands.

    ``low, high``: the ranks of the component, unrolled as ``freed`` is. ``upper``: a bit for each
    pile that has to stand above ``freed``, and ``height`` the sum of their ranks once they do.
    """

    pile: int
    freed: int
    low: int
    high: int
    upper: int
    height: int


@kernel
def entry_of(room: Arrangements, state: int, used: int) -> int:
    """The entry of ``state``; ``used``, the next one, when it is new."""
    mask = uint64(room.lookup.shape[0] - 1)
    place = ((uint64(state) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while room.lookup[place] >= 0:
        if room.states[room.lookup[place]] == uint64(state):
            return int64(room.lookup[place])
        place = (place + uint64(1)) & mask
    room.lookup[place] = used
    room.slots[used] = place
    room.states[used] = uint64(state)
    return used


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
def missing(place: Ints, n: int, aim: Aim) -> int:
    """Exchanges still needed at the least; 0 when the pile can be emptied as aimed at."""
    short = aim.height + aim.freed - 1 - place[aim.pile]
    for i in range(n):
        if (aim.upper >> i) & 1:
            short -= place[i]
    return short


@kernel
def enqueue(room: Arrangements, entry: int, total: int, waiting: int) -> None:
    """Put an entry to those of ``total`` exchanges, done and missing, as number ``waiting``."""
    room.queued[waiting] = entry
    total = min(total, LONGEST - 1)
    room.links[waiting] = room.heads[total]
    room.heads[total] = waiting


@kernel
def search_arrangements(
    place: Ints, cap: Ints, n: int, aim: Aim, most: int, room: Arrangements, line: Ints
) -> int:
    """The fewest exchanges that ``aim`` needs, then the emptying: moves of piles 0 … n - 1.

    Writes them to ``line`` and returns their number, NEVER when it is not below ``most``, -1 when
    the room is full. ``place`` afterwards holds the arrangement before the emptying.
    """
    used = int64(entry_of(room, pack(place, n), 0)) + 1
    room.parents[0], room.costs[0] = -1, 0
    total, waiting, goal, crowded = missing(place, n, aim), 1, -1, False
    enqueue(room, 0, total, 0)
    while total < min(most - 1, LONGEST) and not crowded:
        if room.heads[total] < 0:
            total += 1
            continue
        entry = int64(room.queued[room.heads[total]])
        room.heads[total] = room.links[room.heads[total]]
        state, cost = room.states[entry], int64(room.costs[entry])
        unpack(state, n, place)
        short = missing(place, n, aim)
        if cost + short < total:  # reached by fewer exchanges since, and looked at then
            continue
        if short == 0:
            goal = entry
            break
        crowded = used + n * n > room.states.shape[0] or waiting + n * n > room.queued.shape[0]
        for source in range(n - 1, -1, -1):  # what is queued last is looked at first
            if not aim.low <= place[source] < min(aim.high, cap[source]) or crowded:
                continue
            for target in range(n - 1, -1, -1):
                if place[target] != place[source] + 1:
                    continue
                up, down = uint64(1) << uint64(4 * source), uint64(1) << uint64(4 * target)
                found = entry_of(room, state + up - down, used)
                if found < used and room.costs[found] <= cost + 1:
                    continue
                used = max(used, found + 1)
                room.parents[found], room.costs[found] = entry, cost + 1
                room.moves[found] = SHIFT * source + target
                place[source] += 1
                place[target] -= 1
                enqueue(room, found, cost + 1 + missing(place, n, aim), waiting)
                place[source] -= 1
                place[target] += 1
                waiting += 1
    count = NEVER if not crowded else -1
    if goal >= 0:
        count = int64(room.costs[goal]) + 1
        at = goal
        for i in range(count - 2, -1, -1):
            line[i] = room.moves[at]
            at = int64(room.parents[at])
        target = -1
        for i in range(n):
            if place[i] == aim.freed and (target < 0 or cap[i] > cap[target]):
                target = i
        line[count - 1] = SHIFT * aim.pile + target
    for i in range(used):
        room.lookup[room.slots[i]] = -1
    room.heads[:] = -1
    return count


@kernel
def aim_at(place: Ints, cap: Ints, n: int, base: int, low: int, high: int) -> Aim:
    """To empty the highest pile with the cap ``base`` of a component, without anything else."""
    pile = -1
    for i in range(n):
        if low <= place[i] <= high and cap[i] == base and (pile < 0 or place[i] > place[pile]):
            pile = i
    return Aim(int64(pile), int64(base) + 1, int64(low), int64(high), int64(0), int64(0))


@kernel
def split(place: Ints, cap: Ints, n: int, aim: Aim, first: int, cursor: Ints, scratch: Ints) -> Aim:
    """``aim`` with the piles that the child the cursor stands at sends above the freed rank.

    ``first``: the place of the first pile of the class.
    """
    rest, size = scratch[REST], cursor[END] - cursor[FIRST] - 1
    floor, upper, height = 0, 0, 0
    while floor < size and rest[floor] + first <= aim.freed:
        floor += 1
    for i in range(n):
        if aim.freed < place[i] <= aim.high:
            height += place[i]
    for t in range(floor, size):
        if not (cursor[TAKEN] >> (t - floor)) & 1:
            continue
        best = -1
        for i in range(n):
            if (
                aim.low <= place[i] <= aim.high
                and cap[i] == rest[t] + first
                and not (upper >> i) & 1
                and (best < 0 or place[i] > place[best])
            ):
                best = i
        upper |= 1 << best
    return Aim(aim.pile, aim.freed, aim.low, aim.high, int64(upper), int64(height))
