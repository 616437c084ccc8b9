"""The end of an iteration: playing on below the tree, and what that is worth to each seat."""

import numpy as np
from numba import int64

from kibitz.games.chance import fraction
from kibitz.games.kernel import kernel
from kibitz.games.protocol import apply, horizon, legal, over, payoff, random_move, turn
from kibitz.games.records import Record
from kibitz.heuristics.protocol import endgame, match_worth, playout_move
from kibitz.solvers.ismcts.desk import LONGEST_TRACE, MAST_SLOTS, Desk
from kibitz.solvers.ismcts.options import MAST, MAX_N, PARANOID, RANDOM, TEAM, Dials
from kibitz.solvers.ismcts.tree import Reals


@kernel
def best_average(desk: Desk, count: int, seat: int) -> int:
    """The legal move whose average over earlier playouts is best for ``seat``, new ones first."""
    best = desk.moves[0]
    best_mean = -np.inf
    for i in range(count):
        slot = desk.moves[i] % MAST_SLOTS
        games = desk.averages[seat, slot, 1]
        mean = desk.averages[seat, slot, 0] / games if games > 0 else np.inf
        if mean > best_mean:
            best, best_mean = desk.moves[i], mean
    return best


@kernel
def policy_move(state: Record, desk: Desk, dials: Dials) -> int:
    """The move that the playout plays in ``state``."""
    if dials.playout == RANDOM:
        return random_move(state, desk.moves, desk.stream)
    count = legal(state, desk.moves)
    if dials.playout == MAST and fraction(desk.stream) < dials.mast_share:
        return best_average(desk, count, turn(state))
    return playout_move(state, desk.moves, count, desk.stream)


@kernel
def play_move(state: Record, desk: Desk, dials: Dials, move: int) -> None:
    """Play a move; with MAST, note it down."""
    if dials.playout == MAST and desk.traced < LONGEST_TRACE:
        desk.trace[desk.traced, 0] = turn(state)
        desk.trace[desk.traced, 1] = move
        desk.traced += 1
    apply(state, move)


@kernel
def ended(state: Record, desk: Desk, dials: Dials) -> bool:
    """Whether the game is over or its exact endgame tells the payoffs; then they are written."""
    if over(state):
        payoff(state, desk.payoffs)
        return True
    if dials.endgame_below > 0 and horizon(state) <= dials.endgame_below:
        return endgame(state, desk.payoffs)
    return False


@kernel
def play_out(state: Record, desk: Desk, dials: Dials) -> None:
    """Play on until :func:`ended`."""
    while not ended(state, desk, dials):
        play_move(state, desk, dials, policy_move(state, desk, dials))


@kernel
def add_sides(desk: Desk, amounts: Reals) -> None:
    """Write to ``sides`` what each team has of ``amounts``, by seat."""
    for side in range(len(desk.sides)):
        desk.sides[side] = 0.0
    for seat in range(len(amounts)):
        desk.sides[desk.teams[seat]] += amounts[seat]


@kernel
def look_up(desk: Desk, table: Reals) -> None:
    """Write the utilities of the payoffs by the match table."""
    seats = len(desk.payoffs)
    add_sides(desk, desk.payoffs)
    place = int64(0)
    for side in range(seats):
        if desk.shape[side]:
            at = int64(np.floor((desk.sides[side] - desk.base[side]) / desk.step + 1e-9))
            place = place * desk.shape[side] + min(max(at, 0), desk.shape[side] - 1)
    for seat in range(seats):
        desk.values[seat] = table[place * seats + seat]


@kernel
def judge(state: Record, desk: Desk, table: Reals, dials: Dials) -> None:
    """From the payoffs write utilities and goals, and note how far goals reach.

    ``table``: the values of the match table, flat; empty where utilities are the payoffs.
    """
    seats = len(desk.payoffs)
    if len(table):
        look_up(desk, table)
    elif dials.asks_worth:
        match_worth(state, desk.payoffs, desk.values)
    else:
        for seat in range(seats):
            desk.values[seat] = desk.payoffs[seat]
    if dials.backup != MAX_N:
        add_sides(desk, desk.values)
    own = desk.teams[dials.seat]
    for seat in range(seats):
        goal = desk.values[seat]
        if dials.backup == TEAM:
            goal = desk.sides[desk.teams[seat]]
        elif dials.backup == PARANOID:
            goal = desk.sides[own] if desk.teams[seat] == own else -desk.sides[own]
        desk.goals[seat] = goal
        desk.low[seat] = min(desk.low[seat], goal)
        desk.high[seat] = max(desk.high[seat], goal)
