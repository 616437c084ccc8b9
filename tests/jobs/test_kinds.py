"""Requests for jobs: read with every fault at once, cut into chunks, worked off the same twice."""

from typing import Any

import pytest

from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput
from kibitz.jobs.job import Cancelled
from kibitz.jobs.kinds import KINDS, read_job, stored_job
from kibitz.jobs.players import GAMES, PLAYERS
from kibitz.solvers.budget import Cancel
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.ismcts.options import BOUNDS
from tests.jobs.helpers import After

CAP = Limits(time_ms=60_000, memory_mb=256)
DEALS = [SOLVERS["knotty-nines"].game.deal(str(seed)).to_text() for seed in range(3)]
STUDY = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 9}
MATCH = {"kind": "match", "game": "knaves", "hero": "rule", "rival": "random", "deals": 2}
SOLVE = {"kind": "solve", "game": "knotty-nines", "position": DEALS[2], "limits": {"nodes": 9_000}}
BATCH = {"kind": "batch", "game": "knotty-nines", "verb": "solve", "positions": DEALS}
RECORD = {"position": DEALS[2], "moves": ["2>7"]}
REVIEW = {"kind": "review", "game": "knotty-nines", "record": RECORD, "limits": {"nodes": 9_000}}
JOBS = [STUDY, MATCH, SOLVE, BATCH, REVIEW]


def job_of(asked, cap: Any = CAP) -> Any:
    return read_job(asked, cap)


def faults(asked):
    with pytest.raises(BadInput) as caught:
        read_job(asked, CAP)
    said: dict[str, list[str]] = {}
    for fault in caught.value.faults:
        said.setdefault(fault.pointer, []).append(fault.message)
    return {pointer: "; ".join(messages) for pointer, messages in said.items()}


def rows_of(job):
    return [row for units in job.chunks() for row in job.work(units, Cancel())]


@pytest.mark.parametrize("asked", JOBS, ids=lambda asked: asked["kind"])
def test_a_stored_job_is_the_same_job_and_finds_the_same(asked):
    job = job_of(asked)
    again = stored_job(job.model_dump_json())
    assert again == job
    assert [unit for units in job.chunks() for unit in units] == list(range(job.units()))
    first, second = rows_of(job), rows_of(again)
    assert first == second
    assert len(first) == job.units()
    assert job.result(first) == again.result(second) is not None


@pytest.mark.parametrize("asked", JOBS, ids=lambda asked: asked["kind"])
def test_a_cancelled_job_keeps_nothing_of_its_chunk(asked):
    job, cancel = job_of(asked), Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        job.work(job.chunks()[0], cancel)


def test_every_fault_is_told_at_once():
    asked = {**STUDY, "last": -1, "source": "x", "rules": {"warp": 1}, "depth": 3}
    assert faults(asked).keys() == {"/last", "/source", "/rules/warp", "/depth"}
    assert faults({**STUDY, "first": 5, "last": 4}) == {
        "/last": "last is 4, before first, which is 5"
    }
    assert "10,000,000" in faults({**STUDY, "last": 10_000_000})["/last"]
    assert "is for several players" in faults({**STUDY, "game": "knaves"})["/game"]
    assert "is not a game here" in faults({**STUDY, "game": "noddy"})["/game"]
    wrong = faults({**MATCH, "hero": "nobody", "rival": "search/trees=0", "deals": 0})
    assert wrong.keys() == {"/hero", "/rival", "/deals"}
    assert faults({**MATCH, "hero": "os:system"}).keys() == {"/hero"}
    assert "is no player of knotty-nines" in faults({**MATCH, "game": "knotty-nines"})["/hero"]
    assert faults({**BATCH, "positions": [DEALS[0], "x", 3]}).keys() == {
        *("/positions/1", "/positions/2")
    }
    assert faults({**BATCH, "multi_pv": 1}).keys() == {"/multi_pv"}
    other = {**BATCH, "multi_pv": 1, "seed": 1, "depth": 3, "limits": {"nodes": -1}}
    assert faults(other).keys() == {"/multi_pv", "/seed", "/depth", "/limits/nodes"}
    assert faults({**BATCH, "verb": "analyze", "objective": "shortest"}).keys() == {"/objective"}
    assert faults({**SOLVE, "objective": "compact"}).keys() == {"/objective"}
    for job in (SOLVE, BATCH):
        solver = SOLVERS["knotty-nines"]
        offered = " or ".join(f"'{name}'" for name in solver.objectives)
        said = f"'objective' should be {offered} in this game, not 'fast'"
        assert faults({**job, "objective": "fast"}) == {"/objective": said}
    assert faults({**SOLVE, "position": "x", "seed": "1"}).keys() == {"/position", "/seed"}


def test_dials_of_players_go_as_far_as_their_bounds():
    dials = {"world_choices": 10**9, "settle": "maybe", "trees": "two", "time_ms": 0}
    name = "/".join(["search", *(f"{dial}={value}" for dial, value in dials.items())])
    assert faults({**MATCH, "hero": name})["/hero"] == (
        "'world_choices' should be from 1 to 64, not 1,000,000,000; "
        "'settle' should be true or false, not 'maybe'; "
        "'trees' should be a whole number, not 'two'; "
        "'time_ms' should be a whole number from 1 to 3,600,000, not '0'"
    )
    for dial, (least, most) in BOUNDS.items():
        for inside in (least, most):
            job_of({**MATCH, "hero": f"search/{dial}={inside}"})
        for outside in (least - 1, most + 1, "nan"):
            assert faults({**MATCH, "hero": f"search/{dial}={outside}"}).keys() == {"/hero"}


@pytest.mark.parametrize("value", ["1_0", " 3", "3 ", "٣", "+3", "", "0x3", "1e1", "3.0", "3=3"])
@pytest.mark.parametrize("dial", ["trees", "iterations"])
def test_numbers_in_names_of_players_are_written_plainly(dial, value):
    said = faults({**MATCH, "hero": f"search/{dial}={value}"})["/hero"]
    assert f"'{dial}' should be a whole number" in said
    assert f"not '{value}'" in said


@pytest.mark.parametrize("twice", ["trees=2/trees=3", "iterations=2/trees=1/iterations=2"])
def test_a_dial_given_twice_is_refused(twice):
    name = twice.partition("=")[0]
    assert faults({**MATCH, "hero": f"search/{twice}"})["/hero"] == f"'{name}' is given twice"


def test_limits_of_players_hold_within_the_cap():
    asked = {**MATCH, "hero": "search/iterations=7/trees=2", "rival": "flat/time_ms=3600000"}
    job = job_of(asked)
    assert job.hero == "search/trees=2/time_ms=60000/iterations=7/memory_mb=256"
    assert job.rival == "flat/time_ms=60000/memory_mb=256"
    assert job_of(MATCH).hero == MATCH["hero"]
    # It fits, but not with the limits of the cap.
    long = f"search/value_share=0.{'0' * 17}1/exploration=0.{'0' * 17}1/mast_share=0.{'0' * 17}1"
    long += f"/drop_at=0.{'0' * 17}1/judgement_scale=0.{'0' * 17}1/memory_mb=7"
    fitting = job_of({**MATCH, "hero": long.removesuffix("/memory_mb=7")})
    assert stored_job(fitting.model_dump_json()) == fitting
    assert faults({**MATCH, "hero": long}) == {
        "/hero": "with the limits of this service 'hero' is longer than 200 characters"
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_cancelled_match_does_not_end_its_search(game):
    """Each player that searches, in a search that would take a minute."""
    for name in ("search", "flat", "best", "pimc"):
        if name in PLAYERS[game]:
            asked = {**MATCH, "game": game, "hero": name, "limits": {"time_ms": 60_000}}
            with pytest.raises(Cancelled):
                job_of(asked).work(range(1), After(5))


@pytest.mark.parametrize("asked", [[], {}, {"kind": "nap"}, {"kind": []}, {"kind": "study"}])
def test_what_is_no_job_is_told(asked):
    told = " ".join(faults(asked).values())
    assert "'game' is required" in told if asked == {"kind": "study"} else told


def test_limits_are_filled_in_and_capped():
    limits = job_of(STUDY).limits
    assert limits == Limits(time_ms=60_000, nodes=1_000_000, memory_mb=256)
    searched = {**MATCH, "hero": "search"}
    assert job_of(searched, Limits()).limits == Limits(iterations=1_000, memory_mb=256)
    timed = job_of({**searched, "limits": {"time_ms": 5}}).limits
    assert timed == Limits(time_ms=5, memory_mb=256)


def test_a_batch_tells_what_is_wrong_with_single_positions():
    hidden = SOLVERS["knotty-nines"].game.as_seen(SOLVERS["knotty-nines"].game.deal("2")).to_text()
    job = job_of({**BATCH, "positions": [hidden, DEALS[2]]})
    wrong, right = job.result(rows_of(job)).answers
    assert wrong.solve is None
    assert wrong.errors[0].pointer.startswith("/positions/0/stock")
    assert right.solve.verdict == "solvable"
    assert right.errors == []


def test_a_large_job_has_a_bounded_number_of_chunks():
    job = job_of({**STUDY, "last": 999_999, "chunk_size": 1})
    assert len(job.chunks()) == 1_000
    assert len(job_of({**STUDY, "last": 249}).chunks()) == 84


def test_all_kinds_are_tested():
    assert {asked["kind"] for asked in JOBS} | {"analyze"} == KINDS.keys()
