"""Hand, Knee and Foot: the calls that compile every kernel of the game."""

from collections.abc import Callable

import numpy as np

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import all_in_foot, missing_books
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.state import team_of, top_of
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import ignore
from kibitz.solvers.solver import Solver


def warming_steps(solver: Solver) -> list[tuple[str, Callable[[], object]]]:
    """Named calls that between them run every kernel of the game once."""
    game = HandKneeFoot()
    deal = game.deal("7")
    drawn = game.play(deal, ["draw"])
    limits = Limits(iterations=64, nodes=1_000, memory_mb=64)

    def search(
        verb: Callable[..., object], position: object, options: object
    ) -> Callable[[], object]:
        return lambda: verb(position, options, Budget(limits), ignore)

    def rules() -> None:
        state = game.state(deal)
        protocol.run_horizon(state)
        protocol.run_redeal(state, 0, np.zeros(1, np.uint64))
        protocol.run_payoff(state, np.zeros(6))
        game.outcome(state)
        # What words and reasons ask of late positions alone.
        record = state[0]
        missing_books(record, team_of(record, 0))
        all_in_foot(record, team_of(record, 0))
        top_of(record)

    return [
        ("rules", rules),
        ("open cards", search(solver.solve, drawn, SolveOptions())),
        ("best play", search(solver.solve, last_move(game, deal), SolveOptions())),
        ("turns", search(solver.analyze, drawn, AnalyzeOptions())),
        ("hints", search(solver.hint, drawn, HintOptions(level="why", utility="points"))),
    ]


def last_move(game: HandKneeFoot, deal: Position) -> Position:
    """The position before the last move of a round in which all make their first legal moves."""
    state = game.state(deal)
    while True:
        after = state.copy()
        protocol.run_apply(after, game.legal(state)[0])
        if protocol.run_over(after):
            return game.position(state, deal)
        state = after
