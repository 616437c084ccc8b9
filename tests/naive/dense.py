"""The sums of a layer in whole numbers, one product after the other."""

from collections.abc import Sequence


def wrapped(number: int) -> int:
    """What is left of a whole number in 32 bits."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def wrapped_short(number: int) -> int:
    """What is left of a whole number in 16 bits."""
    return (number + (1 << 15)) % (1 << 16) - (1 << 15)


def sums_of(
    layer: Sequence[Sequence[int]], inputs: Sequence[int], base: Sequence[int]
) -> list[int]:
    """For every output its base and the products of all inputs; ``layer`` [inputs, outputs]."""
    found = []
    for output, first in enumerate(base):
        total = int(first)
        for given, row in zip(inputs, layer, strict=True):
            total += int(given) * int(row[output])
        found.append(wrapped(total))
    return found
