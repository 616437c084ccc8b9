"""Limits that limit nothing in a job are refused, each of them, with the reason."""

from typing import Any

import pytest

from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput
from kibitz.jobs.kinds import read_job
from kibitz.jobs.match import MatchJob
from kibitz.jobs.players import GAMES, PLAYERS, factory
from kibitz.jobs.players.limits import AT_ONCE, why_unlimited
from kibitz.solvers.budget import Budget, Cancel

ALL = {"time_ms": 1, "nodes": 1, "iterations": 1, "memory_mb": 1}
STUDY = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 9}
EVERYBODY = [(game, name) for game, names in PLAYERS.items() for name in names]


def match_of(game: str, hero: str, limits: dict[str, int], rival: str = "random") -> dict[str, Any]:
    asked = {"kind": "match", "game": game, "hero": hero, "rival": rival, "deals": 1}
    return {**asked, "limits": limits}


def refused(asked: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(BadInput) as caught:
        read_job(asked, Limits())
    return {fault.pointer: f"{fault.code}: {fault.message}" for fault in caught.value.faults}


def test_a_study_plays_out_no_games():
    said = "unused_limit: 'iterations' limits nothing here: a study plays out no games"
    assert refused({**STUDY, "limits": ALL}) == {"/limits/iterations": said}
    wrong = {**STUDY, "last": -1, "limits": {"iterations": 5, "nodes": 0}}
    assert refused(wrong).keys() == {"/last", "/limits/iterations", "/limits/nodes"}
    capped: Any = read_job(STUDY, Limits(iterations=9, nodes=9))
    assert capped.limits == Limits(nodes=9, memory_mb=256)


def test_players_of_a_match_that_do_not_search_have_no_limits():
    why = "limits nothing here: 'rule' does not search and 'random' does not search"
    assert refused(match_of("knaves", "rule", ALL)) == {
        f"/limits/{limit}": f"unused_limit: '{limit}' {why}" for limit in ALL
    }
    settled: Any = read_job(match_of("knaves", "rule", {}), Limits(memory_mb=9))
    assert settled.limits == Limits()


def test_players_of_a_match_with_limits_of_their_own_have_no_others():
    asked = match_of("knaves", "search/iterations=7", {"iterations": 3}, "flat/time_ms=5")
    assert refused(asked)["/limits/iterations"] == (
        "unused_limit: 'iterations' limits nothing here: 'search/iterations=7' has limits of its "
        "own and 'flat/time_ms=5' has limits of its own"
    )
    other: Any = read_job(match_of("knaves", "search/iterations=7", {}, "flat"), Limits())
    assert other.limits == Limits(iterations=1_000, memory_mb=256)


def test_nodes_limit_only_who_counts_them():
    assert refused(match_of("knaves", "search", ALL, "search")) == {
        "/limits/nodes": "unused_limit: 'nodes' limits nothing here: 'search' counts no nodes"
    }
    for game, hero in (("knaves", "pimc"), ("knack", "best"), ("knotty-nines", "best")):
        job: Any = read_job(match_of(game, hero, ALL), Limits())
        assert job.limits == Limits(**ALL)


@pytest.mark.parametrize(("game", "name"), [who for who in EVERYBODY if who[1] in AT_ONCE])
def test_who_does_not_search_plays_the_same_under_any_limits(game: str, name: str):
    jobs = [MatchJob.model_validate(match_of(game, name, limits)) for limits in ({}, ALL)]
    first, second = [job.work(range(1), Cancel()) for job in jobs]
    assert first == second


def limited(limit: str) -> list[tuple[str, str]]:
    return [who for who in EVERYBODY if who[1] not in AT_ONCE and why_unlimited([who[1]], limit)]


@pytest.mark.parametrize(("game", "name"), limited("nodes"))
def test_who_is_said_to_count_no_nodes_counts_none(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
):
    counted: list[int] = []
    nodes = property(lambda _: 0, lambda _, value: counted.append(value))
    monkeypatch.setattr(Budget, "nodes", nodes)
    job = MatchJob.model_validate(match_of(game, name, {"iterations": 9}))
    job.work(range(1), Cancel())
    assert counted == []


def test_limits_of_a_player_alone_end_its_search():
    job: Any = read_job(match_of("knaves", "search/memory_mb=64", {}), Limits())
    assert job.hero == "search/iterations=1000/memory_mb=64"
    player: Any = factory(GAMES["knaves"], "search/memory_mb=64")(GAMES["knaves"], Limits())
    assert player.limits == Limits(iterations=1_000, memory_mb=64)
    said = refused(match_of("knaves", "search/nodes=7", {}))
    assert said == {"/hero": "unused_limit: 'nodes' limits nothing here: 'search' counts none"}
    capped: Any = read_job(match_of("knaves", "flat/time_ms=5", {}), Limits(nodes=9))
    assert capped.hero == "flat/time_ms=5"
