"""What games come to when all seats play on by the policy.

They begin in states that say where every card lies, or in deals such as a search draws. Game ``i``
draws its deal and what its policy rolls from stream (seed, number of ``i``), so games with the same
number differ by how they begin and by nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

import numpy as np
from numba import uint64

from kibitz.games.bits import Word
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State, apply, run_turn
from kibitz.games.records import Reals
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.forest import new_workspaces
from kibitz.solvers.ismcts.growing import Pace
from kibitz.solvers.ismcts.iteration import deal
from kibitz.solvers.ismcts.options import Dials, MatchTable, SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.playout import play_all, play_out
from kibitz.solvers.ismcts.tree import Ints

CHUNK_SECONDS: Final = 0.008
CHUNK: Final = 64  # ends between two looks at the clock


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


@kernel
def play_to_ends(
    root: State,
    work: State,
    workspaces: State,
    dials: Dials,
    seed: Word,
    first: int,
    move: int,
    ends: State,
) -> None:
    """Write to ``ends`` how games number ``first`` and on of ``seed`` end after a move.

    ``root``: what the seat to move sees; ``work``: three states to work on.
    """
    workspace = workspaces[0]
    for game in range(len(ends)):
        start_stream(workspace.stream, seed, uint64(first + game))
        deal(root, work, workspace, dials)
        workspace.traced = 0
        apply(work[1], move)
        play_out(work[1], workspace, dials)
        ends[game] = work[1]


def ends_after(arena: Arena, move: int, count: int, seed: int, budget: Budget) -> State:
    """How ``count`` games end after a move of the arena's root, in deals as its search draws them.

    Games of different moves with the same number have the same deal. Raises ``OutOfTime`` as
    :func:`played_on` does.
    """
    options = replace(arena.options, endgame_below=0)
    dials = dials_of(options, int(run_turn(arena.root)), tabled=arena.table is not None)
    workspaces = new_workspaces(1, arena.setting, arena.table)
    work, ends = np.repeat(arena.root, 3), np.repeat(arena.root, count)
    for first in range(0, count, CHUNK):
        if budget.used_up():
            raise OutOfTime
        part = ends[first : first + CHUNK]
        play_to_ends(arena.root, work, workspaces, dials, np.uint64(seed), first, move, part)
    return ends
