"""Where the weights of `heuristics.knotty_nines.value` come from: learning by self-play.

``python -m kibitz.heuristics.knotty_nines.training`` plays games with the policy, some moves at
random,
and keeps some of the transitions it chose. What a transition should have been worth is computed by
looking one card ahead: the mean over the cards that may follow of the best estimate among the
answers (fitted value iteration), mixed with whether the game was won in the end. A gradient step
moves the estimates towards that, and the next games are played with the running mean of the
weights, which is also what is kept: it is steadier than the weights themselves.

Most games are the sheet's: nine piles, with ``wrap``. The others have 5 to 12 piles and either
``wrap``, so that every table has a judge.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.games.chance import Word, below, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS, Ints, canonical
from kibitz.heuristics.knotty_nines.policy import Choices, best_exit, list_exits, new_choices, pick
from kibitz.heuristics.knotty_nines.value import (
    CHANNELS,
    DENSE,
    FIRST_WINDOW,
    HIDDEN,
    PACK,
    POOLED,
    SECOND_WINDOW,
    WEIGHTS,
    Floats,
    Net,
    describe,
)
from kibitz.heuristics.learning import Adam, Layer, Weights

THREADS: Final = 2
ROWS: Final = 40_000  # kept by each thread between two rounds of gradient steps
ROUNDS_KEPT: Final = 16
STEPS: Final = 120
BATCH: Final = 2048
FASTEST, SLOWEST = 1e-3, 5e-5  # step sizes at the beginning and at the end
RANDOM_SHARE: Final = 0.03
KEPT_SHARE: Final = 0.5
SHEET_SHARE: Final = 0.7
OUTCOME_SHARE: Final = 0.1
MEMORY: Final = 0.999  # of the running mean of the weights, per step


class Table(NamedTuple):
    """What self-play kept: inputs, one-card-ahead values, outcomes."""

    inputs: Floats
    values: Floats
    outcomes: Floats


def new_table() -> Table:
    """Room for ROWS transitions."""
    return Table(
        np.zeros((ROWS, RANKS, CHANNELS), np.float32),
        np.zeros(ROWS, np.float32),
        np.zeros(ROWS, np.float32),
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
    while rows < ROWS:
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
            if m > 1 and rows < ROWS and below(stream, 1000) < 1000 * KEPT_SHARE:
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


def fresh(rng: np.random.Generator) -> Weights:
    """Random weights in the order of :class:`Net`."""

    def layer(*shape: int) -> Floats:
        drawn = rng.standard_normal(shape) * np.sqrt(2 / shape[0])
        return drawn.astype(np.float32)

    return [
        layer(FIRST_WINDOW * CHANNELS, HIDDEN),
        np.zeros(HIDDEN, np.float32),
        layer(SECOND_WINDOW * HIDDEN, POOLED),
        np.zeros(POOLED, np.float32),
        layer(POOLED, DENSE),
        np.zeros(DENSE, np.float32),
        layer(DENSE),
        np.array([-2], np.float32),
    ]


def around(window: int) -> npt.NDArray[np.int64]:
    """``[rank, d]``: the d-th rank of the window that has ``rank`` in its middle."""
    return (np.arange(RANKS)[:, None] + np.arange(window)[None] - window // 2) % RANKS


def gradient(weights: Sequence[Layer], inputs: Floats, wanted: Floats) -> tuple[float, Weights]:
    """Mean cross entropy of the estimates to ``wanted`` and its gradient by the weights."""
    w1, b1, w2, b2, w3, b3, w4, b4 = weights
    batch = len(inputs)
    near, far = around(FIRST_WINDOW), around(SECOND_WINDOW)
    seen = inputs[:, near].reshape(batch * RANKS, -1)
    hidden = np.maximum(seen @ w1 + b1, 0).reshape(batch, RANKS, HIDDEN)
    wide = hidden[:, far].reshape(batch * RANKS, -1)
    rows = np.maximum(wide @ w2 + b2, 0).reshape(batch, RANKS, POOLED)
    pooled = rows.sum(1)
    dense = np.maximum(pooled @ w3 + b3, 0)
    chance = 1 / (1 + np.exp(-(dense @ w4 + b4[0])))
    small = 1e-9
    loss = -(wanted * np.log(chance + small) + (1 - wanted) * np.log(1 - chance + small)).mean()
    g = ((chance - wanted) / batch).astype(np.float32)
    g_dense = np.outer(g, w4) * (dense > 0)
    g_pooled = g_dense @ w3.T
    g_rows = (g_pooled[:, None, :] * (rows > 0)).reshape(batch * RANKS, -1)
    g_wide = (g_rows @ w2.T).reshape(batch, RANKS, SECOND_WINDOW, HIDDEN)
    g_hidden = np.zeros_like(hidden)
    for d in range(SECOND_WINDOW):
        g_hidden[:, far[:, d]] += g_wide[:, :, d]
    g_seen = (g_hidden * (hidden > 0)).reshape(batch * RANKS, -1)
    return float(loss), [
        seen.T @ g_seen,
        g_seen.sum(0),
        wide.T @ g_rows,
        g_rows.sum(0),
        pooled.T @ g_dense,
        g_dense.sum(0),
        dense.T @ g,
        np.array([g.sum()], np.float32),
    ]


def train(weights: Weights, minutes: float, seed: int) -> None:
    """Improve ``weights`` in place for so long, and write them down after every round."""
    rng = np.random.default_rng(seed)
    optimizer, kept = Adam(weights), list[Any]()
    mean = [w.copy() for w in weights]
    tables = [new_table() for _ in range(THREADS)]
    scratch = [(new_choices(), new_choices()) for _ in range(THREADS)]
    began, round_ = time.monotonic(), 0
    with ThreadPoolExecutor(THREADS) as pool:
        while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
            net = Net(*(w.copy() for w in mean))
            stream = np.uint64(seed * 1_000_003 + round_)
            jobs = [
                pool.submit(self_play, stream, i * 10**7, net, *scratch[i], tables[i])
                for i in range(THREADS)
            ]
            games, wins = np.sum([job.result() for job in jobs], 0)
            for t in tables:
                mixed = (1 - OUTCOME_SHARE) * t.values + OUTCOME_SHARE * t.outcomes
                kept.append((t.inputs.astype(np.float16), mixed.astype(np.float32)))
            kept = kept[-ROUNDS_KEPT:]
            inputs = np.concatenate([k[0] for k in kept])
            wanted = np.concatenate([k[1] for k in kept])
            losses = []
            for _ in range(STEPS):
                some = rng.integers(0, len(inputs), BATCH)
                loss, slopes = gradient(weights, inputs[some].astype(np.float32), wanted[some])
                optimizer.step(weights, slopes, max(SLOWEST, FASTEST * (1 - spent)))
                losses.append(loss)
                for i, w in enumerate(weights):
                    mean[i] += np.float32(1 - MEMORY) * (w - mean[i])
            np.savez(WEIGHTS, allow_pickle=False, **dict(zip(Net._fields, mean, strict=True)))
            share = 100 * wins / max(games, 1)
            sys.stdout.write(f"{round_}: won {share:.2f}% of {games}, loss {np.mean(losses):.4f}\n")
            sys.stdout.flush()
            round_ += 1


def main() -> None:
    """Entry point of ``python -m kibitz.heuristics.knotty_nines.training``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the weights there are")
    args = parser.parse_args()
    weights = fresh(np.random.default_rng(args.seed))
    if args.go_on:
        with np.load(WEIGHTS) as stored:
            weights = [stored[name].astype(np.float32) for name in Net._fields]
    train(weights, args.minutes, args.seed)


if __name__ == "__main__":
    main()
