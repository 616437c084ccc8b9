"""Which moves of K'nack a search compares: groups of moves that come to the same game.

Moves are *the same* when they lead to the same game: cards of one kind, laid so that the fields
have the same future (`solvers.knack.futures`). One of them is searched for all. Moves are
*alike* when they open and close the same cells for the same kinds, wherever these cells lie; so
are those that differ by a K'nack! that is due. Judgement orders the groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knack.judgement import (
    FEATURES,
    Reals,
    look,
    new_sight,
    weights_for,
    worth,
)
from kibitz.solvers.knack.futures import cards_to_come, kinds_to_come, new_drawing
from kibitz.solvers.knack.grouping import Words, write_keys

WORTH_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that lead to the same game, ascending; the first of them is searched.

    ``worth``: how judgement likes it. ``like``: the likeliest move that it is alike, which another
    group has, None for those that are first themselves.
    """

    moves: tuple[int, ...]
    worth: float
    like: int | None


@kernel
def _describe(state: State, moves: Moves, same: Words, alike: Words, worths: Reals) -> None:
    """Write for each of some legal moves the keys of those same and alike, and its worth."""
    record = state[0]
    kinds, reach = kinds_to_come(record), cards_to_come(record) - 1
    cells, signs = new_drawing()
    sight, features = new_sight(), np.empty(FEATURES)
    look(record, sight[0])
    count = len(moves)
    write_keys(record, sight[0].room, moves, count, kinds, reach, cells, signs, alike, same)
    for i in range(count):
        worths[i] = worth(record, sight[0], moves[i], features, weights_for(record))


def grouped(view: State, moves: Sequence[int], *, apart: bool = False) -> list[Group]:
    """The groups of some legal moves of what a seat sees, those first that are like no other.

    Every move is in one. With ``apart`` no group is like another.
    """
    same, alike = np.zeros((2, len(moves)), np.uint64)
    worths = np.zeros(len(moves))
    ascending = np.array(sorted(moves), np.int64)
    _describe(view.copy(), ascending, same, alike, worths)
    members: dict[int, list[int]] = {}
    for i, key in enumerate(same):
        members.setdefault(int(key), []).append(i)
    rows = sorted(members.values(), key=lambda row: (-round(worths[row[0]], WORTH_DIGITS), row[0]))
    first: dict[int, int] = {}
    legal = set(moves)
    leaders: list[Group] = []
    others: list[Group] = []
    for row in rows:
        name, key = int(ascending[row[0]]), int(alike[row[0]])
        like = name + CALLED if name + CALLED in legal else first.get(key)
        like = None if apart else like
        first.setdefault(key, name)
        group = Group(tuple(int(ascending[i]) for i in row), float(worths[row[0]]), like)
        (leaders if like is None else others).append(group)
    return leaders + others
