"""K'nack Solitaire: the calls that compile every kernel of the game."""

from typing import Any, Final

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.bound import free_order
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.knack_solitaire.embed import Model, Region
from kibitz.solvers.solver import Step
from kibitz.solvers.warming import asking, run_rules

FULL: Final = Limits(iterations=8, nodes=30_000, memory_mb=256)

BEGUN: Final = 12  # moves


def warming_steps(solver: AnsweringSolver) -> list[Step]:
    """Named calls that between them run every kernel of the game once."""
    game = solver.game
    deal = game.deal("1")
    seen = game.as_seen(deal)
    lost = game.deal("1", {"jokers": 0})
    table = game.deal("2", {"field": {"width": 9, "height": 9}, "anchored": True})
    begun, begun_table = (played(game, start) for start in (deal, table))
    seen_table = game.as_seen(begun_table)

    def model() -> None:
        state: State = game.state(table)
        solving = Model(Region(state), free_order(state)[0], ordered=True)
        for _ in solving.run(1.0, 1):
            pass

    compact = SolveOptions(objective="compact")

    def levels() -> None:
        solver.rehearse(begun_table)
        solver.rehearse(begun)

    return [
        ("rules", lambda: run_rules(game, deal)),
        ("constraint models", model),
        ("layouts", asking(solver.solve, table, SolveOptions(), FULL)),
        ("explanation", asking(solver.solve, lost, SolveOptions(), FULL)),
        ("compact layouts", asking(solver.solve, deal, compact, FULL)),
        ("values", asking(solver.analyze, deal, AnalyzeOptions(), FULL)),
        ("hidden stock", asking(solver.analyze, seen, AnalyzeOptions(), FULL)),
        ("hints", asking(solver.hint, game.as_seen(begun), HintOptions(level="why"), FULL)),
        ("known hints", asking(solver.hint, begun_table, HintOptions(level="why"), FULL)),
        ("hints on a field", asking(solver.hint, seen_table, HintOptions(level="why"), FULL)),
        ("levels", levels),
    ]


def played(game: Game, position: Any) -> Any:
    """The position after the first few moves, with cards on the field and on the waste."""
    for _ in range(BEGUN):
        moves = game.legal(game.state(position))
        position = game.play(position, [game.move_text(moves[0])])
    return position
