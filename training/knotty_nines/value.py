"""Learn the weights of `heuristics.knotty_nines.value` in self-play.

Games are played with the policy, some moves at random, many from the middle of others on, and the
transitions it chose are kept. What
a transition should have been worth is taken to be the best estimate among the answers to the card
that came next (temporal differences; Sutton, 1988), mixed with whether the game was won in the end.
A gradient step moves the estimates towards that, and the
next games are played with the running mean of the weights, which is also what is kept: it is
steadier than the weights themselves.

The next games are played while the network learns from those before, on half a batch in each of two
threads. So set ``OPENBLAS_NUM_THREADS=1``.

The weights that are shipped go on from a network of 32 features and units of each kind, by an
earlier form of this file, ``--go-on --minutes 62 --seed 21``: 615 rounds on two cores.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import numpy as np

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
PIECES: Final = 16  # of a batch, each from one table
FASTEST, SLOWEST = 1e-3, 5e-5  # step sizes at the beginning and at the end
OUTCOME_SHARE: Final = 0.1
MEMORY: Final = 0.999  # of the running mean of the weights, per step


class Games:
    """Self-play on two threads, a round of games after the other."""

    def __init__(self, seed: int) -> None:
        """Equal seeds and networks play equal games."""
        self._seed, self._pool = seed, ThreadPoolExecutor(THREADS)
        self._tables = [new_table() for _ in range(THREADS)]
        self._scratch = [new_choices() for _ in range(THREADS)]
        self._places = [new_places() for _ in range(THREADS)]
        self._playing = list[Future[tuple[int, int]]]()

    def start(self, number: int, mean: Weights) -> None:
        """Begin to play round ``number`` with these weights."""
        net = Net(*(np.ascontiguousarray(w.copy()) for w in mean))
        stream = np.uint64(self._seed * 1_000_003 + number)
        self._playing = [
            self._pool.submit(self_play, stream, i * 10**7, net, scratch, table, places)
            for i, (scratch, table, places) in enumerate(
                zip(self._scratch, self._tables, self._places, strict=True)
            )
        ]

    def finish(self) -> tuple[float, list[tuple[Layer, Floats]]]:
        """Wait for the round. The per cent won, and the transitions of each thread.

        These are inputs [ranks, transitions, channels] and what the transitions should be worth.
        """
        games, wins = np.sum([job.result() for job in self._playing], 0)
        parts = []
        for table in self._tables:
            mixed = (1 - OUTCOME_SHARE) * table.values + OUTCOME_SHARE * table.outcomes
            inputs = table.inputs.transpose(1, 0, 2).astype(np.float16)
            parts.append((np.ascontiguousarray(inputs), mixed.astype(np.float32)))
        return 100 * wins / max(games, 1), parts


def train(weights: Weights, minutes: float, seed: int) -> None:
    """Improve ``weights`` in place for so long, and write them down after every round."""
    rng, games = np.random.default_rng(seed), Games(seed)
    optimizer, kept = Adam(weights), list[tuple[Layer, Floats]]()
    mean = [w.copy() for w in weights]

    def half_batch(key: int) -> tuple[float, Weights]:
        drawn, inputs, wanted = np.random.default_rng(key), [], []
        for part in drawn.integers(0, len(kept), PIECES // 2):
            seen, worth = kept[part]
            some = drawn.integers(0, len(worth), BATCH // PIECES)
            inputs.append(seen[:, some])
            wanted.append(worth[some])
        joined = np.concatenate(inputs, 1, dtype=np.float32)
        return gradient(weights, joined, np.concatenate(wanted))

    games.start(0, mean)
    with ThreadPoolExecutor(2) as pool:
        for round_, spent in enumerate(until(minutes, "self-play")):
            share, parts = games.finish()
            kept[:] = [*kept, *parts][-THREADS * ROUNDS_KEPT :]
            games.start(round_ + 1, mean)
            losses = []
            for _ in range(STEPS):
                (loss, one), (more, other) = pool.map(half_batch, rng.integers(1 << 60, size=2))
                slopes = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
                optimizer.step(weights, slopes, max(SLOWEST, FASTEST * (1 - spent)))
                losses.append((loss + more) / 2)
                for i, w in enumerate(weights):
                    mean[i] += np.float32(1 - MEMORY) * (w - mean[i])
            np.savez(WEIGHTS, allow_pickle=False, **dict(zip(Net._fields, mean, strict=True)))
            report(f"{round_}: won {share:.2f}%, loss {np.mean(losses):.4f}")
    games.finish()


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
    found = [w.copy() for w in weights]
    hidden, pooled, dense = known[1].size, known[3].size, known[5].size
    found[0][:, :hidden], found[1][:hidden] = known[0], known[1]
    second = found[2].reshape(SECOND_WINDOW, -1, found[3].size)
    second[:, hidden:, :pooled] = 0
    second[:, :hidden, :pooled] = known[2].reshape(SECOND_WINDOW, hidden, pooled)
    found[3][:pooled] = known[3]
    found[4][pooled:, :dense] = 0
    found[4][:pooled, :dense], found[5][:dense] = known[4], known[5]
    found[6][dense:] = 0
    found[6][:dense], found[7][:] = known[6], known[7]
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


def gradient(weights: Sequence[Layer], inputs: Layer, wanted: Floats) -> tuple[float, Weights]:
    """Mean cross entropy of the estimates to ``wanted`` and its gradient by the weights.

    ``inputs``: [ranks, transitions, channels]. With the ranks first, the windows of a rank are
    blocks of memory that are moved as a whole.
    """
    w1, b1, w2, b2, w3, b3, w4, b4 = weights
    batch, places = inputs.shape[1], range(SECOND_WINDOW)
    near = [np.roll(inputs, FIRST_WINDOW // 2 - d, 0) for d in range(FIRST_WINDOW)]
    seen = np.concatenate(near, 2).reshape(RANKS * batch, -1)
    flat = np.maximum(seen @ w1 + b1, 0)
    hidden, second = flat.reshape(RANKS, batch, -1), w2.reshape(SECOND_WINDOW, len(b1), len(b2))
    rows = sum(np.roll(hidden @ second[d], SECOND_WINDOW // 2 - d, 0) for d in places) + b2
    pooled = np.maximum(rows, 0).sum(0)
    dense = np.maximum(pooled @ w3 + b3, 0)
    chance = 1 / (1 + np.exp(-(dense @ w4 + b4[0])))
    small = 1e-9
    loss = -(wanted * np.log(chance + small) + (1 - wanted) * np.log(1 - chance + small)).mean()
    g = ((chance - wanted) / batch).astype(inputs.dtype)
    g_dense = np.outer(g, w4) * (dense > 0)
    g_rows = (g_dense @ w3.T) * (rows > 0)
    moved = [np.roll(g_rows, d - SECOND_WINDOW // 2, 0) for d in places]
    g_hidden = sum(moved[d] @ second[d].T for d in places) * (hidden > 0)
    g_flat = g_hidden.reshape(RANKS * batch, -1)
    return float(loss), [
        seen.T @ g_flat,
        g_flat.sum(0),
        np.concatenate([flat.T @ moved[d].reshape(RANKS * batch, -1) for d in places]),
        g_rows.sum((0, 1)),
        pooled.T @ g_dense,
        g_dense.sum(0),
        dense.T @ g,
        np.array([g.sum()], inputs.dtype),
    ]
