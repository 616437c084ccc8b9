"""The paranoid search of open hands: one seat plays for its points, the two others against it.

Two sides and a value that one gains as the other loses it: alpha-beta, fail-soft, with a table of
bounds at the start of each trick. What the others get between them is the fixed sum less that.
"""

from typing import Final

from numba import int64, uint64

from games.bits import single
from games.kernel import kernel
from solvers.knaves.frames import (
    COST,
    DEPTH,
    DONE,
    ENTERING,
    GAIN,
    GAINER,
    HIGH,
    KEY,
    KEY_WORDS,
    KEYED,
    LEFT,
    LOW,
    MOVE,
    NODES,
    SEAT,
    TOP_SEAT,
    TOPS,
    TRICKS,
    TURN,
    VALUE,
    Ints,
    Memory,
    Words,
    choices,
    count_tops,
    is_held,
    last_trick,
    most_promising,
    slot_of,
    step,
    write_key,
)
from solvers.knaves.max_n import DONE_SEARCHING, OFFSET, RUNNING

ENDLESS: Final = 10_000  # more than any number of points
FIRST_LOW: Final = VALUE + 1  # the window that a frame was entered with, before moves raised it
FIRST_HIGH: Final = VALUE + 2


@kernel
def store_bounds(cards: Words, table: Words, frame: Ints) -> None:
    """Write what a finished frame has shown: its value, or a bound of it."""
    if table.shape[0] > 1:
        low, high = -ENDLESS, ENDLESS
        if frame[VALUE] > frame[FIRST_LOW]:
            low = frame[VALUE]
        if frame[VALUE] < frame[FIRST_HIGH]:
            high = frame[VALUE]
        entry = table[slot_of(cards, table.shape[0])]
        if is_held(cards, entry):
            low = max(low, int64(entry[KEY_WORDS] & uint64(0xFFFF)) - OFFSET)
            high = min(high, int64(entry[KEY_WORDS] >> uint64(16) & uint64(0xFFFF)) - OFFSET)
        for i in range(KEY_WORDS):
            entry[i] = cards[KEY + i]
        entry[KEY_WORDS] = uint64(low + OFFSET) | uint64(high + OFFSET) << uint64(16)


@kernel
def settled(cards: Words, table: Words, frame: Ints) -> bool:
    """Whether bounds from the table decide the frame within its window; they narrow it if not."""
    if table.shape[0] > 1:
        entry = table[slot_of(cards, table.shape[0])]
        if is_held(cards, entry):
            low = int64(entry[KEY_WORDS] & uint64(0xFFFF)) - OFFSET
            high = int64(entry[KEY_WORDS] >> uint64(16) & uint64(0xFFFF)) - OFFSET
            if low >= frame[HIGH] or low == high:
                frame[VALUE] = low
                return True
            if high <= frame[LOW]:
                frame[VALUE] = high
                return True
            frame[LOW] = max(frame[LOW], low)
            frame[HIGH] = min(frame[HIGH], high)
    return False


@kernel
def open_window(memory: Memory, depth: int, seat: int) -> None:
    """Set the window of a frame from the one before; the root and its moves get the whole."""
    frame = memory.numbers[depth]
    frame[LOW] = -ENDLESS
    frame[HIGH] = ENDLESS
    if depth > 1:
        parent = memory.numbers[depth - 1]
        gain = frame[GAIN] if frame[GAINER] == seat else 0
        frame[LOW] = parent[LOW] - gain
        frame[HIGH] = parent[HIGH] - gain


@kernel
def search_paranoid(memory: Memory, chunk: int) -> int:
    """Like :func:`solvers.knaves.max_n.search_max_n`, for the points of the seat of ``begin``.

    The root's value is ``VALUE`` of its frame; ``results`` [place, 0] those of its moves.
    """
    control, setup, table = memory.control, memory.setup, memory.table
    seat = control[SEAT]
    depth = control[DEPTH]
    entering = control[ENTERING] != 0
    stop = control[NODES] + chunk
    nodes = control[NODES]
    while True:
        frame, cards = memory.numbers[depth], memory.words[depth]
        known = False
        if entering:
            if nodes >= stop:
                control[DEPTH] = depth
                control[ENTERING] = 1
                control[NODES] = nodes
                return RUNNING
            nodes += 1
            entering = False
            frame[KEYED] = 0
            open_window(memory, depth, seat)
            if depth > 0 and frame[DONE] == 0:
                count_tops(frame, cards, setup)
            most, least = frame[TRICKS], min(0, 1 + frame[COST])
            if frame[TOP_SEAT] == seat:
                least = max(least, frame[TOPS] + frame[COST])
            else:
                most -= frame[TOPS]
            if depth > 0 and frame[DONE] == 0 and frame[TRICKS] <= 1:
                value = 0
                if last_trick(frame, cards, setup) == seat:
                    value = frame[VALUE + seat]
                frame[VALUE] = value
                known = True
            elif depth > 1 and most <= frame[LOW]:
                frame[VALUE] = most
                known = True
            elif depth > 1 and least >= frame[HIGH]:
                frame[VALUE] = least
                known = True
            else:
                if depth > 0 and frame[DONE] == 0:
                    write_key(frame, cards)
                    frame[KEYED] = 1
                    known = settled(cards, table, frame)
                if not known:
                    cards[LEFT] = choices(frame, cards, setup)
                    frame[FIRST_LOW] = frame[LOW]
                    frame[FIRST_HIGH] = frame[HIGH]
                    if cards[LEFT]:
                        frame[VALUE] = -ENDLESS if frame[TURN] == seat else ENDLESS
        if not known:
            left = cards[LEFT]
            if left and frame[LOW] < frame[HIGH]:
                place = most_promising(frame, cards, setup)
                cards[LEFT] = left & ~single(place)
                step(memory, depth, place)
                depth += 1
                entering = True
                continue
            if frame[KEYED]:
                store_bounds(cards, table, frame)
        if depth == 0:
            control[DEPTH] = 0
            control[ENTERING] = 0
            control[NODES] = nodes
            return DONE_SEARCHING
        depth -= 1
        parent = memory.numbers[depth]
        value = frame[VALUE] + (frame[GAIN] if frame[GAINER] == seat else 0)
        if depth == 0:
            place = parent[MOVE]
            memory.tried[place] = 1
            memory.results[place, 0] = value
        if parent[TURN] == seat:
            parent[VALUE] = max(parent[VALUE], value)
            if depth > 0:
                parent[LOW] = max(parent[LOW], value)
        else:
            parent[VALUE] = min(parent[VALUE], value)
            if depth > 0:
                parent[HIGH] = min(parent[HIGH], value)
