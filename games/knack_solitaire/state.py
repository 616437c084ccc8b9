"""The record of a game of K'nack Solitaire.

A state may be a view: stock cards that nobody has seen are ``UNSEEN`` and are named when drawn.
Once a shuffled waste has become the stock its order is unknown, unless ``orders`` has it.
"""

from typing import Annotated, Final

from kibitz.games.cards import JOKER
from kibitz.games.knack_field.field import Field, field_type
from kibitz.games.knack_solitaire.rules import MOST_REDEALS
from kibitz.games.records import Flag, Int8, Record, UInt8s, dtype_of

MOST_CARDS: Final = 54
SIDE: Final = 109
FACES: Final = JOKER + 1


class KnackSolitaireState(Record):
    """See the head of this module."""

    field: Annotated[Field, field_type(SIDE, MOST_CARDS)]
    waste: Annotated[UInt8s, MOST_CARDS]  # top last
    wasted: Int8  # cards in the waste
    stock: Annotated[UInt8s, MOST_CARDS]  # next card first, UNSEEN where unknown
    drawn: Int8  # stock cards drawn in this pass
    size: Int8  # stock cards at the start of this pass
    pack: Annotated[UInt8s, FACES]  # how many of each card the pack has
    cards: Int8  # cards of the pack
    orders: Annotated[UInt8s, MOST_REDEALS, MOST_CARDS]  # by redeals left after it
    ordered: Flag  # ``orders`` tells how each redeal will be shuffled
    redeals_left: Int8
    redeals: Int8  # at the start of the game
    shuffles: Flag
    may_decline: Flag


STATE: Final = dtype_of(KnackSolitaireState)
