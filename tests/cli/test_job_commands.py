"""kibitz study, match and worker."""

import json

import pytest

from kibitz.cli.submitting import Service
from kibitz.client import JobEvent, Kibitz
from kibitz.contract.jobs import JobProgress, JobStatus
from tests.api.test_server import serving
from tests.cli.helpers import run

STUDY = ("study", "knotty-nines", "--last", "19")
MATCH = ("match", "knaves", "rule", "random", "--deals", "3")


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """The address of a service in a process of its own, that keeps jobs and runs them."""
    folder = tmp_path_factory.mktemp("jobs")
    with serving(KIBITZ_DATABASE_URL=f"sqlite:///{folder}/answers.sqlite") as (_, port, _):
        yield f"http://127.0.0.1:{port}"


def test_a_study_in_words():
    ended = run(*STUDY)
    assert (ended.code, ended.err) == (0, "")
    first, second, *_ = ended.out.splitlines()
    assert first == "20 deals: 4 can be won, 16 cannot, 0 undecided"
    assert second == "Can be won: 20.00 % (8.07 to 41.60)"
    assert "Hardest, with their nodes: " in ended.out


def test_undecided_deals_are_told():
    ended = run(*STUDY, "--nodes", "100")
    assert "Can be won if the undecided are lost: " in ended.out
    assert "Can be won if the undecided are won: " in ended.out
    assert "\nUndecided: 1, " in ended.out


def test_a_study_writes_its_files(tmp_path):
    table, chart = tmp_path / "deals.csv", tmp_path / "chart.png"
    assert run(*STUDY, "--csv", table, "--chart", chart, "--rules", "wrap=off").code == 0
    assert len(table.read_text().splitlines()) == 21
    assert chart.read_bytes().startswith(b"\x89PNG")


def test_a_table_is_there_once_it_is_whole(tmp_path, monkeypatch):
    table = tmp_path / "deals.csv"

    def broken(*_):
        assert (tmp_path / "deals.csv.part").exists()
        assert not table.exists()
        raise RuntimeError("broken")

    monkeypatch.setattr("kibitz.jobs.study.StudyJob.work", broken)
    with pytest.raises(RuntimeError, match="broken"):
        run(*STUDY, "--csv", table)
    assert not table.exists()
    monkeypatch.undo()
    assert run(*STUDY, "--csv", table).code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["deals.csv"]


def test_a_study_continues_from_its_file(tmp_path):
    kept = tmp_path / "kept"
    first = run(*STUDY, "--keep", kept, "--json")
    assert len(kept.read_text().splitlines()) == 21
    assert run(*STUDY, "--keep", kept, "--json") == first
    ended = run(*STUDY, "--keep", kept, "--nodes", "5")
    assert (ended.code, ended.out) == (2, "")
    assert "holds another job" in ended.err


def test_a_match_in_words():
    ended = run(*MATCH)
    assert (ended.code, ended.err) == (0, "")
    first, *leads = ended.out.splitlines()
    assert first == "3 deals, 18 hands. Points a hand, hero over rival:"
    assert [lead.split("  ")[1] for lead in leads] == [
        *("one hero among rivals", "one rival among heroes", "both")
    ]


def test_faults_are_listed():
    ended = run("match", "knaves", "nobody", "random", "--rules", "pips=1", "--iterations", "0")
    assert ended.code == 2
    assert len(ended.err.splitlines()) == 3
    ended = run("study", "knaves", "--json")
    assert ended.json["errors"][0]["pointer"] == "/game"


def test_a_service_finds_the_same(service, tmp_path):
    for command in (STUDY, MATCH):
        there = run(*command, "--url", service, "--json", "--progress")
        assert there.code == 0
        assert json.loads(there.out) == json.loads(run(*command, "--json").out)
    table = tmp_path / "deals.csv"
    assert run(*STUDY, "--url", service, "--csv", table).code == 0
    assert len(table.read_text().splitlines()) == 21


def test_a_service_that_is_not_there_is_told(service):
    assert "gave no answer" in run(*STUDY, "--url", "http://127.0.0.1:1").err
    assert "is not an address" in run(*STUDY, "--url", "there").err
    assert "error: " in run(*STUDY, "--url", service + "/there").err


def test_a_job_is_followed_to_its_end(monkeypatch):
    running = JobProgress(done=1, total=2, unit="deals")
    at_end = JobStatus(
        id="x", kind="study", state="done", progress=running, request={}, created_at=""
    )
    told: list[int] = []
    events = [JobEvent(0, progress=running), JobEvent(1, job=at_end)]
    monkeypatch.setattr(Kibitz, "following", lambda *_: iter(events))
    service = Service("http://127.0.0.1:1")
    assert service.follow("x", lambda progress: told.append(progress.done)) is at_end
    assert told == [1]


def test_a_service_is_sent_the_key_of_the_environment(monkeypatch):
    monkeypatch.setenv("KIBITZ_KEY", "kbz_x")
    with Service("http://127.0.0.1:1")._asking() as kibitz:
        assert kibitz._http.headers["authorization"] == "Bearer kbz_x"


def test_a_worker_needs_postgresql(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_DATABASE_URL", f"sqlite:///{tmp_path}/answers.sqlite")
    ended = run("worker")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: KIBITZ_DATABASE_URL should be postgresql+psycopg://")
    monkeypatch.setenv("KIBITZ_JOB_WORKERS", "-1")
    assert run("worker").err.startswith("error: KIBITZ_JOB_WORKERS: ")
