"""The paranoid search of open hands: one seat plays for its points, the two others against it.

Two sides and a value that one gains as the other loses it: alpha-beta, fail-soft, with a table of
bounds at the start of each trick. What the others get between them is the fixed sum less that.
"""

from typing import Final

from numba import int64, uint64

from kibitz.games.bits import single
from kibitz.games.kernel import kernel
from kibitz.solvers.knaves.frames import KEY_WORDS, Frame, Memory, Records
from kibitz.solvers.knaves.keys import has_key, is_held, slot_of, write_key
from kibitz.solvers.knaves.max_n import DONE_SEARCHING, OFFSET, RUNNING
from kibitz.solvers.knaves.steps import choices, count_tops, last_trick, most_promising, step

ENDLESS: Final = 10_000  # more than any number of points


@kernel
def store_bounds(table: Records, frame: Frame) -> None:
    """Write what a finished frame has shown: its value, or a bound of it."""
    if table.shape[0] > 1:
        low, high = -ENDLESS, ENDLESS
        if frame.value[0] > frame.first_low:
            low = frame.value[0]
        if frame.value[0] < frame.first_high:
            high = frame.value[0]
        entry = table[slot_of(frame, table.shape[0])]
        if is_held(frame, entry):
            low = max(low, int64(entry.worth & uint64(0xFFFF)) - OFFSET)
            high = min(high, int64(entry.worth >> uint64(16) & uint64(0xFFFF)) - OFFSET)
        for i in range(KEY_WORDS):
            entry.key[i] = frame.key[i]
        entry.worth = uint64(low + OFFSET) | uint64(high + OFFSET) << uint64(16)


@kernel
def settled(table: Records, frame: Frame) -> bool:
    """Whether bounds from the table decide the frame within its window; they narrow it if not."""
    if table.shape[0] > 1:
        entry = table[slot_of(frame, table.shape[0])]
        if is_held(frame, entry):
            low = int64(entry.worth & uint64(0xFFFF)) - OFFSET
            high = int64(entry.worth >> uint64(16) & uint64(0xFFFF)) - OFFSET
            if low >= frame.high or low == high:
                frame.value[0] = low
                return True
            if high <= frame.low:
                frame.value[0] = high
                return True
            frame.low = max(frame.low, low)
            frame.high = min(frame.high, high)
    return False


@kernel
def open_window(frames: Records, depth: int, seat: int) -> None:
    """Set the window of a frame from the one before; the root and its moves get the whole."""
    frame = frames[depth]
    frame.low = -ENDLESS
    frame.high = ENDLESS
    if depth > 1:
        parent = frames[depth - 1]
        gain = frame.gain if frame.gainer == seat else 0
        frame.low = parent.low - gain
        frame.high = parent.high - gain


@kernel
def search_paranoid(memory: Memory, chunk: int) -> int:
    """Like `solvers.knaves.max_n.search_max_n`, for the points of the seat of ``begin``.

    The root's value is ``value[0]`` of its frame; ``results`` [place, 0] those of its moves.
    """
    frames, table, desk = memory.frames, memory.table, memory.desk[0]
    seat = desk.seat
    depth = desk.depth
    entering = desk.entering != 0
    stop = desk.nodes + chunk
    nodes = desk.nodes
    while True:
        frame = frames[depth]
        known = False
        if entering:
            if nodes >= stop:
                desk.depth = depth
                desk.entering = 1
                desk.nodes = nodes
                return RUNNING
            nodes += 1
            entering = False
            frame.keyed = 0
            open_window(frames, depth, seat)
            if depth > 0 and frame.done == 0:
                count_tops(frame, desk)
            most, least = frame.tricks, min(0, 1 + frame.cost)
            if frame.top_seat == seat:
                least = max(least, frame.tops + frame.cost)
            else:
                most -= frame.tops
            if depth > 0 and frame.done == 0 and frame.tricks <= 1:
                value = 0
                if last_trick(frame, desk) == seat:
                    value = frame.value[seat]
                frame.value[0] = value
                known = True
            elif depth > 1 and most <= frame.low:
                frame.value[0] = most
                known = True
            elif depth > 1 and least >= frame.high:
                frame.value[0] = least
                known = True
            else:
                if depth > 0 and has_key(frame):
                    write_key(frame)
                    frame.keyed = 1
                    known = settled(table, frame)
                if not known:
                    frame.left = choices(frame, desk)
                    frame.first_low = frame.low
                    frame.first_high = frame.high
                    if frame.left:
                        frame.value[0] = -ENDLESS if frame.turn == seat else ENDLESS
        if not known:
            left = frame.left
            if left and frame.low < frame.high:
                place = most_promising(frame, desk)
                frame.left = left & ~single(place)
                step(memory, depth, place)
                depth += 1
                entering = True
                continue
            if frame.keyed:
                store_bounds(table, frame)
        if depth == 0:
            desk.depth = 0
            desk.entering = 0
            desk.nodes = nodes
            return DONE_SEARCHING
        depth -= 1
        parent = frames[depth]
        value = frame.value[0] + (frame.gain if frame.gainer == seat else 0)
        if depth == 0:
            place = parent.move
            memory.tried[place] = 1
            memory.results[place, 0] = value
        if parent.turn == seat:
            parent.value[0] = max(parent.value[0], value)
            if depth > 0:
                parent.low = max(parent.low, value)
        else:
            parent.value[0] = min(parent.value[0], value)
            if depth > 0:
                parent.high = min(parent.high, value)
