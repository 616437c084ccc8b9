"""The max-n search of open hands: every seat plays for the most points of its own.

Among moves that bring a seat the same, it takes one that leaves the next seat clockwise the least.
The points still to come have a fixed sum, so with its own and the next seat's points those of the
third are given as well: of two moves that the seat does not tell apart, all three seats get the
same. The values of a position are therefore unique, whatever the order of the search, whichever of
two equivalent cards is tried and wherever a value comes from the table.

Pruning is shallow (Korf, Multi-player alpha-beta pruning, 1991), which is sound for max-n: a move
is given up as soon as the seat that answers is sure of so much that the mover cannot get what it
has elsewhere. Jacks cost points, so that a seat has at most a point for each trick not taken, and
the third seat gets at least 0, or 1 and all the penalties.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import single
from kibitz.games.kernel import kernel
from kibitz.games.knaves.state import SEATS
from kibitz.solvers.knaves.frames import KEY_WORDS, Frame, Memory, Records
from kibitz.solvers.knaves.keys import has_key, is_held, slot_of, write_key
from kibitz.solvers.knaves.steps import choices, count_tops, last_trick, most_promising, step

RUNNING, DONE_SEARCHING = 0, 1
OFFSET: Final = 1 << 14  # what makes a value positive, to be stored in sixteen bits

BOUND: Final = np.uint64(1 << 63)  # marks an entry that is a bound only
UNSURE: Final = -OFFSET


@kernel
def store(table: Records, frame: Frame) -> None:
    """Write the values of a frame to its slot."""
    if table.shape[0] > 1:
        entry = table[slot_of(frame, table.shape[0])]
        for i in range(KEY_WORDS):
            entry.key[i] = frame.key[i]
        packed = uint64(0)
        for seat in range(SEATS):
            packed |= uint64(frame.value[seat] + OFFSET) << uint64(16 * seat)
        entry.worth = packed


@kernel
def store_sure(table: Records, frame: Frame) -> None:
    """Write to its slot what the seat to move at a frame given up is sure of."""
    if table.shape[0] > 1:
        entry = table[slot_of(frame, table.shape[0])]
        for i in range(KEY_WORDS):
            entry.key[i] = frame.key[i]
        entry.worth = uint64(frame.sure + OFFSET) | BOUND


@kernel
def fetch(table: Records, frame: Frame) -> bool:
    """Read the values of a frame from its slot; False when it has none, but perhaps ``sure``."""
    if table.shape[0] > 1:
        entry = table[slot_of(frame, table.shape[0])]
        if is_held(frame, entry):
            packed = entry.worth
            if packed & BOUND:
                frame.sure = int64(packed & uint64(0xFFFF)) - OFFSET
                return False
            for seat in range(SEATS):
                frame.value[seat] = int64(packed >> uint64(16 * seat) & uint64(0xFFFF)) - OFFSET
            return True
    return False


@kernel
def is_hopeless(parent: Frame, frame: Frame) -> bool:
    """Whether the seat that moved here has something better already, whatever comes.

    Counts on what the seat to move at ``frame`` is sure of so far.
    """
    if not parent.have:
        return False
    mover, answers = parent.turn, frame.turn
    wanted = parent.value[mover]
    if frame.gainer == mover:
        wanted -= frame.gain
    most = frame.tricks
    if frame.top_seat != mover:
        most -= frame.tops
    if most < wanted:
        return True
    if mover == answers or frame.sure == UNSURE:
        return False
    # The third seat has at least this much, or all the penalties besides.
    least = 1 if frame.cost < 0 else 0
    if frame.top_seat == 3 - mover - answers:
        least = max(least, frame.tops)
    most = min(most, frame.tricks - frame.sure - least)
    if most != wanted or answers != (mover + 1) % 3:
        return most < wanted
    # The same for the mover, then; and its next seat gets no less than elsewhere.
    rival = parent.value[answers]
    if frame.gainer == answers:
        rival -= frame.gain
    return frame.sure >= rival


@kernel
def is_better(parent: Frame, frame: Frame) -> bool:
    """Whether the seat to move at ``parent`` prefers the values of ``frame`` to what it has."""
    if not parent.have:
        return True
    mover = parent.turn
    after = (mover + 1) % 3
    own = frame.value[mover] + (frame.gain if frame.gainer == mover else 0)
    if own != parent.value[mover]:
        return own > parent.value[mover]
    rival = frame.value[after] + (frame.gain if frame.gainer == after else 0)
    return rival < parent.value[after]


@kernel
def search_max_n(memory: Memory, chunk: int) -> int:
    """Visit up to ``chunk`` more positions below the root of :func:`frames.begin`.

    Comes back with ``RUNNING``, to be called again, or ``DONE_SEARCHING``: then the root's values
    are in its frame, and those of every move of the root in ``results``, for all seats.
    """
    frames, table, desk = memory.frames, memory.table, memory.desk[0]
    depth = desk.depth
    entering = desk.entering != 0
    stop = desk.nodes + chunk
    nodes = desk.nodes
    while True:
        frame = frames[depth]
        known, dropped = False, False
        if entering:
            if nodes >= stop:
                desk.depth = depth
                desk.entering = 1
                desk.nodes = nodes
                return RUNNING
            nodes += 1
            entering = False
            frame.have = 0
            frame.keyed = 0
            frame.sure = UNSURE
            if frame.done == 0 and frame.tricks <= 1 and depth > 0:
                last_trick(frame, desk)
                known = True
            elif depth > 0 and has_key(frame):
                write_key(frame)
                frame.keyed = 1
                known = fetch(table, frame)
                if not known:
                    count_tops(frame, desk)
            if not known:
                dropped = depth > 1 and is_hopeless(frames[depth - 1], frame)
                frame.left = choices(frame, desk)
        if not known and not dropped:
            left = frame.left
            if left:
                place = most_promising(frame, desk)
                frame.left = left & ~single(place)
                step(memory, depth, place)
                depth += 1
                entering = True
                continue
            if frame.keyed:
                store(table, frame)
        if depth == 0:
            desk.depth = 0
            desk.entering = 0
            desk.nodes = nodes
            return DONE_SEARCHING
        # Take the values back to the position before.
        depth -= 1
        if dropped:
            continue
        parent = frames[depth]
        if depth == 0:
            place = parent.move
            memory.tried[place] = 1
            for seat in range(SEATS):
                gain = frame.gain if frame.gainer == seat else 0
                memory.results[place, seat] = frame.value[seat] + gain
        if is_better(parent, frame):
            parent.have = 1
            for seat in range(SEATS):
                gain = frame.gain if frame.gainer == seat else 0
                parent.value[seat] = frame.value[seat] + gain
            parent.sure = max(parent.sure, parent.value[parent.turn])
            if depth > 1 and is_hopeless(frames[depth - 1], parent):
                if parent.keyed:
                    store_sure(table, parent)
                depth -= 1
