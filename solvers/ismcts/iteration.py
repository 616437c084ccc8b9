"""The kernel of the search: iterations, each in one random world.

World ``i`` is dealt from stream (seed, ``i``), whichever tree or thread deals it. Under elimination
every candidate is played in the same world and from the same point of the stream.
"""

from typing import Any

from numba import int64, uint64

from games.chance import Stream, Word, start_stream
from games.kernel import kernel
from games.protocol import Moves, Payoffs, State, redeal, turn
from heuristics.protocol import Weights
from solvers.ismcts.desk import Desk
from solvers.ismcts.options import FOLLOW, MAST, Dials
from solvers.ismcts.playout import ended, judge, play_move, play_out, policy_move
from solvers.ismcts.selection import choose
from solvers.ismcts.tree import MAST_SLOTS, Ints, Nodes, Reals, Tree, child_for


@kernel
def descend(
    state: Any,
    nodes: Nodes,
    control: Ints,
    reach: Reals,
    moves: Moves,
    weights: Weights,
    stream: Stream,
    path: Ints,
    trace: Ints,
    payoffs: Payoffs,
    mast: Reals,
    dials: Dials,
    candidate: int,
) -> bool:
    """Play from the root to a leaf and note the path; True when the payoffs are known there.

    The first move is that of ``candidate``, or chosen when it is negative. ``path``: its length,
    then the nodes.
    """
    node = int64(0)
    depth = 0
    path[0] = 0
    while True:
        seat = turn(state)
        if node == 0 and candidate >= 0:
            child = int64(candidate + 1)
            nodes[child].seen += 1
        elif node > 0 and dials.opponents == FOLLOW and seat != dials.seat:
            move = policy_move(state, moves, stream, mast, dials)
            child = child_for(nodes, control, node, move, seat)
            if child:
                nodes[child].seen += 1
        else:
            child = choose(nodes, control, reach, moves, weights, stream, node, state, seat, dials)
        if child == 0:
            return False
        play_move(state, trace, dials, int64(nodes[child].move))
        depth += 1
        path[depth] = child
        path[0] = depth
        if ended(state, payoffs, dials):
            return True
        node = child
        at_end = depth == dials.tree_depth or depth + 1 == len(path)
        if at_end or nodes[node].visits < dials.expand_after:
            return False


@kernel
def back_up(nodes: Nodes, path: Ints, goals: Payoffs) -> None:
    """Add the outcome to the root and to the nodes of the path."""
    nodes[0].visits += 1
    for i in range(1, path[0] + 1):
        node = nodes[path[i]]
        goal = goals[node.chooser]
        node.visits += 1
        node.total += goal
        node.squares += goal * goal


@kernel
def run(
    tree: Tree,
    root: State,
    desk: Desk,
    dials: Dials,
    seed: Word,
    first: int,
    step: int,
    count: int,
    alive: Ints,
) -> None:
    """Play ``count`` worlds: ``first``, ``first + step`` and so on.

    In each of them one iteration for every candidate ``alive``, in the same world, or a single
    one with a candidate of the tree's choice when ``alive`` is empty.
    """
    work, outcome, stream, path, trace = desk.work, desk.outcome, desk.stream, desk.path, desk.trace
    moves, weights, payoffs = desk.moves, desk.weights, desk.payoffs
    values, goals, sides, teams = desk.values, desk.goals, desk.sides, desk.teams
    table, shape, low = desk.table, desk.shape, desk.low
    nodes, control, reach, mast = tree.nodes, tree.control, tree.reach, tree.mast
    sums, squares = tree.sums, tree.squares
    pair_sums, pair_squares = tree.pair_sums, tree.pair_squares
    for i in range(count):
        start_stream(stream, seed, uint64(first + i * step))
        work[1] = root[0]
        redeal(work[1], dials.seat, stream)
        dealt = stream[0]
        for a in range(max(1, len(alive))):
            candidate = alive[a] if len(alive) else int64(-1)
            stream[0] = dealt
            work[0] = work[1]
            trace[0] = 0
            known = descend(
                work[0], nodes, control, reach, moves, weights, stream, path, trace, payoffs, mast,
                dials, candidate,
            )  # fmt: skip
            if not known:
                play_out(work[0], moves, stream, payoffs, trace, mast, dials)
            judge(payoffs, values, goals, sides, teams, table, shape, low, reach, dials)
            back_up(nodes, path, goals)
            outcome[a] = goals[dials.seat]
            played = path[1] - 1
            for seat in range(len(values)):
                sums[played, seat] += values[seat]
                squares[played, seat] += values[seat] * values[seat]
            if dials.playout == MAST:
                for at in range(1, trace[0], 2):
                    seat, slot = trace[at], trace[at + 1] % MAST_SLOTS
                    mast[seat, slot, 0] += goals[seat]
                    mast[seat, slot, 1] += 1.0
        for a in range(len(alive)):
            for b in range(a + 1, len(alive)):
                difference = outcome[a] - outcome[b]
                pair_sums[alive[a], alive[b]] += difference
                pair_squares[alive[a], alive[b]] += difference * difference
