"""What one iteration works with: the state being played and scratch arrays, allocated once."""

from typing import Final, NamedTuple

import numpy as np

from games import protocol
from games.chance import Stream
from games.protocol import Moves, Payoffs, State
from heuristics.protocol import Weights
from solvers.ismcts.options import MatchTable, Setting
from solvers.ismcts.tree import Ints, Reals

LONGEST_PATH: Final = 1024


class Desk(NamedTuple):
    """Scratch of one tree.

    ``work``: the state played on and, second, the world as dealt. ``path``: its length, then the
    nodes chosen below the root. ``trace``: its length, then seat and move of every move since the
    root (MAST). ``payoffs`` are the game's, ``values`` the utilities and ``goals`` what each seat
    strives for. ``outcome``: the observer's goal by candidate, in this world. ``teams``: team of
    each seat. ``table, shape, low``: the match table, flat and empty without one, its axes, and its
    lows with its step last.
    """

    work: State
    stream: Stream
    moves: Moves
    weights: Weights
    path: Ints
    trace: Ints
    payoffs: Payoffs
    values: Payoffs
    goals: Payoffs
    outcome: Reals
    teams: Ints
    sides: Reals
    table: Reals
    shape: Ints
    low: Reals


def new_desk(root: State, setting: Setting, candidates: int, table: MatchTable | None) -> Desk:
    """A desk for searches from ``root``; raises ``ValueError`` for a table of another shape."""
    seats, teams = setting.seats, setting.team_of()
    sides = int(teams.max()) + 1
    values, low = np.zeros(0), np.ones(sides + 1)
    shape = np.zeros(sides, np.int64)
    if table is not None:
        if len(table.low) != sides or table.values.ndim != sides + 1:
            raise ValueError(f"the match table does not have one axis for each of {sides} sides")
        if table.values.shape[-1] != seats or not table.step > 0 or not table.values.size:
            raise ValueError("the match table has no utility for each seat, or no step")
        values = np.ascontiguousarray(table.values, np.float64).reshape(-1)
        shape[:] = table.values.shape[:-1]
        low[:] = [*table.low, table.step]
    moves_left = int(protocol.run_horizon(root))
    return Desk(
        work=np.concatenate([root, root]),
        stream=np.zeros(1, np.uint64),
        moves=np.zeros(setting.max_moves, np.int64),
        weights=np.zeros(setting.max_moves),
        path=np.zeros(LONGEST_PATH, np.int64),
        trace=np.zeros(1 + 2 * max(moves_left, 64), np.int64),
        payoffs=np.zeros(seats),
        values=np.zeros(seats),
        goals=np.zeros(seats),
        outcome=np.zeros(candidates),
        teams=teams,
        sides=np.zeros(sides),
        table=values,
        shape=shape,
        low=low,
    )
