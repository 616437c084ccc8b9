"""The record of a hand of Knock Rummy.

Sets of cards are words and cards places in them, see `games.knock_rummy.bitboards`. All that the
table has seen is remembered: ``public`` are the cards whose place everybody knows, ``how`` and
``gone`` the latest turns in order, of hands watched from the beginning of those. A state may be a
view: a hand then has ``unknown`` cards besides those in ``hands``, and the stock holds ``NO_PLACE``
for cards it does not know.
"""

from typing import Annotated, Final

from kibitz.games.cards import PACK_SIZE
from kibitz.games.knock_rummy.rules import MOST_RECORDED, MOST_SEATS, MOST_TURN_OVERS
from kibitz.games.records import (
    Flag,
    Int8,
    Int8s,
    Int16,
    Int32s,
    Record,
    UInt8,
    UInt64,
    UInt64s,
    dtype_of,
)

NOBODY: Final = -1
TO_DRAW, TO_DISCARD, ENDED = range(3)
DRAWN, TAKEN, TURNED_OVER = range(3)
PHASES: Final = ("draw", "discard")


class KnockRummyState(Record):
    """See the head of this module."""

    hands: Annotated[UInt64s, MOST_SEATS]  # cards known to be held
    public: UInt64  # cards whose place everybody knows
    shuffled: Annotated[UInt64s, MOST_TURN_OVERS]  # pile of each shuffle; less those of later ones
    key: UInt64  # decides how piles are shuffled, 0 when not known
    payments: Annotated[Int32s, MOST_SEATS]  # of this hand once it has ended, in units of 1 / UNIT
    winners: UInt8  # of this hand once it has ended, bit 1 for seat 0
    scores: Annotated[Int32s, MOST_SEATS]  # of the match before this hand, in units of 1 / UNIT
    target: Int16  # of the match, 0 for none
    ace_points: Int16
    bonus: Int16
    penalty: Int16
    knock_limit: Int16  # NOBODY for none
    max_takes: Int8
    turn_overs_left: Int8
    shuffles: Flag  # whether a pile that becomes the stock is shuffled
    returns: Flag  # whether a card may be taken and discarded at once
    beats_tie: Flag
    ace: Int8  # place in melds.ACE_WORDS
    players: Int8
    dealer: Int8
    turn: Int8  # seat to move; the last that moved when the hand has ended
    viewer: Int8  # seat whose view this is, or NOBODY
    phase: Int8
    taken: Int8  # card taken from the pile in this turn, or NO_PLACE
    takes: Int8  # cards taken since the last was drawn from the stock
    turn_overs: Int8  # made so far
    ender: Int8  # seat that knocked or went out, or NOBODY
    unknown: Annotated[Int8s, MOST_SEATS, MOST_TURN_OVERS + 1]  # held and not known, by pool
    stock_size: Int8
    pile_size: Int8
    stock: Annotated[Int8s, PACK_SIZE]  # the next card last
    pile: Annotated[Int8s, PACK_SIZE]  # the top card last
    kinds: Annotated[Int8s, MOST_SEATS]  # how others knock, as heuristics number it; 0 not known
    recorded: Int8  # turns of the history, NOBODY when they were not watched
    how: Annotated[Int8s, MOST_RECORDED]  # a card came in each: DRAWN, TAKEN or TURNED_OVER
    gone: Annotated[Int8s, MOST_RECORDED + 1]  # top of the pile before them, then card discarded


STATE: Final = dtype_of(KnockRummyState)
