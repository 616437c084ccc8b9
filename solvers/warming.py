"""What the calls that compile the kernels of a game have in common."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from kibitz.contract.options import Limits, Options
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.reviewing import read_review, review
from kibitz.solvers.solver import Solver

REVIEWED: Final = 2  # moves
REVIEW: Final = Limits(iterations=400, nodes=1_000, memory_mb=64)
FEW: Final = Limits(iterations=64, nodes=1_000, memory_mb=64)


def asking(
    verb: Callable[..., object], position: object, options: Options, limits: Limits = FEW
) -> Callable[[], object]:
    """A call of a searching verb with little to spend."""
    return lambda: verb(position, options, Budget(limits), ignore)


def reviewing(solver: Solver, deal: Any) -> Callable[[], object]:
    """A call of ``review`` about the first moves of a deal, with little to spend."""

    def call() -> object:
        game, state, moves = solver.game, solver.game.state(deal), list[str]()
        for _ in range(REVIEWED):
            move = game.legal(state)[-1]
            moves.append(game.move_text(move))
            protocol.run_apply(state, move)
        record = {"position": deal.to_json(), "moves": moves}
        request, played = read_review(solver, {"record": record})
        return review(solver, played, request, Budget(REVIEW), ignore)

    return call


def run_rules(game: Game, deal: Any) -> None:
    """Deal, and run what every game has to implement of `games.protocol`, at a deal."""
    game.deal("1")
    state = game.state(deal)
    protocol.run_turn(state)
    protocol.run_apply(state.copy(), game.legal(state)[0])
    protocol.run_horizon(state)
    protocol.run_redeal(state, 0, np.zeros(1, np.uint64))
    protocol.run_payoff(state, np.zeros(game.seats(state)))
