"""Hints of Knock Rummy that the tests of reasons ask for, and what else holds for each."""

from collections.abc import Iterator

from kibitz.contract.answers import Reason
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.position import Position
from kibitz.solvers.knock_rummy.hints import clues
from kibitz.solvers.knock_rummy.reasons import Scene, beginning, ending
from tests.games.knock_rummy.tables import GAME
from tests.heuristics.knock_rummy.looking import late
from tests.naive.reasons.case import Case
from tests.naive.reasons.knock_rummy import rival_of


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    state = GAME.state(case.position)
    best = read_move(str(case.hint.move)).move
    return clues(Scene(state[0]), GAME.legal(state), best, "area")


def also(case: Case) -> None:
    """A hint gives more than one reason, and none that holds as well for the next best move."""
    codes = [reason.code for reason in case.hint.reasons or []]
    assert len(codes) > 1 or codes[0] in {"only_move", "knock_or_wait", "wait_or_knock"}, codes
    if case.hint.score is None or len(case.analysis.moves) < 2:
        return
    scene, rival = Scene(GAME.state(case.position)[0]), read_move(rival_of(case).move).move
    begins = case.hint.move in {"draw", "take", "turn-over"}
    other = beginning(scene, rival) if begins else ending(scene, rival)
    shared = [(said.reason.code, said.reason.args) for said in other]
    for reason in case.hint.reasons or []:
        assert (reason.code, reason.args) not in shared


def open_positions() -> Iterator[Position]:
    """Late positions with every card known."""
    return (late(seed, 2, {"stock_out": "end_hand"}) for seed in range(6))
