"""Search over information states for a stock that is face down: the kernel.

The player knows the tableau and which cards are left, not their order. A node is a class together
with what is left (which follows from it); from it the player chooses a *transition*, the emptying
that leaves n - 1 piles, and chance deals the card that fills the space. Transitions are kept as
canonical classes of n - 1 piles.

Each iteration takes one random order of the unseen cards (a world) down the tree by UCB1 and adds
one node. It is valued by the bound on what could be drawn in that world, which takes a microsecond
where an exact decision takes a hundred: many more worlds and a deeper tree make better moves than
sharper leaves (see ``benchmarks/hidden.py``). The values rank moves; they are not chances to win.
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
EXPLORATION: Final = 0.5
PARTIAL: Final = 0.1


class Tree(NamedTuple):
    """Nodes (classes) and edges (transitions) of the search, preallocated.

    Per node: key, first edge, number of edges, visits. Per edge: the class it leaves, visits,
    total value. ``lookup`` hashes keys.
    """

    keys: Words
    first_edge: Links
    edge_count: Links
    node_visits: Links
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
    tree.node_visits[node] = 0
    control[EDGE_COUNT] = edge
    control[NODE_COUNT] += 1
    return node


@kernel
def choose_edge(tree: Tree, node: int) -> int:
    """The transition with the greatest upper confidence bound; one never tried comes first."""
    first = tree.first_edge[node]
    spread = EXPLORATION * np.sqrt(np.log(tree.node_visits[node] + 1.0))
    best = first
    best_value = -1.0
    for edge in range(first, first + tree.edge_count[node]):
        visits = tree.visits[edge]
        if visits == 0:
            return edge
        value = tree.totals[edge] / visits + spread / np.sqrt(visits)
        if value > best_value:
            best_value = value
            best = edge
    return best


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
def iterate(
    tree: Tree,
    unseen: Ints,
    levels: Ints,
    extras: Ints,
    n: int,
    m: int,
    wrap: bool,
    seed: Word,
    count: int,
    deal: Deal,
) -> int:
    """Run up to ``count`` more iterations; returns how many before the tree was full.

    Node 0 is the root, the piles ``levels, extras``; ``unseen`` are the ranks of the ``m`` unseen
    cards. Iteration i draws its world from stream (seed, i), so results depend on the number of
    iterations only.
    """
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    cursor = np.empty(CURSOR_SIZE, np.int64)
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    path = np.empty(m + 1, np.int64)
    strain = np.empty(1, np.int64)
    stream = np.zeros(1, np.uint64)
    for done in range(count):
        start_stream(stream, uint64(seed), uint64(tree.control[ITERATIONS]))
        deal.stock[:m] = unseen[:m]
        shuffle(stream, deal.stock, m)
        reach = prepare(
            levels, extras, n, deal.stock, m, wrap, deal.stuck, deal.slack, deal.arrival
        )
        node, drawn, value = 0, 0, 0.0
        while True:
            tree.node_visits[node] += 1
            if tree.edge_count[node] == 0:
                value = PARTIAL * drawn / m
                break
            edge = choose_edge(tree, node)
            path[drawn] = edge
            drawn += 1
            if drawn == m:
                value = 1.0
                break
            for i in range(n - 1):
                level[i] = tree.levels[edge, i]
                extra[i] = tree.extras[edge, i]
            level[n - 1] = deal.stock[drawn - 1]
            extra[n - 1] = 0
            canonical(level, extra, n, wrap, scratch)
            key = key_of(extra, n, scratch)
            node = find_tree_node(tree, key)
            if node < 0:
                node = add_tree_node(tree, key, level, extra, n, wrap, cursor, scratch)
                if node < 0:
                    return done
                tree.node_visits[node] += 1
                value = leaf_value(level, extra, n, drawn, reach, m, wrap, deal, scratch, strain)
                break
        for i in range(drawn):
            tree.visits[path[i]] += 1
            tree.totals[path[i]] += value
        tree.control[ITERATIONS] += 1
    return count
