"""What one tree works with, besides its nodes: scratch and sums in one record, allocated once.

A record and not a tuple of arrays, because a kernel counts the references of every array that it
passes on, and in an iteration of two microseconds that is most of the time.
"""

from typing import Annotated, Final

import numpy as np

from kibitz.games.protocol import State
from kibitz.games.records import Int64, Int64s, Real, Reals, Record, UInt64s, dtype_of
from kibitz.solvers.ismcts.options import MatchTable, Setting

LONGEST_PATH: Final = 256
LONGEST_TRACE: Final = 512
MAST_SLOTS: Final = 1024  # moves whose numbers differ by a multiple of it share an average


class Desk(Record):
    """What one tree works with.

    Of a tree: ``used`` nodes; ``full``, whether one was wanted when there was no room; ``low`` and
    ``high``, the goals seen so far by seat; ``goal_squares`` of the observer by candidate; ``sums``
    and ``squares`` of utilities, candidate by seat; ``averages``, sum and count of goals by seat
    and move (MAST).

    Of an iteration: the random ``stream``; legal ``moves`` and their ``weights``; of ``untried``
    ones the place among ``moves`` and the child to come before, or -1 and the child there is;
    ``path``, the ``depth`` nodes chosen below the root; ``traced`` moves with their seats (MAST).
    ``payoffs`` are the game's, ``values`` the utilities, ``goals`` what each seat strives for,
    ``sides`` sums over teams. ``outcome``: the observer's goal by candidate, in this world.

    Fixed: ``teams``, the team of each seat; ``shape``, ``base`` and ``step`` of the match table.
    """

    used: Int64
    full: Int64
    depth: Int64
    traced: Int64
    step: Real
    stream: Annotated[UInt64s, 1]
    payoffs: Annotated[Reals, "seats"]
    values: Annotated[Reals, "seats"]
    goals: Annotated[Reals, "seats"]
    low: Annotated[Reals, "seats"]
    high: Annotated[Reals, "seats"]
    teams: Annotated[Int64s, "seats"]
    sides: Annotated[Reals, "seats"]
    shape: Annotated[Int64s, "seats"]
    base: Annotated[Reals, "seats"]
    path: Annotated[Int64s, LONGEST_PATH]
    moves: Annotated[Int64s, "moves"]
    untried: Annotated[Int64s, "moves", 2]
    weights: Annotated[Reals, "moves"]
    outcome: Annotated[Reals, "moves"]
    goal_squares: Annotated[Reals, "moves"]
    sums: Annotated[Reals, "moves", "seats"]
    squares: Annotated[Reals, "moves", "seats"]
    trace: Annotated[Int64s, LONGEST_TRACE, 2]
    averages: Annotated[Reals, "seats", MAST_SLOTS, 2]


def desk_type(setting: Setting) -> np.dtype[np.void]:
    """The record for a game."""
    return dtype_of(Desk, seats=setting.seats, moves=setting.max_moves)


def new_desks(count: int, setting: Setting, table: MatchTable | None) -> State:
    """A desk for each of ``count`` trees; raises ``ValueError`` for a table of another shape."""
    desks = np.zeros(count, desk_type(setting))
    teams = setting.team_of()
    desks["teams"] = teams
    desks["low"], desks["high"] = np.inf, -np.inf
    if table is not None:
        axes = int(teams.max()) + 1
        if len(table.low) != axes or table.values.ndim != axes + 1:
            raise ValueError(f"the match table does not have one axis for each of {axes} teams")
        if table.values.shape[-1] != setting.seats or not table.values.size or not table.step > 0:
            raise ValueError("the match table has no utility for each seat, or no step")
        desks["shape"][:, :axes] = table.values.shape[:-1]
        desks["base"][:, :axes] = table.low
        desks["step"] = table.step
    return desks
