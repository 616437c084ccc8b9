"""Fit the weights of `heuristics.knotty_nines.hope` to the value of the best transition.

The classes come from games in which every choice, or some, or none is made at random: the bound
from above asks for the hope of good and bad classes alike.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from kibitz.games.chance import Word, below, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS, canonical
from kibitz.heuristics.knotty_nines.hope import HOPE_DENSE, HOPE_HIDDEN, HOPE_POOLED, HOPE_WEIGHTS
from kibitz.heuristics.knotty_nines.policy import Choices, best_exit, list_exits, new_choices, pick
from kibitz.heuristics.knotty_nines.value import (
    CHANNELS,
    PACK,
    Floats,
    Net,
    describe,
    load_net,
)
from training.commands import report, until
from training.fitting import Adam
from training.knotty_nines.selfplay import SHEET_SHARE
from training.knotty_nines.value import MEMORY, fresh, gradient

ROWS: Final = 20_000
ROUNDS_KEPT: Final = 24
STEPS: Final = 250
BATCH: Final = 2048
FASTEST, SLOWEST = 3e-3, 5e-5  # step sizes at the beginning and at the end
AT_FIRST: Final = 10  # steps: over fewer of them the running mean remembers less


class Classes(NamedTuple):
    """Inputs of classes and the values of their best transitions."""

    inputs: Floats
    values: Floats


@kernel
def gather(seed: Word, first: int, net: Net, choices: Choices, table: Classes) -> None:
    """Play games from number ``first`` on until the table is full."""
    level, extra = np.empty(MAX_PILES, np.int64), np.empty(MAX_PILES, np.int64)
    pack, left = np.empty(PACK, np.int64), np.empty(RANKS, np.int64)
    stream = np.zeros(1, np.uint64)
    rows, number = 0, first
    while rows < len(table.values):
        start_stream(stream, seed, number)
        number += 1
        for i in range(PACK):
            pack[i] = i >> 2
        shuffle(stream, pack, PACK)
        n, wrap = 9, True
        if below(stream, 1000) >= 1000 * SHEET_SHARE:
            n, wrap = 5 + below(stream, MAX_PILES - 4), below(stream, 2) == 0
        whims = below(stream, 4)  # thirds of the choices that are made at random
        left[:] = 0
        for i in range(n, PACK):
            left[pack[i]] += 1
        level[:n], extra[:n] = pack[:n], 0
        for drawn in range(n, PACK - 1):
            canonical(level, extra, n, wrap, choices.scratch)
            count = list_exits(level, extra, n, wrap, choices)
            chosen, value = best_exit(count, n, left, PACK - drawn, wrap, net, choices)
            if chosen < 0 or rows == len(table.values):
                break
            describe(level, extra, n, left, PACK - drawn, wrap, table.inputs[rows])
            table.values[rows] = value
            rows += 1
            if below(stream, 3) < whims:
                chosen = below(stream, count)
            pick(choices, chosen, n)
            level[:n], extra[:n] = choices.level[:n], choices.extra[:n]
            level[n - 1], extra[n - 1] = pack[drawn], 0
            left[pack[drawn]] -= 1


def learn(minutes: float, seed: int) -> None:
    """Fit for so long, from random weights, and write the weights down after every round."""
    rng = np.random.default_rng(seed)
    weights = fresh(rng, HOPE_HIDDEN, HOPE_POOLED, HOPE_DENSE)
    mean, optimizer = [w.copy() for w in weights], Adam(weights)
    table = Classes(np.zeros((ROWS, RANKS, CHANNELS), np.float32), np.zeros(ROWS, np.float32))
    net, choices, kept, taken = load_net(), new_choices(), list[Any](), 0
    for round_, spent in enumerate(until(minutes, "fitting hopes")):
        gather(np.uint64(seed * 1_000_003 + round_), 0, net, choices, table)
        kept = [*kept, (table.inputs.astype(np.float16), table.values.copy())][-ROUNDS_KEPT:]
        inputs, wanted = (np.concatenate(column) for column in zip(*kept, strict=True))
        losses = []
        for _ in range(STEPS):
            some = rng.integers(0, len(inputs), BATCH)
            loss, slopes = gradient(weights, inputs[some].astype(np.float32), wanted[some])
            optimizer.step(weights, slopes, max(SLOWEST, FASTEST * (1 - spent)))
            losses.append(loss)
            taken += 1
            share = np.float32(max(1 - MEMORY, AT_FIRST / (AT_FIRST + taken)))
            for i, w in enumerate(weights):
                mean[i] += share * (w - mean[i])
        np.savez(HOPE_WEIGHTS, allow_pickle=False, **dict(zip(Net._fields, mean, strict=True)))
        report(f"{round_}: loss {np.mean(losses):.4f}")
