"""One type of record serves all numbers of players, so that warming compiles all there is."""

import sys
from contextlib import suppress
from random import Random

import pytest
from numba.core.dispatcher import Dispatcher

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.faults import BadInput
from kibitz.solvers.budget import Budget
from kibitz.solvers.knock_rummy.solver import KnockRummySolver
from tests.conformance.playing import variants
from tests.games.knock_rummy.tables import GAME, played_on

SOLVER = KnockRummySolver()
LIMITS = Limits(iterations=12, nodes=200, memory_mb=16)


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
def test_no_number_of_players_or_switch_needs_another_kernel(
    warmed: set[str], players: int
) -> None:
    random = Random(players)
    for rules in [*variants(GAME), {"match_target": 100, "stock_out": "shuffle"}]:
        start = GAME.deal("3", {**rules, "players": players})
        state = random.choice(played_on(start, random, lambda _: False)[:-1])
        position = GAME.position(state, start)
        for information in ("hidden", "known"):
            for utility in (None, "points"):
                asked = {"information": information, "utility": utility}
                with suppress(BadInput):
                    SOLVER.analyze(position, AnalyzeOptions(**asked), Budget(LIMITS))
                    SOLVER.hint(position, HintOptions(level="why", **asked), Budget(LIMITS))
        with suppress(BadInput):
            SOLVER.solve(position, SolveOptions(), Budget(LIMITS))
        moves = [GAME.move_text(move) for move in GAME.legal(state)]
        SOLVER.verify(position, moves[-1:])
    assert {kernel[:60] for kernel in compiled() - warmed} == set()
