"""The network of `heuristics.knotty_nines.value` in floats: first weights, gradient."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kibitz.games.knotty_nines.classes import RANKS
from kibitz.heuristics.knotty_nines.value import (
    CHANNELS,
    DENSE,
    FIRST_WINDOW,
    HIDDEN,
    POOLED,
    SECOND_WINDOW,
    Floats,
)
from training.adam import Layer, Weights


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
