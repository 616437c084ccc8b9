"""The limits that an answer repeats are those of what its search counted."""

from typing import Any

import pytest

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer
from kibitz.contract.options import AnalyzeOptions, HintOptions, Information, Limits, SolveOptions
from kibitz.games.faults import BadInput
from kibitz.solvers.budget import Budget
from kibitz.solvers.solver import Solver
from tests.conformance.test_asking import SEVERAL, TABLES, positions

ENOUGH = Limits(nodes=20_000, iterations=24, memory_mb=64)
# A late position of each table, and of the solitaires the deal as well.
PLACES = [
    pytest.param(*table.values, place, id=f"{table.id}-{place}")
    for table in TABLES
    for place in ([3] if table in SEVERAL else [0, 3])
]
Asked = SolveAnswer | AnalyzeAnswer | HintAnswer


def asked(
    solver: Solver, position: Any, verb: str, information: Information, limits: Limits
) -> Asked:
    budget = Budget(limits)
    if verb == "solve":
        return solver.solve(position, SolveOptions(), budget)
    if verb == "hint":
        return solver.hint(position, HintOptions(level="why", information=information), budget)
    return solver.analyze(position, AnalyzeOptions(information=information), budget)


@pytest.mark.parametrize("information", ["known", "hidden"])
@pytest.mark.parametrize("verb", ["solve", "hint", "analyze"])
@pytest.mark.parametrize(("solver", "rules", "place"), PLACES)
def test_a_limit_that_limits_nothing_is_not_repeated(
    solver: Solver, rules: dict[str, Any], place: int, verb: str, information: Information
) -> None:
    position = positions(solver.game, rules, 4)[place]
    try:
        found = asked(solver, position, verb, information, ENOUGH)
    except BadInput:
        return  # no answer to compare
    assert found.limits is not None
    assert found.limits.memory_mb == ENOUGH.memory_mb
    for name in ("nodes", "iterations"):
        least = ENOUGH.model_copy(update={name: 1})
        again = asked(solver, position, verb, information, least)
        if getattr(found.limits, name) is None:
            assert again == found
        else:
            assert getattr(again.limits, name) == 1
        assert found.stopped_by != name or getattr(found.limits, name)
    assert found.spent.samples == 0 or found.limits.iterations
