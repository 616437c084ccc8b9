"""Exact search of K'nack with every card known, as a kernel that can stop and go on.

Depth first; a table keeps what positions are worth. Moves that lead to fields with the same future
(`solvers.knack.futures`) by cards of one kind are one move. The moves that judgement likes are
tried first.

``hero`` ``MAX_N`` is max-n: every seat plays for its own payoff; of moves that bring it the same it
takes the one that leaves the next seat clockwise the least, then the seat after that, and so on, so
that payoffs do not depend on the order of moves. Otherwise all seats play against the seat
``hero``, and only its payoff counts. What cannot be bettered ends the search of a position.
"""

from typing import Annotated, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knack.outcome import is_over, pay
from kibitz.games.knack.play import apply_move, legal_moves
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals, Record, UInt64s, dtype_of
from kibitz.heuristics.knack.judgement import FEATURES, weights_for, worth
from kibitz.heuristics.knack.sight import look, new_sight
from kibitz.solvers.knack.frames import FRAME, MOST_MOVES, Frame, go_back, keep, rest_key
from kibitz.solvers.knack.futures import cards_to_come, future_key, kinds_held, new_drawing
from kibitz.solvers.knack.grouping import Words, write_keys

MAX_N: Final = -1
EQUAL: Final = 1e-9


class Slot(Record):
    """What a position is worth."""

    key: Annotated[UInt64s, 2]
    value: Annotated[Reals, MOST_SEATS]


SLOT: Final = dtype_of(Slot)
DEPTH, VISITED = 0, 1
GOING, DONE, NO_ROOM = range(3)


class Memory(NamedTuple):
    """What a search works with.

    ``counts``: the number of the frame on top, -1 for none, and the positions visited. ``moves``:
    those of all frames, one after the other, and beside them how much judgement likes them.
    ``result``: what the position searched is worth. The rest is scratch.
    """

    work: State
    frames: npt.NDArray[np.void]
    slots: npt.NDArray[np.void]
    counts: Moves
    moves: Moves
    likings: Reals
    legal: Moves
    outlines: Words
    keys: Words
    cells: Moves
    signs: Moves
    result: Reals


def new_memory(frames: int, slots: int, moves: int) -> Memory:
    """Memory for so many frames, positions to keep (a power of two), and moves of all frames."""
    cells, signs = new_drawing()
    return Memory(
        np.zeros(1, STATE),
        np.zeros(frames, FRAME),
        np.zeros(slots, SLOT),
        np.array([-1, 0]),
        np.empty(moves, np.int64),
        np.empty(moves),
        np.empty(MOST_MOVES, np.int64),
        np.empty(MOST_MOVES, np.uint64),
        np.empty(MOST_MOVES, np.uint64),
        cells,
        signs,
        np.zeros(MOST_SEATS),
    )


@kernel
def list_choices(memory: Memory, first: int) -> int:
    """Write one move of each group from place ``first`` on, the best liked first; the end."""
    state = memory.work[0]
    number = legal_moves(state, memory.legal)
    kinds, reach = kinds_held(state), cards_to_come(state) - 1
    sight, features = new_sight(), np.empty(FEATURES)
    look(state, sight[0])
    w = weights_for(state)
    write_keys(
        state, sight[0].room, memory.legal, number, kinds, reach, memory.cells, memory.signs,
        memory.outlines, memory.keys,
    )  # fmt: skip
    end = first
    for i in range(number):
        known = False
        for k in range(i):
            if memory.keys[k] == memory.keys[i]:
                known = True
                break
        if known:
            continue
        move = memory.legal[i]
        liking = worth(state, sight[0], move, features, w)
        memory.moves[end], memory.likings[end] = move, liking
        end += 1
    for i in range(first + 1, end):
        move, liking = memory.moves[i], memory.likings[i]
        k = i
        while k > first and memory.likings[k - 1] < liking:
            memory.moves[k], memory.likings[k] = memory.moves[k - 1], memory.likings[k - 1]
            k -= 1
        memory.moves[k], memory.likings[k] = move, liking
    return end


@kernel
def prefers(seat: int, one: Reals, other: Reals, hero: int, players: int) -> bool:
    """Whether a seat likes the payoffs ``one`` better than ``other``."""
    if hero != MAX_N:
        gain = one[hero] - other[hero]
        return gain > EQUAL if seat == hero else gain < -EQUAL
    for step in range(players):
        at = (seat + step) % players
        gain = one[at] - other[at] if step == 0 else other[at] - one[at]
        if abs(gain) > EQUAL:
            return gain > 0
    return False


@kernel
def _offer(frame: Frame, value: Reals, hero: int, players: int) -> None:
    """Tell a frame what a move of it is worth."""
    if not frame.have or prefers(int64(frame.turn), value, frame.value, hero, players):
        for seat in range(players):
            frame.value[seat] = value[seat]
        frame.have = 1


@kernel
def _at_best(frame: Frame, hero: int, unique: bool) -> bool:
    """Whether nothing can be better for the seat to move than what its frame has."""
    if not frame.have:
        return False
    if hero == MAX_N:
        return unique and frame.value[frame.turn] > 1.0 - EQUAL
    if frame.turn == hero:
        return frame.value[hero] > 1.0 - EQUAL
    return frame.value[hero] < EQUAL


@kernel
def _push(memory: Memory) -> bool:
    """Put a frame for the working state on top; False when there is no room."""
    depth = memory.counts[DEPTH] + 1
    first = memory.frames[depth - 1].end if depth > 0 else int64(0)
    if depth == len(memory.frames) or first + MOST_MOVES > len(memory.moves):
        return False
    frame = memory.frames[depth]
    keep(memory.work[0], frame)
    frame.first = frame.next = first
    frame.end = list_choices(memory, first)
    frame.have = 0
    memory.counts[DEPTH] = depth
    return True


@kernel
def _look_up(memory: Memory, frame: Frame) -> bool:
    """Write the key of the working state to ``frame``; whether the table has its worth.

    The worth is written to ``memory.result``.
    """
    state = memory.work[0]
    kinds, reach = kinds_held(state), cards_to_come(state)
    frame.key[0] = future_key(state.field, kinds, reach, memory.cells, memory.signs)
    frame.key[1] = rest_key(state) | uint64(1)
    entry = memory.slots[(frame.key[0] ^ frame.key[1]) >> uint64(7) & uint64(len(memory.slots) - 1)]
    if entry.key[0] != frame.key[0] or entry.key[1] != frame.key[1]:
        return False
    for seat in range(MOST_SEATS):
        memory.result[seat] = entry.value[seat]
    return True


@kernel
def _note(memory: Memory, frame: Frame) -> None:
    """Put what a frame is worth into the table and the result."""
    entry = memory.slots[(frame.key[0] ^ frame.key[1]) >> uint64(7) & uint64(len(memory.slots) - 1)]
    entry.key[0], entry.key[1] = frame.key[0], frame.key[1]
    for seat in range(MOST_SEATS):
        entry.value[seat] = frame.value[seat]
        memory.result[seat] = frame.value[seat]


@kernel
def begin(memory: Memory, state: KnackState) -> int:
    """Begin at ``state``, in which every card is known; DONE when its worth is known already."""
    memory.work[0] = state
    memory.counts[DEPTH] = -1
    if is_over(state):
        pay(state, memory.result)
        return DONE
    if _look_up(memory, memory.frames[0]):
        return DONE
    return GOING if _push(memory) else NO_ROOM


@kernel
def advance(memory: Memory, hero: int, nodes: int) -> int:
    """Visit up to ``nodes`` positions: DONE with the result, GOING, or NO_ROOM for more frames."""
    state, counts = memory.work[0], memory.counts
    players = int64(state.players)
    unique = players == 2 or not state.places
    end = counts[VISITED] + nodes
    while counts[DEPTH] >= 0:
        frame = memory.frames[counts[DEPTH]]
        if frame.next == frame.end or _at_best(frame, hero, unique):
            _note(memory, frame)
            counts[DEPTH] -= 1
            if counts[DEPTH] >= 0:
                above = memory.frames[counts[DEPTH]]
                _offer(above, memory.result, hero, players)
            continue
        if counts[VISITED] >= end:
            return GOING
        counts[VISITED] += 1
        go_back(state, frame)
        apply_move(state, memory.moves[frame.next])
        frame.next += 1
        if is_over(state):
            pay(state, memory.result)
            _offer(frame, memory.result, hero, players)
        elif counts[DEPTH] + 1 == len(memory.frames):
            return NO_ROOM
        elif _look_up(memory, memory.frames[counts[DEPTH] + 1]):
            _offer(frame, memory.result, hero, players)
        elif not _push(memory):
            return NO_ROOM
    return DONE
