"""Hints of K'nack Solitaire: what else holds for each."""

from kibitz.contract.answers import Reason
from kibitz.solvers.knack_solitaire.hints import said
from tests.naive.reasons.case import Case


def also(_: Case) -> None:
    """Nothing besides what holds in all games."""


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    return [*said(case.found, "nudge"), *said(case.found, "area")]
