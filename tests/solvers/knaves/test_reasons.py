"""Reasons in hints for Knaves: of searches that settle, and against the next best move."""

from kibitz.contract.options import Limits
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.solvers.knaves.reasons import reasons
from kibitz.solvers.wording import favouring
from tests.cases import cases, least
from tests.conformance.hints import check
from tests.games.knaves.tables import GAME
from tests.naive.reasons.case import case_of
from tests.naive.reasons.knaves import positions


def test_of_searches_that_settle_too() -> None:
    settled = 0
    for position in positions(cases(25), 11):
        case = case_of(GAME.name, position, Limits(iterations=3_000), utility="points")
        settled += "behind" in check(case)
    assert settled >= least(5)


def test_a_reason_holds_for_the_best_move_and_not_for_the_next() -> None:
    for position in positions(40, 99):
        case = case_of(GAME.name, position, Limits(iterations=48))
        state = GAME.state(position)
        legal = {GAME.move_text(move): move for move in GAME.legal(state)}
        best, *others = case.analysis.moves
        rivals = [row for row in others if row.same_as != best.move]
        if not rivals:
            continue
        where = beliefs(state, int(state[0]["turn"]))
        cards = (best, rivals[0])
        mine, theirs = (
            reasons(state[0], legal[one.move], [*legal.values()], where, legal[other.move])
            for one, other in (cards, cards[::-1])
        )
        given = [reason for reason in case.hint.reasons or [] if reason in mine]
        assert given == favouring(mine, theirs)
