"""Jobs in their database: queued, run, cancelled, found by key, followed, forgotten."""

import asyncio
import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput
from kibitz.jobs import status as status_module
from kibitz.jobs import store as store_module
from kibitz.jobs.database import (
    EARLIER_QUEUE,
    PART_WORKFLOW,
    PARTS_QUEUE,
    VERSION,
    WORKFLOW,
    FileLock,
    UnusableDatabase,
    is_shared,
    jobs_url,
)
from kibitz.jobs.errors import JobsUnavailable, NoSuchJob, TooManyJobs, TooManyOfClient
from kibitz.jobs.owners import SOMEBODY, Owner
from kibitz.jobs.parts import numbers_of_parts, part_name, parts_of
from kibitz.jobs.room import LOOKED_BACK_SECONDS
from kibitz.jobs.runner import Runner
from kibitz.jobs.searches import SolveJob
from kibitz.jobs.status import eta, moment
from kibitz.jobs.store import JobStore
from kibitz.jobs.worker_pool import Room, WorkerPool
from kibitz.jobs.workflow import RUNNING
from kibitz.solvers.catalogue import SOLVERS
from tests.jobs.helpers import all_events, check_once, ended, kept, store_at, study, wait_for

PART = {
    "workflow_name": PART_WORKFLOW,
    "queue_name": PARTS_QUEUE,
    "queue_partition_key": "somebody",
    "app_version": VERSION,
}
ME, YOU = (Owner(f"key:{name}", name) for name in ("me", "you"))


@pytest.fixture
def url(tmp_path):
    return jobs_url(f"sqlite:///{tmp_path}/answers.sqlite")


@pytest.fixture
def store(url):
    store = JobStore(url, most_waiting=3)
    yield store
    store.close()


@pytest.fixture
def runner(url):
    pool = WorkerPool(2)
    runner = Runner(url, pool, at_once=2)
    yield runner
    runner.stop()
    pool.close()


def test_a_job_waits_runs_and_ends(store, runner):
    job = study(0, 20, 2)
    queued = store.submit(job)
    assert (queued.state, queued.result, queued.progress.done) == ("queued", None, 0)
    assert queued.request["limits"]["nodes"] == 1_000_000
    runner.start()
    check_once(store, queued.id, job)
    done = store.status(queued.id)
    assert done.created_at <= done.started_at <= done.ended_at
    assert (
        asyncio.run(all_events(store, queued.id, 8))
        == asyncio.run(all_events(store, queued.id))[8:]
    )
    job, chunks = store.rows(queued.id)
    assert [row["deal"] for rows in chunks for row in rows] == list(range(20))
    # Another runner of the same file waits for its turn.
    assert not FileLock(store.url).take()


def test_work_on_a_job_is_stopped_where_it_is_done(runner):
    """Without a look into the database, which comes later."""
    RUNNING.go_on()
    mine, other = RUNNING.begin("mine"), RUNNING.begin("other")
    runner.stop_job("mine")
    runner.stop_job("nobody's")
    assert (mine.is_set(), other.is_set()) == (True, False)
    for name, flag in (("mine", mine), ("other", other)):
        RUNNING.end(name, flag)


def test_a_cancelled_job_stops_and_keeps_what_it_has(store, runner):
    name = store.submit(study(0, 1_000_000)).id
    waiting = store.submit(study()).id
    assert store.cancel(waiting).state == "cancelled"
    runner.start()
    wait_for(lambda: kept(store, name) >= 2)
    assert store.cancel(name).state == "cancelled"
    wait_for(lambda: not RUNNING.jobs())
    found = store.status(name)
    assert found.state == "cancelled"
    assert found.result.deals == found.progress.done > 0
    assert found.ended_at is not None
    again = store.cancel(name)
    assert (again.state, again.result) == (found.state, found.result)
    # What is cancelled between keeping a chunk and its event lacks the last event.
    assert kept(store, name) - len(asyncio.run(all_events(store, name))) in (0, 1)


def test_a_job_whose_search_refuses_it_fails_and_says_why(store, runner):
    game = SOLVERS["knotty-nines"].game
    hidden = game.as_seen(game.deal("2")).to_text()
    asked = {"kind": "solve", "game": "knotty-nines", "position": hidden}
    # Such a request is refused now, but another version may have taken it.
    name = store.submit(SolveJob.model_validate(asked).settled(Limits())).id
    runner.start()
    failed = ended(store, name)
    assert (failed.state, failed.result) == ("failed", None)
    assert [error.pointer for error in failed.errors] == ["/position/stock"]


def test_a_key_finds_its_job(store):
    first = store.submit(study(), "a key")
    assert store.submit(study(), "a key") == first
    assert store.submit(study(), "another").id != first.id
    with pytest.raises(BadInput, match="was used for another request"):
        store.submit(study(1), "a key")


def test_a_full_queue_refuses(store):
    for number in range(3):
        store.submit(study(), None, Owner(f"address:192.0.2.{number}"))
    with pytest.raises(TooManyJobs, match="3 jobs are waiting") as refused:
        store.submit(study())
    assert refused.value.retry_s == LOOKED_BACK_SECONDS  # no job has begun


def test_when_to_ask_again_follows_how_soon_jobs_begin(store, runner):
    names = [store.submit(study(0, 1), owner=Owner(f"address:192.0.2.{k}")).id for k in range(3)]
    runner.start()
    assert {ended(store, name).state for name in names} == {"done"}
    runner.stop()
    store.submit(study(), owner=ME)
    store.submit(study(), owner=ME)
    with pytest.raises(TooManyOfClient) as refused:
        store.submit(study(), owner=ME)
    assert refused.value.retry_s == LOOKED_BACK_SECONDS  # none of its own has begun
    store.submit(study(), owner=YOU)
    with pytest.raises(TooManyJobs) as full:
        store.submit(study())
    assert full.value.retry_s == LOOKED_BACK_SECONDS / len(names)


def test_old_jobs_are_forgotten(store):
    name = store.submit(study()).id
    store.cancel(name)
    open_job = store.submit(study()).id
    assert store.forget((datetime.now(UTC) - timedelta(days=1)).isoformat()) == 0
    assert store.forget((datetime.now(UTC) + timedelta(days=1)).isoformat()) == 1
    with pytest.raises(NoSuchJob):
        store.status(name)
    assert store.status(open_job).state == "queued"


@pytest.mark.parametrize("numbers", [[0, 1, 2], [7, 0, 8, 1, 23], [40]])
def test_old_jobs_are_forgotten_some_at_a_time(store, monkeypatch, numbers):
    monkeypatch.setattr(store_module, "MOST_FORGOTTEN", 5)
    monkeypatch.setattr(store_module, "MOST_JOBS_FORGOTTEN", 2)
    client, deleted = store._client(), []
    delete = client.delete_workflows

    def counted(names):
        deleted.append(names)
        delete(names)

    monkeypatch.setattr(client, "delete_workflows", counted)
    names = [store.cancel(store.submit(study()).id).id for _ in numbers]
    for name, number in zip(names, numbers, strict=True):
        for k in range(number):
            client.enqueue(PART | {"workflow_id": part_name(name, k)}, k, k + 1, 1)
    assert [*numbers_of_parts(client, names)] == [*zip(names, numbers, strict=True)]
    future = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    while forgotten := store.forget(future):
        assert forgotten <= 5 + 2
        assert max(map(len, deleted)) <= 5
        for (name, left), number in zip(numbers_of_parts(client, names), numbers, strict=True):
            assert not left or store._found(name)
            assert len([*parts_of(client, name)]) == left <= number
    assert not client.list_workflows()
    assert sum(map(len, deleted)) == len(names) + sum(numbers)


def test_a_database_that_is_not_there_is_told(tmp_path):
    store = store_at("postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(JobsUnavailable, match="the database of the jobs fails"):
        store.status("0" * 32)
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(JobsUnavailable):
        store_at(f"sqlite:///{file}/answers.sqlite").status("0" * 32)


def test_addresses():
    assert jobs_url(None) is None
    assert jobs_url("sqlite://") is None
    kept_at = jobs_url("sqlite:////data/answers.sqlite")
    assert kept_at is not None
    assert Path(kept_at.database or "") == Path("/data/jobs.sqlite")
    assert not is_shared(kept_at)
    shared = jobs_url("postgresql://me@there/here")
    assert shared is not None
    assert shared.drivername == "postgresql+psycopg"
    assert is_shared(shared)
    for wrong in ("mysql://there/here", "nonsense"):
        with pytest.raises(UnusableDatabase):
            jobs_url(wrong)


def test_the_time_that_is_left():
    assert eta(0, 10, 0.0) is None
    assert eta(10, 10, 5.0) is None
    assert eta(2, 10, 3.0) == 12.0
    assert moment(None) is None
    assert moment(1_500) == "1970-01-01T00:00:01.500Z"


def test_a_runner_that_cannot_lock_its_file_leaves_the_turn_to_others(store, runner, tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = Runner(make_url(f"sqlite:///{tmp_path}/file/jobs.sqlite"), WorkerPool(1), at_once=1)
    nowhere.start()
    nowhere.stop()
    queued = store.submit(study(deals=2), None)
    runner.start()
    assert ended(store, queued.id).state == "done"


def test_a_name_that_is_none_is_not_looked_for(store):
    for name in ("\x00", "x" * 32, "", "é", "0" * 33):
        with pytest.raises(NoSuchJob):
            store.status(name)


def test_what_the_database_says_is_not_told_to_clients():
    with pytest.raises(UnusableDatabase) as caught:
        jobs_url("postgresql:/me:secret@there/here")
    assert "secret" not in str(caught.value)
    with pytest.raises(UnusableDatabase):
        jobs_url("postgresql://me:secret@there:port/here")
    with pytest.raises(JobsUnavailable) as failed:
        store_at("postgresql://nobody@127.0.0.1:1/nothing").status("0" * 32)
    assert "127.0.0.1" not in str(failed.value)


def stored(store, text, **options):
    """The id of a job with this text, put into the queue as another version would have done."""
    name = uuid4().hex
    store._client().enqueue(
        {
            "workflow_name": WORKFLOW,
            "queue_name": EARLIER_QUEUE,
            "workflow_id": name,
            "app_version": VERSION,
            **options,
        },
        text,
    )
    return name


def without_nulls(value):
    """A JSON value without the members that are null."""

    def given(fields):
        return {name: member for name, member in fields.items() if member is not None}

    return json.loads(json.dumps(value), object_hook=given)


@pytest.mark.parametrize(
    "changed", [{"kind": "review"}, {"depth": 3}, {"chunk_size": "all"}, {"game": "whist"}]
)
def test_a_job_of_another_version_fails_and_can_be_told_of(store, runner, changed):
    request = study(deals=2).model_dump(mode="json") | changed
    name = stored(store, json.dumps(request))
    kept = store.status(name).request
    assert without_nulls(kept) == without_nulls(request)
    runner.start()
    failed = ended(store, name)
    assert (failed.state, failed.result) == ("failed", None)
    assert len(failed.errors) == 1
    assert failed.errors[0].code in {"unreadable", "unknown_game"}


def test_a_result_of_another_version_can_be_told_of(store, runner, monkeypatch):
    name = store.submit(study(deals=2)).id
    runner.start()
    assert ended(store, name).state == "done"
    found = store._found(name)
    found.output = {"result": {"deals": 2, "colour": "red"}}
    monkeypatch.setattr(store, "_found", lambda _, **__: found)
    told = store.status(name)
    assert (told.state, told.result) == ("done", None)
    assert [error.code for error in told.errors] == ["unreadable"]


def test_jobs_wait_where_their_lane_has_no_room(store, url):
    pool = WorkerPool(2, batch=Room(0))
    runner = Runner(url, pool, at_once=3)
    owners = [Owner(f"address:192.0.2.{k}") for k in range(3)]
    names = [store.submit(study(10 * k, 10), owner=owner).id for k, owner in enumerate(owners)]
    runner.start()
    try:
        assert {ended(store, name).state for name in names} == {"done"}
    finally:
        runner.stop()
        pool.close()


def test_jobs_are_listed_newest_first(store, runner):
    first = store.submit(study(deals=2), owner=ME).id
    store.cancel(first, ME)
    store.submit(study(deals=2))
    third = store.submit(study(deals=3), owner=ME).id

    def ids(*args, **kwargs):
        return [each.id for each in store.listed(*args, **{"limit": 9} | kwargs).jobs]

    assert {*ids(ME)} == {third, first}
    assert ids(YOU) == ids(SOMEBODY) == ids(ME, "match") == ids(ME, "study", "running") == []
    assert ids(ME, "study", "cancelled") == [first]
    page = store.listed(ME, limit=1)
    rest = store.listed(ME, limit=1, after=int(page.next))
    assert [each.id for each in (*page.jobs, *rest.jobs)] == ids(ME)
    assert rest.next is None
    assert page.jobs[0].created_at >= rest.jobs[0].created_at
    unknown = study(deals=2).model_dump(mode="json") | {"depth": 3}
    hidden = stored(store, json.dumps(unknown), authenticated_user="me")
    runner.start()
    wait_for(lambda: ids(ME, state="failed") == [hidden])
    wait_for(lambda: ids(ME, state="done") == [third])
    (told,) = store.listed(ME, state="done", limit=9).jobs
    whole = store.status(third, ME)
    assert (told.kind, told.game, told.state) == ("study", "knotty-nines", "done")
    assert (told.created_at, told.ended_at) == (whole.created_at, whole.ended_at)


def test_the_status_of_a_job_is_made_anew_only_when_it_has_changed(store, monkeypatch):
    made, make = [], status_module.status

    def counted(found, stand):
        made.append(found.workflow_id)
        return make(found, stand)

    monkeypatch.setattr("kibitz.jobs.records.status", counted)
    name = store.submit(study()).id
    first = [store.status(name) for _ in range(3)]
    assert (first[1:], made) == (first[:2], [name])
    assert store.cancel(name).state == "cancelled"
    assert made == [name, name]


def test_sqlite_knows_parts_of_a_second():
    """DBOS asks for them from Python 3.12 on, and SQLite before 3.42 has no answer by itself."""
    began = time.time()
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        found = connection.execute(text("SELECT unixepoch('subsec')")).scalar_one()
    engine.dispose()
    assert began - 0.01 <= found <= time.time() + 0.01
