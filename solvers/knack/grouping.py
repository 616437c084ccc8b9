"""Moves of K'nack that lead to the same game, or to games alike.

The *same* are those by cards of one kind that leave fields with the same future, see
`solvers.knack.futures`: one of them is searched for all. Such fields have as many cells for each
kind; so only moves that agree in that, which is quickly counted, are looked at closely. Moves are
*alike* when they open and close the same cells for the same kinds, wherever these cells lie; so are
those that differ by a K'nack! that is due. Judgement orders the groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from kibitz.games.bits import Word, lowest_bit, without_lowest
from kibitz.games.chance import GOLDEN, mix
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.field import lay, take_back
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.dense import local
from kibitz.heuristics.knack.judgement import weights_for, worth
from kibitz.heuristics.knack.outlets import change_room
from kibitz.heuristics.knack.policy import shipped_net
from kibitz.heuristics.knack.value import DESK, Desk, see, worth_by
from kibitz.solvers.knack.futures import cards_to_come, future_key, kinds_to_come, new_drawing

Words = npt.NDArray[np.uint64]
_SPREAD: Final = 0x9E3779B97F4A7C15


@kernel
def _mark(state: KnackState, move: int) -> Word:
    """What a move does beside the field: the kind of its card, and whether it calls."""
    if move < LAY:
        return uint64(kind_of(move - GIVE) + 1 if move >= GIVE else 0)
    return uint64(64 + 2 * kind_of(move % CALLED // CELLS) + (move >= CALLED))


@kernel
def outline_key(state: KnackState, room: Moves, move: int, kinds: Word) -> Word:
    """A key that moves share when they leave as many cells for each of ``kinds``.

    ``room``: that of the field now, the same again afterwards.
    """
    key = mix(_mark(state, move) + uint64(1))
    if move < LAY or state.field.count == 0:
        return key
    card, cell = move % CALLED // CELLS, move % CALLED % CELLS
    match = uint64(state.field.matches[kind_of(card)])
    change_room(state.field, cell, match, room, 1)
    left = kinds
    while left:
        key = mix(key + uint64(room[lowest_bit(left)] + 1) * uint64(GOLDEN))
        left = without_lowest(left)
    change_room(state.field, cell, match, room, -1)
    return key


@kernel
def group_key(
    state: KnackState, move: int, kinds: Word, reach: int, cells: Moves, signs: Moves
) -> Word:
    """A key that moves share when they lead to the same game."""
    if move < LAY or state.field.count == 0:
        return mix(_mark(state, move) + uint64(1))
    lay(state.field, move % CALLED % CELLS, move % CALLED // CELLS)
    key = future_key(state.field, kinds, reach, cells, signs)
    take_back(state.field)
    return mix(key * uint64(_SPREAD) + _mark(state, move))


@kernel
def write_keys(
    state: KnackState,
    room: Moves,
    moves: Moves,
    count: int,
    kinds: Word,
    reach: int,
    cells: Moves,
    signs: Moves,
    outlines: Words,
    keys: Words,
) -> None:
    """Write the keys of the first ``count`` of some legal moves, equal for the same game.

    ``kinds, reach``: what is still to come when the move is made, see
    :func:`kibitz.solvers.knack.futures.draw`. ``outlines`` become their outline keys.
    """
    for i in range(count):
        outlines[i] = outline_key(state, room, moves[i], kinds)
    for i in range(count):
        keys[i] = outlines[i]
        for k in range(count):
            if k != i and outlines[k] == outlines[i]:
                keys[i] = group_key(state, moves[i], kinds, reach, cells, signs)
                break


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
def _describe(
    state: State, moves: Moves, same: Words, alike: Words, worths: Reals, learned: bool
) -> None:
    """Write for each of some legal moves the keys of those same and alike, and its worth."""
    record = state[0]
    kinds, reach = kinds_to_come(record), cards_to_come(record) - 1
    cells, signs = new_drawing()
    desk: Desk = local(DESK)
    net, w = shipped_net(record), weights_for(record)
    see(record, desk, net)
    count = len(moves)
    write_keys(record, desk.sight.room, moves, count, kinds, reach, cells, signs, alike, same)
    for i in range(count):
        if learned:
            worths[i] = worth_by(record, desk, moves[i], net)
        else:
            worths[i] = worth(record, desk.sight, moves[i], desk.features, w)


def grouped(
    view: State, moves: Sequence[int], *, apart: bool = False, learned: bool = True
) -> list[Group]:
    """The groups of some legal moves of what a seat sees, those first that are like no other.

    Every move is in one. With ``apart`` no group is like another. ``learned``: whether the policy
    judges, or in any case the weights of `heuristics.knack.judgement`.
    """
    same, alike = np.zeros((2, len(moves)), np.uint64)
    worths = np.zeros(len(moves))
    ascending = np.array(sorted(moves), np.int64)
    _describe(view.copy(), ascending, same, alike, worths, learned)
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
