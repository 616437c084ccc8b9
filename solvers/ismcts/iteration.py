"""The kernel of the search: iterations, each in one random world.

World ``i`` is dealt from stream (seed, ``i``), whichever tree or thread deals it. Under racing
every candidate is played in the same world and from the same point of the stream.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.chance import Word, fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State, legal, redeal, turn
from kibitz.games.records import Reals, Record
from kibitz.heuristics.protocol import log_likelihood, prior, refine
from kibitz.solvers.ismcts.options import FOLLOW, MAST, TUNED, Dials
from kibitz.solvers.ismcts.playout import ended, judge, play_move, play_out, policy_move
from kibitz.solvers.ismcts.selection import choose
from kibitz.solvers.ismcts.tree import LONGEST_PATH, MAST_SLOTS, Ints, Nodes, Workspace, child_for

MOST_CREDIBLE: Final = 500.0  # the largest power of e that is taken


@kernel
def descend(
    state: Record, nodes: Nodes, squares: Reals, workspace: Workspace, dials: Dials, candidate: int
) -> bool:
    """Play from the root to a leaf and note the path; True when the payoffs are known there.

    The first move is that of ``candidate``, or chosen when it is negative.
    """
    node = int64(0)
    workspace.depth = 0
    while True:
        seat = turn(state)
        if node == 0 and candidate >= 0:
            child = int64(candidate + 1)
            nodes[child].seen += 1
        elif node > 0 and dials.opponents == FOLLOW and seat != dials.seat:
            move = policy_move(state, workspace, dials)
            child = child_for(nodes, workspace, node, move, seat)
            if child:
                nodes[child].seen += 1
        else:
            child = choose(nodes, squares, workspace, node, state, seat, dials)
        if child == 0:
            return False
        play_move(state, workspace, dials, int64(nodes[child].move))
        workspace.path[workspace.depth] = child
        workspace.depth += 1
        if ended(state, workspace, dials):
            return True
        node = child
        at_end = workspace.depth >= min(dials.tree_depth, LONGEST_PATH)
        if at_end or nodes[node].visits < dials.expand_after:
            return False


@kernel
def back_up(nodes: Nodes, squares: Reals, workspace: Workspace, dials: Dials) -> None:
    """Add the outcome to the nodes of the path, the candidate, and the averages of the moves."""
    nodes[0].visits += 1
    for i in range(workspace.depth):
        node = nodes[workspace.path[i]]
        goal = workspace.goals[node.chooser]
        node.visits += 1
        node.total += goal
        if dials.selection == TUNED:
            squares[workspace.path[i]] += goal * goal
    candidate = workspace.path[0] - 1
    workspace.goal_squares[candidate] += workspace.goals[dials.seat] * workspace.goals[dials.seat]
    for seat in range(len(workspace.values)):
        value = workspace.values[seat]
        workspace.sums[candidate, seat] += value
        workspace.squares[candidate, seat] += value * value
    if dials.playout == MAST:
        for i in range(workspace.traced):
            seat, slot = workspace.trace[i, 0], workspace.trace[i, 1] % MAST_SLOTS
            workspace.averages[seat, slot, 0] += workspace.goals[seat]
            workspace.averages[seat, slot, 1] += 1.0


@kernel
def iterate(
    state: Record,
    nodes: Nodes,
    squares: Reals,
    workspace: Workspace,
    table: Reals,
    dials: Dials,
    candidate: int,
) -> None:
    """One iteration in the world that ``state`` is."""
    workspace.traced = 0
    if not descend(state, nodes, squares, workspace, dials, candidate):
        play_out(state, workspace, dials)
    judge(state, workspace, table, dials)
    back_up(nodes, squares, workspace, dials)


@kernel
def deal(root: State, work: State, workspace: Workspace, dials: Dials) -> None:
    """Deal a world into ``work[1]``: evenly, then refined; or one of several, by likelihood."""
    work[1] = root[0]
    redeal(work[1], dials.seat, workspace.stream)
    if dials.world_steps:
        refine(work[1], dials.seat, dials.world_steps, workspace.stream)
    if dials.world_choices == 1:
        return
    base = log_likelihood(work[1], dials.seat)
    total = 1.0
    for _ in range(1, dials.world_choices):
        work[2] = root[0]
        redeal(work[2], dials.seat, workspace.stream)
        weight = np.exp(min(log_likelihood(work[2], dials.seat) - base, MOST_CREDIBLE))
        total += weight
        if fraction(workspace.stream) * total < weight:
            work[1] = work[2]


@kernel
def run(
    root: State,
    work: State,
    nodes: Nodes,
    squares: Reals,
    workspaces: State,
    table: Reals,
    pairs: Reals,
    dials: Dials,
    seed: Word,
    first: int,
    step: int,
    count: int,
    alive: Ints,
) -> None:
    """Play ``count`` worlds: ``first``, ``first + step`` and so on.

    In each of them one iteration for every candidate ``alive``, in the same world, or a single
    one with a candidate of the tree's choice when ``alive`` is empty. ``work``: three states to
    work on. ``pairs``: sum and sum of squares, for candidates ``a < b``, of the difference of the
    observer's goal in the worlds where both were played.
    """
    workspace = workspaces[0]
    for i in range(count):
        start_stream(workspace.stream, seed, uint64(first + i * step))
        deal(root, work, workspace, dials)
        dealt = workspace.stream[0]
        for a in range(max(1, len(alive))):
            candidate = alive[a] if len(alive) else int64(-1)
            workspace.stream[0] = dealt
            work[0] = work[1]
            iterate(work[0], nodes, squares, workspace, table, dials, candidate)
            workspace.outcome[a] = workspace.goals[dials.seat]
        for a in range(len(alive)):
            for b in range(a + 1, len(alive)):
                difference = workspace.outcome[a] - workspace.outcome[b]
                pairs[0, alive[a], alive[b]] += difference
                pairs[1, alive[a], alive[b]] += difference * difference


@kernel
def weigh(root: State, work: State, seat: int, seed: Word, moves: Moves, weights: Reals) -> int:
    """Write the legal moves and the prior of each in a world; how many there are."""
    stream = np.empty(1, np.uint64)
    start_stream(stream, seed, np.uint64(0))
    work[0] = root[0]
    redeal(work[0], seat, stream)
    count = legal(work[0], moves)
    prior(work[0], moves, count, weights)
    return count


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
