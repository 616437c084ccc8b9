"""Conditional logistic regression: by which signs what is real stands out from what is guessed.

Each case is a row of choices of which the first is real. The weights are those under which the real
ones are picked out most readily, by Newton's method with a little weight decay.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]

CLOSE: Final = 1e-6
DECAY: Final = 3.0
NEWTON: Final = 30


def likelihood(signs: Reals, weights: Reals) -> tuple[float, Reals]:
    """The logarithm, less decay, of how likely the real choices are; the share of each choice."""
    scores = signs @ weights
    scores -= scores.max(axis=1, keepdims=True)
    shares = np.exp(scores)
    totals = shares.sum(axis=1)
    found = float((scores[:, 0] - np.log(totals)).sum()) - DECAY / 2 * float(weights @ weights)
    return found, shares / totals[:, None]


def fitted(signs: Reals) -> Reals:
    """The weights under which the real choices of cases [case, choice, sign] stand out most."""
    weights = np.zeros(signs.shape[2])
    best, shares = likelihood(signs, weights)
    for _ in range(NEWTON):
        mean = np.einsum("nk,nks->ns", shares, signs)
        slope = (signs[:, 0] - mean).sum(axis=0) - DECAY * weights
        bend = np.einsum("nk,nks,nkt->st", shares, signs, signs) - mean.T @ mean
        step = np.linalg.solve(bend + DECAY * np.eye(len(weights)), slope)
        found = -np.inf
        while found < best and np.abs(step).max() > CLOSE:
            found, there = likelihood(signs, weights + step)
            step, shares = (step, there) if found >= best else (step / 2, shares)
        if found < best + CLOSE:
            break
        weights, best = weights + step, found
    return weights
