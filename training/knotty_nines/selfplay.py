"""Games of Knotty Nines to learn from: transitions that the policy chose, and what came of them.

A transition is kept with the estimate of the best answer to the card that came next, 0 if there was
none. Over all cards that might have come, that is what it should be worth. The policy has made this
estimate anyway, so a second holds many times as many transitions as if every card was tried.

Most games are the sheet's: nine piles, with ``wrap``. The others have 5 to 12 piles and either
``wrap``, so that every table has a judge.

Few games stay open for long, and a judge has to be good in those. So transitions are remembered,
the more likely the closer their chance is to a half, and more than half of all games begin with one
of them, the unseen cards shuffled anew. What a transition is worth does not depend on how it came.
"""

from typing import Final, NamedTuple

import numpy as np

from kibitz.games.chance import Stream, Word, below, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS, Bytes, Ints, canonical
from kibitz.heuristics.knotty_nines.policy import Choices, best_exit, list_exits, pick
from kibitz.heuristics.knotty_nines.value import CHANNELS, PACK, Floats, Net, describe

ROWS: Final = 40_000  # transitions kept by a thread in one go
RANDOM_SHARE: Final = 0.03
ANEW_SHARE: Final = 0.6  # games that begin with a transition of another one
PLACES: Final = 2_000  # transitions remembered
REMEMBERED: Final = 0.2  # of those that are worth a half
SHEET_SHARE: Final = 0.7


class Table(NamedTuple):
    """What self-play kept: inputs, values once the next card was known, outcomes."""

    inputs: Floats
    values: Floats
    outcomes: Floats


class Places(NamedTuple):
    """Transitions remembered, ``used[0]`` of them: all that a game needs to go on from one.

    ``levels, extras[k]``: the piles that it leaves, one less than ``piles[k]``; ``left[k]``: unseen
    cards by rank; ``wrap[k]``: the switch.
    """

    levels: Bytes
    extras: Bytes
    left: Bytes
    piles: Ints
    wrap: Bytes
    used: Ints


def new_places() -> Places:
    """Room for transitions, none yet."""
    return Places(
        np.zeros((PLACES, MAX_PILES), np.int8),
        np.zeros((PLACES, MAX_PILES), np.int8),
        np.zeros((PLACES, RANKS), np.int8),
        np.zeros(PLACES, np.int64),
        np.zeros(PLACES, np.int8),
        np.zeros(1, np.int64),
    )


@kernel
def remember(
    level: Ints, extra: Ints, n: int, left: Ints, wrap: bool, stream: Stream, places: Places
) -> None:
    """Write down a transition that leaves n - 1 piles; where all is full, in place of any other."""
    at = places.used[0]
    if at < len(places.piles):
        places.used[0] += 1
    else:
        at = below(stream, len(places.piles))
    for i in range(n - 1):
        places.levels[at, i], places.extras[at, i] = level[i], extra[i]
    for r in range(RANKS):
        places.left[at, r] = left[r]
    places.piles[at], places.wrap[at] = n, wrap


@kernel
def resume(
    at: int, level: Ints, extra: Ints, left: Ints, pack: Ints, stream: Stream, places: Places
) -> tuple[int, bool, int]:
    """Take up a remembered transition, its unseen cards shuffled at the end of ``pack``.

    Returns the number of piles with the next card, the switch, and how many cards are drawn.
    """
    n, unseen = places.piles[at], 0
    for i in range(n - 1):
        level[i], extra[i] = places.levels[at, i], places.extras[at, i]
    for r in range(RANKS):
        left[r] = places.left[at, r]
        for _ in range(left[r]):
            pack[unseen] = r
            unseen += 1
    shuffle(stream, pack, unseen)
    drawn = PACK - unseen
    for i in range(unseen - 1, -1, -1):
        pack[drawn + i] = pack[i]
    return n, places.wrap[at] == 1, drawn


def new_table(rows: int = ROWS) -> Table:
    """Room for so many transitions."""
    return Table(
        np.zeros((rows, RANKS, CHANNELS), np.float32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
    )


@kernel
def self_play(
    seed: Word, first: int, net: Net, choices: Choices, table: Table, places: Places
) -> tuple[int, int]:
    """Play games from number ``first`` on until the table is full.

    Returns the games of the sheet's own kind, from the deal on, and how many of them were won.
    """
    level, extra = np.empty(MAX_PILES, np.int64), np.empty(MAX_PILES, np.int64)
    pack = np.empty(PACK, np.int64)
    left = np.empty(RANKS, np.int64)
    stream = np.zeros(1, np.uint64)
    games, wins, rows, number = 0, 0, 0, first
    while rows < len(table.values):
        start_stream(stream, seed, number)
        number += 1
        n, wrap, began, alive = 9, True, rows, True
        waiting = places.used[0] > 0 and below(stream, 1000) < 1000 * ANEW_SHARE
        sheet = not waiting and below(stream, 1000) < 1000 * SHEET_SHARE
        if waiting:
            at = below(stream, places.used[0])
            n, wrap, drawn = resume(at, level, extra, left, pack, stream, places)
            describe(level, extra, n - 1, left, PACK - drawn, wrap, table.inputs[rows])
            rows += 1
            level[n - 1], extra[n - 1] = pack[drawn], 0
            left[pack[drawn]] -= 1
            drawn += 1
        else:
            for i in range(PACK):
                pack[i] = i >> 2
            shuffle(stream, pack, PACK)
            if not sheet:
                n, wrap = 5 + below(stream, MAX_PILES - 4), below(stream, 2) == 0
            left[:] = 0
            for i in range(n, PACK):
                left[pack[i]] += 1
            level[:n] = pack[:n]
            extra[:n] = 0
            drawn = n
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
            slip = below(stream, 1000) < 1000 * RANDOM_SHARE
            if slip:
                chosen = below(stream, count)
            pick(choices, chosen, n)
            level[:n], extra[:n] = choices.level[:n], choices.extra[:n]
            share = 0.0 if slip or m <= 2 else 4 * value * (1 - value) * REMEMBERED
            if below(stream, 1_000_000) < 1_000_000 * share:
                remember(level, extra, n, left, wrap, stream, places)
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
