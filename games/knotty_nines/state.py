"""The record of a game of Knotty Nines."""

from typing import Annotated, Final

from kibitz.games.cards import PACK_SIZE
from kibitz.games.records import Flag, Int16, Record, UInt8s, dtype_of

MAX_PILES: Final = 12
NOTHING: Final = 254


class KnottyNinesState(Record):
    """A tableau, its stock, and the switches that moves depend on."""

    top: Annotated[UInt8s, MAX_PILES]  # card on top of each pile, NOTHING when empty
    height: Annotated[UInt8s, MAX_PILES]  # cards in each pile
    beneath: Annotated[UInt8s, PACK_SIZE]  # the card under each tableau card
    stock: Annotated[UInt8s, PACK_SIZE]  # next card first, UNSEEN where unknown
    drawn: Int16  # stock cards already drawn
    size: Int16  # stock cards in all
    piles: Int16
    wrap: Flag
    clear: Flag  # won only when also no move is left


STATE: Final = dtype_of(KnottyNinesState)
