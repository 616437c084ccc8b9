"""Knock Rummy: the calls that compile every kernel of the game."""

from collections.abc import Callable

import numpy as np

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games import protocol
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.hand import EXAMPLE, melds_answer
from kibitz.games.knock_rummy.play import TURN_OVER
from kibitz.games.knock_rummy.position import Position
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import ignore
from kibitz.solvers.solver import Solver


def shuffled(game: KnockRummy) -> Position:
    """A hand whose pile was just shuffled."""
    start = game.deal("1", {"stock_out": "shuffle"})
    state = game.state(start)
    while not state[0]["turn_overs"]:
        legal = game.legal(state)
        protocol.run_apply(state, TURN_OVER if TURN_OVER in legal else legal[0])
    return game.position(state, start)


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
        seen = game.as_seen(shuffled(game), 1)
        game.state(game.read(seen.to_text()))
        melds_answer(EXAMPLE)

    return [
        ("rules", rules),
        ("open hands", search(solver.solve, drawn, SolveOptions())),
        ("match", search(solver.analyze, drawn, AnalyzeOptions())),
        ("points", search(solver.analyze, deal, AnalyzeOptions(utility="points"))),
        ("hints", search(solver.hint, drawn, HintOptions(level="why", utility="points"))),
    ]
