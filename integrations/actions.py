"""The moves of a game as actions of environments: numbers below one that is fixed for its rules.

Of most games a move is its own action. Those of K'nack name a cell of a field that has no limits;
there the action names the place of the card in the hand and the row of the cell among the open
ones, both as an observation lists them:

- K'nack: 0 passes, ``1 + place`` gives a card, ``6 + place * cells + row`` lays one. With the call
  of K'nack! a move is ``place * cells`` for all five places higher.
- K'nack Solitaire: 0 draws, 1 deals again, ``2 + row`` lays the top of the waste.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np
from numba import int64

from kibitz.games.hand_knee_foot.moves import MOVES
from kibitz.games.kernel import kernel
from kibitz.games.knack import play as knack
from kibitz.games.knack.rules import HAND_SIZE, MOST_CARDS
from kibitz.games.knack_field.observation import most_open, open_cells
from kibitz.games.knack_solitaire import play as solitaire
from kibitz.games.knaves.play import NO_CALL
from kibitz.games.knock_rummy.play import TURN_OVER
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.state import MAX_PILES
from kibitz.games.protocol import Moves, State

MOST_CELLS: Final = 2 * MOST_CARDS + 2


class Actions(NamedTuple):
    """How the moves of a game are numbered.

    ``count``: how many actions there are under the rules of a state. ``write``: a kernel that
    takes a state and so many of its legal moves, and writes the action of each, all different.
    """

    count: Callable[[State], int]
    write: Callable[[State, Moves, int, Moves], None]


@kernel
def same(_state: State, moves: Moves, count: int, actions: Moves) -> None:
    """Moves that are their own actions."""
    actions[:count] = moves[:count]


@kernel
def of_solitaire(state: State, moves: Moves, count: int, actions: Moves) -> None:
    """Moves of K'nack Solitaire: a drawing, a deal, or the row of a cell."""
    cells = np.empty(MOST_CELLS, np.int64)
    open_cells(state[0].field, cells)
    row = 0
    for i in range(count):
        actions[i] = moves[i]
        if moves[i] > solitaire.REDEAL:
            cell = moves[i] % solitaire.CELLS
            while cells[row] != cell:
                row += 1
            actions[i] = solitaire.REDEAL + 1 + row


@kernel
def of_knack(state: State, moves: Moves, count: int, actions: Moves) -> None:
    """Moves of K'nack: a pass, the place of a card that is given, or that and the row of a cell."""
    record = state[0]
    cells = np.empty(MOST_CELLS, np.int64)
    open_cells(record.field, cells)
    rows = 2 * int64(record.pack.sum()) + 2
    hand = record.hands[int64(record.turn)]
    row = before = place = 0
    for i in range(count):
        move = moves[i]
        if move == knack.PASS:
            actions[i] = 0
            continue
        lays = move > knack.LAY
        card = move % knack.CALLED // knack.CELLS if lays else move - knack.GIVE
        if card < before:
            place = 0
        before = card
        while hand[place] != card:
            place += 1
        if not lays:
            actions[i] = 1 + place
            continue
        cell = move % knack.CELLS
        if cells[row] > cell:
            row = 0
        while cells[row] != cell:
            row += 1
        number = place * rows + row + (HAND_SIZE * rows if move >= knack.CALLED else 0)
        actions[i] = 1 + HAND_SIZE + number


def _knack_count(state: State) -> int:
    record = state[0]
    laid = HAND_SIZE * most_open(int(record["pack"].sum()))
    return 1 + HAND_SIZE + laid * (2 if record["explicit"] else 1)


def _solitaire_count(state: State) -> int:
    return solitaire.REDEAL + 1 + most_open(int(state[0]["cards"]))


ACTIONS: Final[Mapping[str, Actions]] = {
    "knotty-nines": Actions(lambda _: SHIFT * MAX_PILES, same),
    "knaves": Actions(lambda _: NO_CALL + 1, same),
    "knack-solitaire": Actions(_solitaire_count, of_solitaire),
    "knack": Actions(_knack_count, of_knack),
    "knock-rummy": Actions(lambda _: TURN_OVER + 1, same),
    "hand-knee-foot": Actions(lambda _: MOVES, same),
}
