"""From layouts to lines of moves: what is drawn, dealt again and laid, in the game's notation."""

from dataclasses import dataclass

import numpy as np

from kibitz.games.game import Game
from kibitz.games.knack_solitaire.play import CELLS, DRAW, MAX_MOVES, REDEAL
from kibitz.games.protocol import State, run_apply, run_legal


@dataclass(frozen=True)
class Laid:
    """A card and the cell, as the kernels number it, where it was laid."""

    card: int
    cell: int


def layout_of(state: State, before: int) -> list[Laid]:
    """The cards of a field in the order laid, without the first ``before``."""
    field = state[0]["field"]
    return [
        Laid(int(field["laid"][i]), int(field["where"][i])) for i in range(before, field["count"])
    ]


def play_layout(state: State, layout: list[Laid]) -> list[int] | None:
    """Lay out ``layout`` in its order, in place, drawing and dealing again in between.

    Returns the moves, None when the rules do not let it be laid out so.
    """
    legal = np.empty(MAX_MOVES, np.int64)
    moves: list[int] = []
    for laid in layout:
        wanted = CELLS * laid.card + laid.cell
        while not moves or moves[-1] != wanted:
            count = run_legal(state, legal)
            found = legal[:count]
            on = found[(found == wanted) | (found == DRAW) | (found == REDEAL)]
            if not len(on):
                return None
            moves.append(int(on[-1]))
            run_apply(state, moves[-1])
    return moves


def line_of(game: Game, state: State, layout: list[Laid]) -> list[str] | None:
    """The moves that lay out ``layout`` in its order, in notation; None as in the above."""
    moves = play_layout(state.copy(), layout)
    return None if moves is None else [game.move_text(move) for move in moves]


def is_laying(move: int) -> bool:
    """Whether a move lays a card."""
    return move not in (DRAW, REDEAL)
