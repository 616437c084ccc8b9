"""The record of a round of Knaves.

Sets of cards are words and cards are places in them, see `games.knaves.lanes`. A state may be a
view: a hand then has ``unknown`` cards besides those in ``hands``, and what it may play is whatever
it could hold.
"""

from typing import Annotated, Final

from kibitz.games.knaves.lanes import SUIT_COUNT
from kibitz.games.records import (
    Flag,
    Int8,
    Int8s,
    Int16,
    Int16s,
    Record,
    UInt8s,
    UInt64,
    UInt64s,
    dtype_of,
)

SEATS: Final = 3
MOST_PLAYS: Final = 51
NONE: Final = -1


class KnavesState(Record):
    """See the head of this module."""

    hands: Annotated[UInt64s, SEATS]  # cards known to be held, exposed ones included
    exposed: Annotated[UInt64s, SEATS]  # cards held that lie face up
    played: UInt64
    out: UInt64  # out of play and face down, as far as known; without the turned card
    points: Annotated[Int16s, SEATS]  # of this round
    scores: Annotated[Int16s, SEATS]  # of the match before this round
    penalty: Annotated[Int16s, SUIT_COUNT]  # points for taking the jack of each suit
    target: Int16
    stake: Int16  # jacks in the trick so far, in points
    last_stake: Int16  # points that go with the last trick
    tricks: Annotated[Int8s, SEATS]  # taken in this round
    unknown: Annotated[Int8s, SEATS]  # cards held that this state does not know
    voids: Annotated[UInt8s, SEATS]  # suits not followed, bit 1 for clubs to 8 for spades
    turned: Int8
    trump: Int8  # suit, NONE in a round without
    hand_size: Int8
    dealer: Int8
    turn: Int8  # seat to move: to play or to answer
    player: Int8  # seat whose card is next
    leader: Int8  # of the trick
    led: Int8  # suit, NONE before the lead
    best: Int8  # highest card of the trick so far, NONE before the lead
    holder: Int8  # seat that played it
    calling: Flag  # exposed cards may be called
    called: Int8  # card that the player must play if it can, or NONE
    declined: Int8  # opponents who called nothing before this card
    count: Int8  # cards played
    order: Annotated[Int8s, MOST_PLAYS]  # cards played, first to last; three a trick


STATE: Final = dtype_of(KnavesState)
