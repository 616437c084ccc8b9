"""Sets of up to 64 things as the bits of one unsigned word.

Plain arithmetic throughout: the compiler knows both idioms and makes one instruction of each.
"""

from typing import Any

from numba import int64, uint64

from kibitz.games.kernel import kernel

# A compiled unsigned word. Numba turns the sum of a signed and an unsigned word into a fraction,
# so words are only ever combined with words.
Word = Any


@kernel
def count_bits(word: Word) -> int:
    """How many bits of ``word`` are set."""
    w = uint64(word)
    w -= (w >> uint64(1)) & uint64(0x5555555555555555)
    w = (w & uint64(0x3333333333333333)) + ((w >> uint64(2)) & uint64(0x3333333333333333))
    w = (w + (w >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return int64((w * uint64(0x0101010101010101)) >> uint64(56))


@kernel
def lowest_bit(word: Word) -> int:
    """The place of the lowest set bit, 0 … 63; 64 when there is none."""
    w = uint64(word)
    return count_bits(~w & (w - uint64(1)))


@kernel
def without_lowest(word: Word) -> Word:
    """``word`` with its lowest set bit cleared."""
    w = uint64(word)
    return w & (w - uint64(1))


@kernel
def single(place: int) -> Word:
    """The word in which only bit ``place`` is set."""
    return uint64(1) << uint64(place)


@kernel
def nth_bit(word: Word, n: int) -> int:
    """The place of set bit number ``n``, counted from 0 at the lowest; there must be one."""
    w = uint64(word)
    for _ in range(n):
        w &= w - uint64(1)
    return lowest_bit(w)
