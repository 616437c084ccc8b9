"""Which child of a node is tried next: UCB1, UCB1-Tuned or PUCT over what is legal in this world."""

from typing import Any, Final

import numpy as np
from numba import float64, int64

from games.chance import pick
from games.kernel import kernel
from games.protocol import legal
from heuristics.protocol import prior
from solvers.ismcts.desk import Desk
from solvers.ismcts.options import PUCT, TUNED, Dials
from solvers.ismcts.tree import FULL, USED, Tree, child_for

LOGS: Final = np.log(np.maximum(np.arange(1 << 12), 1))  # what most nodes need
EVEN: Final = 0.5


@kernel
def log_of(count: int) -> float:
    """The natural logarithm of a count of at least 1."""
    return LOGS[count] if count < len(LOGS) else np.log(float64(count))


@kernel
def worth(tree: Tree, child: int) -> float:
    """The mean of a visited child for its chooser, scaled to 0 … 1 by what that seat has seen."""
    node = tree.nodes[child]
    low = tree.reach[0, node.chooser]
    span = tree.reach[1, node.chooser] - low
    return (node.total / node.visits - low) / span if span > 0 else EVEN


@kernel
def upper_bound(tree: Tree, child: int, dials: Dials) -> float:
    """The score of a visited child by UCB1 or UCB1-Tuned, counting from when it was legal."""
    node = tree.nodes[child]
    visits = float64(node.visits)
    share = log_of(int64(node.seen)) / visits
    if dials.selection == TUNED:
        seat = node.chooser
        span = tree.reach[1, seat] - tree.reach[0, seat]
        spread = np.sqrt(2.0 * share)
        if span > 0:
            mean = node.total / visits
            spread += max(0.0, node.squares / visits - mean * mean) / (span * span)
        share *= min(0.25, spread)
    return worth(tree, child) + dials.exploration * np.sqrt(share)


@kernel
def by_bound(tree: Tree, node: int, desk: Desk, count: int, seat: int, dials: Dials) -> int:
    """Select by UCB among the first ``count`` of the legal moves; see :func:`choose`."""
    nodes = tree.nodes
    child = int64(nodes[node].first)
    best, untried = int64(0), 0
    best_score = -np.inf
    for i in range(count):
        move = desk.moves[i]
        while child and nodes[child].move < move:
            child = int64(nodes[child].following)
        if child and nodes[child].move == move:
            nodes[child].seen += 1
            if nodes[child].visits == 0:
                untried += 1
            elif untried == 0:
                score = upper_bound(tree, child, dials)
                if score > best_score:
                    best, best_score = child, score
        elif node > 0:
            untried += 1
    if untried == 0:
        return best
    if node > 0 and tree.control[USED] == len(nodes):
        tree.control[FULL] = 1
        return 0
    wanted = pick(desk.stream, untried)
    child = int64(nodes[node].first)
    for i in range(count):
        move = desk.moves[i]
        while child and nodes[child].move < move:
            child = int64(nodes[child].following)
        known = child and nodes[child].move == move
        if nodes[child].visits == 0 if known else node > 0:
            if wanted == 0:
                made = child if known else child_for(tree, node, move, seat)
                nodes[made].seen = max(nodes[made].seen, 1)
                return made
            wanted -= 1
    return 0


@kernel
def by_prior(
    tree: Tree, node: int, state: Any, desk: Desk, count: int, seat: int, dials: Dials
) -> int:
    """Select by PUCT among the first ``count`` of the legal moves; see :func:`choose`.

    A move not yet tried is taken to be worth the mean of those that were.
    """
    nodes, weights = tree.nodes, desk.weights
    prior(state, desk.moves, count, weights)
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
        move = desk.moves[i]
        while child and nodes[child].move < move:
            child = int64(nodes[child].following)
        known = child and nodes[child].move == move
        if known:
            nodes[child].seen += 1
        if known and nodes[child].visits > 0:
            mean, visits = worth(tree, child), int64(nodes[child].visits)
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
    made = child_for(tree, node, desk.moves[untried], seat)
    if made:
        nodes[made].seen = max(nodes[made].seen, 1)
    return made


@kernel
def choose(tree: Tree, node: int, state: Any, desk: Desk, seat: int, dials: Dials) -> int:
    """The child of ``node`` to try next in this world, made if need be; 0 when there is no room.

    Below the root every legal move may be tried, at the root the candidates only. What is legal
    is counted as seen.
    """
    count = legal(state, desk.moves)
    if dials.selection == PUCT:
        return by_prior(tree, node, state, desk, count, seat, dials)
    return by_bound(tree, node, desk, count, seat, dials)
