"""What laying a card in K'nack is worth by all that a seat sees: learned from games played out.

A small network says by how much the sum of `heuristics.knack.judgement` is off: ``HIDDEN`` features
of the signs of the table and of the move (`heuristics.knack.signs`), and one number from them. The
weights in ``value.npz``, a row for two players and one for more, come from `training.knack.value`.
They were learned from how much moves of one hand differ above all, so they compare moves better
than they tell who is ahead. An estimate proves nothing.

Signs and weights are whole numbers, so that their sums are the same on every machine.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
from numba import float32, int16, int32, int64

from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY, PASS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import KINDS, kind_of
from kibitz.games.protocol import State
from kibitz.games.records import Int16s, Int32s, Reals, Reals32, Record, dtype_of
from kibitz.heuristics.dense import add_products, in_pairs
from kibitz.heuristics.knack.judgement import FEATURES, NO_CALL, match_of, weights_for
from kibitz.heuristics.knack.outlets import change_of
from kibitz.heuristics.knack.sight import Sight, look, remembered
from kibitz.heuristics.knack.signs import (
    MOVE_SIGNS,
    TABLE_SIGNS,
    write_safety,
    write_signs,
    write_table,
)

Layer = npt.NDArray[Any]
Shorts = npt.NDArray[np.int16]

HIDDEN: Final = 32
SCALE: Final = 13.0  # worth that stands for a game won
WEIGHTS: Final = Path(__file__).with_name("value.npz")
SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "table": (TABLE_SIGNS, HIDDEN),
    "move": (MOVE_SIGNS, HIDDEN),
    "last": (HIDDEN,),
}
ONE: Final = 1024  # what stands for 1 in signs and in the weights of features
LAST: Final = 4096  # and in the last weights
MOST: Final = 32767


class Net(Record):
    """The network as kernels take it; layers as `heuristics.dense` does."""

    table: Annotated[Int16s, TABLE_SIGNS // 2, HIDDEN, 2]
    move: Annotated[Int16s, MOVE_SIGNS // 2, HIDDEN, 2]
    last: Annotated[Int32s, HIDDEN]
    nothing: Annotated[Int32s, HIDDEN]  # zeros


NET: Final = dtype_of(Net)


class Desk(Record):
    """What the seat sees, and scratch for one evaluation."""

    sight: Sight
    safety: Annotated[Reals, KINDS]  # of the own hand, see `heuristics.knack.signs`
    features: Annotated[Reals, FEATURES]
    table: Annotated[Reals32, TABLE_SIGNS]
    move: Annotated[Reals32, MOVE_SIGNS]
    whole_table: Annotated[Int16s, TABLE_SIGNS]  # signs, ``ONE`` for 1
    whole_move: Annotated[Int16s, MOVE_SIGNS]
    common: Annotated[Int32s, HIDDEN]
    hidden: Annotated[Int32s, HIDDEN]


DESK: Final = dtype_of(Desk)


def compiled(weights: Mapping[str, Layer]) -> State:
    """An array of one network with these real weights, by the names and shapes of ``SHAPES``."""

    def shorts(layer: Layer) -> Shorts:
        return np.clip(np.rint(layer * ONE), -MOST, MOST).astype(np.int16)

    net = np.zeros(1, NET)
    net["table"] = in_pairs(shorts(weights["table"]))
    net["move"] = in_pairs(shorts(weights["move"]))
    net["last"] = np.rint(weights["last"] * LAST)
    return net


def stored_weights() -> list[dict[str, Layer]]:
    """The weights on file, for two players and for more."""
    with np.load(WEIGHTS) as stored:
        return [{name: stored[name][row] for name in SHAPES} for row in range(2)]


@kernel
def see(state: KnackState, desk: Desk, net: Net) -> None:
    """Write to the desk what the seat to move sees, and what the network makes of the table."""
    look(state, desk.sight)
    write_safety(state, desk.sight, desk.safety)
    write_table(state, desk.sight, desk.table)
    for i in range(TABLE_SIGNS):
        desk.whole_table[i] = int16(np.rint(desk.table[i] * float32(ONE)))
    add_products(net.table, desk.whole_table, 0, net.nothing, desk.common, TABLE_SIGNS, HIDDEN)


@kernel
def estimate(desk: Desk, net: Net, w: Reals) -> float:
    """What the features and signs on the desk are worth; ``w``: the weights of the sum."""
    for i in range(MOVE_SIGNS):
        desk.whole_move[i] = int16(np.rint(desk.move[i] * float32(ONE)))
    add_products(net.move, desk.whole_move, 0, desk.common, desk.hidden, MOVE_SIGNS, HIDDEN)
    total = int64(0)
    for k in range(HIDDEN):
        total += int64(max(desk.hidden[k], int32(0))) * int64(net.last[k])
    return plain(desk, w) + total * (SCALE / (ONE * ONE * LAST))


@kernel
def plain(desk: Desk, w: Reals) -> float:
    """The sum of the features on the desk."""
    total = 0.0
    for i in range(FEATURES):
        total += w[i] * desk.features[i]
    return total


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
        total = estimate(desk, net, weights_for(state))
        desk.sight.worths[-1 - place] = total
    if move < CALLED and may_call(state):
        total += NO_CALL
    return total
