"""Checks of what is learned from how much moves of one decision differ."""

import numpy as np
import pytest


def spread(values, decisions) -> float:
    """The mean square of how far values are from the mean of their decision."""
    found = [values[decisions == number] for number in np.unique(decisions)]
    return sum(float(((own - own.mean()) ** 2).sum()) for own in found) / len(values)


def losses_of(errors, wanted, decisions, outcomes: float) -> tuple[float, float]:
    """By how much estimates lessen the spread of what is wanted, and the whole loss."""
    left = spread(errors, decisions)
    return spread(wanted, decisions) - left, left + outcomes * float((errors**2).mean())


def slopes_agree(gradient, losses, weights, examples):
    """Slopes on examples, compared with differences of the loss at five weights of each layer."""
    rng, step = np.random.default_rng(3), 1e-5
    gain, slopes = gradient(weights, examples, 0.6)
    assert gain == pytest.approx(losses(weights, examples, 0.6)[0])
    for w, slope in zip(weights, slopes, strict=True):
        for _ in range(5):
            at = tuple(int(rng.integers(size)) for size in w.shape)
            kept, found = w[at], []
            for sign in (1, -1):
                w[at] = kept + sign * step
                found.append(losses(weights, examples, 0.6)[1])
            w[at] = kept
            wanted = (found[0] - found[1]) / (2 * step)
            assert slope[at] == pytest.approx(wanted, rel=0.02, abs=1e-4)
    return slopes
