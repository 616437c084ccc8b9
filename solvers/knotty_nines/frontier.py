"""Nodes, queues and hash index of the shortest-win search: what A* writes to.

Everything is preallocated; a full frontier is reported and moved to a larger one.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import MAX_PILES, Bytes, Ints, Words

COSTS: Final = 1024  # total costs from 0 up to this are told apart
USED, LOWEST, OPENED, GOAL_NODE, ALIVE_COUNT, FRONTIER_SIZE = 0, 1, 2, 3, 4, 5
NODE_BYTES: Final = 64

Shorts = npt.NDArray[np.int16]
Links = npt.NDArray[np.int32]


class Frontier(NamedTuple):
    """Nodes of the search and its queues.

    Per node: sorted piles, key, cost so far, cards drawn, parent, the move that led here (level and
    extra of the source, then of the target) and the next in its queue. ``first[f]``: queue of
    total cost f. ``lookup``: hash of keys. ``alive``: keys of classes known to be winnable.
    """

    levels: Bytes
    extras: Bytes
    keys: Words
    costs: Shorts
    drawn: Bytes
    parents: Links
    moves: Links
    following: Links
    first: Links
    lookup: Links
    alive: Words
    control: Ints


def new_frontier(nodes: int) -> Frontier:
    """Room for ``nodes`` nodes, a power of two; about 60 bytes each."""
    return Frontier(
        np.empty((nodes, MAX_PILES), np.int8),
        np.empty((nodes, MAX_PILES), np.int8),
        np.empty(nodes, np.uint64),
        np.empty(nodes, np.int16),
        np.empty(nodes, np.int8),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.full(COSTS, -1, np.int32),
        np.full(2 * nodes, -1, np.int32),
        np.zeros(nodes, np.uint64),
        np.zeros(FRONTIER_SIZE, np.int64),
    )


@kernel
def find_node(frontier: Frontier, key: int) -> int:
    """The node with ``key``, or -1."""
    mask = uint64(frontier.lookup.shape[0] - 1)
    place = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while frontier.lookup[place] >= 0:
        node = int64(frontier.lookup[place])
        if frontier.keys[node] == uint64(key):
            return node
        place = (place + uint64(1)) & mask
    return -1


@kernel
def add_node(frontier: Frontier, key: int) -> int:
    """A new node with ``key``; an older one with the same key is no longer found."""
    mask = uint64(frontier.lookup.shape[0] - 1)
    place = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while frontier.lookup[place] >= 0 and frontier.keys[frontier.lookup[place]] != uint64(key):
        place = (place + uint64(1)) & mask
    node = frontier.control[USED]
    frontier.lookup[place] = node
    frontier.keys[node] = uint64(key)
    frontier.control[USED] += 1
    return node


@kernel
def is_alive(frontier: Frontier, key: int, add: bool) -> bool:
    """Whether the class ``key`` is known to be winnable; ``add`` makes it so."""
    mask = uint64(frontier.alive.shape[0] - 1)
    stored = uint64(key) + uint64(1)
    place = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(24)) & mask
    while frontier.alive[place] != uint64(0):
        if frontier.alive[place] == stored:
            return True
        place = (place + uint64(1)) & mask
    if add and 2 * frontier.control[ALIVE_COUNT] < frontier.alive.shape[0]:
        frontier.alive[place] = stored
        frontier.control[ALIVE_COUNT] += 1
    return False


@kernel
def pop_node(frontier: Frontier) -> int:
    """The newest node of least total cost, passing over replaced ones; -1 when none is left."""
    control = frontier.control
    while control[LOWEST] < COSTS:
        node = int64(frontier.first[control[LOWEST]])
        if node < 0:
            control[LOWEST] += 1
            continue
        frontier.first[control[LOWEST]] = frontier.following[node]
        if find_node(frontier, frontier.keys[node]) == node:
            return node
    return -1


@kernel
def move_frontier(old: Frontier, new: Frontier) -> None:
    """Copy a suspended search to a larger frontier."""
    used = old.control[USED]
    for node in range(used):
        add_node(new, old.keys[node])
    new.levels[:used] = old.levels[:used]
    new.extras[:used] = old.extras[:used]
    new.costs[:used] = old.costs[:used]
    new.drawn[:used] = old.drawn[:used]
    new.parents[:used] = old.parents[:used]
    new.moves[:used] = old.moves[:used]
    new.following[:used] = old.following[:used]
    new.first[:] = old.first
    for stored in old.alive:
        if stored != uint64(0):
            is_alive(new, stored - uint64(1), True)
    alive = new.control[ALIVE_COUNT]
    new.control[:] = old.control
    new.control[ALIVE_COUNT] = alive
