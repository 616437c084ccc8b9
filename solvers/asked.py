"""What was asked of a solver, checked against the position."""

from collections.abc import Callable
from typing import Any

from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.game import Game


def asked_moves(
    game: Game, position: Any, asked: list[str] | None, read: Callable[[str], int]
) -> list[int]:
    """The legal moves of ``position``, or those of them that were asked for.

    Of an empty list all are to be valued, and `solvers.answers` tells of the position alone.
    ``read`` reads a move and raises ``ValueError``. Raises ``BadInput`` that lists every fault.
    """
    legal = game.legal(game.state(position))
    if not asked:
        return legal
    faults: list[Fault] = []
    moves: list[int] = []
    for i, text in enumerate(asked):
        try:
            move = read(text)
        except ValueError as error:
            faults.append(Fault(f"/moves/{i}", "bad_move", str(error)))
            continue
        if move not in legal:
            message = f"{quote(text)} is not a legal move here"
            faults.append(Fault(f"/moves/{i}", "illegal_move", message))
        elif move not in moves:
            moves.append(move)
    if faults:
        raise BadInput(faults)
    return moves
