"""What passes tell about a hand: a chain of sets of kinds, each with the most cards held of it.

Who passes holds no card that can be laid: no card of the kinds that are open. From then on,
``lacks[seat, n]`` are kinds of which the seat holds at most ``n`` cards, every set containing the
one before. A drawn card may be of any kind, so each set moves up by one place; a card that is laid
and of a set's kinds moves it down by one; a pass adds the open kinds to all of them. As long as the
sets are a chain this keeps exactly what the hands of a seat can be: nothing that follows from its
passes is lost, and nothing is added.

The one thing not kept is what follows for a card given from a hand to another's deck.
"""

from typing import Final

from numba import int64, uint32

from kibitz.games.bits import Word
from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import HAND_SIZE
from kibitz.games.records import Int64s, UInt32s

LEVELS: Final = HAND_SIZE


@kernel
def note_pass(lacks: UInt32s, kinds: Word) -> None:
    """None of ``kinds`` is in the hand."""
    for level in range(LEVELS):
        lacks[level] |= kinds


@kernel
def note_laid(lacks: UInt32s, kind: int) -> None:
    """A card of ``kind`` has left the hand."""
    bit = uint32(1) << uint32(kind)
    for level in range(LEVELS - 1):
        if lacks[level + 1] & bit:
            lacks[level] = lacks[level + 1]


@kernel
def note_drawn(lacks: UInt32s) -> None:
    """A card of any kind has come into the hand."""
    for level in range(LEVELS - 1, 0, -1):
        lacks[level] = lacks[level - 1]
    lacks[0] = 0


@kernel
def level_of(lacks: UInt32s, kind: int) -> int:
    """The first of the sets that ``kind`` is in; ``LEVELS`` for none."""
    bit = uint32(1) << uint32(kind)
    level = int64(0)
    while level < LEVELS and not lacks[level] & bit:
        level += 1
    return level


@kernel
def contradicted(lacks: UInt32s, hand: Int64s, held: int) -> bool:
    """Whether the ``held`` cards of a hand, as kinds, are more than it can hold of some set."""
    for level in range(held):
        count = int64(0)
        for i in range(held):
            count += level_of(lacks, int64(hand[i])) <= level
        if count > level:
            return True
    return False
