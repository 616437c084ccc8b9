"""The end of an iteration: playing on below the tree, and what the outcome is worth to each seat."""

from typing import Any

import numpy as np
from numba import int64

from games.chance import fraction
from games.kernel import kernel
from games.protocol import apply, horizon, legal, over, payoff, random_move, turn
from heuristics.protocol import endgame, playout_move
from solvers.ismcts.desk import Desk
from solvers.ismcts.options import MAST, PARANOID, RANDOM, TEAM, Dials
from solvers.ismcts.tree import MAST_SLOTS, TRACE, Tree


@kernel
def best_average(tree: Tree, desk: Desk, count: int, seat: int) -> int:
    """The legal move whose average over earlier playouts is best for ``seat``, new ones first."""
    best = desk.moves[0]
    best_mean = -np.inf
    for i in range(count):
        slot = desk.moves[i] % MAST_SLOTS
        games = tree.mast[seat, slot, 1]
        mean = tree.mast[seat, slot, 0] / games if games > 0 else np.inf
        if mean > best_mean:
            best, best_mean = desk.moves[i], mean
    return best


@kernel
def policy_move(tree: Tree, state: Any, desk: Desk, dials: Dials) -> int:
    """The move that the playout plays in ``state``."""
    if dials.playout == RANDOM:
        return random_move(state, desk.moves, desk.stream)
    count = legal(state, desk.moves)
    if dials.playout == MAST and fraction(desk.stream) < dials.mast_share:
        return best_average(tree, desk, count, turn(state))
    return playout_move(state, desk.moves, count, desk.stream)


@kernel
def play_move(tree: Tree, state: Any, desk: Desk, dials: Dials, move: int) -> None:
    """Play a move; with MAST, note it down."""
    if dials.playout == MAST:
        at = tree.control[TRACE]
        if at + 1 < len(desk.trace):
            desk.trace[at] = turn(state)
            desk.trace[at + 1] = move
            tree.control[TRACE] = at + 2
    apply(state, move)


@kernel
def ended(state: Any, desk: Desk, dials: Dials) -> bool:
    """Whether the game is over or its exact endgame tells the payoffs; then they are written."""
    if over(state):
        payoff(state, desk.payoffs)
        return True
    if dials.endgame_below > 0 and horizon(state) <= dials.endgame_below:
        return endgame(state, desk.payoffs)
    return False


@kernel
def play_out(tree: Tree, state: Any, desk: Desk, dials: Dials) -> None:
    """Play on until :func:`ended`."""
    while not ended(state, desk, dials):
        play_move(tree, state, desk, dials, policy_move(tree, state, desk, dials))


@kernel
def look_up(desk: Desk) -> None:
    """Write the utilities of the payoffs by the match table."""
    seats = len(desk.payoffs)
    desk.sides[:] = 0.0
    for seat in range(seats):
        desk.sides[desk.teams[seat]] += desk.payoffs[seat]
    place = 0
    for side in range(len(desk.sides)):
        at = int64(np.floor((desk.sides[side] - desk.low[side]) / desk.step[0] + 1e-9))
        place = place * desk.shape[side] + min(max(at, 0), desk.shape[side] - 1)
    for seat in range(seats):
        desk.values[seat] = desk.table[place * seats + seat]


@kernel
def judge(tree: Tree, desk: Desk, dials: Dials) -> None:
    """From the payoffs write utilities and goals, and widen the reach of the goals."""
    seats = len(desk.payoffs)
    if len(desk.table):
        look_up(desk)
    else:
        for seat in range(seats):
            desk.values[seat] = desk.payoffs[seat]
    if dials.backup == PARANOID or dials.backup == TEAM:
        desk.sides[:] = 0.0
        for seat in range(seats):
            desk.sides[desk.teams[seat]] += desk.values[seat]
    own = desk.teams[dials.seat]
    for seat in range(seats):
        goal = desk.values[seat]
        if dials.backup == TEAM:
            goal = desk.sides[desk.teams[seat]]
        elif dials.backup == PARANOID:
            goal = desk.sides[own] if desk.teams[seat] == own else -desk.sides[own]
        desk.goals[seat] = goal
        tree.reach[0, seat] = min(tree.reach[0, seat], goal)
        tree.reach[1, seat] = max(tree.reach[1, seat], goal)
