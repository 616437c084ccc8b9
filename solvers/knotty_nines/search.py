"""Depth-first search over classes with an exact transposition table: the kernel.

One search answers two questions. ``GOAL`` is the number of stock cards a line must be able to
draw to be of interest. Fixed at the whole stock it decides the deal; started at one and raised
with every record it finds how deep the stock can be got. When the stack runs empty there is no
other line: a proof. ``RESTING``: only lines are of interest that end with no move left, so classes
that cannot are dropped. They may draw more cards than others, so it is off while the deepest line
is sought that does not draw the whole stock.

The search stops and resumes between any two nodes: all its state is in arrays.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    CAP,
    COUNT,
    CURSOR_SIZE,
    EMPTIED,
    MAX_PILES,
    NEW_EXTRA,
    NEW_LEVEL,
    RANKS,
    SCRATCH_SHAPE,
    TOPCAP,
    Bytes,
    Ints,
    Words,
    canonical,
    component_end,
    key_of,
    next_child,
    open_children,
    unroll,
)
from kibitz.heuristics.knotty_nines.bound import Deal, can_rest, prepare, reach_of

# What a call of `search` came back with.
RUNNING, FOUND, EXHAUSTED, TABLE_FULL, STACK_FULL = 0, 1, 2, 3, 4
# Fields of the control block.
HEIGHT, NODES, STATES, DEEPEST, GOAL, PATH_END, RESTING, CONTROL_SIZE = 0, 1, 2, 3, 4, 5, 6, 7

STACK_MARGIN: Final = 6000  # no class has more children: 12 piles times C(11, 5) choices
MAX_DEPTH: Final = 52 + MAX_PILES


class Memory(NamedTuple):
    """What a search writes to: hash slots, their list, the stack and the path to its top."""

    slots: Words
    touched: Ints
    levels: Bytes
    extras: Bytes
    depths: Bytes
    strains: Ints
    path_levels: Bytes
    path_extras: Bytes
    control: Ints


def new_memory(slots: int, height: int) -> Memory:
    """Room for ``slots`` hash slots (a power of two) and ``height`` stacked classes."""
    return Memory(
        np.zeros(slots, np.uint64),
        np.empty(slots, np.int64),
        np.empty((height, MAX_PILES), np.int8),
        np.empty((height, MAX_PILES), np.int8),
        np.empty(height, np.int8),
        np.empty(height, np.int64),
        np.zeros((MAX_DEPTH, MAX_PILES), np.int8),
        np.zeros((MAX_DEPTH, MAX_PILES), np.int8),
        np.zeros(CONTROL_SIZE, np.int64),
    )


@kernel
def remember(memory: Memory, key: int) -> bool:
    """Put ``key`` into the table; False when it was there."""
    slots = memory.slots
    mask = uint64(slots.shape[0] - 1)
    stored = uint64(key) + uint64(1)
    place = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(20)) & mask
    while slots[place] != uint64(0):
        if slots[place] == stored:
            return False
        place = (place + uint64(1)) & mask
    slots[place] = stored
    memory.touched[memory.control[STATES]] = int64(place)
    memory.control[STATES] += 1
    return True


@kernel
def forget(memory: Memory) -> None:
    """Empty the table, in time proportional to what it holds."""
    for i in range(memory.control[STATES]):
        memory.slots[memory.touched[i]] = uint64(0)
    memory.control[STATES] = 0


@kernel
def move_table(old: Memory, new: Memory) -> None:
    """Copy a suspended search from ``old`` to the larger ``new``."""
    new.control[:] = old.control
    new.control[STATES] = 0
    for i in range(old.control[STATES]):
        remember(new, old.slots[old.touched[i]] - uint64(1))
    for i in range(old.control[HEIGHT]):
        new.levels[i] = old.levels[i]
        new.extras[i] = old.extras[i]
        new.depths[i] = old.depths[i]
        new.strains[i] = old.strains[i]
    new.path_levels[:] = old.path_levels
    new.path_extras[:] = old.path_extras


@kernel
def push(
    memory: Memory, floor: int, level: Ints, extra: Ints, n: int, depth: int, strain: int
) -> None:
    """Stack a class above ``floor``, the least strained on top."""
    place = memory.control[HEIGHT]
    while place > floor and memory.strains[place - 1] < strain:
        memory.levels[place] = memory.levels[place - 1]
        memory.extras[place] = memory.extras[place - 1]
        memory.strains[place] = memory.strains[place - 1]
        place -= 1
    for i in range(n):
        memory.levels[place, i] = level[i]
        memory.extras[place, i] = extra[i]
    memory.strains[place] = strain
    memory.depths[memory.control[HEIGHT]] = depth
    memory.control[HEIGHT] += 1


@kernel
def is_quiet(level: Ints, extra: Ints, n: int, scratch: Ints) -> bool:
    """Whether no two piles of the class stand on neighbouring ranks: no move is left."""
    if n == 0:
        return True
    place = scratch[CAP]
    unroll(level, extra, n, place, scratch[TOPCAP])
    first = 0
    while first < n:
        end = component_end(place, first, n)
        if place[end - 1] > place[first]:
            return False
        first = end
    return True


@kernel
def begin(deal: Deal, memory: Memory, level: Ints, extra: Ints, decide: bool) -> None:
    """Prepare a search from the piles of a deal and the cards of ``deal.stock``.

    ``decide``: only lines that can draw the whole stock count; otherwise the deepest is sought.
    """
    n, m = deal.piles, deal.cards
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    reach = prepare(level, extra, deal)
    forget(memory)
    memory.control[:] = 0
    memory.control[GOAL] = m if decide else 1
    memory.control[RESTING] = deal.clear and decide
    if reach >= memory.control[GOAL]:
        lev, ext = scratch[NEW_LEVEL], scratch[NEW_EXTRA]
        for i in range(n):
            lev[i] = level[i]
            ext[i] = extra[i]
        canonical(lev, ext, n, deal.wrap, scratch)
        push(memory, 0, lev, ext, n, 0, 0)


@kernel
def search(deal: Deal, memory: Memory, chunk: int) -> int:
    """Visit up to ``chunk`` more classes and say what came of it.

    FOUND: the classes of the line are ``path_levels, path_extras[0 … PATH_END - 1]``, the last of
    them the one from which the last stock card is drawn, or with ``clear`` the final class itself.
    """
    n, m, wrap, clear = deal.piles, deal.cards, deal.wrap, deal.clear
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    cursor = np.empty(CURSOR_SIZE, np.int64)
    lev = np.empty(MAX_PILES, np.int64)
    ext = np.empty(MAX_PILES, np.int64)
    control = memory.control
    stop = control[NODES] + chunk
    while control[HEIGHT] > 0:
        if control[NODES] >= stop:
            return RUNNING
        if control[STATES] + STACK_MARGIN > (memory.slots.shape[0] * 3) // 4:
            return TABLE_FULL
        if control[HEIGHT] + STACK_MARGIN > memory.depths.shape[0]:
            return STACK_FULL
        control[HEIGHT] -= 1
        control[NODES] += 1
        top = control[HEIGHT]
        depth = int64(memory.depths[top])
        piles = n - max(0, depth - m)
        for i in range(piles):
            lev[i] = memory.levels[top, i]
            ext[i] = memory.extras[top, i]
            memory.path_levels[depth, i] = lev[i]
            memory.path_extras[depth, i] = ext[i]
        control[PATH_END] = depth + 1
        if depth >= m and (not clear or is_quiet(lev, ext, piles, scratch)):
            return FOUND
        arriving = deal.stock[depth] if depth < m else -1
        left = piles if depth < m else piles - 1
        open_children(lev, ext, piles, cursor, scratch)
        while next_child(piles, arriving, wrap, cursor, scratch):
            if depth + 1 >= m and not clear:
                control[DEEPEST] = m
                return FOUND
            order = 0
            if depth + 1 < m:
                reach, strain = reach_of(
                    scratch[NEW_LEVEL], scratch[NEW_EXTRA], n, depth + 1, deal, scratch
                )
                if reach < control[GOAL]:
                    control[DEEPEST] = max(control[DEEPEST], depth + 1)
                    continue
                # Prefer loose classes; then the pile whose cached rank stays away the longest.
                freed = (lev[0] + scratch[TOPCAP, cursor[EMPTIED]] + 1) % RANKS
                order = 4 * strain - deal.arrival[depth + 1, freed] // 8
            if control[RESTING] and not can_rest(
                scratch[NEW_LEVEL], scratch[NEW_EXTRA], left, min(depth + 1, m), deal
            ):
                control[DEEPEST] = max(control[DEEPEST], min(depth + 1, m))
                continue
            if remember(memory, key_of(scratch[NEW_EXTRA], left, scratch)):
                push(memory, top, scratch[NEW_LEVEL], scratch[NEW_EXTRA], left, depth + 1, order)
                control[DEEPEST] = max(control[DEEPEST], min(depth + 1, m))
        if control[DEEPEST] == m:
            control[RESTING] = clear
        if control[GOAL] < m:
            control[GOAL] = min(m, max(control[GOAL], control[DEEPEST] + 1))
    return EXHAUSTED


@kernel
def open_class(
    deal: Deal, memory: Memory, level: Ints, extra: Ints, n: int, depth: int, scratch: Ints
) -> bool:
    """Begin to search a canonical class ``depth`` steps below the root of ``deal``.

    False when it is in the table already. What is proved lost from it stays there.
    """
    scratch[COUNT, :RANKS] = 0
    for i in range(n):
        scratch[COUNT, level[i]] += 1
    control = memory.control
    control[HEIGHT] = 0
    control[GOAL] = deal.cards
    control[RESTING] = deal.clear
    if not remember(memory, key_of(extra, n, scratch)):
        return False
    push(memory, 0, level, extra, n, depth, 0)
    return True


@kernel
def close_class(memory: Memory, mark: int) -> None:
    """Take out of the table what has been put there since it held ``mark`` classes, newest first.

    That leaves the open-addressed table as it was.
    """
    for i in range(memory.control[STATES] - 1, mark - 1, -1):
        memory.slots[memory.touched[i]] = uint64(0)
    memory.control[STATES] = mark


@kernel
def decide_class(
    deal: Deal,
    memory: Memory,
    level: Ints,
    extra: Ints,
    n: int,
    depth: int,
    limit: int,
    scratch: Ints,
) -> int:
    """Decide one canonical class ``depth`` steps below the root that ``deal`` was prepared for.

    What is exhausted stays in the table as lost, for later calls on the same deal. What was only
    passed on the way to a win, or to the end of ``limit`` nodes, is taken out again. Outcomes as
    of :func:`search`.
    """
    mark = memory.control[STATES]
    if not open_class(deal, memory, level, extra, n, depth, scratch):
        return EXHAUSTED
    outcome = search(deal, memory, limit)
    if outcome != EXHAUSTED:
        close_class(memory, mark)
    return outcome


@kernel
def decide_batch(
    deal: Deal,
    memory: Memory,
    levels: Ints,
    extras: Ints,
    stocks: Ints,
    limit: int,
    out: Ints,
) -> None:
    """Decide many deals in one call: row i of ``out`` gets (outcome, nodes, states, deepest).

    ``deal`` has the numbers and switches of all. ``levels, extras[i]`` are the piles and
    ``stocks[i]`` the stock ranks of deal i; ``limit`` bounds the nodes of each. Outcomes as of
    :func:`search`.
    """
    for i in range(stocks.shape[0]):
        deal.stock[: deal.cards] = stocks[i]
        begin(deal, memory, levels[i], extras[i], True)
        out[i, 0] = search(deal, memory, limit)
        out[i, 1] = memory.control[NODES]
        out[i, 2] = memory.control[STATES]
        out[i, 3] = memory.control[DEEPEST]
    forget(memory)
