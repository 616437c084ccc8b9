"""Gradient steps: the Adam optimizer."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Layer = npt.NDArray[np.floating[Any]]
Weights = list[Layer]


class Adam:
    """The Adam optimizer (Kingma and Ba, 2015) with its usual constants."""

    def __init__(self, weights: Sequence[Layer]) -> None:
        """Moments at zero."""
        self._mean = [np.zeros_like(w) for w in weights]
        self._square = [np.zeros_like(w) for w in weights]
        self._steps = 0

    def step(self, weights: Weights, slopes: Sequence[Layer], rate: float) -> None:
        """Move ``weights`` in place."""
        self._steps += 1
        for i, g in enumerate(slopes):
            self._mean[i] += np.float32(0.1) * (g - self._mean[i])
            self._square[i] += np.float32(0.001) * (g * g - self._square[i])
            mended = self._mean[i] / (1 - 0.9**self._steps)
            spread = np.sqrt(self._square[i] / (1 - 0.999**self._steps)) + 1e-8
            weights[i] -= (rate * mended / spread).astype(np.float32)
