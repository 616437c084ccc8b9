"""The shortest win, by A* over single moves: the kernel.

Nodes are positions without suits and without the order of the piles. Only classes that can still
be won are entered: each new class is decided exactly by the class search, whose findings are kept.

The bound. Every draw is a move, so the cards left in the stock count. Besides, each exchange
raises one pile by one and lowers another; a pile that is emptied must first be raised by as many
as it has cards over its base. At most n - 1 of the present piles can escape that, and before the
last draw at least V(r) bases of rank r are still there (see `heuristics.knotty_nines.bound`).
So the exchanges still to come are at least the sum of all extras less those of the best survivors:
for each rank the V(r) tallest, and the tallest of the rest for the places left. An exchange
changes this sum by at most one and a draw never lowers it, so the bound is admissible.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    BASE,
    COUNT,
    MAX_PILES,
    RANKS,
    SCRATCH_SHAPE,
    Ints,
    canonical,
    key_of,
)
from kibitz.heuristics.knotty_nines.bound import Deal, reach_of
from kibitz.solvers.knotty_nines.frontier import (
    COSTS,
    GOAL_NODE,
    LOWEST,
    OPENED,
    USED,
    Frontier,
    add_node,
    find_node,
    is_alive,
    pop_node,
)
from kibitz.solvers.knotty_nines.search import (
    EXHAUSTED,
    FOUND,
    PATH_END,
    RUNNING,
    STACK_FULL,
    TABLE_FULL,
    Memory,
    decide_class,
)

SHIFT: Final = 16
ORACLE_NODES: Final = 5_000
WON, WORKING, EMPTY, FULL, ORACLE_TABLE, ORACLE_STACK = 0, 1, 2, 3, 4, 5


@kernel
def sort_piles(level: Ints, extra: Ints, n: int, scratch: Ints) -> None:
    """Sort piles by level, then extra, and count them by rank in ``scratch[COUNT]``."""
    for r in range(RANKS):
        scratch[COUNT, r] = 0
    for i in range(n):
        lev, ext = level[i], extra[i]
        scratch[COUNT, lev] += 1
        j = i
        while j > 0 and (level[j - 1] > lev or (level[j - 1] == lev and extra[j - 1] > ext)):
            level[j] = level[j - 1]
            extra[j] = extra[j - 1]
            j -= 1
        level[j] = lev
        extra[j] = ext


@kernel
def exchanges_left(level: Ints, extra: Ints, n: int, m: int, deal: Deal, scratch: Ints) -> int:
    """The module's lower bound on exchanges before the last of ``m`` cards can be drawn."""
    taken = scratch[BASE]
    total = 0
    for i in range(n):
        taken[i] = 0
        total += extra[i]
    for r in range(RANKS):
        word = deal.stuck[m - 1, r >> 3]
        quota = int64((word >> uint64(8 * (r & 7))) & uint64(127))
        for _ in range(quota):
            best = -1
            for i in range(n):
                if (
                    taken[i] == 0
                    and (level[i] + extra[i]) % RANKS == r
                    and (best < 0 or extra[i] > extra[best])
                ):
                    best = i
            if best < 0:
                break
            taken[best] = 1
            total -= extra[best]
    for _ in range(deal.slack[m - 1]):
        best = -1
        for i in range(n):
            if taken[i] == 0 and (best < 0 or extra[i] > extra[best]):
                best = i
        if best < 0:
            break
        taken[best] = 1
        total -= extra[best]
    return total


class Step(NamedTuple):
    """How a node is reached: moves so far, stock cards drawn, the node before and the move."""

    cost: int
    drawn: int
    parent: int
    move: int


@kernel
def winnable(
    level: Ints,
    extra: Ints,
    n: int,
    drawn: int,
    deal: Deal,
    memory: Memory,
    frontier: Frontier,
    scratch: Ints,
) -> int:
    """Decide the class of the piles: 1 winnable, 0 lost, or the oracle's TABLE_FULL, STACK_FULL.

    Winnable classes met on the way are kept in the frontier. A class that takes the oracle more
    than ORACLE_NODES is entered as if it were winnable: that costs time and proves nothing less,
    since no line through a lost class ends in a win.
    """
    m = deal.cards
    if drawn < m and reach_of(level, extra, n, drawn, deal, scratch)[0] < m:
        return 0
    canonical(level, extra, n, deal.wrap, scratch)
    key = key_of(extra, n, scratch)
    if is_alive(frontier, key, False):
        return 1
    outcome = decide_class(deal, memory, level, extra, n, drawn, ORACLE_NODES, scratch)
    if outcome == EXHAUSTED:
        return 0
    if outcome == RUNNING:
        is_alive(frontier, key, True)
        return 1
    if outcome != FOUND:
        return outcome
    for depth in range(drawn, memory.control[PATH_END]):
        left = deal.piles - max(0, depth - m)
        for i in range(left):
            level[i] = memory.path_levels[depth, i]
            extra[i] = memory.path_extras[depth, i]
        canonical(level, extra, left, deal.wrap, scratch)
        is_alive(frontier, key_of(extra, left, scratch), True)
    return 1


@kernel
def estimate(level: Ints, extra: Ints, n: int, drawn: int, deal: Deal, scratch: Ints) -> int:
    """Moves still needed at the least."""
    m = deal.cards
    if deal.clear or drawn >= m:
        return max(0, m - drawn)
    return m - drawn + exchanges_left(level, extra, n, m, deal, scratch)


@kernel
def reach_node(
    level: Ints,
    extra: Ints,
    n: int,
    step: Step,
    deal: Deal,
    frontier: Frontier,
    scratch: Ints,
) -> None:
    """Queue the piles as a node unless they are known at no greater cost; sorts the piles."""
    sort_piles(level, extra, n, scratch)
    key = key_of(extra, n, scratch)
    known_as = find_node(frontier, key)
    if known_as >= 0 and frontier.costs[known_as] <= step.cost:
        return
    node = add_node(frontier, key)
    for i in range(n):
        frontier.levels[node, i] = level[i]
        frontier.extras[node, i] = extra[i]
    frontier.drawn[node] = step.drawn
    frontier.costs[node] = step.cost
    frontier.parents[node] = step.parent
    frontier.moves[node] = step.move
    total = min(step.cost + estimate(level, extra, n, step.drawn, deal, scratch), COSTS - 1)
    frontier.following[node] = frontier.first[total]
    frontier.first[total] = node
    frontier.control[LOWEST] = min(frontier.control[LOWEST], total)


@kernel
def copy_piles(
    frontier: Frontier, node: int, n: int, skip: int, target: int, level: Ints, extra: Ints
) -> int:
    """Piles of ``node`` but ``skip``, one more card lying on ``target``; returns their number."""
    left = 0
    for i in range(n):
        if i == skip:
            continue
        level[left] = frontier.levels[node, i]
        extra[left] = frontier.extras[node, i]
        if i == target:
            level[left] = level[left] - 1 if level[left] > 0 else RANKS - 1
            extra[left] += 1
        left += 1
    return left


@kernel
def expand(
    frontier: Frontier,
    node: int,
    deal: Deal,
    memory: Memory,
    scratch: Ints,
    level: Ints,
    extra: Ints,
) -> int:
    """Queue all positions one move from ``node``; WON, WORKING or the oracle's trouble."""
    m, clear = deal.cards, deal.clear
    drawn = int64(frontier.drawn[node])
    n = deal.piles - max(0, drawn - m)
    cost = int64(frontier.costs[node]) + 1
    quiet = True
    for source in range(n):
        lev, ext = int64(frontier.levels[node, source]), int64(frontier.extras[node, source])
        onto = lev + 1
        if onto == RANKS:
            onto = 0 if deal.wrap else -1
        for target in range(n):
            if frontier.levels[node, target] != onto:
                continue
            quiet = False
            if drawn >= m and not clear:
                break
            if (
                source > 0
                and frontier.levels[node, source - 1] == lev
                and frontier.extras[node, source - 1] == ext
            ):
                break
            height = int64(frontier.extras[node, target])
            if (
                target > 0
                and frontier.levels[node, target - 1] == onto
                and frontier.extras[node, target - 1] == height
            ):
                continue
            move = ((lev << 6 | ext) << 10) | (onto << 6 | height)
            left = copy_piles(frontier, node, n, source, target, level, extra)
            after = drawn
            if ext > 0:
                level[left] = onto
                extra[left] = ext - 1
                left += 1
            else:
                after += 1
                if drawn < m:
                    level[left] = deal.stock[drawn]
                    extra[left] = 0
                    left += 1
                if after < m or clear:
                    answer = winnable(level, extra, left, after, deal, memory, frontier, scratch)
                    if answer == TABLE_FULL:
                        return ORACLE_TABLE
                    if answer == STACK_FULL:
                        return ORACLE_STACK
                    if answer == 0:
                        continue
                    left = copy_piles(frontier, node, n, source, target, level, extra)
                    if drawn < m:
                        level[left] = deal.stock[drawn]
                        extra[left] = 0
                        left += 1
            step = Step(cost, int64(after), int64(node), int64(move))
            reach_node(level, extra, left, step, deal, frontier, scratch)
    if drawn >= m and (quiet or not clear):
        return WON
    return WORKING


@kernel
def advance_shortest(frontier: Frontier, deal: Deal, memory: Memory, chunk: int) -> int:
    """Expand up to ``chunk`` nodes. WON leaves the node of the shortest win in GOAL_NODE.

    After FULL, ORACLE_TABLE or ORACLE_STACK the caller enlarges what is full and calls again.
    """
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    level = np.empty(MAX_PILES + 1, np.int64)
    extra = np.empty(MAX_PILES + 1, np.int64)
    control = frontier.control
    for _ in range(chunk):
        if control[USED] + MAX_PILES * MAX_PILES > frontier.keys.shape[0]:
            return FULL
        node = pop_node(frontier)
        if node < 0:
            return EMPTY
        control[OPENED] += 1
        result = expand(frontier, node, deal, memory, scratch, level, extra)
        if result == WON:
            control[GOAL_NODE] = node
            return WON
        if result != WORKING:
            frontier.following[node] = frontier.first[control[LOWEST]]
            frontier.first[control[LOWEST]] = node
            return result
    return WORKING


@kernel
def begin_shortest(frontier: Frontier, levels: Ints, extras: Ints, deal: Deal) -> None:
    """Queue the root; ``deal`` must have been prepared for the same piles."""
    n = deal.piles
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    for i in range(n):
        level[i] = levels[i]
        extra[i] = extras[i]
    frontier.control[LOWEST] = COSTS - 1
    root = Step(int64(0), int64(0), int64(-1), int64(0))
    reach_node(level, extra, n, root, deal, frontier, scratch)
