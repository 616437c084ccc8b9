"""What states are worth when all seats play on by the policy: playouts from states that are given.

Nothing is dealt or chosen here: a state says where every card lies. State ``i`` draws what its
policy rolls from stream (seed, ``numbers[i]``), so states with the same number differ by what they
are and by nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.forest import new_workspaces
from kibitz.solvers.ismcts.growing import Pace
from kibitz.solvers.ismcts.options import MatchTable, SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.playout import play_all
from kibitz.solvers.ismcts.tree import Ints

CHUNK_SECONDS: Final = 0.008


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


class OutOfTime(Exception):
    """There is no time left to play states on, or nobody waits for it any more."""


def played_on(
    arena: Arena, states: State, seed: int, numbers: Sequence[int] | Ints, budget: Budget
) -> Reals:
    """What each of ``states`` comes to for each seat when all play on by the policy, one row each.

    ``arena``: says how outcomes are judged; its root is not used. ``states``: as the root, every
    card known. A state that is over is worth what it pays. Raises ``OutOfTime`` when
    the time for all that the ``budget`` is of is used up before the last one, or its flag is set.
    """
    workspaces = new_workspaces(1, arena.setting, arena.table)
    table = np.array(np.zeros(0) if arena.table is None else arena.table.values, np.float64)
    dials = dials_of(arena.options, 0, tabled=arena.table is not None)
    values = np.zeros((len(states), arena.setting.seats))
    work, streams = states[:1].copy(), np.array(numbers, np.int64)
    done, pace = 0, Pace()
    while done < len(states):
        if budget.used_up():
            raise OutOfTime
        now = slice(done, min(len(states), done + pace.turns(1, CHUNK_SECONDS)))
        began = perf_counter()
        play_all(
            *(states[now], work, workspaces, table.reshape(-1), dials, np.uint64(seed)),
            *(streams[now], values[now]),
        )
        pace.took(now.stop - done, perf_counter() - began)
        done = now.stop
    return values
