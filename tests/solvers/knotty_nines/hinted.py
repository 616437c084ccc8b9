"""Hints of Knotty Nines: what else holds for each."""

import pytest

from kibitz.contract.answers import Reason, Verdict
from kibitz.solvers.knotty_nines.hints import sentences_of
from tests.naive.reasons.case import Case


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    return [*sentences_of(case.found, "nudge"), *sentences_of(case.found, "area")]


def also(case: Case) -> None:
    """Moves come in the order of their values; a hint says why, and what follows from it."""
    answer, hint, said = case.analysis, case.hint, case.hint.reasons or []
    values = [row.score.value for row in answer.moves]
    assert values == sorted(values, reverse=True)
    for row in answer.moves:
        assert row.score.low <= row.score.value <= row.score.high
        assert row.loss == pytest.approx(values[0] - row.score.value, abs=2e-6)
    advice = []
    if hint.move is not None:
        best = answer.moves[0]
        assert best.move == hint.move
        advice = [f"Play {best.text}."]
        assert len(said) >= 2
    if hint.verdict is Verdict.UNKNOWN and hint.move is None:
        assert hint.text.startswith("No move can be advised yet.")
    else:
        assert hint.text == " ".join([*advice, *(reason.text for reason in said)])
