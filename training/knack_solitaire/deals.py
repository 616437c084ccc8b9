"""Which deals of K'nack Solitaire can be won, and how difficult they are.

Nearly all of them can be won and the policy seldom fails, so this player slips at every other card:
what it wins shows how much a deal forgives.
"""

from typing import Final

import numpy as np
import typer

from kibitz.games.chance import Stream, below
from kibitz.games.kernel import kernel
from kibitz.games.knack_solitaire.play import (
    MAX_MOVES,
    apply_move,
    cards_left,
    is_over,
    legal_moves,
)
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.policy import first_cell
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from training import deals

SLIPS: Final = 2  # one in so many cards is laid at random

SOLVER: Final = KnackSolitaireSolver()


@kernel
def run_slipping(states: State, stream: Stream) -> bool:
    """Play a game to its end, in place, by the policy with slips; whether it was won."""
    moves = np.empty(MAX_MOVES, np.int64)
    while not is_over(states[0]):
        count = legal_moves(states[0], moves)
        if count == 1:
            move = moves[0]
        elif below(stream, SLIPS) == 0:
            move = moves[below(stream, count)]
        else:
            move = first_cell(states[0])
        apply_move(states[0], move)
    return cards_left(states[0]) == 0


def wins(position: Position, stream: Stream) -> bool:
    """Whether the policy, with slips, wins a deal, of which it may not decline to lay a card."""
    return bool(run_slipping(SOLVER.game.state(position), stream))


KIND: Final = deals.Kind(SOLVER, wins, easy=9 / 10, medium=3 / 4)


def main(count: deals.Count = deals.DEALS) -> None:
    """Write the table of deals to its file in games/knack_solitaire."""
    deals.make(KIND, count)


if __name__ == "__main__":
    typer.run(main)
