"""That nothing wrong with a request for a deal hides what else is, in every game."""

from typing import Any

import pytest

from kibitz.games.deal_requests import read_deal
from kibitz.games.faults import BadInput, Fault
from kibitz.solvers.catalogue import SOLVERS

SEATED = sorted(game for game, solver in SOLVERS.items() if solver.game.match_options)


def faults_of(game: str, data: dict[str, Any]) -> dict[str, Fault]:
    with pytest.raises(BadInput) as caught:
        read_deal(SOLVERS[game].game, data)
    found = {fault.pointer: fault for fault in caught.value.faults}
    assert len(found) == len(caught.value.faults)
    return found


@pytest.mark.parametrize("game", SEATED)
def test_a_dealer_is_checked_whatever_is_wrong_with_other_parts(game: str) -> None:
    data = {"seed": -1, "dealer": 9, "rules": {"nonsense": 1}}
    assert {*faults_of(game, data)} == {"/seed", "/dealer", "/rules/nonsense"}


def test_what_depends_on_a_wrong_rule_is_not_guessed() -> None:
    assert {*faults_of("knack", {"seed": 1, "dealer": 4, "rules": {"players": 99}})} == {
        "/rules/players"
    }
    data = {"seed": 1, "dealer": 9, "scores": [0, 0, 300], "rules": {"target": -3}}
    assert {*faults_of("knaves", data)} == {"/rules/target", "/dealer"}


@pytest.mark.parametrize("game", [g for g in SEATED if "scores" in SOLVERS[g].game.match_options])
def test_every_total_is_checked(game: str) -> None:
    data = {"seed": 1, "scores": ["a", None]}
    found = faults_of(game, data)
    assert "'a'" in found["/scores/0"].message
    assert "null" in found["/scores/1"].message


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_a_seed_is_quoted_as_it_was_given(game: str) -> None:
    for source in SOLVERS[game].game.sources:
        for seed, quoted in ((-1, "not -1"), ("-1", "not '-1'"), (1.5, "not 1.5")):
            fault = faults_of(game, {"seed": seed, "source": source})["/seed"]
            assert fault.message.endswith(quoted)
