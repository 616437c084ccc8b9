"""Open hands of Knaves as a search holds them: frames, what may be played, what follows.

A frame is a position on the way down from the root, as a record. Only what is still to come counts
in it, so that positions reached in different ways are the same. The points that a move brings at
once stand in the frame it leads to, as ``gain`` of the seat ``gainer``.

A card is its place among the cards still held, not its rank: after each trick what lies above the
cards played moves down. So positions with the same order of holders, whatever the ranks, are one.

Cards of a hand are equivalent when no card of another hand and no card on the table that may take
the trick lies between them: exchanging the two changes nothing. A jack that costs points has no
equal, and where exposed cards may be called they are equal to exposed ones only.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from games.bits import Word, count_bits, lowest_bit, single, without_lowest
from games.kernel import kernel
from games.knaves.lanes import JACK, PACK, SUIT_COUNT, beats, lane
from games.knaves.play import SEATS

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

FRAME: Final = np.dtype(
    [
        ("hands", np.uint64, SEATS),
        ("jacks", np.uint64),  # those that cost points
        ("shown", np.uint64),  # exposed cards of all, where they may be called
        ("trick", np.uint64),  # places of the cards on the table
        ("left", np.uint64),  # moves not yet tried
        ("key", np.uint64, 4),
        ("player", np.int16),  # seat whose card is next
        ("turn", np.int16),  # seat to move: to play or to answer
        ("declined", np.int16),
        ("called", np.int16),  # place, or NOBODY
        ("led", np.int16),  # suit, or NOBODY
        ("best", np.int16),  # place of the card that takes the trick so far, or NOBODY
        ("holder", np.int16),  # seat that played it
        ("stake", np.int16),  # jacks on the table, in points
        ("done", np.int16),  # cards on the table
        ("tricks", np.int16),  # not yet taken, with the one on the table
        ("cost", np.int16),  # all penalties still to be taken, 0 or less
        ("tops", np.int16),  # highest trumps without a gap when the trick began; sure tricks
        ("top_seat", np.int16),  # who had them
        ("gain", np.int16),  # points that the move to this frame brought
        ("gainer", np.int16),  # to this seat
        ("move", np.int16),  # the move tried last
        ("keyed", np.int16),  # whether the frame stands between tricks and has its key
        ("have", np.int16),  # whether a move has been valued
        ("sure", np.int16),  # points that the seat to move is sure of
        ("value", np.int16, SEATS),  # points to come; in a paranoid search only the first
        ("low", np.int16),  # the window of a paranoid search, and as it was at first
        ("high", np.int16),
        ("first_low", np.int16),
        ("first_high", np.int16),
    ]
)
DESK: Final = np.dtype(
    [
        ("penalty", np.int64, SUIT_COUNT),
        ("trump", np.int64),  # suit, or NOBODY
        ("last", np.int64),  # points that go with the last trick
        ("calling", np.int64),  # whether exposed cards may be called
        ("seat", np.int64),  # whose points a paranoid search sees
        ("depth", np.int64),
        ("entering", np.int64),  # whether the frame at this depth has not been looked at yet
        ("nodes", np.int64),
    ]
)
SLOT: Final = np.dtype([("key", np.uint64, 4), ("worth", np.uint64)])

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
def highest_bit(word: Word) -> int:
    """The place of the highest set bit; the word is not empty."""
    w = uint64(word)
    w |= w >> uint64(1)
    w |= w >> uint64(2)
    w |= w >> uint64(4)
    w |= w >> uint64(8)
    w |= w >> uint64(16)
    w |= w >> uint64(32)
    return count_bits(w) - 1


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
def counted(state: Any) -> Word:
    """The cards of a state that its root frame has places for: all held, and the trick's best."""
    every = state.hands[0] | state.hands[1] | state.hands[2]
    return every | single(state.best) if state.best >= 0 else every


@kernel
def begin(state: Any, memory: Memory, seat: int) -> None:
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


@kernel
def lowest_of_each(cards: Word, blocks: Word) -> Word:
    """The lowest of every run of ``cards`` within a suit that none of ``blocks`` interrupts."""
    free = uint64(PACK) & ~blocks
    filled = cards
    filled |= free & (filled << uint64(1))
    free &= free << uint64(1)
    filled |= free & (filled << uint64(2))
    free &= free << uint64(2)
    filled |= free & (filled << uint64(4))
    free &= free << uint64(4)
    filled |= free & (filled << uint64(8))
    return cards & ~(filled << uint64(1))


@kernel
def choices(frame: Any, desk: Any) -> Word:
    """The moves of a frame, one of each kind: places, and ``PASS`` for calling nothing."""
    player = frame.player
    hand = frame.hands[player]
    asked = frame.turn != player
    may = hand & frame.shown if asked else hand
    if frame.led >= 0:
        follow = may & lane(frame.led)
        may = follow or may
    if not asked and frame.called >= 0 and may & single(frame.called):
        return single(frame.called)
    if may & (may - uint64(1)) == 0:
        return may | single(PASS) if asked else may
    costly = frame.jacks
    blocks = frame.hands[(player + 1) % 3] | frame.hands[(player + 2) % 3]
    if frame.best >= 0:
        blocks |= single(frame.best)
    jacks = may & costly
    plain = may & ~costly
    if asked:
        return lowest_of_each(plain, blocks) | jacks | single(PASS)
    if not desk.calling:
        return lowest_of_each(plain, blocks) | jacks
    shown = lowest_of_each(plain & frame.shown, blocks)
    return lowest_of_each(plain & ~frame.shown, blocks) | shown | jacks


@kernel
def most_promising(frame: Any, desk: Any) -> int:
    """Which of the moves not yet tried to try first: that prunes more, and changes no value.

    A jack on a trick that another seat holds; then what takes the trick, or stays below where a
    jack lies in it. High cards are led first.
    """
    left = frame.left
    if left & (left - uint64(1)) == 0 or frame.turn != frame.player:
        return lowest_bit(left)
    if frame.best < 0:
        plain = left & ~frame.jacks
        return highest_bit(plain) if plain else highest_bit(left)
    suit = frame.best >> 4
    takes = lane(suit) & ~(single(frame.best) - uint64(1))
    if suit != desk.trump and desk.trump >= 0:
        takes |= lane(desk.trump)
    below = left & ~takes
    if below & frame.jacks:
        return lowest_bit(below & frame.jacks)
    takes &= left
    if frame.stake < 0:
        return highest_bit(below) if below else lowest_bit(takes)
    return lowest_bit(takes) if takes else lowest_bit(below)


@kernel
def give_turn(frame: Any, desk: Any) -> None:
    """The turn goes to the player, or to the opponent who may call first."""
    player = frame.player
    frame.turn = player
    open_question = frame.called < 0 and frame.declined < 2
    if desk.calling and open_question and frame.hands[player] & frame.shown:
        frame.turn = (player + 1 + frame.declined) % 3


@kernel
def close_up(frame: Any, calling: bool) -> None:
    """Take the places of the finished trick out: in each suit, what is above moves down."""
    while frame.trick:
        below = (frame.trick & (~frame.trick + uint64(1))) - uint64(1)
        above = lane(lowest_bit(frame.trick) >> 4) & ~below
        frame.trick &= frame.trick - uint64(1)
        # The place itself is empty by now, in all the words.
        frame.hands[0] = frame.hands[0] & ~above | (frame.hands[0] & above) >> uint64(1)
        frame.hands[1] = frame.hands[1] & ~above | (frame.hands[1] & above) >> uint64(1)
        frame.hands[2] = frame.hands[2] & ~above | (frame.hands[2] & above) >> uint64(1)
        frame.jacks = frame.jacks & ~above | (frame.jacks & above) >> uint64(1)
        frame.trick = frame.trick & ~above | (frame.trick & above) >> uint64(1)
        if calling:
            frame.shown = frame.shown & ~above | (frame.shown & above) >> uint64(1)


@kernel
def step(memory: Memory, depth: int, place: int) -> None:
    """Write the frame that follows ``depth`` after the move ``place``."""
    memory.frames[depth].move = place
    memory.frames[depth + 1] = memory.frames[depth]
    new, desk = memory.frames[depth + 1], memory.desk[0]
    new.gain = 0
    new.gainer = 0
    if new.turn != new.player:
        if place == PASS:
            new.declined += 1
        else:
            new.called = place
        give_turn(new, desk)
        return
    player = new.player
    card = single(place)
    new.hands[player] &= ~card
    new.shown &= ~card
    new.trick |= card
    suit = place >> 4
    if new.jacks & card:
        new.jacks &= ~card
        new.stake += desk.penalty[suit]
    if new.led < 0:
        new.led = suit
        new.best = place
        new.holder = player
    elif beats(place, new.best, desk.trump):
        new.best = place
        new.holder = player
    new.called = NOBODY
    new.declined = 0
    new.done += 1
    if new.done == 3:
        winner = new.holder
        new.gainer = winner
        new.gain = 1 + new.stake
        new.cost -= new.stake
        new.tricks -= 1
        if new.tricks == 0:
            new.gain += desk.last
            new.cost -= desk.last
        new.stake = 0
        new.done = 0
        new.led = NOBODY
        new.best = NOBODY
        new.player = winner
        close_up(new, desk.calling != 0)
    else:
        new.player = (player + 1) % 3
    give_turn(new, desk)


@kernel
def last_trick(frame: Any, desk: Any) -> int:
    """Who takes the last trick, not yet begun; ``value`` of the frame gets its points.

    After the last trick nobody gets anything.
    """
    first = frame.player
    if frame.tricks == 0:
        for seat in range(SEATS):
            frame.value[seat] = 0
        return first
    holder = first
    top = lowest_bit(frame.hands[first])
    for i in range(1, SEATS):
        seat = (first + i) % 3
        place = lowest_bit(frame.hands[seat])
        if beats(place, top, desk.trump):
            top = place
            holder = seat
    for seat in range(SEATS):
        frame.value[seat] = 1 + frame.cost if seat == holder else 0
    return holder


@kernel
def count_tops(frame: Any, desk: Any) -> None:
    """See who has the highest trumps, and how many without a gap; between tricks only."""
    frame.tops = 0
    if desk.trump < 0:
        return
    trumps = lane(desk.trump)
    every = (frame.hands[0] | frame.hands[1] | frame.hands[2]) & trumps
    for seat in range(SEATS):
        rest = every & ~frame.hands[seat]
        below = (single(highest_bit(rest)) << uint64(1)) - uint64(1) if rest else uint64(0)
        if every & ~below:
            frame.tops = count_bits(every & ~below)
            frame.top_seat = seat


@kernel
def write_key(frame: Any) -> None:
    """The key of a frame between tricks: all that its worth depends on, nothing hashed away.

    A place that one hand has is set in one of the first three words; a jack that costs points in
    the two others instead. The bits above the ranks of the first suit tell who leads.
    """
    jacks = frame.jacks
    frame.key[0] = (frame.hands[0] ^ jacks) | uint64(frame.player) << uint64(13)
    frame.key[1] = frame.hands[1] ^ jacks
    frame.key[2] = frame.hands[2] ^ jacks
    frame.key[3] = frame.shown


@kernel
def slot_of(frame: Any, slots: int) -> int:
    """The slot of the table where a frame's key belongs."""
    mixed = frame.key[0] * uint64(0x9E3779B97F4A7C15) ^ frame.key[1] * uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= frame.key[2] * uint64(0x165667B19E3779F9) + frame.key[3]
    mixed ^= mixed >> uint64(32)
    return int64((mixed * uint64(0xD6E8FEB86659FD93)) >> uint64(20) & uint64(slots - 1))


@kernel
def is_held(frame: Any, entry: Any) -> bool:
    """Whether a slot of the table belongs to a frame's key."""
    same = entry.key[0] == frame.key[0] and entry.key[1] == frame.key[1]
    return same and entry.key[2] == frame.key[2] and entry.key[3] == frame.key[3]
