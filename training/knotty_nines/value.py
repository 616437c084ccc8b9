"""Learn the weights of `heuristics.knotty_nines.value` in self-play.

Games are played with the policy, some moves at random, many from the middle of others on, and the
transitions it chose are kept. What
a transition should have been worth is taken to be the best estimate among the answers to the card
that came next (temporal differences; Sutton, 1988), mixed with whether the game was won in the end.
A gradient step moves the estimates towards that, and the
next games are played with the running mean of the weights, which is also what is kept: it is
steadier than the weights themselves.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games.knotty_nines.classes import RANKS
from kibitz.heuristics.knotty_nines.policy import new_choices
from kibitz.heuristics.knotty_nines.value import (
    CHANNELS,
    DENSE,
    FIRST_WINDOW,
    HIDDEN,
    POOLED,
    SECOND_WINDOW,
    WEIGHTS,
    Floats,
    Net,
)
from training.commands import report, until
from training.fitting import Adam, Layer, Weights
from training.knotty_nines.selfplay import new_places, new_table, self_play

THREADS: Final = 2
ROUNDS_KEPT: Final = 24
STEPS: Final = 120
BATCH: Final = 2048
FASTEST, SLOWEST = 1e-3, 5e-5  # step sizes at the beginning and at the end
OUTCOME_SHARE: Final = 0.1
MEMORY: Final = 0.999  # of the running mean of the weights, per step


def train(weights: Weights, minutes: float, seed: int) -> None:
    """Improve ``weights`` in place for so long, and write them down after every round."""
    rng = np.random.default_rng(seed)
    optimizer, kept = Adam(weights), list[Any]()
    mean = [w.copy() for w in weights]
    tables = [new_table() for _ in range(THREADS)]
    scratch = [new_choices() for _ in range(THREADS)]
    places = [new_places() for _ in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        for round_, spent in enumerate(until(minutes, "self-play")):
            net = Net(*(w.copy() for w in mean))
            stream = np.uint64(seed * 1_000_003 + round_)
            jobs = [
                pool.submit(self_play, stream, i * 10**7, net, scratch[i], tables[i], places[i])
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
            report(f"{round_}: won {share:.2f}% of {games}, loss {np.mean(losses):.4f}")


def learn(minutes: float, seed: int, *, afresh: bool) -> None:
    """Learn for so long, from random weights or from those on file."""
    weights = fresh(np.random.default_rng(seed))
    if not afresh:
        with np.load(WEIGHTS) as stored:
            weights = grown([stored[name].astype(np.float32) for name in Net._fields], weights)
    train(weights, minutes, seed)


def grown(known: Weights, weights: Weights) -> Weights:
    """The network ``known``, with the features and units more that ``weights`` have.

    These see what ``weights`` see. Nothing that was known listens to them yet, so the estimates
    stay as they are until something is learned.
    """
    found = []
    for old, new in zip(known, weights, strict=True):
        grown_layer = new.copy()
        grown_layer[tuple(slice(size) for size in old.shape)] = old
        found.append(grown_layer)
    pooled, dense = known[3].size, known[5].size
    found[4][pooled:, :dense] = 0
    found[6][dense:] = 0
    found[7][:] = known[7]
    return found


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
    rows = np.maximum(wide @ w2 + b2, 0).reshape(batch, RANKS, -1)
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
