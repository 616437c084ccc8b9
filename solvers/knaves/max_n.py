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

from games.bits import single
from games.kernel import kernel
from games.knaves.play import SEATS
from solvers.knaves.frames import (
    COST,
    DEPTH,
    DONE,
    ENTERING,
    GAIN,
    GAINER,
    HAVE,
    KEY,
    KEY_WORDS,
    KEYED,
    LEFT,
    MOVE,
    NODES,
    SURE,
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

RUNNING, DONE_SEARCHING = 0, 1
OFFSET: Final = 1 << 14  # what makes a value positive, to be stored in sixteen bits

BOUND: Final = np.uint64(1 << 63)  # marks an entry that is a bound only
UNSURE: Final = -OFFSET


@kernel
def store(cards: Words, table: Words, frame: Ints) -> None:
    """Write the values of a frame to its slot."""
    if table.shape[0] > 1:
        entry = table[slot_of(cards, table.shape[0])]
        for i in range(KEY_WORDS):
            entry[i] = cards[KEY + i]
        packed = uint64(0)
        for seat in range(SEATS):
            packed |= uint64(frame[VALUE + seat] + OFFSET) << uint64(16 * seat)
        entry[KEY_WORDS] = packed


@kernel
def store_sure(cards: Words, table: Words, frame: Ints) -> None:
    """Write to its slot what the seat to move at a frame given up is sure of."""
    if table.shape[0] > 1:
        entry = table[slot_of(cards, table.shape[0])]
        for i in range(KEY_WORDS):
            entry[i] = cards[KEY + i]
        entry[KEY_WORDS] = uint64(frame[SURE] + OFFSET) | BOUND


@kernel
def fetch(cards: Words, table: Words, frame: Ints) -> bool:
    """Read the values of a frame from its slot; False when it has none, but perhaps ``SURE``."""
    if table.shape[0] > 1:
        entry = table[slot_of(cards, table.shape[0])]
        if is_held(cards, entry):
            packed = entry[KEY_WORDS]
            if packed & BOUND:
                frame[SURE] = int64(packed & uint64(0xFFFF)) - OFFSET
                return False
            for seat in range(SEATS):
                frame[VALUE + seat] = int64(packed >> uint64(16 * seat) & uint64(0xFFFF)) - OFFSET
            return True
    return False


@kernel
def is_hopeless(parent: Ints, frame: Ints) -> bool:
    """Whether the seat that moved here has something better already, whatever comes.

    Counts on what the seat to move at ``frame`` is sure of so far.
    """
    if not parent[HAVE]:
        return False
    mover, answers = parent[TURN], frame[TURN]
    wanted = parent[VALUE + mover]
    if frame[GAINER] == mover:
        wanted -= frame[GAIN]
    most = frame[TRICKS]
    if frame[TOP_SEAT] != mover:
        most -= frame[TOPS]
    if most < wanted:
        return True
    if mover == answers or frame[SURE] == UNSURE:
        return False
    # The third seat has at least this much, or all the penalties besides.
    least = 1 if frame[COST] < 0 else 0
    if frame[TOP_SEAT] == 3 - mover - answers:
        least = max(least, frame[TOPS])
    most = min(most, frame[TRICKS] - frame[SURE] - least)
    if most != wanted or answers != (mover + 1) % 3:
        return most < wanted
    # The same for the mover, then; and its next seat gets no less than elsewhere.
    rival = parent[VALUE + answers]
    if frame[GAINER] == answers:
        rival -= frame[GAIN]
    return frame[SURE] >= rival


@kernel
def is_better(parent: Ints, frame: Ints) -> bool:
    """Whether the seat to move at ``parent`` prefers the values of ``frame`` to what it has."""
    if not parent[HAVE]:
        return True
    mover = parent[TURN]
    after = (mover + 1) % 3
    own = frame[VALUE + mover] + (frame[GAIN] if frame[GAINER] == mover else 0)
    if own != parent[VALUE + mover]:
        return own > parent[VALUE + mover]
    rival = frame[VALUE + after] + (frame[GAIN] if frame[GAINER] == after else 0)
    return rival < parent[VALUE + after]


@kernel
def search_max_n(memory: Memory, chunk: int) -> int:
    """Visit up to ``chunk`` more positions below the root of :func:`frames.begin`.

    Comes back with ``RUNNING``, to be called again, or ``DONE_SEARCHING``: then the root's values
    are in its frame, and those of every move of the root in ``results``, for all seats.
    """
    control, setup, table = memory.control, memory.setup, memory.table
    depth = control[DEPTH]
    entering = control[ENTERING] != 0
    stop = control[NODES] + chunk
    nodes = control[NODES]
    while True:
        frame, cards = memory.numbers[depth], memory.words[depth]
        known, dropped = False, False
        if entering:
            if nodes >= stop:
                control[DEPTH] = depth
                control[ENTERING] = 1
                control[NODES] = nodes
                return RUNNING
            nodes += 1
            entering = False
            frame[HAVE] = 0
            frame[KEYED] = 0
            frame[SURE] = UNSURE
            if frame[DONE] == 0 and frame[TRICKS] <= 1 and depth > 0:
                last_trick(frame, cards, setup)
                known = True
            elif frame[DONE] == 0 and depth > 0:
                write_key(frame, cards)
                frame[KEYED] = 1
                known = fetch(cards, table, frame)
                if not known:
                    count_tops(frame, cards, setup)
            if not known:
                dropped = depth > 1 and is_hopeless(memory.numbers[depth - 1], frame)
                cards[LEFT] = choices(frame, cards, setup)
        if not known and not dropped:
            left = cards[LEFT]
            if left:
                place = most_promising(frame, cards, setup)
                cards[LEFT] = left & ~single(place)
                step(memory, depth, place)
                depth += 1
                entering = True
                continue
            if frame[KEYED]:
                store(cards, table, frame)
        if depth == 0:
            control[DEPTH] = 0
            control[ENTERING] = 0
            control[NODES] = nodes
            return DONE_SEARCHING
        # Take the values back to the position before.
        depth -= 1
        if dropped:
            continue
        parent = memory.numbers[depth]
        if depth == 0:
            place = parent[MOVE]
            memory.tried[place] = 1
            for seat in range(SEATS):
                gain = frame[GAIN] if frame[GAINER] == seat else 0
                memory.results[place, seat] = frame[VALUE + seat] + gain
        if is_better(parent, frame):
            parent[HAVE] = 1
            for seat in range(SEATS):
                gain = frame[GAIN] if frame[GAINER] == seat else 0
                parent[VALUE + seat] = frame[VALUE + seat] + gain
            parent[SURE] = max(parent[SURE], parent[VALUE + parent[TURN]])
            if depth > 1 and is_hopeless(memory.numbers[depth - 1], parent):
                if parent[KEYED]:
                    store_sure(memory.words[depth], table, parent)
                depth -= 1
