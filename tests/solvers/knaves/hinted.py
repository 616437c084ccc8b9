"""Hints of Knaves that the tests of reasons ask for, and what else holds for each."""

from collections.abc import Iterator
from random import Random

from kibitz.contract.answers import Reason
from kibitz.games import protocol
from kibitz.games.knaves.position import Position
from kibitz.solvers.knaves.hints import look, nudge
from kibitz.solvers.knaves.sentences import WORDING
from tests.games.knaves.tables import GAME
from tests.naive.reasons.case import Case
from tests.solvers.knaves.ends import ending


def also(case: Case) -> None:
    """An only move is said to be one."""
    if len(GAME.legal(GAME.state(case.position))) == 1:
        assert [reason.code for reason in case.hint.reasons or []] == ["only_move"]


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    state = GAME.state(case.position)
    legal = GAME.legal(state)
    best = legal[[GAME.move_text(move) for move in legal].index(str(case.hint.move))]
    rows = case.analysis.moves
    if len(rows) > 1 and all(row.same_as == rows[0].move for row in rows[1:]):
        thought = WORDING.say("all_alike")
    else:
        thought = nudge(state[0], legal)
    return [said for said in (thought, look(state[0], best)) if said]


def open_positions() -> Iterator[Position]:
    """The last tricks with every card known."""
    random = Random(1)
    for number in range(60):
        position = ending(random, 3, calling=number % 3 == 0)
        if not protocol.run_over(GAME.state(position)):
            yield position
