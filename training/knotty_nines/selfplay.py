"""Games of Knotty Nines to learn from: transitions that the policy chose, and what came of them.

A transition is kept with the estimate of the best answer to the card that came next, 0 if there was
none. Over all cards that might have come, that is what it should be worth. The policy has made this
estimate anyway, so a second holds many times as many transitions as if every card was tried.

Most games are the sheet's: nine piles, with ``wrap``. The others have 5 to 12 piles and either
``wrap``, so that every table has a judge.
"""

from typing import Final, NamedTuple

import numpy as np

from kibitz.games.chance import Word, below, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS, canonical
from kibitz.heuristics.knotty_nines.policy import Choices, best_exit, list_exits, pick
from kibitz.heuristics.knotty_nines.value import CHANNELS, PACK, Floats, Net, describe

ROWS: Final = 40_000  # transitions kept by a thread in one go
RANDOM_SHARE: Final = 0.03
SHEET_SHARE: Final = 0.7


class Table(NamedTuple):
    """What self-play kept: inputs, values once the next card was known, outcomes."""

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
def self_play(seed: Word, first: int, net: Net, choices: Choices, table: Table) -> tuple[int, int]:
    """Play games from number ``first`` on until the table is full.

    Returns the games of the sheet's own kind and how many of them were won.
    """
    level, extra = np.empty(MAX_PILES, np.int64), np.empty(MAX_PILES, np.int64)
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
        began, drawn, alive, waiting = rows, n, True, False
        while drawn < PACK:
            m = PACK - drawn
            canonical(level, extra, n, wrap, choices.scratch)
            count = list_exits(level, extra, n, wrap, choices)
            chosen, value = best_exit(count, n, left, m, wrap, net, choices)
            alive = chosen >= 0
            if waiting:
                table.values[rows - 1] = value
            if not alive:
                break
            if below(stream, 1000) < 1000 * RANDOM_SHARE:
                chosen = below(stream, count)
            pick(choices, chosen, n)
            level[:n], extra[:n] = choices.level[:n], choices.extra[:n]
            waiting = m > 1 and rows < len(table.values)
            if waiting:
                describe(level, extra, n - 1, left, m, wrap, table.inputs[rows])
                rows += 1
            level[n - 1], extra[n - 1] = pack[drawn], 0
            left[pack[drawn]] -= 1
            drawn += 1
        table.outcomes[began:rows] = 1.0 if alive else 0.0
        games += sheet
        wins += sheet and alive
    return games, wins
