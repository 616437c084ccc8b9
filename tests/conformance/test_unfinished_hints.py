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
ALL_ALIKE = ("all lead to the same game", "all come to the same thing")


def cut(found: Any, count: int) -> Any:
    """What a search finds that has valued so many moves, or turns, until then."""
    plans = found.plans and found.plans[:count]
    return replace(found, values=found.values[:count], plans=plans)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_said_of_all_moves_before_all_are_valued(name: str) -> None:
    solver, seen = SOLVERS[name], 0
    assert isinstance(solver, AnsweringSolver)
    for position in checkers_of(name).positions(cases(60), 5):
        question = solver.ask(position, HintOptions())
        found = solver.search(question, Budget(Limits(iterations=30)), ignore)
        for count in range(1, len(question.moves)):
            early = solver.words(question, cut(found, count), "why")
            assert not OF_ALL & {each.code for each in early.reasons or []}, early.text
            thought = solver.words(question, cut(found, count), "nudge").text
            assert not any(words in thought for words in ALL_ALIKE), thought
            seen += 1
    assert seen >= least(20)
