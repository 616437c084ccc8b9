"""From layouts to lines of moves: what is drawn, dealt again and laid, in the game's notation."""

from dataclasses import dataclass

from games.game import Game
from games.knack_solitaire.play import CELLS, DRAW, REDEAL
from games.knack_solitaire.position import Position
from games.protocol import State, run_apply


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


def line_of(game: Game, position: Position, layout: list[Laid]) -> list[str] | None:
    """The moves that lay out ``layout`` in its order, drawing and dealing again in between.

    None when the rules do not let it be laid out so.
    """
    state = game.state(position)
    moves: list[str] = []
    for laid in layout:
        wanted = CELLS * laid.card + laid.cell
        while True:
            legal = game.legal(state)
            move = wanted if wanted in legal else next((m for m in legal if m <= REDEAL), None)
            if move is None:
                return None
            moves.append(game.move_text(move))
            run_apply(state, move)
            if move == wanted:
                break
    return moves


def is_laying(move: int) -> bool:
    """Whether a move lays a card."""
    return move not in (DRAW, REDEAL)
