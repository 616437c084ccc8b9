"""The kernel of the search: iterations, each in one random world.

World ``i`` is dealt from stream (seed, ``i``), whichever tree or thread deals it. Under elimination
every candidate is played in the same world and from the same point of the stream.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.chance import Word, fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State, redeal, turn
from kibitz.games.records import Record
from kibitz.heuristics.protocol import credence, refine
from kibitz.solvers.ismcts.desk import LONGEST_PATH, MAST_SLOTS, Desk
from kibitz.solvers.ismcts.options import FOLLOW, MAST, TUNED, Dials
from kibitz.solvers.ismcts.playout import ended, judge, play_move, play_out, policy_move
from kibitz.solvers.ismcts.selection import choose
from kibitz.solvers.ismcts.tree import Ints, Nodes, Reals, child_for

MOST_CREDIBLE: Final = 500.0  # the largest power of e that is taken


@kernel
def descend(
    state: Record, nodes: Nodes, squares: Reals, desk: Desk, dials: Dials, candidate: int
) -> bool:
    """Play from the root to a leaf and note the path; True when the payoffs are known there.

    The first move is that of ``candidate``, or chosen when it is negative.
    """
    node = int64(0)
    desk.depth = 0
    while True:
        seat = turn(state)
        if node == 0 and candidate >= 0:
            child = int64(candidate + 1)
            nodes[child].seen += 1
        elif node > 0 and dials.opponents == FOLLOW and seat != dials.seat:
            move = policy_move(state, desk, dials)
            child = child_for(nodes, desk, node, move, seat)
            if child:
                nodes[child].seen += 1
        else:
            child = choose(nodes, squares, desk, node, state, seat, dials)
        if child == 0:
            return False
        play_move(state, desk, dials, int64(nodes[child].move))
        desk.path[desk.depth] = child
        desk.depth += 1
        if ended(state, desk, dials):
            return True
        node = child
        at_end = desk.depth >= min(dials.tree_depth, LONGEST_PATH)
        if at_end or nodes[node].visits < dials.expand_after:
            return False


@kernel
def back_up(nodes: Nodes, squares: Reals, desk: Desk, dials: Dials) -> None:
    """Add the outcome to the nodes of the path, the candidate, and the averages of the moves."""
    nodes[0].visits += 1
    for i in range(desk.depth):
        node = nodes[desk.path[i]]
        goal = desk.goals[node.chooser]
        node.visits += 1
        node.total += goal
        if dials.selection == TUNED:
            squares[desk.path[i]] += goal * goal
    candidate = desk.path[0] - 1
    desk.goal_squares[candidate] += desk.goals[dials.seat] * desk.goals[dials.seat]
    for seat in range(len(desk.values)):
        value = desk.values[seat]
        desk.sums[candidate, seat] += value
        desk.squares[candidate, seat] += value * value
    if dials.playout == MAST:
        for i in range(desk.traced):
            seat, slot = desk.trace[i, 0], desk.trace[i, 1] % MAST_SLOTS
            desk.averages[seat, slot, 0] += desk.goals[seat]
            desk.averages[seat, slot, 1] += 1.0


@kernel
def iterate(
    state: Record,
    nodes: Nodes,
    squares: Reals,
    desk: Desk,
    table: Reals,
    dials: Dials,
    candidate: int,
) -> None:
    """One iteration in the world that ``state`` is."""
    desk.traced = 0
    if not descend(state, nodes, squares, desk, dials, candidate):
        play_out(state, desk, dials)
    judge(state, desk, table, dials)
    back_up(nodes, squares, desk, dials)


@kernel
def deal(root: State, work: State, desk: Desk, dials: Dials) -> None:
    """Deal a world into ``work[1]``: evenly, then refined; or one of several, drawn by credence."""
    work[1] = root[0]
    redeal(work[1], dials.seat, desk.stream)
    if dials.world_steps:
        refine(work[1], dials.seat, dials.world_steps, desk.stream)
    if dials.world_choices == 1:
        return
    base = credence(work[1], dials.seat)
    total = 1.0
    for _ in range(1, dials.world_choices):
        work[2] = root[0]
        redeal(work[2], dials.seat, desk.stream)
        weight = np.exp(min(credence(work[2], dials.seat) - base, MOST_CREDIBLE))
        total += weight
        if fraction(desk.stream) * total < weight:
            work[1] = work[2]


@kernel
def run(
    root: State,
    work: State,
    nodes: Nodes,
    squares: Reals,
    desks: State,
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
    work on; ``desks``: the desk. ``pairs``: sum and sum of squares, for candidates ``a < b``, of
    the difference of the observer's goal in the worlds where both were played.
    """
    desk = desks[0]
    for i in range(count):
        start_stream(desk.stream, seed, uint64(first + i * step))
        deal(root, work, desk, dials)
        dealt = desk.stream[0]
        for a in range(max(1, len(alive))):
            candidate = alive[a] if len(alive) else int64(-1)
            desk.stream[0] = dealt
            work[0] = work[1]
            iterate(work[0], nodes, squares, desk, table, dials, candidate)
            desk.outcome[a] = desk.goals[dials.seat]
        for a in range(len(alive)):
            for b in range(a + 1, len(alive)):
                difference = desk.outcome[a] - desk.outcome[b]
                pairs[0, alive[a], alive[b]] += difference
                pairs[1, alive[a], alive[b]] += difference * difference
