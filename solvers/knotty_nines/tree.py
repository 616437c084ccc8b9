"""Looking two cards ahead at a stock that is face down: the kernel.

The player knows the tableau and which cards are left, not their order. A node is a class together
with what is left (which follows from it); from it the player chooses a *transition*, the emptying
that leaves n - 1 piles, and chance deals the card that fills the space. Transitions are kept as
canonical classes of n - 1 piles.

The tree holds every transition of the root, every card that may follow, and every transition after
it. A transition of the second level is valued over random orders of the rest by the bound on what
could be drawn, the same orders for all of them; a transition of the first level is worth the mean,
over the card that follows, of the best that can be chosen then. So the first two choices are those
of a player who does not see the stock, and only what follows is judged with open eyes. The values
rank moves; they are not chances to win.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from games.chance import Word, shuffle, start_stream
from games.kernel import kernel
from games.knotty_nines.classes import (
    CURSOR_SIZE,
    MAX_PILES,
    NEW_EXTRA,
    NEW_LEVEL,
    RANKS,
    SCRATCH_SHAPE,
    Bytes,
    Ints,
    Words,
    canonical,
    key_of,
    next_child,
    open_children,
)
from heuristics.knotty_nines.bound import Deal, prepare, reach_of

Links = npt.NDArray[np.int32]
Reals = npt.NDArray[np.float64]

NODE_COUNT, EDGE_COUNT, ITERATIONS, TREE_SIZE = 0, 1, 2, 3
MAX_CHILDREN: Final = 6000
NODE_BYTES: Final = 40  # of a node, its two index slots included
EDGE_BYTES: Final = 36
PARTIAL: Final = 0.1


class Tree(NamedTuple):
    """Nodes (classes) and edges (transitions) of the search, preallocated.

    Per node: key, first edge, number of edges. Per edge: the class it leaves, visits,
    total value. ``lookup`` hashes keys.
    """

    keys: Words
    first_edge: Links
    edge_count: Links
    levels: Bytes
    extras: Bytes
    visits: Links
    totals: Reals
    lookup: Links
    control: Ints


def new_tree(nodes: int, edges: int) -> Tree:
    """Room for ``nodes`` nodes (a power of two) and ``edges`` edges."""
    return Tree(
        np.zeros(nodes, np.uint64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros((edges, MAX_PILES), np.int8),
        np.zeros((edges, MAX_PILES), np.int8),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
        np.full(2 * nodes, -1, np.int32),
        np.zeros(TREE_SIZE, np.int64),
    )


@kernel
def find_tree_node(tree: Tree, key: int) -> int:
    """The node of class ``key``, or -1."""
    mask = uint64(tree.lookup.shape[0] - 1)
    place = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while tree.lookup[place] >= 0:
        if tree.keys[tree.lookup[place]] == uint64(key):
            return int64(tree.lookup[place])
        place = (place + uint64(1)) & mask
    return -1


@kernel
def add_tree_node(
    tree: Tree, key: int, level: Ints, extra: Ints, n: int, wrap: bool, cursor: Ints, scratch: Ints
) -> int:
    """A node for the canonical class ``level, extra`` with all its transitions; -1 when full."""
    control = tree.control
    node = control[NODE_COUNT]
    if node == tree.keys.shape[0] or control[EDGE_COUNT] + MAX_CHILDREN > tree.visits.shape[0]:
        return -1
    mask = uint64(tree.lookup.shape[0] - 1)
    place = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while tree.lookup[place] >= 0:
        place = (place + uint64(1)) & mask
    tree.lookup[place] = node
    tree.keys[node] = uint64(key)
    first = control[EDGE_COUNT]
    edge = first
    open_children(level, extra, n, cursor, scratch)
    while next_child(n, -1, wrap, cursor, scratch):
        for i in range(n - 1):
            tree.levels[edge, i] = scratch[NEW_LEVEL, i]
            tree.extras[edge, i] = scratch[NEW_EXTRA, i]
        tree.visits[edge] = 0
        tree.totals[edge] = 0.0
        edge += 1
    tree.first_edge[node] = first
    tree.edge_count[node] = edge - first
    control[EDGE_COUNT] = edge
    control[NODE_COUNT] += 1
    return node


@kernel
def leaf_value(
    level: Ints,
    extra: Ints,
    n: int,
    drawn: int,
    reach: int,
    m: int,
    wrap: bool,
    deal: Deal,
    scratch: Ints,
    strain: Ints,
) -> float:
    """What a class is worth in one world: how far the bound lets its stock be drawn.

    ``reach`` is the bound of the whole world. 1 or a little less, by how strained the class is,
    when all of the stock can be drawn as far as the bound sees; else a tenth of the share drawn.
    """
    strain[0] = 0
    if drawn < reach:
        reach = reach_of(
            level,
            extra,
            n,
            drawn,
            reach,
            wrap,
            deal.stuck,
            deal.slack,
            deal.arrival,
            scratch,
            strain,
        )
    if reach < m:
        return PARTIAL * reach / m
    return 1.0 - 0.01 * min(strain[0], 40)


@kernel
def follow(
    tree: Tree, edge: int, rank: int, n: int, wrap: bool, level: Ints, extra: Ints, scratch: Ints
) -> None:
    """The canonical class after transition ``edge`` when a card of ``rank`` fills the space."""
    for i in range(n - 1):
        level[i] = tree.levels[edge, i]
        extra[i] = tree.extras[edge, i]
    level[n - 1] = rank
    extra[n - 1] = 0
    canonical(level, extra, n, wrap, scratch)


@kernel
def grow_tree(tree: Tree, left: Ints, n: int, wrap: bool) -> bool:
    """Add the second level below the root, node 0; False when the tree has no room for it.

    ``left[r]``: unseen cards of rank r.
    """
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    cursor = np.empty(CURSOR_SIZE, np.int64)
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    for edge in range(tree.edge_count[0]):
        for rank in range(RANKS):
            if left[rank] == 0:
                continue
            follow(tree, edge, rank, n, wrap, level, extra, scratch)
            key = key_of(extra, n, scratch)
            known = find_tree_node(tree, key) >= 0
            if not known and add_tree_node(tree, key, level, extra, n, wrap, cursor, scratch) < 0:
                return False
    return True


@kernel
def sample_orders(
    tree: Tree,
    left: Ints,
    levels: Ints,
    extras: Ints,
    n: int,
    m: int,
    wrap: bool,
    seed: Word,
    count: int,
    deal: Deal,
) -> None:
    """Value all transitions of the second level in ``count`` more orders per following card.

    ``levels, extras``: the piles of the root. ``left[r]``: unseen cards of rank r, ``m`` in all.
    Order i after a card of rank r is stream (seed, 13 i + r).
    """
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    rest = np.empty(max(m, 1), np.int64)
    strain = np.empty(1, np.int64)
    stream = np.zeros(1, np.uint64)
    for _ in range(count):
        for rank in range(RANKS):
            if left[rank] == 0:
                continue
            size = 0
            for r in range(RANKS):
                for _ in range(left[r] - (1 if r == rank else 0)):
                    rest[size] = r
                    size += 1
            start_stream(stream, uint64(seed), uint64(RANKS * tree.control[ITERATIONS] + rank))
            shuffle(stream, rest, size)
            deal.stock[0] = rank
            deal.stock[1:m] = rest[:size]
            reach = prepare(
                levels, extras, n, deal.stock, m, wrap, deal.stuck, deal.slack, deal.arrival
            )
            for first in range(tree.edge_count[0]):
                follow(tree, first, rank, n, wrap, level, extra, scratch)
                node = find_tree_node(tree, key_of(extra, n, scratch))
                begin = tree.first_edge[node]
                for edge in range(begin, begin + tree.edge_count[node]):
                    tree.visits[edge] += 1
                    if m == 2:
                        tree.totals[edge] += 1.0
                        continue
                    follow(tree, edge, deal.stock[1], n, wrap, level, extra, scratch)
                    tree.totals[edge] += leaf_value(
                        level, extra, n, 2, reach, m, wrap, deal, scratch, strain
                    )
        tree.control[ITERATIONS] += 1


@kernel
def root_values(tree: Tree, left: Ints, n: int, m: int, wrap: bool, values: Reals) -> None:
    """What each transition of the root is worth: the mean over cards of the best answer to it."""
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    for first in range(tree.edge_count[0]):
        values[first] = 1.0 if m == 1 else 0.0
        for rank in range(RANKS):
            if left[rank] == 0 or m == 1:
                continue
            follow(tree, first, rank, n, wrap, level, extra, scratch)
            node = find_tree_node(tree, key_of(extra, n, scratch))
            best = 0.0
            begin = tree.first_edge[node]
            for edge in range(begin, begin + tree.edge_count[node]):
                best = max(best, tree.totals[edge] / max(1, tree.visits[edge]))
            values[first] += best * left[rank] / m
