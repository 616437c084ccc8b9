"""K'nack: the calls that compile every kernel of the game."""

from collections.abc import Callable

import numpy as np

from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.knack.game import Knack
from kibitz.games.knack.position import Position
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.knack.passing import pass_chance
from kibitz.solvers.knack.reasons import facts
from kibitz.solvers.knack.tree import MAX_N, prefers
from kibitz.solvers.solver import Step
from kibitz.solvers.warming import asking, reviewing, run_rules


def warming_steps(solver: AnsweringSolver) -> list[Step]:
    """Named calls that between them run every kernel of the game once."""
    game = Knack()
    deal = game.deal("1")
    passed = played(game, deal, lambda p: bool(p.lacks) and len(game.legal(game.state(p))) > 1)
    late = played(game, deal, lambda p: sum(p.deck_sizes) + sum(p.held) <= 12)

    def sentences() -> None:
        view = game.state(game.as_seen(passed, passed.turn))
        facts(view, game.legal(view)[0])
        pass_chance(view[0], 0)

    def reading() -> None:
        seen = game.as_seen(passed, passed.turn)
        game.read(seen.to_json())
        game.replay(seen, ["pass", "7C@50,50"])
        game.replay(seen, [game.move_text(game.legal(game.state(seen))[0])])
        game.legal(game.state(game.as_seen(passed, (passed.turn + 1) % 2)))

    def ending() -> None:
        game.outcome(game.state(played(game, deal, lambda _: False)))
        prefers(0, np.zeros(2), np.ones(2), MAX_N, 2)

    def levels() -> None:
        solver.rehearse(passed)

    return [
        ("rules", lambda: run_rules(game, deal)),
        ("ending", ending),
        ("reading", reading),
        ("sentences", sentences),
        ("open cards", asking(solver.solve, late, SolveOptions())),
        ("paranoid", asking(solver.solve, late, SolveOptions(objective="paranoid"))),
        ("values", asking(solver.analyze, passed, AnalyzeOptions())),
        ("hints", asking(solver.hint, passed, HintOptions(level="why"))),
        ("levels", levels),
        ("review", reviewing(solver, deal)),
    ]


def played(game: Knack, position: Position, wanted: Callable[[Position], bool]) -> Position:
    """A position of a game in which every seat plays its first legal move, when it is as wanted.

    The last position of the game where none is.
    """
    while not wanted(position):
        moves = game.legal(game.state(position))
        if not moves:
            break
        position = game.play(position, [game.move_text(moves[0])])
    return position
