"""Jobs as ``/metrics`` counts them: of their database, whoever runs them."""

import asyncio
import threading

from starlette.testclient import TestClient

from kibitz.api import job_service
from kibitz.api.app import create_app
from kibitz.api.job_service import JobService
from kibitz.api.metrics import Metrics
from kibitz.api.settings import Settings
from kibitz.jobs.counts import JobCounts
from kibitz.jobs.runner import Runner
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.solvers.catalogue import SOLVERS
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.test_jobs import STUDY, done, submitted
from tests.jobs.helpers import store_at, study, wait_for


def test_jobs_are_counted(tmp_path):
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    solvers = {"knotty-nines": SOLVERS["knotty-nines"]}
    app = create_app(Settings(database_url=url, job_workers=0), solvers=solvers, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        place = submitted(client, STUDY)
        hidden = SOLVERS["knotty-nines"].game
        position = hidden.deal("2").to_text()
        submitted(client, {"kind": "solve", "game": "knotty-nines", "position": position})
        done_here = submitted(client, STUDY | {"last": 1})
        client.delete(place)
        text = client.get("/metrics").text
        for line in (
            'kibitz_open_jobs{kind="study",state="queued"} 1.0',
            'kibitz_open_jobs{kind="match",state="running"} 0.0',
            'kibitz_jobs_total{kind="study",state="submitted"} 2.0',
            'kibitz_jobs_total{kind="study",state="cancelled"} 1.0',
        ):
            assert line in text.splitlines()
        pool = WorkerPool(1)
        runner = Runner(app.state.service.jobs.store.url, pool, at_once=1)
        runner.start()
        try:
            done(client, done_here)
            ended = 'kibitz_jobs_total{kind="solve",state="done"} 1.0'
            wait_for(lambda: ended in client.get("/metrics").text)
        finally:
            runner.stop()
            pool.close()
        text = client.get("/metrics").text
        for line in (
            'kibitz_jobs_total{kind="study",state="done"} 1.0',
            'kibitz_jobs_total{kind="solve",state="done"} 1.0',
            'kibitz_jobs_total{kind="study",state="submitted"} 2.0',
        ):
            assert line in text.splitlines()


def test_each_job_is_counted_once(tmp_path):
    store = store_at(f"sqlite:///{tmp_path}/answers.sqlite")
    counts = JobCounts(store)
    names = [store.submit(study(deals=2)).id for _ in range(3)]
    first = counts.look()
    assert {each.id for each in first.came} == {each.id for each in first.still_open} == {*names}
    store.cancel(names[0])
    second = counts.look()
    assert ([each.id for each in second.ended], second.came) == ([names[0]], [])
    assert {each.id for each in second.still_open} == {*names[1:]}
    third = counts.look()
    assert (third.came, third.ended) == ([], [])
    store.close()


def test_figures_of_a_database_that_fails_are_not_told():
    settings = Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", job_workers=0)
    pool = WorkerPool(1)
    metrics, workspace = Metrics(pool), JobService(settings, pool)
    asyncio.run(workspace.count(metrics))
    assert b"kibitz_open_jobs{" not in metrics.page()


def test_the_service_is_ready_before_its_jobs_are_opened_and_the_first_page_counts_them(
    tmp_path, monkeypatch
):
    opening, go = JobService._open, threading.Event()

    def slowly(service):
        assert go.wait(60)
        opening(service)

    monkeypatch.setattr(JobService, "_open", slowly)
    monkeypatch.setattr(job_service, "COUNT_SECONDS", 0.0)
    settings = Settings(database_url=f"sqlite:///{tmp_path}/answers.sqlite")
    with TestClient(create_app(settings, warm=warm_nothing)) as client:
        wait_until_ready(client)
        go.set()
        assert "kibitz_open_jobs{" in client.get("/metrics").text
