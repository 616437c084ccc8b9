"""One type of record serves all numbers of players, so that warming compiles all there is."""

import sys
from random import Random
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.faults import BadInput
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack.solver import KnackSolver
from tests.games.knack.tables import GAME, played_out

SOLVER = KnackSolver()
LIMITS = Limits(iterations=1, nodes=200, memory_mb=16)


def compiled() -> set[str]:
    """Every kernel of ours with the types that it was compiled or loaded for."""
    found = set()
    for name, module in [*sys.modules.items()]:
        if name.startswith("kibitz."):
            for value in vars(module).values():
                if isinstance(value, Dispatcher):
                    found |= {f"{value.py_func.__qualname__}{s}" for s in value.signatures}
    return found


@pytest.fixture(scope="module")
def warmed() -> set[str]:
    for _, step in SOLVER.warming_steps():
        step()
    return compiled()


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"pack": 36, "play_on_for_places": True},
        {"packs": 1, "knack_call": "explicit", "jokers": 0, "wrap": "none"},
        {"packs": 1, "field": {"width": 9, "height": 9}, "anchored": True, "danglers": 1},
    ],
)
def test_no_number_of_players_or_switch_needs_another_kernel(
    warmed: set[str], players: int, rules: dict[str, Any]
) -> None:
    start = GAME.deal("3", {**rules, "players": players})
    states = played_out(start, Random(3))
    for place in (0, 5, -6, -1):
        position = GAME.position(states[place], start)
        seen = GAME.as_seen(position, position.turn)
        for known in (position, seen):
            GAME.read(known.to_text())
            for information in ("hidden", "known"):
                try:
                    SOLVER.hint(
                        known, HintOptions(level="why", information=information), Budget(LIMITS)
                    )
                    SOLVER.analyze(known, AnalyzeOptions(information=information), Budget(LIMITS))
                    SOLVER.solve(known, SolveOptions(), Budget(LIMITS))
                except BadInput:
                    continue
    assert sorted(name[:30] for name in compiled() - warmed) == []
