"""Hand, Knee and Foot: the calls that compile every kernel of the game."""

from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import all_in_foot, missing_books
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.legal import must_lay
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.state import team_of, top_of
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.solver import Step
from kibitz.solvers.warming import asking, reviewing, run_rules


def warming_steps(solver: AnsweringSolver) -> list[Step]:
    """Named calls that between them run every kernel of the game once."""
    game = HandKneeFoot()
    deal = game.deal("7")
    drawn = game.play(deal, ["draw"])
    last = last_move(game, deal)

    def rules() -> None:
        run_rules(game, deal)
        state = game.state(deal)
        game.outcome(state)
        # What words and reasons ask of late positions alone.
        record = state[0]
        missing_books(record, team_of(record, 0))
        all_in_foot(record, team_of(record, 0))
        top_of(record)
        must_lay(record)
        ended = game.state(last)
        protocol.run_apply(ended, game.legal(ended)[0])
        game.settlement(ended, last)

    def levels() -> None:
        solver.rehearse(drawn)
        solver.rehearse(deal)

    return [
        ("rules", rules),
        ("open cards", asking(solver.solve, drawn, SolveOptions())),
        ("best play", asking(solver.solve, last, SolveOptions())),
        ("turns", asking(solver.analyze, drawn, AnalyzeOptions())),
        ("hints", asking(solver.hint, drawn, HintOptions(level="why", utility="points"))),
        ("levels", levels),
        ("review", reviewing(solver, deal)),
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
