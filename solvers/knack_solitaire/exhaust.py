"""Every way to lay every card: depth-first search with transpositions, the kernel.

Small games and narrow fields are decided this way. The search looks for games that leave fewer
cards than a given number, fewer than one for a win, and each one that it finds makes that number
smaller. Below each game the bound of `heuristics.knack_solitaire.bound` is asked first, and a
game that plays like one already seen is not entered again. When the stack runs empty, no way of
laying leaves fewer: a proof, but for the chance that two different games share a key of 64 bits,
less than one in a million for a million games.

The search stops and resumes between any two nodes: all its state is in arrays.
"""

from typing import NamedTuple

import numpy as np
from numba import int64

from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import Field, lay, take_back
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.knack_solitaire.play import (
    CELLS,
    DRAW,
    MAX_MOVES,
    apply_move,
    cards_left,
    legal_moves,
)
from kibitz.games.knack_solitaire.state import MOST_CARDS, STATE
from kibitz.games.protocol import Moves
from kibitz.heuristics.knack_solitaire.bound import fewest_left
from kibitz.heuristics.knack_solitaire.policy import draw_on
from kibitz.heuristics.knack_solitaire.worth import cards_to_come, new_counts, worth
from kibitz.solvers.knack_solitaire.beam import Records, Words, game_key, remember

RUNNING, FOUND, EXHAUSTED, TABLE_FULL = 0, 1, 2, 3
# Fields of the control block.
DEPTH, NODES, STATES, FEWER_THAN, CONTROL_SIZE = 0, 1, 2, 3, 4
MOST_LEVELS = 11 * MOST_CARDS  # each pass may decline every card, and every card is laid once


class Memory(NamedTuple):
    """What a search writes to: the table, and for each level its game and the moves not yet tried.

    ``moves[d, : counts[d]]``: the next to try is the last.
    """

    slots: Words
    games: Records
    moves: Moves
    counts: Moves
    control: Moves


def new_memory(slots: int) -> Memory:
    """Room for ``slots`` hash slots, a power of two; what is not used is not touched."""
    return Memory(
        np.zeros(slots, np.uint64),
        np.zeros(MOST_LEVELS, STATE),
        np.empty((MOST_LEVELS, MAX_MOVES), np.int64),
        np.zeros(MOST_LEVELS, np.int64),
        np.zeros(CONTROL_SIZE, np.int64),
    )


@kernel
def open_level(memory: Memory, depth: int) -> int:
    """List the moves of the game at ``depth``, the most promising last.

    FOUND when it leaves fewer cards than any before.
    """
    state = memory.games[depth]
    control = memory.control
    memory.counts[depth] = 0
    control[NODES] += 1
    alive = draw_on(state)
    outcome = RUNNING
    if cards_left(state) < control[FEWER_THAN]:
        control[FEWER_THAN] = cards_left(state)
        outcome = FOUND
    if not alive or fewest_left(state) >= control[FEWER_THAN]:
        return outcome
    if not remember(memory.slots, game_key(state)):
        return outcome
    control[STATES] += 1
    found = np.empty(MAX_MOVES, np.int64)
    values = np.empty(MAX_MOVES, np.int64)
    wanted, room = new_counts(), new_counts()
    count = legal_moves(state, found)
    cards_to_come(state, wanted)
    for i in range(count):
        values[i] = value_of(state.field, int64(found[i]), wanted, room)
    order = np.argsort(values[:count], kind="mergesort")
    for i in range(count):
        memory.moves[depth, i] = found[order[i]]
    memory.counts[depth] = count
    return outcome


@kernel
def value_of(field: Field, move: int, wanted: Moves, room: Moves) -> int:
    """What the field is worth after a move; declining comes last."""
    if move == DRAW:
        return -1
    card = move // CELLS
    wanted[kind_of(card)] -= 1
    lay(field, move % CELLS, card)
    value = worth(field, wanted, room)
    take_back(field)
    wanted[kind_of(card)] += 1
    return value


@kernel
def begin_search(memory: Memory, root: Records, fewer_than: int) -> int:
    """Put ``root`` (one record) on the stack of a memory that is new."""
    memory.games[0] = root[0]
    memory.control[FEWER_THAN] = fewer_than
    return open_level(memory, 0)


@kernel
def search(memory: Memory, chunk: int) -> int:
    """Visit up to ``chunk`` more games. FOUND: the game found is ``games[DEPTH]``."""
    control = memory.control
    stop = control[NODES] + chunk
    while control[NODES] < stop:
        if control[STATES] + 8 > (memory.slots.shape[0] * 3) // 4:
            return TABLE_FULL
        depth = control[DEPTH]
        if memory.counts[depth] == 0:
            if depth == 0:
                return EXHAUSTED
            control[DEPTH] -= 1
            continue
        memory.counts[depth] -= 1
        move = int64(memory.moves[depth, memory.counts[depth]])
        memory.games[depth + 1] = memory.games[depth]
        apply_move(memory.games[depth + 1], move)
        control[DEPTH] = depth + 1
        if open_level(memory, depth + 1) == FOUND:
            return FOUND
    return RUNNING
