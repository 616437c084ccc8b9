"""Randomness: a counter-based generator that kernels and Python share.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): a 64-bit state advanced by a constant
and mixed. Streams are keyed by (seed, index), so world number ``index`` is the same whichever
thread draws it and however many were drawn before.
"""

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64

from kibitz.games.kernel import kernel

GOLDEN = 0x9E3779B97F4A7C15
MASK64 = (1 << 64) - 1

Stream = npt.NDArray[np.uint64]
Word = int | np.uint64


@kernel
def mix(z: Word) -> Word:
    """SplitMix64's finalizer: a bijection of 64 bits that looks random."""
    z = uint64(z)
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@kernel
def start_stream(stream: Stream, seed: Word, index: Word) -> None:
    """Set ``stream`` (one uint64) to the beginning of stream ``index`` of ``seed``."""
    stream[0] = mix(uint64(seed) + mix(uint64(index) * uint64(GOLDEN) + uint64(1)))


@kernel
def below(stream: Stream, n: int) -> int:
    """A number from 0 to ``n - 1``, exactly uniform (rejection of the short last block)."""
    limit = uint64(0xFFFFFFFFFFFFFFFF) - uint64(0xFFFFFFFFFFFFFFFF) % uint64(n)
    while True:
        stream[0] += uint64(GOLDEN)
        z = mix(stream[0])
        if z < limit:
            return int64(z % uint64(n))


@kernel
def pick(stream: Stream, n: int) -> int:
    """A number from 0 to ``n - 1``, exactly uniform, ``n`` below 2³²; faster than :func:`below`.

    Lemire's multiplication (2019): a division is needed only for the rare draw to be rejected.
    """
    size = uint64(n)
    while True:
        stream[0] += uint64(GOLDEN)
        product = (mix(stream[0]) >> uint64(32)) * size
        low = product & uint64(0xFFFFFFFF)
        if low >= size or low >= (uint64(1) << uint64(32)) % size:
            return int64(product >> uint64(32))


@kernel
def fraction(stream: Stream) -> float:
    """A number from 0 to 1, 1 excluded: a multiple of 2⁻⁵³, each equally likely."""
    stream[0] += uint64(GOLDEN)
    return float64(mix(stream[0]) >> uint64(11)) * (1.0 / 9007199254740992.0)


@kernel
def shuffle(stream: Stream, cards: npt.NDArray[np.int64], count: int) -> None:
    """Put the first ``count`` entries of ``cards`` in uniformly random order, in place."""
    for i in range(count - 1, 0, -1):
        j = below(stream, i + 1)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept


def shuffled_pack(seed: int, size: int, index: int = 0) -> list[int]:
    """Cards 0 … ``size - 1`` in the order number ``index`` of ``seed`` (both 0 … 2⁶⁴ - 1)."""
    stream = np.zeros(1, np.uint64)
    start_stream(stream, np.uint64(seed), np.uint64(index))
    cards = np.arange(size, dtype=np.int64)
    shuffle(stream, cards, size)
    return [int(card) for card in cards]
