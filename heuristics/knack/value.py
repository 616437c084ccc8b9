"""What laying a card in K'nack is worth by all that a seat sees: learned from games played out.

A small network: ``HIDDEN`` features of the signs of the table and of the move
(`heuristics.knack.signs`), and one number from them. The weights in ``value.npz``, a row for two
players and one for more, come from `training.knack.value`. They were learned from how much moves of
one hand differ above all, so they compare moves better than they tell who is ahead. An estimate
proves nothing.
"""

from pathlib import Path
from typing import Annotated, Final

import numpy as np
from numba import float32

from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY, PASS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import KINDS, kind_of
from kibitz.games.protocol import State
from kibitz.games.records import Reals, Reals32, Record, dtype_of
from kibitz.heuristics.knack.judgement import FEATURES, NO_CALL, match_of
from kibitz.heuristics.knack.outlets import change_of
from kibitz.heuristics.knack.sight import Sight, look, remembered
from kibitz.heuristics.knack.signs import (
    MOVE_SIGNS,
    TABLE_SIGNS,
    write_safety,
    write_signs,
    write_table,
)

HIDDEN: Final = 32
SCALE: Final = 13.0  # worth that stands for a game won
WEIGHTS: Final = Path(__file__).with_name("value.npz")


class Net(Record):
    """Weights."""

    table: Annotated[Reals32, TABLE_SIGNS, HIDDEN]
    move: Annotated[Reals32, MOVE_SIGNS, HIDDEN]
    last: Annotated[Reals32, HIDDEN]


NET: Final = dtype_of(Net)


class Desk(Record):
    """What the seat sees, and scratch for one evaluation."""

    sight: Sight
    safety: Annotated[Reals, KINDS]  # of the own hand, see `heuristics.knack.signs`
    features: Annotated[Reals, FEATURES]
    table: Annotated[Reals32, TABLE_SIGNS]
    move: Annotated[Reals32, MOVE_SIGNS]
    common: Annotated[Reals32, HIDDEN]
    hidden: Annotated[Reals32, HIDDEN]


DESK: Final = dtype_of(Desk)


def stored_nets() -> State:
    """The weights on file, a row for two players and one for more."""
    nets = np.zeros(2, NET)
    with np.load(WEIGHTS) as stored:
        for name in NET.names or ():
            nets[name] = stored[name]
    return nets


@kernel
def see(state: KnackState, desk: Desk, net: Net) -> None:
    """Write to the desk what the seat to move sees, and what the network makes of the table."""
    look(state, desk.sight)
    write_safety(state, desk.sight, desk.safety)
    write_table(state, desk.sight, desk.table)
    desk.common[:] = float32(0)
    add(desk.common, desk.table, net.table)


@kernel
def add(sums: Reals32, inputs: Reals32, layer: Reals32) -> None:
    """Add the products of inputs and their weights; many inputs are 0."""
    for i in range(len(inputs)):
        if inputs[i] != 0:
            for k in range(len(sums)):
                sums[k] += inputs[i] * layer[i, k]


@kernel
def estimate(desk: Desk, net: Net) -> float:
    """What the signs on the desk are worth.

    Sums run over the inputs one after the other, each for all features at a time, so that they are
    the same on every machine.
    """
    desk.hidden[:] = desk.common
    add(desk.hidden, desk.move, net.move)
    for k in range(HIDDEN):
        desk.hidden[k] = max(desk.hidden[k], float32(0)) * net.last[k]
    half = HIDDEN // 2
    while half:
        for k in range(half):
            desk.hidden[k] += desk.hidden[k + half]
        half //= 2
    return SCALE * float(desk.hidden[0])


@kernel
def lay_signs(state: KnackState, desk: Desk, move: int) -> None:
    """Write the signs of a move that lays a card to the desk."""
    laid = kind_of(move % CALLED // CELLS)
    match = match_of(state, laid)
    change = change_of(state.field, move % CALLED % CELLS, match)
    write_signs(state, desk.sight, laid, match, change, desk.safety, desk.features, desk.move)


@kernel
def worth_by(state: KnackState, desk: Desk, move: int, net: Net) -> float:
    """What a legal move is worth to the seat to move, once it was :func:`see` n."""
    if move == PASS:
        return 0.0
    if move < LAY:
        # Give what finds no cell.
        return -float(desk.sight.room[kind_of(move - GIVE)])
    laid = kind_of(move % CALLED // CELLS)
    match = match_of(state, laid)
    change = change_of(state.field, move % CALLED % CELLS, match)
    place = remembered(desk.sight, laid, change)
    if place >= 0:
        total = float(desk.sight.worths[place])
    else:
        write_signs(state, desk.sight, laid, match, change, desk.safety, desk.features, desk.move)
        total = estimate(desk, net)
        desk.sight.worths[-1 - place] = total
    if move < CALLED and may_call(state):
        total += NO_CALL
    return total
