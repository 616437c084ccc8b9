"""Knotty Nines: the calls that compile every kernel of the game."""

from typing import Final

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.solver import Step
from kibitz.solvers.warming import asking, run_rules

FULL: Final = Limits(iterations=16, nodes=1_000_000, memory_mb=256)
SOURCE: Final = "pysolfc"


def warming_steps(solver: AnsweringSolver) -> list[Step]:
    """Named calls that between them run every kernel of the game once."""
    game = solver.game
    # The last is hard enough to make every table grow.
    deal, lost, hard = (game.deal(seed, None, SOURCE) for seed in ("100012", "100002", "100074"))
    cleared = game.deal("100012", {"win": "stock_empty_and_stuck"}, SOURCE)
    seen, shortest = game.as_seen(deal), SolveOptions(objective="shortest")

    def levels() -> None:
        solver.rehearse(deal)

    return [
        ("rules", lambda: run_rules(game, deal)),
        ("exact search", asking(solver.solve, deal, SolveOptions(), FULL)),
        ("explanation", asking(solver.solve, lost, SolveOptions(), FULL)),
        ("shortest line", asking(solver.solve, hard, shortest, FULL)),
        ("clearing", asking(solver.solve, cleared, SolveOptions(), FULL)),
        ("values", asking(solver.analyze, deal, AnalyzeOptions(), FULL)),
        ("hidden stock", asking(solver.analyze, seen, AnalyzeOptions(), FULL)),
        ("hints", asking(solver.hint, seen, HintOptions(level="why"), FULL)),
        ("levels", levels),
    ]
