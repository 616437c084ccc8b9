"""The end of an iteration: playing on below the tree, and what that is worth to each seat."""

import numpy as np
from numba import int64

from kibitz.games.chance import Word, fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State, apply, horizon, legal, over, payoff, random_move, turn
from kibitz.games.records import Reals, Record
from kibitz.heuristics.protocol import endgame, match_worth, play_on, playout_move
from kibitz.solvers.ismcts.options import MAST, MAX_N, PARANOID, POLICY, RANDOM, TEAM, Dials
from kibitz.solvers.ismcts.tree import LONGEST_TRACE, MAST_SLOTS, Ints, Workspace


@kernel
def best_average(workspace: Workspace, count: int, seat: int) -> int:
    """The legal move whose average over earlier playouts is best for ``seat``, new ones first."""
    best = workspace.moves[0]
    best_mean = -np.inf
    for i in range(count):
        slot = workspace.moves[i] % MAST_SLOTS
        games = workspace.averages[seat, slot, 1]
        mean = workspace.averages[seat, slot, 0] / games if games > 0 else np.inf
        if mean > best_mean:
            best, best_mean = workspace.moves[i], mean
    return best


@kernel
def policy_move(state: Record, workspace: Workspace, dials: Dials) -> int:
    """The move that the playout plays in ``state``."""
    if dials.playout == RANDOM:
        return random_move(state, workspace.moves, workspace.stream)
    count = legal(state, workspace.moves)
    if dials.playout == MAST and fraction(workspace.stream) < dials.mast_share:
        return best_average(workspace, count, turn(state))
    return playout_move(state, workspace.moves, count, workspace.stream)


@kernel
def play_move(state: Record, workspace: Workspace, dials: Dials, move: int) -> None:
    """Play a move; with MAST, note it down."""
    if dials.playout == MAST and workspace.traced < LONGEST_TRACE:
        workspace.trace[workspace.traced, 0] = turn(state)
        workspace.trace[workspace.traced, 1] = move
        workspace.traced += 1
    apply(state, move)


@kernel
def ended(state: Record, workspace: Workspace, dials: Dials) -> bool:
    """Whether the game is over or its exact endgame tells the payoffs; then they are written."""
    if over(state):
        payoff(state, workspace.payoffs)
        return True
    if dials.endgame_below > 0 and horizon(state) <= dials.endgame_below:
        return endgame(state, workspace.payoffs)
    return False


@kernel
def play_out(state: Record, workspace: Workspace, dials: Dials) -> None:
    """Play on until :func:`ended`."""
    if dials.playout == POLICY and dials.endgame_below == 0:
        play_on(state, workspace.moves, workspace.stream)
    while not ended(state, workspace, dials):
        play_move(state, workspace, dials, policy_move(state, workspace, dials))


@kernel
def add_sides(workspace: Workspace, amounts: Reals) -> None:
    """Write to ``sides`` what each team has of ``amounts``, by seat."""
    for side in range(len(workspace.sides)):
        workspace.sides[side] = 0.0
    for seat in range(len(amounts)):
        workspace.sides[workspace.teams[seat]] += amounts[seat]


@kernel
def look_up(workspace: Workspace, table: Reals) -> None:
    """Write the utilities of the payoffs by the match table."""
    seats = len(workspace.payoffs)
    add_sides(workspace, workspace.payoffs)
    place = int64(0)
    for side in range(seats):
        if workspace.shape[side]:
            at = int64(
                np.floor((workspace.sides[side] - workspace.base[side]) / workspace.step + 1e-9)
            )
            place = place * workspace.shape[side] + min(max(at, 0), workspace.shape[side] - 1)
    for seat in range(seats):
        workspace.values[seat] = table[place * seats + seat]


@kernel
def judge(state: Record, workspace: Workspace, table: Reals, dials: Dials) -> None:
    """From the payoffs write utilities and goals, and note how far goals reach.

    ``table``: the values of the match table, flat; empty where utilities are the payoffs.
    """
    seats = len(workspace.payoffs)
    if len(table):
        look_up(workspace, table)
    elif dials.asks_worth:
        match_worth(state, workspace.payoffs, workspace.values)
    else:
        for seat in range(seats):
            workspace.values[seat] = workspace.payoffs[seat]
    if dials.backup != MAX_N:
        add_sides(workspace, workspace.values)
    own = workspace.teams[dials.seat]
    for seat in range(seats):
        goal = workspace.values[seat]
        if dials.backup == TEAM:
            goal = workspace.sides[workspace.teams[seat]]
        elif dials.backup == PARANOID:
            goal = workspace.sides[own] if workspace.teams[seat] == own else -workspace.sides[own]
        workspace.goals[seat] = goal
        workspace.low[seat] = min(workspace.low[seat], goal)
        workspace.high[seat] = max(workspace.high[seat], goal)


@kernel
def play_all(
    states: State,
    work: State,
    workspaces: State,
    table: Reals,
    dials: Dials,
    seed: Word,
    numbers: Ints,
    values: Reals,
) -> None:
    """Play every state to its end; write to a row of ``values`` what it is worth to each seat."""
    workspace = workspaces[0]
    for i in range(len(numbers)):
        start_stream(workspace.stream, seed, np.uint64(numbers[i]))
        work[0] = states[i]
        workspace.traced = 0
        play_out(work[0], workspace, dials)
        judge(work[0], workspace, table, dials)
        for seat in range(values.shape[1]):
            values[i, seat] = workspace.values[seat]
