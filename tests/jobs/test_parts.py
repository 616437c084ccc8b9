"""Parts of a job: how long they are, that they spread over processes, and how they end."""

import itertools
import time
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from dbos import DBOSClient

from kibitz.contract.base import plain
from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput
from kibitz.jobs import parts
from kibitz.jobs.database import PARTS_QUEUE
from kibitz.jobs.kinds import read_job
from kibitz.jobs.parts import Pace, parts_of
from kibitz.jobs.runner import Runner
from kibitz.jobs.standing import Gathering
from kibitz.jobs.study import StudyJob
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.jobs.workflow import RUNNING
from kibitz.solvers.catalogue import SOLVERS
from tests.jobs import postgres
from tests.jobs.helpers import Processes, check_once, ended, kept, store_at, study, wait_for
from tests.jobs.spread import SHORT

DEALS = 1_000
LATER = "2999-01-01T00:00:00Z"
ENDED = {"SUCCESS", "CANCELLED"}


@pytest.fixture
def short(monkeypatch):
    """Parts are handed out from the start, and are short."""
    for name, value in SHORT.items():
        monkeypatch.setattr(parts, name, value)


@pytest.fixture
def store(tmp_path):
    store = store_at(f"sqlite:///{tmp_path}/answers.sqlite")
    yield store
    store.close()


@pytest.fixture
def runner(store):
    pool = WorkerPool(3)
    runner = Runner(store.url, pool, at_once=2)
    runner.start()
    yield runner
    runner.stop()
    pool.close()


@pytest.fixture(scope="module")
def address():
    with postgres.running() as address:
        yield address


@pytest.fixture
def shared(address, request):
    """Jobs in PostgreSQL, and where."""
    answers = f"{address}_{request.node.name}"[:100]
    store = store_at(answers)
    yield store, answers
    store.close()


def sizes(job, seconds_a_unit, running):
    """The chunks and parts of a job whose units all take as long."""
    pace, chunks, found = Pace(), [], []
    while pace.goes_on_alone(job):
        size = min(pace.chunk(job), job.units() - pace.done)
        chunks.append(size)
        pace = pace.and_also(size, size * seconds_a_unit)
    while pace.done < job.units():
        found.append(pace.part(job, job.units() - pace.done, running))
        pace = pace.and_also(found[-1], found[-1] * seconds_a_unit)
    return chunks, found


@pytest.mark.parametrize("seconds", [1e-5, 1e-3, 0.1, 3.0, 1_000.0])
def test_all_units_come_once_and_parts_take_seconds(seconds):
    job = study(0, 20_000, None)
    chunks, found = sizes(job, seconds, running=8)
    assert sum(chunks) + sum(found) == job.units()
    assert all(size > 0 for size in chunks + found)
    assert all(size * seconds <= parts.PART_SECONDS[1] or size == 1 for size in found)
    if seconds == 0.1:
        assert max(found) * seconds > 5
        assert found[-1] * seconds <= parts.LAST_SECONDS
    if seconds <= 1e-3:
        assert not found or len(chunks) < 12


def test_parts_hold_whole_chunks_of_the_size_that_is_asked_for():
    chunks, found = sizes(study(0, 1_003, 10), 0.02, running=2)
    assert {*chunks} == {10}
    assert found
    assert all(size % 10 == 0 for size in found[:-1])
    assert found[-1] % 10 in (0, 3)
    assert max(found) > 10


def test_short_jobs_are_not_handed_out(store, runner):
    job = study(0, 20, None)
    name = store.submit(job).id
    check_once(store, name, job)
    assert not [*parts_of(store._client(), name)]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("size", [None, 7])
def test_a_job_in_parts_comes_to_the_same(store, runner, size):
    job = study(0, DEALS, size)
    name = store.submit(job).id
    check_once(store, name, job)
    assert len([*parts_of(store._client(), name)]) > 2
    found, result = store.found(name)
    assert (found, plain(result)) == (job, plain(store.status(name).result))


@contextmanager
def running(store):
    """Jobs are run for so long."""
    pool = WorkerPool(2)
    runner = Runner(store.url, pool, at_once=2)
    runner.start()
    try:
        yield
    finally:
        runner.stop()
        pool.close()


def begun_by_another_version(store):
    """A job of which ten chunks were done, one after the other."""
    job = study(0, DEALS, 10)
    with running(store):
        name = store.submit(job).id
        wait_for(lambda: kept(store, name) >= 10)
    return name, job


def test_a_job_that_was_begun_before_there_were_parts_goes_on_in_parts(store, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(Pace, "goes_on_alone", lambda pace, job: pace.done < job.units())
        name, job = begun_by_another_version(store)
    for constant, value in SHORT.items():
        monkeypatch.setattr(parts, constant, value)
    with running(store):
        check_once(store, name, job)
    assert [*parts_of(store._client(), name)]


def test_a_job_whose_steps_are_unknown_fails_and_holds_up_no_other(store, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr("kibitz.jobs.workflow.CHUNK", "piece")
        earlier.setattr("kibitz.jobs.kept.CHUNK", "piece")
        name, _ = begun_by_another_version(store)
    with running(store):
        other = study(0, 20, None)
        check_once(store, store.submit(other).id, other)
        [error] = ended(store, name).errors
    assert (error.code, error.pointer) == ("unreadable", "/kind")


@pytest.mark.usefixtures("short")
def test_other_kinds_in_parts_come_to_the_same(store, runner):
    match: dict[str, Any] = {
        "kind": "match",
        "game": "knaves",
        "hero": "rule",
        "rival": "random",
        "deals": 30,
    }
    game = "knotty-nines"
    texts = [SOLVERS[game].game.deal(str(number)).to_text() for number in range(30)]
    batch: dict[str, Any] = {"kind": "batch", "game": game, "verb": "solve", "positions": texts}
    batch["limits"] = {"nodes": 10_000}
    jobs = [read_job(asked, Limits(memory_mb=256)) for asked in (match, batch)]
    names = [store.submit(job).id for job in jobs]
    for name, job in zip(names, jobs, strict=True):
        check_once(store, name, job)
        assert [*parts_of(store._client(), name)]


@pytest.mark.usefixtures("short")
def test_a_job_fails_for_what_comes_first(store, runner, monkeypatch):
    """As it would have where nothing is handed out."""
    work = StudyJob.work

    def refuse(job, units, cancel):
        for deal in (100, 140, 900):
            if deal in units:
                raise BadInput.one("/first", "range", f"deal {deal} is bad")
        return work(job, units, cancel)

    monkeypatch.setattr(StudyJob, "work", refuse)
    name = store.submit(study(0, DEALS, None)).id
    failed = ended(store, name)
    assert (failed.state, [error.message for error in failed.errors]) == (
        "failed",
        ["deal 100 is bad"],
    )
    assert 0 < failed.progress.done < DEALS
    wait_for(lambda: not RUNNING.jobs())
    assert statuses(store, name) <= ENDED


@pytest.mark.usefixtures("short")
def test_a_cancelled_job_has_no_parts_left_and_is_forgotten_with_them(store, runner):
    name = store.submit(study(0, 100_000, None)).id
    wait_for(lambda: len([*parts_of(store._client(), name)]) > 3)
    assert store.cancel(name).state == "cancelled"
    wait_for(lambda: not RUNNING.jobs())
    found = store.status(name)
    assert found.result.deals == found.progress.done == len(rows_of(store, name))
    assert statuses(store, name) <= ENDED
    while store.forget(LATER):
        pass
    assert not [*parts_of(store._client(), name)]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("end", ["cancel_workflow", "delete_workflow"])
def test_a_job_fails_whose_part_was_taken_away(store, runner, monkeypatch, end):
    work = StudyJob.work

    def slow(job, units, cancel):
        while 500 in units and not cancel.is_set():
            time.sleep(0.01)
        return work(job, units, cancel)

    monkeypatch.setattr(StudyJob, "work", slow)
    name = store.submit(study(0, DEALS, None)).id

    def held():
        return [part for part in parts_of(store._client(), name) if 500 in part.units]

    wait_for(lambda: held() and held()[0].status == "PENDING")
    getattr(store._client(), end)(held()[0].name)
    assert [error.code for error in ended(store, name).errors] == ["internal"]


@pytest.mark.usefixtures("short")
def test_a_part_of_a_job_that_has_ended_is_not_done(store, runner):
    """The job was cancelled while the part was handed out."""
    name = store.submit(study()).id
    ended(store, name)
    client, late = store._client(), f"{name}-99"
    client.enqueue(
        {
            "workflow_name": "kibitz-part",
            "queue_name": "kibitz-parts",
            "queue_partition_key": "somebody",
            "workflow_id": late,
            "app_version": "1",
        },
        *(0, 10, 10),
    )
    wait_for(lambda: client.list_workflows(workflow_ids=[late])[0].status == "CANCELLED")
    assert not client.list_workflow_steps(late)


@pytest.mark.usefixtures("short")
def test_a_small_job_of_the_same_client_does_not_wait_for_a_big_one(store, runner):
    big = store.submit(study(0, 1_000_000, None)).id
    wait_for(lambda: len([*parts_of(store._client(), big)]) > 3)
    small = study(0, 50, None)
    check_once(store, store.submit(small).id, small)
    assert store.status(big).state == "running"
    store.cancel(big)


@pytest.mark.usefixtures("runner")
def test_a_process_takes_as_many_parts_as_it_has_threads_whatever_others_take(store, monkeypatch):
    taken = []
    work = StudyJob.work
    for name, value in SHORT.items():
        monkeypatch.setattr(parts, name, value)

    def counted(job, units, cancel):
        taken.append({name for name in RUNNING.jobs() if "-" in name})
        return work(job, units, cancel)

    monkeypatch.setattr(StudyJob, "work", counted)
    assert ended(store, store.submit(study(deals=1)).id).state == "done"
    store._client().register_queue(  # as a process with many threads does
        PARTS_QUEUE,
        worker_concurrency=64,
        partition_worker_concurrency=64,
        on_conflict="always_update",
    )
    job = study(0, DEALS, 1)
    check_once(store, store.submit(job).id, job)
    assert max(map(len, taken)) == 3  # for two threads, and one that is ready


class Records:
    """The records of two parts, of which the first has kept fewer chunks than the second."""

    def list_workflows(self, *, workflow_ids):
        ranges = {"job-0": (2, 6), "job-1": (6, 8)}
        return [
            SimpleNamespace(
                workflow_id=name,
                input={"args": [*ranges[name], 2]},
                output=None,
                status="PENDING",
                recovery_attempts=1,
            )
            for name in workflow_ids
            if name in ranges
        ]

    def list_workflow_steps(self, name, offset=0):
        first, stop = {"job": (0, 2), "job-0": (2, 4), "job-1": (6, 8)}[name]
        rows = [ROW | {"deal": deal} for deal in range(first, stop)]
        return [{"function_name": "chunk", "output": {"rows": rows, "seconds": 1.0}}][offset:]


ROW = {"verdict": "solvable", "proof": "witness", "stopped_by": "solved", "nodes": 1}


def test_what_needs_all_that_is_before_it_ends_at_a_gap(monkeypatch):
    job, seen = study(0, 8, None), []
    monkeypatch.setattr(StudyJob, "gathered", lambda _, pieces: seen.append([*pieces]))
    for in_order, deals in ((False, [0, 1, 2, 3, 6, 7]), (True, [0, 1, 2, 3])):
        monkeypatch.setattr(StudyJob, "in_order", in_order)
        found = Gathering("job", job).look(cast("DBOSClient", Records()))
        assert (found.done, found.seconds, found.workers) == (6, 3.0, 2)
        assert [row["deal"] for piece in seen.pop() for row in piece] == deals


def rows_of(store, name):
    """The rows that are kept of a job."""
    return [*itertools.chain.from_iterable(store.rows(name)[1])]


def statuses(store, name):
    """The statuses of the parts of a job."""
    return {part.status for part in parts_of(store._client(), name)}


def executors(store, name):
    """The processes that have worked on the parts of a job."""
    names = [part.name for part in parts_of(store._client(), name)]
    found = store._client().list_workflows(workflow_ids=names)
    return {each.executor_id for each in found if each.executor_id}


def test_a_job_spreads_over_processes_and_survives_the_end_of_each(shared, tmp_path):
    store, answers = shared
    job = study(0, DEALS, None)
    name = store.submit(job).id
    with Processes() as processes:

        def start():
            return processes.start("tests.jobs.spread", answers, str(tmp_path))

        started = [start() for _ in range(2)]
        wait_for(lambda: len(executors(store, name)) == 2)
        (found,) = store._client().list_workflows(workflow_ids=[name])
        # First the one that only works on parts, then the one that hands them out.
        started.sort(key=lambda process: f"-{process.pid}-" in found.executor_id)
        for process in started:
            process.kill()
            process.wait()
            other = start()
            wait_for(lambda other=other: any(f"-{other.pid}-" in e for e in executors(store, name)))
        assert store.status(name).state == "running"
        (tmp_path / "go").touch()
        check_once(store, name, job)


def test_a_cancelled_job_stops_in_every_process(shared, tmp_path):
    store, answers = shared
    name = store.submit(study(0, DEALS, None)).id
    with Processes() as processes:
        for _ in range(2):
            processes.start("tests.jobs.spread", answers, str(tmp_path))
        wait_for(lambda: len(executors(store, name)) == 2)
        store.cancel(name)
        wait_for(lambda: statuses(store, name) <= ENDED)
        before = len(rows_of(store, name))
        other = study(0, 200, None)
        check_once(store, store.submit(other).id, other)
        assert len(rows_of(store, name)) == before < DEALS
