"""A nudge asks nobody to think about a choice that is none."""

import pytest

from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from tests.cases import cases, least
from tests.naive.reasons.case import checkers_of

LIMITS = Limits(iterations=64, nodes=2_000, memory_mb=64)


@pytest.mark.parametrize("name", ["knaves", "knack"])
def test_where_all_moves_come_to_the_same_a_nudge_says_so(name: str) -> None:
    solver, alike = SOLVERS[name], 0
    for position in checkers_of(name).positions(cases(320), 8):
        rows = solver.analyze(position, AnalyzeOptions(), Budget(LIMITS)).moves
        if len(rows) < 2:
            continue
        same = all(row.same_as == rows[0].move for row in rows[1:])
        text = solver.hint(position, HintOptions(level="nudge"), Budget(LIMITS)).text
        assert ("Your" in text and " all " in text) == same, text
        alike += same
    assert alike >= least(2)
