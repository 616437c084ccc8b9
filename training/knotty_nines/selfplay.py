"""Games of Knotty Nines to learn from: transitions that the policy chose, valued one card ahead.

Most games are the sheet's: nine piles, with ``wrap``. The others have 5 to 12 piles and either
``wrap``, so that every table has a judge.
"""

from typing import Final, NamedTuple

import numpy as np

from kibitz.games.chance import Word, below, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS, Ints, canonical
from kibitz.heuristics.knotty_nines.policy import Choices, best_exit, list_exits, pick
from kibitz.heuristics.knotty_nines.value import CHANNELS, PACK, Floats, Net, describe

ROWS: Final = 40_000  # transitions kept by a thread in one go
RANDOM_SHARE: Final = 0.03
KEPT_SHARE: Final = 0.5
SHEET_SHARE: Final = 0.7


class Table(NamedTuple):
    """What self-play kept: inputs, one-card-ahead values, outcomes."""

    inputs: Floats
    values: Floats
    outcomes: Floats


def new_table(rows: int = ROWS) -> Table:
    """Room for so many transitions."""
    return Table(
        np.zeros((rows, RANKS, CHANNELS), np.float32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
    )


@kernel
def foresee(
    level: Ints,
    extra: Ints,
    n: int,
    left: Ints,
    m: int,
    wrap: bool,
    net: Net,
    choices: Choices,
    piles: Ints,
) -> float:
    """What a transition is worth, looking at every card that may follow and the best answer to it.

    ``level, extra``: its n - 1 piles; ``piles``: scratch of two rows.
    """
    total = 0.0
    for rank in range(RANKS):
        if left[rank] == 0:
            continue
        if m == 1:
            return 1.0
        piles[0, : n - 1] = level[: n - 1]
        piles[1, : n - 1] = extra[: n - 1]
        piles[0, n - 1], piles[1, n - 1] = rank, 0
        canonical(piles[0], piles[1], n, wrap, choices.scratch)
        count = list_exits(piles[0], piles[1], n, wrap, choices)
        left[rank] -= 1
        total += (left[rank] + 1) * best_exit(count, n, left, m - 1, wrap, net, choices)[1]
        left[rank] += 1
    return total / m


@kernel
def self_play(
    seed: Word, first: int, net: Net, choices: Choices, ahead: Choices, table: Table
) -> tuple[int, int]:
    """Play games from number ``first`` on until the table is full.

    Returns the games of the sheet's own kind and how many of them were won.
    """
    level, extra = np.empty(MAX_PILES, np.int64), np.empty(MAX_PILES, np.int64)
    piles = np.empty((2, MAX_PILES), np.int64)
    pack = np.empty(PACK, np.int64)
    left = np.empty(RANKS, np.int64)
    stream = np.zeros(1, np.uint64)
    games, wins, rows, number = 0, 0, 0, first
    while rows < len(table.values):
        start_stream(stream, seed, number)
        number += 1
        for i in range(PACK):
            pack[i] = i >> 2
        shuffle(stream, pack, PACK)
        n, wrap = 9, True
        sheet = below(stream, 1000) < 1000 * SHEET_SHARE
        if not sheet:
            n, wrap = 5 + below(stream, MAX_PILES - 4), below(stream, 2) == 0
        left[:] = 0
        for i in range(n, PACK):
            left[pack[i]] += 1
        level[:n] = pack[:n]
        extra[:n] = 0
        began, drawn, alive = rows, n, True
        while drawn < PACK:
            m = PACK - drawn
            canonical(level, extra, n, wrap, choices.scratch)
            count = list_exits(level, extra, n, wrap, choices)
            chosen, _ = best_exit(count, n, left, m, wrap, net, choices)
            alive = chosen >= 0
            if not alive:
                break
            if below(stream, 1000) < 1000 * RANDOM_SHARE:
                chosen = below(stream, count)
            pick(choices, chosen, n)
            level[:n], extra[:n] = choices.level[:n], choices.extra[:n]
            if m > 1 and rows < len(table.values) and below(stream, 1000) < 1000 * KEPT_SHARE:
                table.values[rows] = foresee(level, extra, n, left, m, wrap, net, ahead, piles)
                describe(level, extra, n - 1, left, m, wrap, table.inputs[rows])
                rows += 1
            level[n - 1], extra[n - 1] = pack[drawn], 0
            left[pack[drawn]] -= 1
            drawn += 1
        table.outcomes[began:rows] = 1.0 if alive else 0.0
        games += sheet
        wins += sheet and alive
    return games, wins
