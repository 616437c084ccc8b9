"""Which cards of K'nack may lie side by side: opposite colours, neighbouring ranks.

Only colour and rank matter, so that a card is of one of 27 *kinds*: ``13 * red + rank`` with ranks
A 2 … K as 0 … 12, and 26 for a joker. A set of kinds is a word of 27 bits. A card that lies face
down is free like a joker, and its kind is that of one.
"""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.cards import JOKER, RANK_COUNT
from kibitz.games.kernel import kernel

KINDS: Final = 27
JOKER_KIND: Final = 26
ALL_KINDS: Final = (1 << KINDS) - 1
LOWEST_OF_36: Final = 5  # the six; the ace of a pack of 36 is its highest card


@kernel
def kind_of(card: int) -> int:
    """The kind of a card, 0 … 26."""
    if card >= JOKER:
        return JOKER_KIND
    red = (card ^ card >> 1) & 1
    return int64(RANK_COUNT * red + (card >> 2))


def ranks_in_order(pack: int) -> list[int]:
    """The ranks of a pack of 54 or 36, lowest first: A to K, or 6 to A."""
    return [*range(RANK_COUNT)] if pack == 54 else [*range(LOWEST_OF_36, RANK_COUNT), 0]


def match_table(pack: int, wrap: bool) -> npt.NDArray[np.uint32]:
    """For each kind the set of kinds that match it; ``wrap`` joins the ends of the ranks.

    A rank that the pack lacks matches jokers only.
    """
    order = ranks_in_order(pack)
    beside = [*pairwise(order), *([(order[-1], order[0])] if wrap else [])]
    table = np.zeros(KINDS, np.uint32)
    table[:JOKER_KIND] = 1 << JOKER_KIND
    table[JOKER_KIND] = ALL_KINDS
    for low, high in [*beside, *((high, low) for low, high in beside)]:
        table[low] |= 1 << RANK_COUNT + high
        table[RANK_COUNT + low] |= 1 << high
    return table
