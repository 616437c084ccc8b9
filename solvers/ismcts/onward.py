"""What states are worth when all seats play on by the policy: playouts from states that are given.

Nothing is dealt or chosen here: a state says where every card lies. State ``i`` draws what its
policy rolls from stream (seed, ``numbers[i]``), so states with the same number differ by what they
are and by nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.solvers.ismcts.forest import new_workspaces
from kibitz.solvers.ismcts.options import MatchTable, SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.playout import play_all
from kibitz.solvers.ismcts.tree import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """What a game gives to be played on from: a state for the search, and how it is searched.

    ``candidates``: the moves of the state that are compared, in the order asked for.
    """

    root: State
    setting: Setting
    options: SearchOptions
    table: MatchTable | None
    candidates: Sequence[int] = ()


def played_on(arena: Arena, states: State, seed: int, numbers: Sequence[int] | Ints) -> Reals:
    """What each of ``states`` comes to for each seat when all play on by the policy, one row each.

    ``arena``: says how outcomes are judged; its root is not used. ``states``: as the root, every
    card known. A state that is over is worth what it pays.
    """
    workspaces = new_workspaces(1, arena.setting, arena.table)
    table = np.zeros(0) if arena.table is None else arena.table.values
    values = np.zeros((len(states), arena.setting.seats))
    play_all(
        states,
        states[:1].copy(),
        workspaces,
        np.array(table, np.float64).reshape(-1),
        dials_of(arena.options, 0, tabled=arena.table is not None),
        np.uint64(seed),
        np.array(numbers, np.int64),
        values,
    )
    return values
