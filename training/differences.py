"""Learn by how much moves of one decision differ, from each played out with the same cards.

What all moves of a decision have in common, most of the luck of a game, counts for little, so moves
that are judged too well are found out. Errors count, squared, as far as they differ from the mean
of their decision, and a little as such, so that what moves of different hands are worth can be
compared, too. Examples are rows with the number of their ``decision``, those of one decision side
by side. The running mean of the weights is what is kept.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games.records import Reals
from training.fitting import Adam, Layer

Examples = npt.NDArray[np.void]
# Of weights on examples, with a share of what is judged some turns later: gain and slopes
Gradient = Callable[[Sequence[Layer], Examples, float], tuple[float, list[Layer]]]

FASTEST: Final = 1e-3  # size of the steps at the beginning


def random_weights(
    shapes: Sequence[tuple[int, ...]], shares: Sequence[float], rng: np.random.Generator
) -> list[Layer]:
    """Normal weights of layers; ``shares``: their variance, times the inputs of the layer."""
    found = []
    for shape, share in zip(shapes, shares, strict=True):
        spread = np.sqrt(share / shape[0])
        found.append((spread * rng.normal(size=shape)).astype(np.float32))
    return found


def batches(examples: Examples, size: int) -> Iterator[Examples]:
    """Whole decisions, ``size`` examples or a few more at a time; what is left is left out."""
    begins = np.flatnonzero(np.diff(examples["decision"], prepend=-1))
    first = 0
    for start in begins:
        if start - first >= size:
            yield examples[first:start]
            first = int(start)


def loss(examples: Examples, wanted: Reals, estimates: Reals, outcomes: float) -> tuple[float, Any]:
    """By how much estimates lessen the variance of what is wanted; the slope of the loss by each.

    ``outcomes``: how much errors count as such.
    """
    decision = examples["decision"] - examples["decision"][0]
    count = np.bincount(decision)

    def centred(values: Reals) -> Reals:
        return np.asarray(values - (np.bincount(decision, values) / count)[decision])

    error = estimates - wanted
    off = centred(error)
    slope = (2 * (off + outcomes * error) / len(examples)).astype(np.float32)
    return float((centred(wanted) ** 2).mean() - (off**2).mean()), slope


class Learner:
    """A network while it learns: its weights now, their running mean, and its latest gains.

    ``batch``: examples of a step. ``kept``: times so many fresh ones are learned from again.
    ``memory``: of the running mean, per step.
    """

    def __init__(
        self,
        weights: list[Layer],
        gradient: Gradient,
        rng: np.random.Generator,
        *,
        batch: int,
        kept: int,
        memory: float,
        slowest: float,
    ) -> None:
        """With these weights. ``slowest``: size of the steps at the end."""
        self.weights, self.mean = weights, [w.copy() for w in weights]
        self.gains: list[float] = []
        self._gradient, self._rng = gradient, rng
        self._batch, self._memory, self._slowest = batch, memory, slowest
        self._optimizer, self._kept, self._most = Adam(weights), list[Examples](), kept

    def learn(self, fresh: Examples, spent: float, soon: float) -> None:
        """Take a step for each batch of fresh examples, and of some seen before.

        ``spent``: the share of the time that has passed.
        """
        rate = max(self._slowest, FASTEST * (1 - spent))
        self._kept = [*self._kept[1 - self._most :], fresh]
        for examples in (fresh, self._kept[self._rng.integers(len(self._kept))]):
            for batch in batches(examples, self._batch):
                gain, slopes = self._gradient(self.weights, batch, soon)
                self._optimizer.step(self.weights, slopes, rate)
                for i, w in enumerate(self.weights):
                    self.mean[i] += np.float32(1 - self._memory) * (w - self.mean[i])
                if examples is fresh:
                    self.gains.append(gain)
