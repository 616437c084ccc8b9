"""Open hands of Knaves as a search holds them: frames, and the first of them.

A frame is a position on the way down from the root, as a record. Only what is still to come counts
in it, so that positions reached in different ways are the same. The points that a move brings at
once stand in the frame it leads to, as ``gain`` of the seat ``gainer``.

A card is its place among the cards still held, not its rank: after each trick what lies above the
cards played moves down. So positions with the same order of holders, whatever the ranks, are one.
"""

from typing import Annotated, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, single, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knaves.lanes import JACK, SUIT_COUNT, lane
from kibitz.games.knaves.state import SEATS, KnavesState
from kibitz.games.records import Int16, Int16s, Int64, Int64s, Record, UInt64, UInt64s, dtype_of


class Frame(Record):
    """A position of the line that is being looked at."""

    hands: Annotated[UInt64s, SEATS]
    jacks: UInt64  # those that cost points
    shown: UInt64  # exposed cards of all, where they may be called
    trick: UInt64  # places of the cards on the table
    left: UInt64  # moves not yet tried
    key: Annotated[UInt64s, 4]
    player: Int16  # seat whose card is next
    turn: Int16  # seat to move: to play or to answer
    declined: Int16
    called: Int16  # place, or NOBODY
    led: Int16  # suit, or NOBODY
    best: Int16  # place of the card that takes the trick so far, or NOBODY
    holder: Int16  # seat that played it
    stake: Int16  # jacks on the table, in points
    done: Int16  # cards on the table
    tricks: Int16  # not yet taken, with the one on the table
    cost: Int16  # all penalties still to be taken, 0 or less
    tops: Int16  # highest trumps without a gap when the trick began; sure tricks
    top_seat: Int16  # who had them
    gain: Int16  # points that the move to this frame brought
    gainer: Int16  # to this seat
    move: Int16  # the move tried last
    keyed: Int16  # whether the frame has its key, see keys.has_key
    have: Int16  # whether a move has been valued
    sure: Int16  # points that the seat to move is sure of
    value: Annotated[Int16s, SEATS]  # points to come; in a paranoid search only the first
    low: Int16  # the window of a paranoid search, and as it was at first
    high: Int16
    first_low: Int16
    first_high: Int16


FRAME: Final = dtype_of(Frame)


class Desk(Record):
    """What holds for the whole search, and how far it is."""

    penalty: Annotated[Int64s, SUIT_COUNT]
    trump: Int64  # suit, or NOBODY
    last: Int64  # points that go with the last trick
    calling: Int64  # whether exposed cards may be called
    seat: Int64  # whose points a paranoid search sees
    depth: Int64
    entering: Int64  # whether the frame at this depth has not been looked at yet
    nodes: Int64


DESK: Final = dtype_of(Desk)


class Slot(Record):
    """What a position is worth, packed in a word."""

    key: Annotated[UInt64s, 4]
    worth: UInt64


SLOT: Final = dtype_of(Slot)

DEEPEST: Final = 3 * 51 + 5
PASS: Final = 63  # among the moves of a frame, which else are places: call nothing
NOBODY: Final = -1
KEY_WORDS: Final = 4

Records = npt.NDArray[np.void]
Ints = npt.NDArray[np.int64]


class Memory(NamedTuple):
    """Everything a search writes to.

    ``frames``: by depth. ``desk`` [1]: what holds for the whole search, and how far it is.
    ``table``: positions and what they are worth. ``results`` [64, 3]: the values of the root's
    moves, by what :func:`choices` calls them; ``tried`` [64]: which of them are there.
    """

    frames: Records
    desk: Records
    table: Records
    results: Ints
    tried: Ints


def new_memory(slots: int) -> Memory:
    """Memory with a table of ``slots``, a power of two; with 1 nothing is remembered."""
    return Memory(
        np.zeros(DEEPEST, FRAME),
        np.zeros(1, DESK),
        np.zeros(slots, SLOT),
        np.zeros((64, SEATS), np.int64),
        np.zeros(64, np.int64),
    )


@kernel
def place_among(place: int, every: Word) -> int:
    """Where a card stands when the cards ``every`` move together in each suit."""
    suit = place >> 4
    return 16 * suit + count_bits(every & lane(suit) & (single(place) - uint64(1)))


@kernel
def moved_together(cards: Word, every: Word) -> Word:
    """The set ``cards`` when the cards ``every`` move together in each suit."""
    found = uint64(0)
    while cards:
        found |= single(place_among(lowest_bit(cards), every))
        cards = without_lowest(cards)
    return found


@kernel
def counted(state: KnavesState) -> Word:
    """The cards of a state that its root frame has places for: all held, and the trick's best."""
    every = state.hands[0] | state.hands[1] | state.hands[2]
    return every | single(state.best) if state.best >= 0 else every


@kernel
def begin(state: KnavesState, memory: Memory, seat: int) -> None:
    """Make ``state``, all hands known, the root; ``seat`` is whose points a paranoid search sees.

    The table is kept: it serves every position of the same round.
    """
    frame, desk = memory.frames[0], memory.desk[0]
    every = counted(state)
    desk.trump = state.trump
    desk.last = state.last_stake
    desk.calling = state.calling
    frame.cost = state.stake + state.last_stake
    costly = uint64(0)
    for suit in range(SUIT_COUNT):
        desk.penalty[suit] = state.penalty[suit]
        if state.penalty[suit] != 0:
            costly |= single(16 * suit + JACK)
    held = costly & (state.hands[0] | state.hands[1] | state.hands[2])
    frame.jacks = moved_together(held, every)
    while held:
        frame.cost += state.penalty[lowest_bit(held) >> 4]
        held = without_lowest(held)
    frame.shown = uint64(0)
    for holder in range(SEATS):
        frame.hands[holder] = moved_together(state.hands[holder], every)
        if state.calling:
            frame.shown |= moved_together(state.exposed[holder], every)
        frame.value[holder] = 0
    frame.player = state.player
    frame.turn = state.turn
    frame.declined = state.declined
    frame.called = place_among(state.called, every) if state.called >= 0 else NOBODY
    frame.led = state.led
    frame.best = place_among(state.best, every) if state.best >= 0 else NOBODY
    frame.trick = single(frame.best) if state.best >= 0 else uint64(0)
    frame.holder = state.holder
    frame.stake = state.stake
    frame.done = state.count % 3
    frame.tricks = state.hand_size - state.count // 3
    frame.tops = 0
    frame.top_seat = 0
    frame.gain = 0
    frame.gainer = 0
    desk.depth = 0
    desk.entering = 1
    desk.nodes = 0
    desk.seat = seat
    memory.tried[:] = 0
