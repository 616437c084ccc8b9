"""Knaves: the calls that compile every kernel of the game."""

from typing import Final

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.knaves.game import Knaves
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.solver import Step
from kibitz.solvers.warming import FEW, asking, reviewing, run_rules

WHOLE: Final = Limits(nodes=1_000_000).over(FEW)


def warming_steps(solver: AnsweringSolver) -> list[Step]:
    """Named calls that between them run every kernel of the game once."""
    game = Knaves()
    deal = game.deal("1")
    late = deal
    while int(game.state(late)[0]["count"]) < 30:
        late = game.play(late, [game.move_text(game.legal(game.state(late))[0])])
    trick = game.play(late, [game.move_text(game.legal(game.state(late))[0])])
    view = game.as_seen(trick, int(game.state(trick)[0]["turn"]))

    def rules() -> None:
        run_rules(game, deal)
        game.read(view.to_text())
        solver.verify(trick, [game.move_text(game.legal(game.state(trick))[0])])

    paranoid, points = SolveOptions(objective="paranoid"), AnalyzeOptions(utility="points")

    def levels() -> None:
        solver.rehearse(trick)

    return [
        ("rules", rules),
        ("open hands", asking(solver.solve, late, SolveOptions(), WHOLE)),
        ("paranoid", asking(solver.solve, late, paranoid, WHOLE)),
        ("values", asking(solver.analyze, late, AnalyzeOptions(), WHOLE)),
        ("match", asking(solver.analyze, deal, AnalyzeOptions())),
        ("points", asking(solver.analyze, deal, points)),
        ("hints", asking(solver.hint, deal, HintOptions(level="why"))),
        ("hints in a trick", asking(solver.hint, view, HintOptions(level="why"))),
        ("levels", levels),
        ("review", reviewing(solver, deal)),
    ]
