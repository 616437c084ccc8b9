"""Which deals of K'nack Solitaire can be won, and how difficult they are.

Nearly all of them can be won and the policy seldom fails, so this player slips at every other card:
what it wins shows how much a deal forgives.
"""

from typing import Final

import typer

from kibitz.games.chance import Stream, below
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.protocol import run_apply
from kibitz.heuristics.knack_solitaire.policy import run_first_cell
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from training import deals

SLIPS: Final = 2  # one in so many cards is laid at random

SOLVER: Final = KnackSolitaireSolver()


def wins(position: Position, stream: Stream) -> bool:
    """Whether the policy, with slips, wins a deal, of which it may not decline to lay a card."""
    state = SOLVER.game.state(position)
    while legal := SOLVER.game.legal(state):
        if len(legal) == 1:
            move = legal[0]
        elif below(stream, SLIPS) == 0:
            move = legal[below(stream, len(legal))]
        else:
            move = run_first_cell(state)
        run_apply(state, move)
    outcome = SOLVER.game.outcome(state)
    return bool(outcome and outcome.won)


KIND: Final = deals.Kind(SOLVER, wins, easy=9 / 10, medium=3 / 4)


def main(count: deals.Count = deals.DEALS) -> None:
    """Write the table of deals to its file in games/knack_solitaire."""
    deals.make(KIND, count)


if __name__ == "__main__":
    typer.run(main)
