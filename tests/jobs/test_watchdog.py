"""Searches that do not stop are reported; a job that hangs fails, and others go on."""

import threading
import time

import pytest
from sqlalchemy import make_url
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from kibitz.contract.options import Limits
from kibitz.jobs import watchdog
from kibitz.jobs.kinds import read_job
from kibitz.jobs.owners import Owner
from kibitz.jobs.runner import Runner
from kibitz.jobs.store import JobStore
from kibitz.jobs.study import StudyJob
from kibitz.jobs.watchdog import Heartbeat, Watchdog
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.solvers.budget import ignore
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, FakeSolver
from tests.jobs.helpers import ended, study, wait_for

HANGS = 1_000  # a deal
WHAT = {"queue": "batch", "job": "x"}


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """A watchdog that does not wait long."""
    monkeypatch.setattr(watchdog, "LATE_SECONDS", 0.1)
    monkeypatch.setattr(watchdog, "_LOOK_SECONDS", 0.02)


@pytest.fixture
def reports():
    """What a watchdog reports: the queues."""
    return []


@pytest.fixture
def dog(reports):
    found = Watchdog(hung_s=0.1)
    found.listener = reports.append
    return found


def test_a_search_that_goes_on_after_its_limit_is_reported_once(reports):
    flag, hung = Heartbeat(), []
    dog = Watchdog(hung_s=600.0)
    dog.listener = reports.append
    with capture_logs() as logs, dog.watching(WHAT, 0.05, flag, lambda: hung.append(1)):
        wait_for(lambda: flag.is_set() or reports)
        for _ in range(20):
            assert not flag.is_set()
            time.sleep(0.02)
    said = [entry["event"] for entry in logs]
    assert said == ["a search goes on after its end", "a search that was too long has ended"]
    assert all(entry["job"] == "x" and entry["seconds"] > 0.05 for entry in logs)
    assert (reports, hung) == (["batch"], [])


def test_a_search_that_looks_at_nothing_hangs(dog, reports):
    hung = threading.Event()
    with capture_logs() as logs, dog.watching(WHAT, 0.05, Heartbeat(), hung.set):
        assert hung.wait(60)
        time.sleep(0.1)
    assert [entry["event"] for entry in logs].count("a search hangs") == 1
    assert reports == ["batch"]


def test_a_search_within_its_limit_is_not_reported(dog, reports):
    with dog.watching(WHAT, 60.0, Heartbeat()), dog.watching(WHAT, None):
        time.sleep(0.3)
    assert reports == []


@pytest.mark.parametrize("limit_s", [None, 60.0])
def test_a_search_that_does_not_stop_when_asked_is_reported(dog, reports, limit_s):
    flag = Heartbeat()
    with dog.watching(WHAT, limit_s, flag):
        time.sleep(0.2)
        assert reports == []
        flag.set()
        wait_for(lambda: reports)


def test_a_search_without_a_limit_is_reported_when_it_is_silent(dog, reports, monkeypatch):
    monkeypatch.setattr(watchdog, "STILL_SECONDS", 0.1)
    flag = Heartbeat()
    with dog.watching(WHAT, None, flag):
        for _ in range(20):
            flag.is_set()
            time.sleep(0.02)
        assert reports == []
        wait_for(lambda: reports)


def test_a_job_that_hangs_fails_and_others_go_on(tmp_path, monkeypatch):
    decide, go_on = StudyJob.work, threading.Event()

    def work(job, units, cancel):
        if job.first + units.start == HANGS:
            go_on.wait(60)
        return decide(job, units, cancel)

    monkeypatch.setattr(StudyJob, "work", work)
    pool = WorkerPool(2)
    pool.watchdog = Watchdog(hung_s=0.2)
    store = JobStore(make_url(f"sqlite:///{tmp_path}/jobs.sqlite"))
    runner = Runner(store.url, pool, at_once=1)
    asked = {"kind": "study", "game": "knotty-nines", "first": HANGS - 1, "last": HANGS + 1}
    hangs = store.submit(read_job(asked | {"limits": {"time_ms": 50}}, Limits())).id
    behind = store.submit(study(0, 5)).id
    other = store.submit(study(0, 5), owner=Owner("address:192.0.2.1")).id
    runner.start()
    try:
        failed = ended(store, hangs)
        assert (failed.state, [each.code for each in failed.errors]) == ("failed", ["hung"])
        assert (failed.progress.done, failed.attempts) == (1, 1)
        # Its thread is lost, but neither its client nor another waits for it.
        assert [ended(store, name).state for name in (behind, other)] == ["done", "done"]
    finally:
        go_on.set()
        runner.stop()
        pool.close()
        store.close()


class Deaf(FakeSolver):
    """Takes no notice of its limits."""

    def solve(self, position, options, budget, listener=ignore):
        self.go_on.wait(60)
        return super().solve(position, options, budget, listener)


def test_an_overlong_search_is_counted():
    solver = Deaf()
    settings = Settings(database_url=None, workers=1, rate_limit=None)
    app = create_app(settings, solvers={"knotty-nines": solver}, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        line = 'kibitz_overlong_searches_total{lane="interactive"} '
        assert line + "0.0" in client.get("/metrics").text
        deal = client.post(PATH + "deal", json={"seed": 1}).json()["text"]
        body = {"position": deal, "limits": {"time_ms": 50}}
        asking = threading.Thread(target=client.post, args=(PATH + "solve",), kwargs={"json": body})
        asking.start()
        wait_for(lambda: line + "1.0" in client.get("/metrics").text)
        solver.go_on.set()
        asking.join()
