"""Knock Rummy: the calls that compile every kernel of the game."""

from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games import protocol
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.hand import EXAMPLE, melds_answer
from kibitz.games.knock_rummy.play import TURN_OVER
from kibitz.games.knock_rummy.position import Position
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.solver import Step
from kibitz.solvers.warming import asking, reviewing, run_rules


def shuffled(game: KnockRummy) -> Position:
    """A hand whose pile was just shuffled."""
    start = game.deal("1", {"stock_out": "shuffle"})
    state = game.state(start)
    while not state[0]["turn_overs"]:
        legal = game.legal(state)
        protocol.run_apply(state, TURN_OVER if TURN_OVER in legal else legal[0])
    return game.position(state, start)


def warming_steps(solver: AnsweringSolver) -> list[Step]:
    """Named calls that between them run every kernel of the game once.

    The record of a hand is the same for every number of players and every switch: two players do.
    """
    game = KnockRummy()
    deal = game.deal("1", {"match_target": 100})
    drawn = game.play(deal, ["draw", "8S", "draw"])

    def rules() -> None:
        run_rules(game, deal)
        game.outcome(game.state(game.play(drawn, ["knock-7H"])))
        seen = game.as_seen(shuffled(game), 1)
        game.state(game.read(seen.to_text()))
        melds_answer(EXAMPLE)

    points = AnalyzeOptions(utility="points")

    def levels() -> None:
        solver.rehearse(deal)
        solver.rehearse(drawn)

    return [
        ("rules", rules),
        ("open hands", asking(solver.solve, drawn, SolveOptions())),
        ("match", asking(solver.analyze, drawn, AnalyzeOptions())),
        ("points", asking(solver.analyze, deal, points)),
        ("hints", asking(solver.hint, drawn, HintOptions(level="why", utility="points"))),
        ("levels", levels),
        ("review", reviewing(solver, deal)),
    ]
