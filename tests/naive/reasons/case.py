"""What a checker of reasons is given: the position as its seat sees it, and the answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import isclose
from types import ModuleType
from typing import Any, Final
from unittest.mock import patch

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, MoveValue, PlanValue
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits
from kibitz.games.game import Game
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.answers import analysis_answer
from kibitz.solvers.budget import Budget, Listener, ignore
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.question import Question


@dataclass(frozen=True)
class Case:
    """A hint to be checked.

    ``position``: what the seat to move may know, and no more. ``hint``: at the level ``why``.
    ``analysis``: of the same moves, seed and limits, so its rows are what the hint rests on.
    ``found``: by that search, where it was a single one.
    """

    game: Game
    position: Any
    hint: HintAnswer
    analysis: AnalyzeAnswer
    found: Any = field(default=None, compare=False)


Args = Mapping[str, Any]
# Whether the fact with these arguments is true, recomputed from the position in the plainest way.
Checker = Callable[[Case, Args], bool]


def checkers_of(game: str) -> ModuleType:
    """The module of a game: its ``CHECKERS`` by code, and ``positions`` to try them on.

    Where a hint searches fewer moves than ``analyze`` would, ``compared_moves`` lists them.
    """
    return import_module(f"tests.naive.reasons.{game.replace('-', '_')}")


def case_of(
    game: str, position: Any, limits: Limits, *, again: bool = True, **options: Any
) -> Case:
    """The hint for a position, and the analysis.

    ``again``: the analysis repeats the search of the hint; else it is made of what that found,
    where the hint has searched all moves, once. Only its rows are made: no reason rests on what
    it says besides.
    """
    solver = SOLVERS[game]
    assert isinstance(solver, AnsweringSolver)
    plain, searched = solver.search, list[Any]()

    def search(question: Question, budget: Budget, listener: Listener) -> Any:
        searched.append(plain(question, budget, listener))
        return searched[-1]

    with patch.object(solver, "search", search):
        hint = solver.hint(position, HintOptions(level="why", **options), Budget(limits))
    compared = getattr(checkers_of(game), "compared_moves", None)
    sampled = hint.score is not None and hint.spent.samples > 0
    moves = compared(position, limits) if compared and sampled else None
    asked = AnalyzeOptions(moves=moves, **options)
    question = solver.ask(position, asked)
    found = searched[0] if len(searched) == 1 and moves is None and not again else None
    if found is None and (question.information == "hidden" or solver.game.players[1] == 1):
        found = solver.search(question, Budget(limits), ignore)
    if found is None:
        analysis = solver.analyze(position, asked, Budget(limits))
    else:
        analysis = analysis_answer(found, question.information, asked, Budget(limits))
    if moves is not None:
        assert analysis.score == hint.score
    return Case(solver.game, position, hint, analysis, found)


def half_of(row: MoveValue | PlanValue) -> float | None:
    """Half the interval of how far a row is behind, as its note has it: in points, or per cent."""
    words = (row.note or "").split("±")
    return float(words[1].split()[0]) if len(words) > 1 else None


def is_error(row: MoveValue | PlanValue, error: float, factor: float = 1) -> bool:
    """Whether an error is that of a row, which for what is exact is 0.

    ``factor``: what makes it points, or per cent.
    """
    half = half_of(row)
    if half is None:
        return error == 0 and row.score.kind == "exact"
    return isclose(factor * error, half, abs_tol=0.0051)


def _is_the_only_move(case: Case, args: Args) -> bool:
    legal = case.game.legal(case.game.state(case.position))
    return not args and [case.game.move_text(move) for move in legal] == [case.hint.move]


# Of the reasons that games of several seats share, as none of them searches for an only move.
COMMON: Final[Mapping[str, Checker]] = {"only_move": _is_the_only_move}
