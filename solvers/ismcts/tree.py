"""The trees of a search: nodes for what has been played in public, and what one tree works with.

A node is reached by the moves from the root, whatever the hidden cards are; which of its children
can be chosen depends on the world. So a child counts, besides its visits, how often it was *seen*:
visits of its parent in worlds where the move was legal (Cowling, Powley and Whitehouse, 2012).

Children form a list ascending by move, as the game protocol lists legal moves: both are walked
together. Node 0 is the root; its children are made beforehand, candidate ``k`` being node
``k + 1``. A search holds several trees, one row of ``nodes`` each.

What a tree works with besides its nodes, scratch and sums, is one record, allocated once. It is no
tuple of arrays, because a kernel counts the references of every array that it passes on, and in an
iteration of two microseconds that is most of the time.
"""

from functools import cache
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.kernel import kernel
from kibitz.games.records import Int32, Int64, Int64s, Real, Reals, Record, UInt64s, dtype_of

LONGEST_PATH: Final = 256
LONGEST_TRACE: Final = 512
MAST_SLOTS: Final = 1024  # moves whose numbers differ by a multiple of it share an average


class Workspace(Record):
    """What one tree works with.

    Of a tree: ``used`` nodes; ``full``, whether one was wanted when there was no room; ``low`` and
    ``high``, the goals seen so far by seat; ``goal_squares`` of the observer by candidate; ``sums``
    and ``squares`` of utilities, candidate by seat; ``averages``, sum and count of goals by seat
    and move (MAST).

    Of an iteration: the random ``stream``; legal ``moves`` and their ``weights``; of ``untried``
    ones the place among ``moves`` and the child to come before, or -1 and the child there is;
    ``path``, the ``depth`` nodes chosen below the root; ``traced`` moves with their seats (MAST).
    ``payoffs`` are the game's, ``values`` the utilities, ``goals`` what each seat strives for,
    ``sides`` sums over teams. ``outcome``: the observer's goal by candidate, in this world.

    Fixed: ``teams``, the team of each seat; ``shape``, ``base`` and ``step`` of the match table.
    """

    used: Int64
    full: Int64
    depth: Int64
    traced: Int64
    step: Real
    stream: Annotated[UInt64s, 1]
    payoffs: Annotated[Reals, "seats"]
    values: Annotated[Reals, "seats"]
    goals: Annotated[Reals, "seats"]
    low: Annotated[Reals, "seats"]
    high: Annotated[Reals, "seats"]
    teams: Annotated[Int64s, "seats"]
    sides: Annotated[Reals, "seats"]
    shape: Annotated[Int64s, "seats"]
    base: Annotated[Reals, "seats"]
    path: Annotated[Int64s, LONGEST_PATH]
    moves: Annotated[Int64s, "moves"]
    untried: Annotated[Int64s, "moves", 2]
    weights: Annotated[Reals, "moves"]
    outcome: Annotated[Reals, "moves"]
    goal_squares: Annotated[Reals, "moves"]
    sums: Annotated[Reals, "moves", "seats"]
    squares: Annotated[Reals, "moves", "seats"]
    trace: Annotated[Int64s, LONGEST_TRACE, 2]
    averages: Annotated[Reals, "seats", MAST_SLOTS, 2]


@cache
def workspace_type(seats: int, max_moves: int) -> np.dtype[np.void]:
    """The record for a game."""
    return dtype_of(Workspace, seats=seats, moves=max_moves)


class Node(Record):
    """What has been played in public, and how it went."""

    total: Real  # of the goal of ``chooser``, all its outcomes added up
    move: Int32
    first: Int32  # child with the lowest move, 0 for none
    following: Int32  # sibling with the next move, 0 for none
    visits: Int32
    seen: Int32
    chooser: Int32  # seat that made the move


NODE: Final = dtype_of(Node)

Nodes = npt.NDArray[np.void]
Ints = npt.NDArray[np.int64]


@kernel
def add_child(
    nodes: Nodes, workspace: Workspace, node: int, before: int, move: int, seat: int
) -> int:
    """A new child of ``node`` after its child ``before``, 0 for none; 0 when there is no room."""
    new = workspace.used
    if new == len(nodes):
        workspace.full = 1
        return 0
    workspace.used = new + 1
    nodes[new].move = move
    nodes[new].chooser = seat
    if before:
        nodes[new].following = nodes[before].following
        nodes[before].following = new
    else:
        nodes[new].following = nodes[node].first
        nodes[node].first = new
    return new


@kernel
def child_for(nodes: Nodes, workspace: Workspace, node: int, move: int, seat: int) -> int:
    """The child of ``node`` by ``move``, made if there is none; 0 when there is no room."""
    before = int64(0)
    child = int64(nodes[node].first)
    while child and nodes[child].move < move:
        before = child
        child = int64(nodes[child].following)
    if child and nodes[child].move == move:
        return child
    return add_child(nodes, workspace, node, before, move, seat)
