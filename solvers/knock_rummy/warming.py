"""Knock Rummy: the calls that compile every kernel of the game."""

from collections.abc import Callable

import numpy as np

from games import protocol
from games.knock_rummy.game import KnockRummy
from games.knock_rummy.hand import EXAMPLE, melds_answer
from solvers.budget import Budget, Limits
from solvers.progress import ignore
from solvers.solver import AnalyzeOptions, HintOptions, SolveOptions, Solver


def warming_steps(solver: Solver) -> list[tuple[str, Callable[[], object]]]:
    """Named calls that between them run every kernel of the game once.

    The record of a hand is the same for every number of players and every switch: two players do.
    """
    game = KnockRummy()
    deal = game.deal("1", {"match_target": 100})
    drawn = game.play(deal, ["draw", "8S", "draw"])
    limits = Limits(iterations=64, nodes=1_000, memory_mb=64)

    def search(
        verb: Callable[..., object], position: object, options: object
    ) -> Callable[[], object]:
        return lambda: verb(position, options, Budget(limits), ignore)

    def rules() -> None:
        state = game.state(deal)
        protocol.run_horizon(state)
        protocol.run_redeal(state, 0, np.zeros(1, np.uint64))
        game.outcome(game.state(game.play(drawn, ["knock-7H"])))
        melds_answer(EXAMPLE)

    return [
        ("rules", rules),
        ("open hands", search(solver.solve, drawn, SolveOptions())),
        ("match", search(solver.analyze, drawn, AnalyzeOptions())),
        ("points", search(solver.analyze, deal, AnalyzeOptions(utility="points"))),
        ("hints", search(solver.hint, drawn, HintOptions(level="why", utility="points"))),
    ]
