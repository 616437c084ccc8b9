"""The kernel of the search: iterations, each in one random world.

World ``i`` is dealt from stream (seed, ``i``), whichever tree or thread deals it. Under elimination
every candidate is played in the same world and from the same point of the stream.
"""

from typing import Any

from numba import int64, uint64

from games.chance import Word, start_stream
from games.kernel import kernel
from games.protocol import redeal, turn
from solvers.ismcts.desk import Desk
from solvers.ismcts.options import FOLLOW, MAST, Dials
from solvers.ismcts.playout import ended, judge, play_move, play_out, policy_move
from solvers.ismcts.selection import choose
from solvers.ismcts.tree import MAST_SLOTS, PATH, TRACE, Ints, Tree, child_for


@kernel
def descend(tree: Tree, state: Any, desk: Desk, dials: Dials, candidate: int) -> bool:
    """Play from the root to a leaf and note the path; True when the payoffs are known there.

    The first move is that of ``candidate``, or chosen when it is negative.
    """
    node = int64(0)
    depth = 0
    while True:
        seat = turn(state)
        if node == 0 and candidate >= 0:
            child = int64(candidate + 1)
            tree.nodes[child].seen += 1
        elif node > 0 and dials.opponents == FOLLOW and seat != dials.seat:
            move = policy_move(tree, state, desk, dials)
            child = child_for(tree, node, move, seat)
            if child:
                tree.nodes[child].seen += 1
        else:
            child = choose(tree, node, state, desk, seat, dials)
        if child == 0:
            return False
        play_move(tree, state, desk, dials, int64(tree.nodes[child].move))
        desk.path[depth] = child
        depth += 1
        tree.control[PATH] = depth
        if ended(state, desk, dials):
            return True
        node = child
        at_end = depth == dials.tree_depth or depth == len(desk.path)
        if at_end or tree.nodes[node].visits < dials.expand_after:
            return False


@kernel
def back_up(tree: Tree, desk: Desk, dials: Dials) -> None:
    """Add the outcome to the nodes of the path, to the candidate and to the moves' averages."""
    nodes = tree.nodes
    nodes[0].visits += 1
    for i in range(tree.control[PATH]):
        node = desk.path[i]
        goal = desk.goals[nodes[node].chooser]
        nodes[node].visits += 1
        nodes[node].total += goal
        nodes[node].squares += goal * goal
    candidate = desk.path[0] - 1
    for seat in range(len(desk.values)):
        value = desk.values[seat]
        tree.sums[candidate, seat] += value
        tree.squares[candidate, seat] += value * value
    if dials.playout == MAST:
        for i in range(0, tree.control[TRACE], 2):
            seat, slot = desk.trace[i], desk.trace[i + 1] % MAST_SLOTS
            tree.mast[seat, slot, 0] += desk.goals[seat]
            tree.mast[seat, slot, 1] += 1.0


@kernel
def iterate(tree: Tree, state: Any, desk: Desk, dials: Dials, candidate: int) -> None:
    """One iteration in the world that ``state`` is."""
    tree.control[PATH] = 0
    tree.control[TRACE] = 0
    if not descend(tree, state, desk, dials, candidate):
        play_out(tree, state, desk, dials)
    judge(tree, desk, dials)
    back_up(tree, desk, dials)


@kernel
def run_bandit(
    tree: Tree, root: Any, desk: Desk, dials: Dials, seed: Word, first: int, step: int, count: int
) -> None:
    """Play worlds ``first, first + step, …``, ``count`` of them, one iteration in each."""
    work = desk.work
    for i in range(count):
        start_stream(desk.stream, seed, uint64(first + i * step))
        work[0] = root[0]
        redeal(work[0], dials.seat, desk.stream)
        iterate(tree, work[0], desk, dials, -1)


@kernel
def run_paired(
    tree: Tree,
    root: Any,
    desk: Desk,
    dials: Dials,
    seed: Word,
    first: int,
    step: int,
    count: int,
    alive: Ints,
) -> None:
    """Play worlds as :func:`run_bandit`, in each one iteration for every candidate ``alive``."""
    work, outcome = desk.work, desk.outcome
    for i in range(count):
        start_stream(desk.stream, seed, uint64(first + i * step))
        work[1] = root[0]
        redeal(work[1], dials.seat, desk.stream)
        dealt = desk.stream[0]
        for a in range(len(alive)):
            desk.stream[0] = dealt
            work[0] = work[1]
            iterate(tree, work[0], desk, dials, alive[a])
            outcome[a] = desk.goals[dials.seat]
        for a in range(len(alive)):
            for b in range(a + 1, len(alive)):
                difference = outcome[a] - outcome[b]
                tree.pair_sums[alive[a], alive[b]] += difference
                tree.pair_squares[alive[a], alive[b]] += difference * difference
