"""Open rounds near their end, against trying everything."""

from typing import Any

import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.exact import solve_open
from tests.cases import cases, least
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import payoffs, rounds
from tests.naive import hand_knee_foot_exact as naive

VARIANTS: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4, "draw": 3}]


def late(rules: dict[str, Any], deals: int) -> list[State]:
    """The last states of rounds in which there is something to choose."""
    return [
        state
        for states in rounds(rules, deals, 5)
        for state in states[-6:-1]
        if len(GAME.legal(state)) > 1
    ]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_it_finds_what_trying_everything_finds(rules: dict[str, Any]) -> None:
    compared = 0
    for state in late(rules, cases(40)):
        known: dict[bytes, tuple[float, ...]] = {}
        try:
            wanted = naive.payoffs(state, known, 500)
        except naive.TooManyError:
            continue
        found = solve_open(state, Budget(Limits(nodes=200_000, memory_mb=64)), ignore)
        teams = int(state[0]["teams"])
        assert found.stopped is StoppedBy.SOLVED
        assert found.payoffs == pytest.approx(wanted[:teams])
        played = state.copy()
        for move in found.line:
            assert move in GAME.legal(played)
            protocol.run_apply(played, move)
        assert protocol.run_over(played)
        assert list(found.payoffs or ()) == pytest.approx(list(payoffs(played)[:teams]))
        legal = GAME.legal(state)
        assert sorted(found.moves) == legal
        seat = int(protocol.run_turn(state)) % teams
        assert max(made[seat] for made in found.moves.values()) == pytest.approx(wanted[seat])
        compared += 1
    assert compared >= least(3)


def test_it_says_what_stopped_it() -> None:
    state = GAME.state(GAME.deal("1"))
    found = solve_open(state, Budget(Limits(nodes=3_000, memory_mb=64)), ignore)
    assert (found.payoffs, found.line) == (None, ())
    assert found.stopped is StoppedBy.NODES
    found = solve_open(state, Budget(Limits(memory_mb=1)), ignore)
    assert found.stopped is StoppedBy.MEMORY
