"""Jobs in PostgreSQL: several processes share them, and one that dies leaves none behind."""

import json
import logging
import threading
import time
import urllib.request
from contextlib import contextmanager

import psycopg
import pytest
from dbos import DBOS
from psycopg import sql
from sqlalchemy import create_engine, text
from structlog.testing import capture_logs

from kibitz.jobs.errors import JobsUnavailable
from kibitz.jobs.owners import Owner, Seal
from kibitz.jobs.reaching import NOTES
from kibitz.jobs.runner import Runner
from kibitz.jobs.worker_pool import WorkerPool
from tests.jobs import postgres
from tests.jobs.helpers import (
    Processes,
    begun_and_killed,
    check_once,
    ended,
    jobs_run_here,
    kept,
    long_study,
    store_at,
    study,
    wait_for,
)


@pytest.fixture(scope="module")
def address():
    with postgres.running() as address:
        yield address


@pytest.fixture
def answers(address, request):
    """A database of the test's own."""
    return f"{address}_{request.node.name}"[:120]


@pytest.fixture
def store(answers):
    store = store_at(answers)
    yield store
    store.close()


def executors(store, names):
    """The processes that have worked on some jobs."""
    found = store._client().list_workflows(workflow_ids=[*names])
    return {each.executor_id for each in found}


def test_two_workers_one_killed(store, answers):
    long = long_study()
    name = store.submit(long).id
    jobs = {store.submit(job).id: job for job in (study(10 * k, 10) for k in range(20))}
    with Processes() as processes:
        workers = [processes.run_jobs(answers) for _ in range(2)]
        wait_for(lambda: kept(store, name) >= 10)
        (mine,) = executors(store, [name])
        (killed,) = [worker for worker in workers if f"-{worker.pid}-" in mine]
        killed.kill()
        killed.wait()
        assert store.status(name).state == "running"
        for each, job in {name: long, **jobs}.items():
            check_once(store, each, job)
        assert executors(store, [name]) != {mine}


def test_the_command_joins_the_queue_and_hands_over_what_it_has_not_done(store, answers):
    long = long_study()
    name = store.submit(long).id
    variables = {"KIBITZ_DATABASE_URL": answers, "KIBITZ_WORKERS": "1"}
    with Processes() as processes:
        worker = processes.start("tests.jobs.signalled", "worker", **variables)
        wait_for(lambda: kept(store, name) >= 5)
        worker.terminate()
        assert worker.wait(timeout=60) == 0
        assert store.status(name).state != "done"
        processes.start("kibitz.cli.main", "worker", **variables)
        check_once(store, name, long)


def test_a_dead_process_is_not_forgotten_before_its_jobs_are_put_back(store, answers, monkeypatch):
    recover, tries = DBOS._recover_pending_workflows, []

    def fail_first(dead):
        """DBOS logs a fault of the database while it puts jobs back, and goes on without them."""
        tries.append(dead)
        return recover(dead) if len(tries) > 1 else []

    monkeypatch.setattr(DBOS, "_recover_pending_workflows", fail_first)
    name, job = begun_and_killed(store, answers)
    with jobs_run_here(store.url, dead_seconds=2.0):
        check_once(store, name, job)
    assert len(tries) >= 2


def test_the_jobs_of_a_forgotten_process_are_taken_up(store, answers):
    """As of one that was assumed dead, took jobs before its next sign of life, and died then."""
    name, job = begun_and_killed(store, answers)
    engine = create_engine(store.url)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM kibitz_executors"))
    engine.dispose()
    with jobs_run_here(store.url):
        check_once(store, name, job)


def test_a_database_that_goes_away_and_comes_back_loses_no_job(store, address, caplog):
    NOTES._noted.clear()
    job = study()
    name = store.submit(job).id
    with (
        capture_logs() as logs,
        caplog.at_level(logging.WARNING),
        jobs_run_here(store.url),
    ):
        wait_for(lambda: kept(store, name) >= 3)
        with let_nobody_in(address, store.url.database):
            wait_for(lambda: NOTES.lasting)
            time.sleep(1)  # all that looks into the database now and then fails
            with pytest.raises(JobsUnavailable):
                store.status(name)
        wait_for(lambda: not NOTES.lasting)  # although nobody asks
        check_once(store, name, job)
    assert caplog.records == []
    assert [entry["event"] for entry in logs if entry["event"] != "jobs are run"] == [
        "the database of the jobs fails",
        "the database of the jobs answers again",
    ]
    assert not any("exc_info" in entry for entry in logs)


@contextmanager
def let_nobody_in(address, database):
    """Within it, all connections to a database are cut, and new ones refused."""
    with psycopg.connect(address.rpartition("/")[0] + "/postgres", autocommit=True) as connection:
        name = sql.Identifier(database)
        allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        connection.execute(allow.format(name, sql.Literal(False)))
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database]
        )
        try:
            yield
        finally:
            connection.execute(allow.format(name, sql.Literal(True)))


def test_two_servers_share_their_jobs(store, answers):
    port = postgres.free_port()
    jobs = [study(10 * k, 10) for k in range(20)]
    with Processes(spawning=True) as processes:
        processes.start(
            *("uvicorn", "--factory", "tests.jobs.process:app", "--workers", "2"),
            *("--port", str(port), "--log-level", "error"),
            KIBITZ_DATABASE_URL=answers,
        )
        where = f"http://127.0.0.1:{port}"

        def ask(path, body=None, **headers):
            data = None if body is None else json.dumps(body).encode()
            headers = {"Content-Type": "application/json", **headers}
            with urllib.request.urlopen(
                urllib.request.Request(where + path, data, headers), timeout=60
            ) as answer:
                return json.load(answer)

        def ready():
            try:
                return ask("/readyz")
            except OSError:
                return False

        wait_for(ready)
        asked = [
            {"kind": "study", "game": "knotty-nines", "first": j.first, "last": j.last,
             "chunk_size": 1} for j in jobs
        ]  # fmt: skip
        names = [
            ask("/v1/jobs", body, **{"Idempotency-Key": f"study {k}"})["id"]
            for k, body in enumerate(asked)
        ]
        # Whichever server is asked, it knows the keys of both.
        again = [
            ask("/v1/jobs", body, **{"Idempotency-Key": f"study {k}"})["id"]
            for k, body in enumerate(asked)
        ]
        assert again == names
        assert len({*names}) == len(jobs)
        for name in names:
            wait_for(lambda name=name: ask(f"/v1/jobs/{name}")["state"] == "done")
        for name, job in zip(names, jobs, strict=True):
            check_once(store, name, job)


def test_clients_take_turns_and_all_processes_have_one_secret(store):
    store.submit(study())  # makes the tables
    seals: list[Seal] = []
    threads = [threading.Thread(target=lambda: seals.append(Seal.of(store.url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    many, few = (Owner(f"address:192.0.2.{number}") for number in (1, 2))
    assert len({seal.job(many, "a key") for seal in seals}) == 1
    for number in range(10):
        store.submit(study(1_000 * number, 1_000, chunk_size=5), owner=many)
    small = store.submit(study(0, 5), owner=few).id
    pool = WorkerPool(2)
    runner = Runner(store.url, pool, at_once=1)
    runner.start()
    try:
        assert ended(store, small).state == "done"
        assert [each.state for each in store.still_open()].count("queued") >= 8
    finally:
        runner.stop()
        pool.close()
