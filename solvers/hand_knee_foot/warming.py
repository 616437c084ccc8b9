"""Hand, Knee and Foot: the calls that compile every kernel of the game."""

from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.position import Position
from kibitz.solvers.solver import Solver, Step
from kibitz.solvers.warming import asking, run_rules


def warming_steps(solver: Solver) -> list[Step]:
    """Named calls that between them run every kernel of the game once."""
    game = HandKneeFoot()
    deal = game.deal("7")
    drawn = game.play(deal, ["draw"])

    def rules() -> None:
        run_rules(game, deal)
        game.outcome(game.state(deal))

    return [
        ("rules", rules),
        ("open cards", asking(solver.solve, drawn, SolveOptions())),
        ("best play", asking(solver.solve, last_move(game, deal), SolveOptions())),
        ("turns", asking(solver.analyze, drawn, AnalyzeOptions())),
        ("hints", asking(solver.hint, drawn, HintOptions(level="why", utility="points"))),
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
