"""What a round is worth to a seat by all that it sees: learned from turns that were played out.

A small network looks at each rank alike (`heuristics.hand_knee_foot.sight`): ``HIDDEN`` features of
each, summed over the ranks, and once more those of the 5s and of the 7s, whose books must be had.
With the table as a whole they go into ``DENSE`` features and one number. That number and the lead
that the team has now are what the round is worth, in points.

The weights in ``value.npz``, a row for two players and one for more, come from
`training.hand_knee_foot.value`. They were learned from how much turns of one hand differ above all,
so they compare turns better than they tell who is ahead. An estimate proves nothing: what is said
about a position rests on rounds played out.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from kibitz.games.hand_knee_foot.kinds import FIVE_SLOT, RANK_SLOTS, SEVEN_SLOT
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Reals32, Record, dtype_of
from kibitz.heuristics.hand_knee_foot.sight import RANK_SIGNS, TABLE_SIGNS, Sight

HIDDEN: Final = 48
DENSE: Final = 96
SCALE: Final = 1000.0  # points that the network's 1 stands for
WEIGHTS: Final = Path(__file__).with_name("value.npz")


class Net(Record):
    """Weights."""

    ranks: Annotated[Reals32, RANK_SIGNS, HIDDEN]
    pooled: Annotated[Reals32, 3 * HIDDEN, DENSE]
    table: Annotated[Reals32, TABLE_SIGNS, DENSE]
    bias: Annotated[Reals32, DENSE]
    last: Annotated[Reals32, DENSE]


NET: Final = dtype_of(Net)


class Desk(Record):
    """What the seat sees, and scratch for one evaluation."""

    sight: Sight
    features: Annotated[Reals32, HIDDEN]
    pooled: Annotated[Reals32, 3 * HIDDEN]
    dense: Annotated[Reals32, DENSE]


DESK: Final = dtype_of(Desk)


@cache
def shipped_nets() -> State:
    """The weights that come with the program, a row for two players and one for more."""
    nets = np.zeros(2, NET)
    with np.load(WEIGHTS) as stored:
        for name in NET.names or ():
            nets[name] = stored[name]
    return nets


@kernel
def estimate(desk: Desk, net: Net) -> float:
    """What the round is worth by the sight on the desk, in points.

    Sums run over the inputs one after the other, each for many outputs at a time, so that they are
    the same on every machine.
    """
    sight = desk.sight
    desk.pooled[:] = 0
    for slot in range(RANK_SLOTS):
        desk.features[:] = 0
        _add(desk.features, sight.ranks[slot], net.ranks)
        for k in range(HIDDEN):
            feature = max(desk.features[k], np.float32(0))
            desk.pooled[k] += feature
            if slot == FIVE_SLOT:
                desk.pooled[HIDDEN + k] = feature
            elif slot == SEVEN_SLOT:
                desk.pooled[2 * HIDDEN + k] = feature
    desk.dense[:] = net.bias
    _add(desk.dense, desk.pooled, net.pooled)
    _add(desk.dense, sight.table, net.table)
    total = np.float32(0)
    for k in range(DENSE):
        total += max(desk.dense[k], np.float32(0)) * net.last[k]
    return sight.lead + SCALE * float(total)


@kernel
def _add(sums: Reals32, inputs: Reals32, layer: Reals32) -> None:
    """Add the products of inputs and their weights; most inputs are 0."""
    for i in range(len(inputs)):
        if inputs[i] != 0:
            for k in range(len(sums)):
                sums[k] += inputs[i] * layer[i, k]
