"""Which child of a node is tried next: UCB1, UCB1-Tuned or PUCT over what is legal in this world.

Below the root every legal move may be tried, at the root the candidates only. Legal moves that have
a child are counted as seen there.
"""

from typing import Final

import numpy as np
from numba import float64, int64

from kibitz.games.chance import pick
from kibitz.games.kernel import kernel
from kibitz.games.protocol import legal
from kibitz.games.records import Reals, Record
from kibitz.heuristics.protocol import prior
from kibitz.solvers.ismcts.options import PUCT, TUNED, Dials
from kibitz.solvers.ismcts.tree import Nodes, Workspace, add_child, child_for

LOGS: Final = np.log(np.maximum(np.arange(1 << 12), 1))  # of the counts that most nodes have
EVEN: Final = 0.5


@kernel
def log_of(count: int) -> float:
    """The natural logarithm of a count of at least 1."""
    return LOGS[count] if count < len(LOGS) else np.log(float64(count))


@kernel
def scale_of(workspace: Workspace, seat: int) -> float:
    """What maps the goals of ``seat`` seen so far to a range of 1; 0 while all were the same."""
    span = workspace.high[seat] - workspace.low[seat]
    return 1.0 / span if span > 0 else 0.0


@kernel
def upper_bound(
    visits: int, seen: int, total: float, squares: float, low: float, scale: float, dials: Dials
) -> float:
    """The score of a visited child by UCB1 or UCB1-Tuned, counting from when it was legal.

    Goals are scaled to ``(goal - low) * scale``.
    """
    once = 1.0 / visits
    mean = total * once
    share = log_of(seen) * once
    if dials.selection == TUNED:
        variance = max(0.0, squares * once - mean * mean) * scale * scale
        share *= min(0.25, variance + np.sqrt(2.0 * share))
    return (mean - low) * scale + dials.exploration * np.sqrt(share)


@kernel
def by_bound(
    nodes: Nodes,
    squares: Reals,
    workspace: Workspace,
    count: int,
    node: int,
    seat: int,
    dials: Dials,
) -> int:
    """Select by UCB among the first ``count`` of the moves; untried ones come first, at random."""
    tuned = dials.selection == TUNED
    low, scale = workspace.low[seat], scale_of(workspace, seat)
    before, child = int64(0), int64(nodes[node].first)
    best, untried = int64(0), 0
    best_score = -np.inf
    for i in range(count):
        move = workspace.moves[i]
        while child and nodes[child].move < move:
            before = child
            child = int64(nodes[child].following)
        if child and nodes[child].move == move:
            at = nodes[child]
            seen, visits = int64(at.seen) + 1, int64(at.visits)
            at.seen = seen
            if visits == 0:
                workspace.untried[untried, 0] = -1
                workspace.untried[untried, 1] = child
                untried += 1
            elif untried == 0:
                square = squares[child] if tuned else 0.0
                score = upper_bound(visits, seen, at.total, square, low, scale, dials)
                if score > best_score:
                    best, best_score = child, score
        elif node > 0:
            workspace.untried[untried, 0] = i
            workspace.untried[untried, 1] = before
            untried += 1
    if untried == 0:
        return best
    if node > 0 and workspace.used == len(nodes):
        workspace.full = 1
        return 0
    one = pick(workspace.stream, untried)
    number, place = workspace.untried[one, 0], workspace.untried[one, 1]
    if number < 0:
        return place
    made = add_child(nodes, workspace, node, place, workspace.moves[number], seat)
    nodes[made].seen = 1
    return made


@kernel
def by_prior(
    nodes: Nodes,
    workspace: Workspace,
    count: int,
    node: int,
    state: Record,
    seat: int,
    dials: Dials,
) -> int:
    """Select by PUCT among the first ``count`` of the moves.

    A move not yet tried is taken to be worth the mean of those that were.
    """
    moves, weights = workspace.moves, workspace.weights
    low, scale = workspace.low[seat], scale_of(workspace, seat)
    prior(state, moves, count, weights)
    total = 0.0
    for i in range(count):
        total += weights[i]
    for i in range(count):
        weights[i] = weights[i] / total if total > 0 else 1.0 / count
    pull = dials.exploration * np.sqrt(float64(max(nodes[node].visits, 1)))
    child = int64(nodes[node].first)
    best, untried, tried = int64(0), -1, 0
    best_score, sum_worth = -np.inf, 0.0
    for i in range(count):
        move = moves[i]
        while child and nodes[child].move < move:
            child = int64(nodes[child].following)
        known = child and nodes[child].move == move
        if known:
            nodes[child].seen += 1
        if known and nodes[child].visits > 0:
            visits = int64(nodes[child].visits)
            mean = (nodes[child].total / visits - low) * scale
            sum_worth += mean * visits
            tried += visits
            score = mean + pull * weights[i] / (1.0 + visits)
            if score > best_score:
                best, best_score = child, score
        elif (known or node > 0) and (untried < 0 or weights[i] > weights[untried]):
            untried = i
    guess = sum_worth / tried if tried else EVEN
    if untried < 0 or guess + pull * weights[untried] <= best_score:
        return best
    made = child_for(nodes, workspace, node, moves[untried], seat)
    if made:
        nodes[made].seen = max(nodes[made].seen, 1)
    return made


@kernel
def choose(
    nodes: Nodes,
    squares: Reals,
    workspace: Workspace,
    node: int,
    state: Record,
    seat: int,
    dials: Dials,
) -> int:
    """The child of ``node`` to try next in this world, made if need be; 0 when there is no room.

    ``squares``: what ``total`` is a sum of, squared; by node, for UCB1-Tuned only.
    """
    count = legal(state, workspace.moves)
    if dials.selection == PUCT:
        return by_prior(nodes, workspace, count, node, state, seat, dials)
    return by_bound(nodes, squares, workspace, count, node, seat, dials)
