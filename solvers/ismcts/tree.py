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
from kibitz.games.protocol import State
from kibitz.games.records import Int32, Int64, Int64s, Real, Reals, Record, UInt64s, dtype_of
from kibitz.solvers.ismcts.options import MatchTable, Setting

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


def new_workspaces(count: int, setting: Setting, table: MatchTable | None) -> State:
    """A workspace for each of ``count`` trees; ``ValueError`` for a table of another shape."""
    workspaces = np.zeros(count, workspace_type(setting.seats, setting.max_moves))
    teams = setting.team_of()
    workspaces["teams"] = teams
    workspaces["low"], workspaces["high"] = np.inf, -np.inf
    if table is not None:
        axes = int(teams.max()) + 1
        if len(table.low) != axes or table.values.ndim != axes + 1:
            raise ValueError(f"the match table does not have one axis for each of {axes} teams")
        if table.values.shape[-1] != setting.seats or not table.values.size or not table.step > 0:
            raise ValueError("the match table has no utility for each seat, or no step")
        workspaces["shape"][:, :axes] = table.values.shape[:-1]
        workspaces["base"][:, :axes] = table.low
        workspaces["step"] = table.step
    return workspaces


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


def new_rows(trees: int, nodes: int) -> Nodes:
    """Zeroed rows of ``nodes`` nodes, placed so that no node lies across two cache lines."""
    size = trees * nodes * NODE.itemsize
    raw = np.zeros(size + NODE.itemsize, np.uint8)
    skipped = -raw.ctypes.data % NODE.itemsize
    return raw[skipped : skipped + size].view(NODE).reshape(trees, nodes)


def plant(nodes: Nodes, moves: list[int], seat: int) -> None:
    """Make the root, whose candidates are ``moves``, ascending, in a zeroed row ``nodes``."""
    nodes["first"][0] = 1
    for k, move in enumerate(moves):
        nodes["move"][k + 1] = move
        nodes["following"][k + 1] = k + 2 if k + 1 < len(moves) else 0
        nodes["chooser"][k + 1] = seat


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


@kernel
def most_visited(rows: Nodes, places: Ints, fewest: int, tally: Ints) -> int:
    """The move with most visits, over all trees, from the nodes ``places``; -1 for none.

    Moves with fewer than ``fewest`` visits do not count. ``tally``: scratch, one row of moves and
    one of visits.
    """
    count = 0
    for t in range(len(rows)):
        child = int64(rows[t, places[t]].first) if places[t] else int64(0)
        while child:
            i = 0
            while i < count and tally[0, i] != rows[t, child].move:
                i += 1
            if i == count and count < tally.shape[1]:
                tally[0, i] = rows[t, child].move
                tally[1, i] = 0
                count += 1
            if i < count:
                tally[1, i] += rows[t, child].visits
            child = int64(rows[t, child].following)
    best = -1
    for i in range(count):
        enough = tally[1, i] >= fewest
        if enough and (best < 0 or tally[1, i] > tally[1, best]):
            best = i
    return tally[0, best] if best >= 0 else -1


@kernel
def most_visited_line(
    rows: Nodes, candidate: int, fewest: int, places: Ints, tally: Ints, line: Ints
) -> int:
    """Write the line of most visits after ``candidate``; the number of its moves, as room allows.

    ``places``: scratch, a number for each tree.
    """
    places[:] = candidate + 1
    length = 0
    while length < len(line):
        move = most_visited(rows, places, fewest, tally)
        if move < 0:
            break
        line[length] = move
        length += 1
        for t in range(len(rows)):
            child = int64(rows[t, places[t]].first) if places[t] else int64(0)
            while child and rows[t, child].move != move:
                child = int64(rows[t, child].following)
            places[t] = child
    return length
