"""The end of an iteration: playing on below the tree, and what that is worth to each seat."""

from typing import Any

import numpy as np
from numba import int64

from games.chance import Stream, fraction
from games.kernel import kernel
from games.protocol import (
    Moves,
    Payoffs,
    apply,
    horizon,
    legal,
    over,
    payoff,
    random_move,
    turn,
)
from heuristics.protocol import endgame, playout_move
from solvers.ismcts.options import MAST, MAX_N, PARANOID, RANDOM, TEAM, Dials
from solvers.ismcts.tree import MAST_SLOTS, Ints, Reals


@kernel
def best_average(mast: Reals, moves: Moves, count: int, seat: int) -> int:
    """The legal move whose average over earlier playouts is best for ``seat``, new ones first."""
    best = moves[0]
    best_mean = -np.inf
    for i in range(count):
        slot = moves[i] % MAST_SLOTS
        games = mast[seat, slot, 1]
        mean = mast[seat, slot, 0] / games if games > 0 else np.inf
        if mean > best_mean:
            best, best_mean = moves[i], mean
    return best


@kernel
def policy_move(state: Any, moves: Moves, stream: Stream, mast: Reals, dials: Dials) -> int:
    """The move that the playout plays in ``state``."""
    if dials.playout == RANDOM:
        return random_move(state, moves, stream)
    count = legal(state, moves)
    if dials.playout == MAST and fraction(stream) < dials.mast_share:
        return best_average(mast, moves, count, turn(state))
    return playout_move(state, moves, count, stream)


@kernel
def play_move(state: Any, trace: Ints, dials: Dials, move: int) -> None:
    """Play a move; with MAST, note it down."""
    if dials.playout == MAST:
        at = trace[0]
        if at + 2 < len(trace):
            trace[at + 1] = turn(state)
            trace[at + 2] = move
            trace[0] = at + 2
    apply(state, move)


@kernel
def ended(state: Any, payoffs: Payoffs, dials: Dials) -> bool:
    """Whether the game is over or its exact endgame tells the payoffs; then they are written."""
    if over(state):
        payoff(state, payoffs)
        return True
    if dials.endgame_below > 0 and horizon(state) <= dials.endgame_below:
        return endgame(state, payoffs)
    return False


@kernel
def play_out(
    state: Any,
    moves: Moves,
    stream: Stream,
    payoffs: Payoffs,
    trace: Ints,
    mast: Reals,
    dials: Dials,
) -> None:
    """Play on until :func:`ended`.

    The arrays are passed one by one: to pass a tuple of them costs more than to play a move.
    """
    while not ended(state, payoffs, dials):
        play_move(state, trace, dials, policy_move(state, moves, stream, mast, dials))


@kernel
def look_up(
    payoffs: Payoffs,
    values: Payoffs,
    sides: Reals,
    teams: Ints,
    table: Reals,
    shape: Ints,
    low: Reals,
) -> None:
    """Write the utilities of the payoffs by the match table."""
    seats = len(payoffs)
    sides[:] = 0.0
    for seat in range(seats):
        sides[teams[seat]] += payoffs[seat]
    place = int64(0)
    for side in range(len(sides)):
        at = int64(np.floor((sides[side] - low[side]) / low[len(sides)] + 1e-9))
        place = place * shape[side] + min(max(at, 0), shape[side] - 1)
    for seat in range(seats):
        values[seat] = table[place * seats + seat]


@kernel
def judge(
    payoffs: Payoffs,
    values: Payoffs,
    goals: Payoffs,
    sides: Reals,
    teams: Ints,
    table: Reals,
    shape: Ints,
    low: Reals,
    reach: Reals,
    dials: Dials,
) -> None:
    """From the payoffs write utilities and goals, and widen the reach of the goals."""
    seats = len(payoffs)
    if len(table):
        look_up(payoffs, values, sides, teams, table, shape, low)
    else:
        for seat in range(seats):
            values[seat] = payoffs[seat]
    if dials.backup != MAX_N:
        for side in range(len(sides)):
            sides[side] = 0.0
        for seat in range(seats):
            sides[teams[seat]] += values[seat]
    own = teams[dials.seat]
    for seat in range(seats):
        goal = values[seat]
        if dials.backup == TEAM:
            goal = sides[teams[seat]]
        elif dials.backup == PARANOID:
            goal = sides[own] if teams[seat] == own else -sides[own]
        goals[seat] = goal
        reach[0, seat] = min(reach[0, seat], goal)
        reach[1, seat] = max(reach[1, seat], goal)
