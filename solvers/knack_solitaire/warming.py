"""Calls that between them run every kernel of the game."""

from collections.abc import Callable
from typing import Any, Final

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.game import Game
from kibitz.games.protocol import State, run_apply, run_turn
from kibitz.heuristics.knack_solitaire.bound import free_order
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.embed import Model, Region
from kibitz.solvers.progress import ignore
from kibitz.solvers.solver import Solver

BEGUN: Final = 12  # moves


def warming_steps(solver: Solver) -> list[tuple[str, Callable[[], object]]]:
    """Named calls that between them run every kernel of the game once."""
    game = solver.game
    deal = game.deal("1")
    lost = game.deal("1", {"jokers": 0})
    table = game.deal("2", {"field": {"width": 9, "height": 9}, "anchored": True})
    begun, begun_table = (played(game, start) for start in (deal, table))
    limits = Limits(iterations=8, nodes=30_000, memory_mb=256)

    def search(
        verb: Callable[..., object], position: object, options: object
    ) -> Callable[[], object]:
        return lambda: verb(position, options, Budget(limits), ignore)

    def protocol() -> None:
        state: State = game.state(deal)
        run_turn(state)
        run_apply(state, game.legal(state)[0])

    def model() -> None:
        state: State = game.state(table)
        solving = Model(Region(state), free_order(state)[0], ordered=True)
        for _ in solving.run(1.0, 1):
            pass

    return [
        ("rules", protocol),
        ("constraint models", model),
        ("layouts", search(solver.solve, table, SolveOptions())),
        ("explanation", search(solver.solve, lost, SolveOptions())),
        ("compact layouts", search(solver.solve, deal, SolveOptions(objective="compact"))),
        ("values", search(solver.analyze, deal, AnalyzeOptions())),
        ("hidden stock", search(solver.analyze, game.as_seen(deal), AnalyzeOptions())),
        ("hints", search(solver.hint, game.as_seen(begun), HintOptions(level="why"))),
        ("known hints", search(solver.hint, begun_table, HintOptions(level="why"))),
    ]


def played(game: Game, position: Any) -> Any:
    """The position after the first few moves, with cards on the field and on the waste."""
    for _ in range(BEGUN):
        moves = game.legal(game.state(position))
        position = game.play(position, [game.move_text(moves[0])])
    return position
