"""A player of K'nack Solitaire that looks at nothing its opponent, the stock, keeps to itself.

Where the field lies on diagonals it goes on so (`heuristics.knack_solitaire.diagonal`), else
it lays each card where that leaves the field worth most (`heuristics.knack_solitaire.worth`).
It never declines.
"""

import numpy as np
from numba import int64

from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import has_spot, lay
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.knack_solitaire.play import (
    CELLS,
    DRAW,
    MAX_MOVES,
    REDEAL,
    apply_move,
    cards_left,
    top_card,
)
from kibitz.games.knack_solitaire.state import KnackSolitaireState
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.diagonal import (
    diagonal_cell,
    new_numbers,
    number_kinds,
    sense_of,
)
from kibitz.heuristics.knack_solitaire.worth import best_cell, cards_to_come, new_counts


@kernel
def draw_on(state: KnackSolitaireState) -> bool:
    """Draw and deal again until the top of the waste can be laid; False when it never can.

    Every card and the order of the redeals must be known.
    """
    while True:
        if state.wasted > 0 and has_spot(state.field, top_card(state)):
            return True
        if not draw_one(state):
            return False


@kernel
def draw_one(state: KnackSolitaireState) -> bool:
    """Draw a card, or deal again when the stock is empty; False when neither can be done."""
    if state.drawn < state.size:
        apply_move(state, DRAW)
    elif state.wasted > 0 and state.redeals_left > 0:
        apply_move(state, REDEAL)
    else:
        return False
    return True


@kernel
def play_on(state: KnackSolitaireState) -> int:
    """Play a game to its end, in place, and return the cards left; all orders must be known."""
    cells = np.empty(MAX_MOVES, np.int64)
    number, wanted, room = new_numbers(), new_counts(), new_counts()
    length = number_kinds(state.field, number)
    sense = sense_of(state.field, number, length)
    if sense < 0:
        cards_to_come(state, wanted)
    while draw_on(state):
        card = top_card(state)
        cell = -1
        if sense >= 0:
            cell = diagonal_cell(state.field, card, number, length, sense, cells)
            if cell < 0:  # a joker, or a card with no free diagonal: from here on by worth
                sense = -1
                cards_to_come(state, wanted)
        if sense < 0:
            cell = best_cell(state.field, card, wanted, room, cells)
            wanted[kind_of(card)] -= 1
        state.wasted -= 1
        state.waste[state.wasted] = 0
        lay(state.field, cell, card)
    return cards_left(state)


@kernel
def first_cell(state: KnackSolitaireState) -> int:
    """The move of the policy for the open card, as the game numbers it; there must be one."""
    cells = np.empty(MAX_MOVES, np.int64)
    number, wanted, room = new_numbers(), new_counts(), new_counts()
    card = top_card(state)
    length = number_kinds(state.field, number)
    sense = sense_of(state.field, number, length)
    cell = -1
    if sense >= 0:
        cell = diagonal_cell(state.field, card, number, length, sense, cells)
    if cell < 0:
        cards_to_come(state, wanted)
        cell = best_cell(state.field, card, wanted, room, cells)
    return CELLS * card + int64(cell)


@kernel
def run_play_on(states: State) -> int:
    """:func:`play_on` of the first of an array of records, for callers in Python."""
    return play_on(states[0])


@kernel
def run_first_cell(states: State) -> int:
    """:func:`first_cell` of the first of an array of records, for callers in Python."""
    return first_cell(states[0])
