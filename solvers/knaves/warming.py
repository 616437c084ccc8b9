"""Knaves: the calls that compile every kernel of the game."""

from collections.abc import Callable

import numpy as np

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games import protocol
from kibitz.games.knaves.game import Knaves
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import ignore
from kibitz.solvers.solver import Solver


def warming_steps(solver: Solver) -> list[tuple[str, Callable[[], object]]]:
    """Named calls that between them run every kernel of the game once."""
    game = Knaves()
    deal = game.deal("1")
    late = deal
    while int(game.state(late)[0]["count"]) < 30:
        late = game.play(late, [game.move_text(game.legal(game.state(late))[0])])
    trick = game.play(late, [game.move_text(game.legal(game.state(late))[0])])
    view = game.as_seen(trick, int(game.state(trick)[0]["turn"]))
    limits = Limits(iterations=64, nodes=1_000_000, memory_mb=64)

    def search(
        verb: Callable[..., object], position: object, options: object
    ) -> Callable[[], object]:
        return lambda: verb(position, options, Budget(limits), ignore)

    def rules() -> None:
        state = game.state(deal)
        protocol.run_horizon(state)
        protocol.run_redeal(state, 0, np.zeros(1, np.uint64))
        protocol.run_payoff(state, np.zeros(game.seats(state)))
        game.read(view.to_text())
        solver.verify(trick, [game.move_text(game.legal(game.state(trick))[0])])

    return [
        ("rules", rules),
        ("open hands", search(solver.solve, late, SolveOptions())),
        ("paranoid", search(solver.solve, late, SolveOptions(objective="paranoid"))),
        ("values", search(solver.analyze, late, AnalyzeOptions())),
        ("match", search(solver.analyze, deal, AnalyzeOptions(information="hidden"))),
        (
            "points",
            search(solver.analyze, deal, AnalyzeOptions(information="hidden", utility="points")),
        ),
        ("hints", search(solver.hint, deal, HintOptions(level="why", information="hidden"))),
        ("hints in a trick", search(solver.hint, view, HintOptions(level="why"))),
    ]
