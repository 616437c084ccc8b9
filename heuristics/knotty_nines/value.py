"""The chance to win against a face-down stock: a learned estimate of what a transition is worth.

Without sight of the stock Knotty Nines is a game against chance with everything known: the tableau
tells which cards are unseen, and each of them is as likely to come next. So every transition (an
emptying, before the card that fills the space is seen) has a true chance to win under best play.
A small convolutional network estimates it. Ranks stand on a circle, and turning the circle changes
nothing (with ``wrap``; without it a wall stands between king and ace), so the same weights look at
every rank:

1. per rank, CHANNELS numbers about the piles and the unseen cards (:func:`describe`);
2. HIDDEN features of each window of FIRST_WINDOW neighbouring ranks;
3. POOLED features of each window of SECOND_WINDOW of those, summed over all ranks;
4. a layer of DENSE units, and the logarithm of the odds to win.

The weights in ``value.npz`` come from self-play, see `training.knotty_nines.value`.
An estimate proves nothing; what is said about a position rests on sampled games.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import RANKS, Ints

Floats = npt.NDArray[np.float32]

CHANNELS: Final = 11
FIRST_WINDOW: Final = 7
HIDDEN: Final = 96
SECOND_WINDOW: Final = 5
POOLED: Final = 64
DENSE: Final = 64
PACK: Final = 52
AT_ONCE: Final = 4  # features of step 2 that are added up in one pass over a row

# What the channels of a rank hold.
TOPS, BASES, UNSEEN, WAITING, FIRST_GAP = 0, 1, 2, 3, 4
OCCUPIED, NONE_UNSEEN, STOCK, GAPS, WALL, BURIED = 5, 6, 7, 8, 9, 10

WEIGHTS: Final = Path(__file__).with_name("value.npz")


class Net(NamedTuple):
    """Weights, float32.

    Row ``CHANNELS * d + c`` of ``first`` belongs to channel c of the d-th rank of the window; the
    rows of ``second`` likewise.
    """

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats
    last: Floats
    last_bias: Floats


class Room(NamedTuple):
    """Scratch of one evaluation: inputs, hidden features, sums over the ranks, a row, a layer.

    ``names, amounts[r, k]``: the k-th hidden feature of rank r that is above zero, and how much it
    is; ``counts[r]``: how many there are, filled up with zeros to a multiple of AT_ONCE.
    """

    inputs: Floats
    hidden: Floats
    names: Ints
    amounts: Floats
    counts: Ints
    pooled: Floats
    row: Floats
    dense: Floats


def new_room() -> Room:
    """Scratch for one thread."""
    return Room(
        np.zeros((RANKS, CHANNELS), np.float32),
        np.zeros((RANKS, HIDDEN), np.float32),
        np.zeros((RANKS, HIDDEN + AT_ONCE), np.int64),
        np.zeros((RANKS, HIDDEN + AT_ONCE), np.float32),
        np.zeros(RANKS, np.int64),
        np.zeros(POOLED, np.float32),
        np.zeros(POOLED, np.float32),
        np.zeros(DENSE, np.float32),
    )


@cache
def load_net() -> Net:
    """The weights that come with the program."""
    with np.load(WEIGHTS) as stored:
        return Net(*(np.ascontiguousarray(stored[name], np.float32) for name in Net._fields))


@kernel
def describe(
    level: Ints, extra: Ints, n: int, left: Ints, m: int, wrap: bool, inputs: Floats
) -> None:
    """Write the inputs of the network for ``n`` piles of a canonical class.

    ``left[r]``: unseen cards of rank r, ``m`` in all. A pile waits for the first empty rank from
    its level up to one above its cap; without ``wrap`` a pile that would have to stand above the
    king can never be emptied.
    """
    inputs[:] = 0
    occupied = 0
    for i in range(n):
        occupied |= 1 << level[i]
    for i in range(n):
        base = (level[i] + extra[i]) % RANKS
        inputs[level[i], TOPS] += np.float32(0.5)
        inputs[base, BASES] += np.float32(0.5)
        rank = level[i]
        first = True
        for _ in range(min(extra[i], RANKS - 1) + 1):
            rank += 1
            if rank == RANKS:
                rank = 0
                if not wrap:
                    inputs[base, BURIED] += np.float32(0.5)
                    break
            if not (occupied >> rank) & 1:
                if first:
                    inputs[base, WAITING] += np.float32(0.5)
                    inputs[rank, FIRST_GAP] += np.float32(0.5)
                    first = False
                inputs[rank, GAPS] += np.float32(0.5)
    for r in range(RANKS):
        inputs[r, UNSEEN] = np.float32(0.25) * left[r]
        if (occupied >> r) & 1:
            inputs[r, OCCUPIED] = 1
        if left[r] == 0:
            inputs[r, NONE_UNSEEN] = 1
        inputs[r, STOCK] = np.float32(m / PACK)
    if not wrap:
        inputs[RANKS - 1, WALL] = 1


@kernel
def list_positive(room: Room) -> None:
    """Write down which hidden features are above zero: about half, and only they count.

    Looking for them once, and not in each window that they are in, spares the processor most of
    the branches that it cannot foresee.
    """
    hidden, names, amounts = room.hidden, room.names, room.amounts
    for r in range(RANKS):
        n = 0
        for c in range(HIDDEN):
            names[r, n], amounts[r, n] = c, hidden[r, c]
            n += hidden[r, c] > 0
        while n % AT_ONCE > 0:
            names[r, n], amounts[r, n] = 0, 0
            n += 1
        room.counts[r] = n


@kernel
def log_odds(net: Net, room: Room) -> float:
    """The network's output for ``room.inputs``.

    The inner loops run to the length of an array and not to a constant: the compiler then makes
    vector code of them instead of writing them out, three times as fast. Everything is added up in
    the order of the ranks, windows and features, so that each machine finds the same.
    """
    inputs, hidden, pooled, row, dense = room.inputs, room.hidden, room.pooled, room.row, room.dense
    first, second, third = net.first, net.second, net.third
    zero = np.float32(0)
    width, narrow, units = first.shape[1], second.shape[1], third.shape[1]
    for r in range(RANKS):
        for o in range(width):
            hidden[r, o] = net.first_bias[o]
    for at in range(RANKS):
        for c in range(CHANNELS):
            x = inputs[at, c]
            if x == zero:
                continue
            for d in range(FIRST_WINDOW):
                r = at - d + FIRST_WINDOW // 2
                if r < 0:
                    r += RANKS
                elif r >= RANKS:
                    r -= RANKS
                for o in range(width):
                    hidden[r, o] += x * first[CHANNELS * d + c, o]
    list_positive(room)
    for o in range(narrow):
        pooled[o] = zero
    for r in range(RANKS):
        for o in range(narrow):
            row[o] = net.second_bias[o]
        for d in range(SECOND_WINDOW):
            at = r + d - SECOND_WINDOW // 2
            if at < 0:
                at += RANKS
            elif at >= RANKS:
                at -= RANKS
            names, amounts = room.names[at], room.amounts[at]
            for k in range(0, room.counts[at], AT_ONCE):
                a, w = HIDDEN * d + names[k], amounts[k]
                b, x = HIDDEN * d + names[k + 1], amounts[k + 1]
                c, y = HIDDEN * d + names[k + 2], amounts[k + 2]
                e, z = HIDDEN * d + names[k + 3], amounts[k + 3]
                for o in range(narrow):
                    two = (row[o] + w * second[a, o]) + x * second[b, o]
                    row[o] = (two + y * second[c, o]) + z * second[e, o]
        for o in range(narrow):
            if row[o] > zero:
                pooled[o] += row[o]
    for j in range(units):
        dense[j] = net.third_bias[j]
    for o in range(narrow):
        for j in range(units):
            dense[j] += pooled[o] * third[o, j]
    result = float(net.last_bias[0])
    for j in range(units):
        if dense[j] > zero:
            result += float(dense[j] * net.last[j])
    return result


@kernel
def chance_of(
    level: Ints, extra: Ints, n: int, left: Ints, m: int, wrap: bool, net: Net, room: Room
) -> float:
    """Estimated chance to win after a transition that leaves these ``n`` piles, 0 to 1.

    ``left[r]``: unseen cards of rank r, ``m`` >= 1 in all; the next of them fills the space. With
    one card left that draw wins the game.
    """
    if m == 1:
        return 1.0
    describe(level, extra, n, left, m, wrap, room.inputs)
    return 1.0 / (1.0 + np.exp(-log_odds(net, room)))
