"""A hint of a search that goes on claims nothing of moves that were not valued yet."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz.contract.options import HintOptions, Limits
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import SOLVERS
from tests.cases import cases, least
from tests.naive.reasons.case import checkers_of

GAMES = ["hand-knee-foot", "knack", "knaves", "knock-rummy"]
# What is said of all legal moves together.
OF_ALL = {"all_alike", "only_move", "only_laying"}


def cut(found: Any) -> Any:
    """What a search finds that has valued one move, or turn, until then."""
    plans = found.plans and found.plans[:1]
    return replace(found, values=found.values[:1], plans=plans)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_said_of_all_moves_where_one_was_valued(name: str) -> None:
    solver, seen = SOLVERS[name], 0
    assert isinstance(solver, AnsweringSolver)
    for position in checkers_of(name).positions(cases(60), 5):
        question = solver.ask(position, HintOptions())
        if len(question.moves) < 2:
            continue
        found = solver.search(question, Budget(Limits(iterations=30)), ignore)
        whole = solver.words(question, found, "why")
        early = solver.words(question, cut(found), "why")
        codes, all_codes = ({each.code for each in said.reasons or []} for said in (early, whole))
        assert codes & OF_ALL <= all_codes, (early.text, whole.text)
        thoughts = [solver.words(question, each, "nudge").text for each in (cut(found), found)]
        assert " all " in thoughts[1] or " all " not in thoughts[0], thoughts
        seen += 1
    assert seen >= least(20)
