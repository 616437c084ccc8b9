"""Worlds of Knaves as a search deals them."""

import numpy as np

from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State, redeal
from kibitz.heuristics.knaves.likelihood import refine


@kernel
def run_refine(state: State, work: State, seat: int, tries: int, times: int, seed: int) -> None:
    """Fill ``work`` with worlds, each refined so many ``times``."""
    stream = np.zeros(1, np.uint64)
    for i in range(len(work)):
        start_stream(stream, seed, i)
        work[i] = state[0]
        redeal(work[i], seat, stream)
        for _ in range(times):
            refine(work[i], seat, tries, stream)
