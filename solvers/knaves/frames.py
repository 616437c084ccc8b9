"""Open hands of Knaves as a search holds them: frames, what may be played, what follows.

A frame is a position on the way down from the root: a row of words and a row of numbers. Only what
is still to come counts in it, so that positions reached in different ways are the same. The points
that a move brings at once stand in the frame it leads to, as ``GAIN`` to the seat ``GAINER``.

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

# The words of a frame: hands 0 to 2, the jacks that cost points, the exposed cards of all where
# they may be called, the places of the trick on the table, the moves not yet tried, the key.
JACKS, SHOWN, TABLE, LEFT, KEY, WORDS = 3, 4, 5, 6, 7, 11
# Its numbers. TRICKS counts those not yet taken, the one on the table included; COST is the sum
# of the penalties still to be taken, 0 or less. TOPS: how many of the highest trumps TOP_SEAT had
# when the trick began; each of them takes a trick. SURE: points that the seat to move is sure of.
PLAYER, TURN, DECLINED, CALLED, LED, TOP, HOLDER, STAKE, DONE, TRICKS, COST = range(11)
TOPS, TOP_SEAT = 11, 12
GAIN, GAINER, MOVE, KEYED, HAVE, SURE, VALUE = 13, 14, 15, 16, 17, 18, 19
LOW, HIGH, NUMBERS = 22, 23, 24
# What holds for the whole search: trump, points of the four jacks, of the last trick; calls.
TRUMP, PENALTY, LAST, CALLING, SETUP = 0, 1, 5, 6, 7
# The control block.
DEPTH, ENTERING, NODES, SEAT, CONTROL = 0, 1, 2, 3, 4

DEEPEST: Final = 3 * 51 + 5
PASS: Final = 63  # among the moves of a frame, which else are places: call nothing
NOBODY: Final = -1
KEY_WORDS: Final = 4


class Memory(NamedTuple):
    """Everything a search writes to; ``table`` has 5 words a slot: a key and what it is worth.

    ``results`` [64, 3]: the values of the root's moves; ``tried`` [64]: which of them are there.
    """

    words: Words
    numbers: Ints
    setup: Ints
    control: Ints
    table: Words
    results: Ints
    tried: Ints


def new_memory(slots: int) -> Memory:
    """Memory with a table of ``slots``, a power of two."""
    return Memory(
        np.zeros((DEEPEST, WORDS), np.uint64),
        np.zeros((DEEPEST, NUMBERS), np.int64),
        np.zeros(SETUP, np.int64),
        np.zeros(CONTROL, np.int64),
        np.zeros((slots, KEY_WORDS + 1), np.uint64),
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
    frame, cards = memory.numbers[0], memory.words[0]
    setup = memory.setup
    every = counted(state)
    setup[TRUMP] = state.trump
    setup[LAST] = state.last_stake
    setup[CALLING] = state.calling
    frame[COST] = state.stake + state.last_stake
    costly = uint64(0)
    for suit in range(SUIT_COUNT):
        setup[PENALTY + suit] = state.penalty[suit]
        if state.penalty[suit] != 0:
            costly |= single(16 * suit + JACK)
    held = costly & (state.hands[0] | state.hands[1] | state.hands[2])
    cards[JACKS] = moved_together(held, every)
    while held:
        frame[COST] += state.penalty[lowest_bit(held) >> 4]
        held = without_lowest(held)
    cards[SHOWN] = uint64(0)
    for holder in range(SEATS):
        cards[holder] = moved_together(state.hands[holder], every)
        if state.calling:
            cards[SHOWN] |= moved_together(state.exposed[holder], every)
        frame[VALUE + holder] = 0
    frame[PLAYER] = state.player
    frame[TURN] = state.turn
    frame[DECLINED] = state.declined
    frame[CALLED] = place_among(state.called, every) if state.called >= 0 else NOBODY
    frame[LED] = state.led
    frame[TOP] = place_among(state.best, every) if state.best >= 0 else NOBODY
    cards[TABLE] = single(frame[TOP]) if state.best >= 0 else uint64(0)
    frame[HOLDER] = state.holder
    frame[STAKE] = state.stake
    frame[DONE] = state.count % 3
    frame[TRICKS] = state.hand_size - state.count // 3
    frame[TOPS] = 0
    frame[TOP_SEAT] = 0
    frame[GAIN] = 0
    frame[GAINER] = 0
    memory.control[DEPTH] = 0
    memory.control[ENTERING] = 1
    memory.control[NODES] = 0
    memory.control[SEAT] = seat
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
def choices(frame: Ints, cards: Words, setup: Ints) -> Word:
    """The moves of a frame, one of each kind: places, and ``PASS`` for calling nothing."""
    player = frame[PLAYER]
    hand = cards[player]
    asked = frame[TURN] != player
    may = hand & cards[SHOWN] if asked else hand
    if frame[LED] >= 0:
        follow = may & lane(frame[LED])
        may = follow or may
    if not asked and frame[CALLED] >= 0 and may & single(frame[CALLED]):
        return single(frame[CALLED])
    if may & (may - uint64(1)) == 0:
        return may | single(PASS) if asked else may
    costly = cards[JACKS]
    blocks = cards[(player + 1) % 3] | cards[(player + 2) % 3]
    if frame[TOP] >= 0:
        blocks |= single(frame[TOP])
    jacks = may & costly
    plain = may & ~costly
    if asked:
        return lowest_of_each(plain, blocks) | jacks | single(PASS)
    if not setup[CALLING]:
        return lowest_of_each(plain, blocks) | jacks
    shown = lowest_of_each(plain & cards[SHOWN], blocks)
    return lowest_of_each(plain & ~cards[SHOWN], blocks) | shown | jacks


@kernel
def most_promising(frame: Ints, cards: Words, setup: Ints) -> int:
    """Which of the moves not yet tried to try first: that prunes more, and changes no value.

    A jack on a trick that another seat holds; then what takes the trick, or stays below where a
    jack lies in it. High cards are led first.
    """
    left = cards[LEFT]
    if left & (left - uint64(1)) == 0 or frame[TURN] != frame[PLAYER]:
        return lowest_bit(left)
    if frame[TOP] < 0:
        plain = left & ~cards[JACKS]
        return highest_bit(plain) if plain else highest_bit(left)
    suit = frame[TOP] >> 4
    takes = lane(suit) & ~(single(frame[TOP]) - uint64(1))
    if suit != setup[TRUMP] and setup[TRUMP] >= 0:
        takes |= lane(setup[TRUMP])
    below = left & ~takes
    if below & cards[JACKS]:
        return lowest_bit(below & cards[JACKS])
    takes &= left
    if frame[STAKE] < 0:
        return highest_bit(below) if below else lowest_bit(takes)
    return lowest_bit(takes) if takes else lowest_bit(below)


@kernel
def give_turn(frame: Ints, cards: Words, setup: Ints) -> None:
    """The turn goes to the player, or to the opponent who may call first."""
    player = frame[PLAYER]
    frame[TURN] = player
    open_question = frame[CALLED] < 0 and frame[DECLINED] < 2
    if setup[CALLING] and open_question and cards[player] & cards[SHOWN]:
        frame[TURN] = (player + 1 + frame[DECLINED]) % 3


@kernel
def close_up(cards: Words, calling: bool) -> None:
    """Take the places of the finished trick out: in each suit, what is above moves down."""
    while cards[TABLE]:
        below = (cards[TABLE] & (~cards[TABLE] + uint64(1))) - uint64(1)
        above = lane(lowest_bit(cards[TABLE]) >> 4) & ~below
        cards[TABLE] &= cards[TABLE] - uint64(1)
        # The place itself is empty by now, in all the words.
        cards[0] = cards[0] & ~above | (cards[0] & above) >> uint64(1)
        cards[1] = cards[1] & ~above | (cards[1] & above) >> uint64(1)
        cards[2] = cards[2] & ~above | (cards[2] & above) >> uint64(1)
        cards[JACKS] = cards[JACKS] & ~above | (cards[JACKS] & above) >> uint64(1)
        cards[TABLE] = cards[TABLE] & ~above | (cards[TABLE] & above) >> uint64(1)
        if calling:
            cards[SHOWN] = cards[SHOWN] & ~above | (cards[SHOWN] & above) >> uint64(1)


@kernel
def step(memory: Memory, depth: int, place: int) -> None:
    """Write the frame that follows ``depth`` after the move ``place``."""
    old, new = memory.numbers[depth], memory.numbers[depth + 1]
    was, cards = memory.words[depth], memory.words[depth + 1]
    setup = memory.setup
    for i in range(LEFT):
        cards[i] = was[i]
    for i in range(GAIN):
        new[i] = old[i]
    new[GAIN] = 0
    new[GAINER] = 0
    old[MOVE] = place
    if old[TURN] != old[PLAYER]:
        if place == PASS:
            new[DECLINED] += 1
        else:
            new[CALLED] = place
        give_turn(new, cards, setup)
        return
    player = old[PLAYER]
    card = single(place)
    cards[player] &= ~card
    cards[SHOWN] &= ~card
    cards[TABLE] |= card
    suit = place >> 4
    if cards[JACKS] & card:
        cards[JACKS] &= ~card
        new[STAKE] += setup[PENALTY + suit]
    if old[LED] < 0:
        new[LED] = suit
        new[TOP] = place
        new[HOLDER] = player
    elif beats(place, old[TOP], setup[TRUMP]):
        new[TOP] = place
        new[HOLDER] = player
    new[CALLED] = NOBODY
    new[DECLINED] = 0
    new[DONE] += 1
    if new[DONE] == 3:
        winner = new[HOLDER]
        new[GAINER] = winner
        new[GAIN] = 1 + new[STAKE]
        new[COST] -= new[STAKE]
        new[TRICKS] -= 1
        if new[TRICKS] == 0:
            new[GAIN] += setup[LAST]
            new[COST] -= setup[LAST]
        new[STAKE] = 0
        new[DONE] = 0
        new[LED] = NOBODY
        new[TOP] = NOBODY
        new[PLAYER] = winner
        close_up(cards, setup[CALLING] != 0)
    else:
        new[PLAYER] = (player + 1) % 3
    give_turn(new, cards, setup)


@kernel
def last_trick(frame: Ints, cards: Words, setup: Ints) -> int:
    """Who takes the last trick, not yet begun; ``VALUE`` of the frame gets its points.

    After the last trick nobody gets anything.
    """
    first = frame[PLAYER]
    if frame[TRICKS] == 0:
        for seat in range(SEATS):
            frame[VALUE + seat] = 0
        return first
    holder = first
    top = lowest_bit(cards[first])
    for i in range(1, SEATS):
        seat = (first + i) % 3
        place = lowest_bit(cards[seat])
        if beats(place, top, setup[TRUMP]):
            top = place
            holder = seat
    for seat in range(SEATS):
        frame[VALUE + seat] = 1 + frame[COST] if seat == holder else 0
    return holder


@kernel
def count_tops(frame: Ints, cards: Words, setup: Ints) -> None:
    """See who has the highest trumps, and how many without a gap; between tricks only."""
    frame[TOPS] = 0
    if setup[TRUMP] < 0:
        return
    trumps = lane(setup[TRUMP])
    every = (cards[0] | cards[1] | cards[2]) & trumps
    for seat in range(SEATS):
        rest = every & ~cards[seat]
        below = (single(highest_bit(rest)) << uint64(1)) - uint64(1) if rest else uint64(0)
        if every & ~below:
            frame[TOPS] = count_bits(every & ~below)
            frame[TOP_SEAT] = seat


@kernel
def write_key(frame: Ints, cards: Words) -> None:
    """The key of a frame between tricks: all that its worth depends on, nothing hashed away.

    A place that one hand has is set in one of the first three words; a jack that costs points in
    the two others instead. The bits above the ranks of the first suit tell who leads.
    """
    jacks = cards[JACKS]
    cards[KEY] = (cards[0] ^ jacks) | uint64(frame[PLAYER]) << uint64(13)
    cards[KEY + 1] = cards[1] ^ jacks
    cards[KEY + 2] = cards[2] ^ jacks
    cards[KEY + 3] = cards[SHOWN]


@kernel
def slot_of(cards: Words, slots: int) -> int:
    """The slot of the table where a frame's key belongs."""
    mixed = cards[KEY] * uint64(0x9E3779B97F4A7C15) ^ cards[KEY + 1] * uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= cards[KEY + 2] * uint64(0x165667B19E3779F9) + cards[KEY + 3]
    mixed ^= mixed >> uint64(32)
    return int64((mixed * uint64(0xD6E8FEB86659FD93)) >> uint64(20) & uint64(slots - 1))


@kernel
def is_held(cards: Words, entry: Words) -> bool:
    """Whether a slot of the table belongs to a frame's key."""
    same = entry[0] == cards[KEY] and entry[1] == cards[KEY + 1]
    return same and entry[2] == cards[KEY + 2] and entry[3] == cards[KEY + 3]
