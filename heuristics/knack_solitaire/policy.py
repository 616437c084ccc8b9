"""A player of K'nack Solitaire that looks at nothing its opponent, the stock, keeps to itself.

Without jokers and limits, where the field lies on diagonals, it goes on so
(`heuristics.knack_solitaire.diagonal`). Else it lays each card where the learned chance to win is
highest (`heuristics.knack_solitaire.value`), or, on a field with limits, where that leaves the
field worth most (`heuristics.knack_solitaire.worth`). It never declines.
"""

from numba import int64

from kibitz.games.cards import JOKER
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import BLOCKS, Field, has_spot
from kibitz.games.knack_solitaire.play import (
    CELLS,
    DRAW,
    REDEAL,
    apply_move,
    cards_left,
    top_card,
)
from kibitz.games.knack_solitaire.state import KnackSolitaireState
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.diagonal import (
    diagonal_cell,
    follows_free_game,
    new_numbers,
    number_kinds,
    sense_of,
)
from kibitz.heuristics.knack_solitaire.value import Desk, new_desk, promising_cell, shipped_tables
from kibitz.heuristics.knack_solitaire.worth import best_cell, cards_to_come


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
def is_unlimited(field: Field) -> bool:
    """Whether a card may lie wherever it matches."""
    return field.limit == BLOCKS and not field.anchored


@kernel
def by_judgement(state: KnackSolitaireState, desk: Desk) -> int:
    """The cell for the open card, without a look at diagonals; there must be one."""
    if is_unlimited(state.field):
        return promising_cell(state, shipped_tables().numbers, desk)[0]
    wanted, room = desk.work[0], desk.work[1]
    cards_to_come(state, wanted)
    return best_cell(state.field, top_card(state), wanted, room, desk.cells)


@kernel
def play_on(state: KnackSolitaireState) -> int:
    """Play a game to its end, in place, and return the cards left; all orders must be known."""
    number, desk = new_numbers(), new_desk(state.field)
    length, sense = number_kinds(state.field, number), int64(-1)
    if state.pack[JOKER] == 0:
        sense = sense_of(state.field, number, length)
    while draw_on(state):
        cell = int64(-1)
        if sense >= 0:
            cell = diagonal_cell(state.field, top_card(state), number, length, sense, desk.cells)
        if cell < 0:  # where ranks do not wrap, a card may find no diagonal
            cell, sense = by_judgement(state, desk), -1
        lay_open(state, cell)
    return cards_left(state)


@kernel
def lay_open(state: KnackSolitaireState, cell: int) -> None:
    """Lay the open card at a cell."""
    apply_move(state, CELLS * top_card(state) + cell)


@kernel
def first_cell(state: KnackSolitaireState) -> int:
    """The move of the policy for the open card, as the game numbers it; there must be one."""
    desk, cell = new_desk(state.field), int64(-1)
    if follows_free_game(state):
        number = new_numbers()
        length = number_kinds(state.field, number)
        sense = sense_of(state.field, number, length)
        cell = diagonal_cell(state.field, top_card(state), number, length, sense, desk.cells)
    if cell < 0:
        cell = by_judgement(state, desk)
    return CELLS * top_card(state) + cell


@kernel
def run_play_on(states: State) -> int:
    """:func:`play_on` of the first of an array of records, for callers in Python."""
    return play_on(states[0])


@kernel
def run_first_cell(states: State) -> int:
    """:func:`first_cell` of the first of an array of records, for callers in Python."""
    return first_cell(states[0])
