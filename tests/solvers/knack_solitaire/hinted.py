"""Hints of K'nack Solitaire: what else holds for each."""

from kibitz.contract.answers import Reason
from kibitz.contract.options import AnalyzeOptions, Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.hints import said
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from tests.naive.reasons.case import Case

SOLVER = KnackSolitaireSolver()


def also(_: Case) -> None:
    """Nothing besides what holds in all games."""


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    question = SOLVER.ask(case.position, AnalyzeOptions(seed=case.hint.seed))
    budget = Budget(Limits(**case.hint.limits.model_dump()))
    found = SOLVER.search(question, budget, lambda _: None)
    return [*said(found, "nudge"), *said(found, "area")]
