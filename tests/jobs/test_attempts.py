"""A job that ends its process every time fails; those that were only there go on."""

from pathlib import Path

import pytest

from kibitz.jobs import attempts
from kibitz.jobs.attempts import DEATHS_BEFORE_APART, Attempt, DiedTooOften
from kibitz.jobs.job import MOST_ATTEMPTS, Cancelled
from kibitz.jobs.owners import Owner
from kibitz.jobs.runner import Runner
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.jobs.workflow import RUNNING
from kibitz.solvers.budget import Cancel
from tests.jobs.helpers import Processes, check_once, ended, store_at, study, wait_for

POISON = 107  # a deal


def test_a_job_that_kills_its_process_every_time_fails_and_others_do_not(tmp_path):
    answers = f"sqlite:///{tmp_path}/answers.sqlite"
    store = store_at(answers)
    poison = store.submit(study(POISON - 2, 5), owner=Owner("address:192.0.2.1")).id
    other = study(0, 40, chunk_size=1)
    name = store.submit(other, owner=Owner("address:192.0.2.2")).id
    assert store.status(poison).attempts == 0
    with Processes() as processes:
        processes.start("tests.jobs.dying", answers, str(POISON))
        failed = ended(store, poison)
        check_once(store, name, other)
    # Twice with the service, then on its own.
    assert (failed.state, failed.attempts) == ("failed", DEATHS_BEFORE_APART + 1)
    assert [error.code for error in failed.errors] == ["died"]
    assert f"ended {MOST_ATTEMPTS} times" in failed.errors[0].message
    assert failed.progress.done == 2
    assert failed.result.deals == 2
    assert store.status(poison) == failed
    store.close()


def test_a_job_that_computes_each_time_its_process_is_killed_is_done_in_the_end(tmp_path):
    answers = f"sqlite:///{tmp_path}/answers.sqlite"
    store, job = store_at(answers), study(POISON - 2, 5)
    name = store.submit(job).id
    begun = tmp_path / "begun"
    begun.mkdir()
    asked = ("tests.jobs.dying", answers, str(POISON), str(begun))
    with Processes(spawning=True) as processes:
        for number in range(1, 2 * MOST_ATTEMPTS):
            process = processes.start(*asked)
            wait_for(lambda number=number: len([*begun.iterdir()]) == number)
            process.kill()
            process.wait()
        (begun / "go").touch()
        processes.start(*asked)
        check_once(store, name, job)
    assert store.status(name).attempts == 2 * MOST_ATTEMPTS
    # The processes that the job had of its own have ended with the others.
    wait_for(lambda: not [each for each in begun.glob("[0-9]*") if is_there(each.name)])
    store.close()


def is_there(number):
    """Whether a process has not ended."""
    try:
        stat = Path(f"/proc/{number}/stat").read_text("utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"  # nobody has asked how it ended


class Record:
    """The record of a job as DBOS would have it."""

    def __init__(self):
        self.recovery_attempts, self.attributes = 0, {}
        self.queue_partition_key = "somebody"


class Database:
    """The records of jobs, and processes that take them up and die."""

    def __init__(self, monkeypatch):
        self.records = {}
        monkeypatch.setattr(attempts, "DBOS", self)

    def list_workflows(self, *, workflow_ids, **_):
        return [self.records[name] for name in workflow_ids]

    def update_workflow_attributes(self, name, marks, *, merge):
        assert merge
        self.records[name].attributes |= marks

    def taken_up(self, name, place=0):
        """A new process works on a job, at the chunk that begins at ``place``."""
        record = self.records.setdefault(name, Record())
        record.recovery_attempts += 1
        attempt = Attempt(name)
        attempt.begin(place)
        return attempt

    def dies(self, *computing):
        """The process dies while these attempts compute: what comes after is not done."""
        for attempt in computing:
            computes = attempt.trying()
            before = dict(self.records[attempt._name].attributes)
            with computes:
                marks = dict(self.records[attempt._name].attributes)
            self.records[attempt._name].attributes = before | marks


@pytest.fixture
def database(monkeypatch):
    return Database(monkeypatch)


def test_after_two_deaths_a_job_computes_apart_and_no_death_is_held_against_it(database):
    for _ in range(5 * MOST_ATTEMPTS):
        attempt = database.taken_up("innocent")
        assert attempt.apart == (attempt._number > DEATHS_BEFORE_APART)
        database.dies(attempt)


def test_a_job_that_ends_its_own_process_so_many_times_is_given_up(database):
    database.taken_up("poison").ended_apart()
    again = database.taken_up("poison")
    for _ in range(MOST_ATTEMPTS - 2):
        again.ended_apart()
    with pytest.raises(DiedTooOften):
        again.ended_apart()
    with pytest.raises(DiedTooOften):
        database.taken_up("poison")
    database.taken_up("poison", 1)  # the chunk was kept after all


def test_what_did_not_compute_is_not_suspected(database):
    for _ in range(5 * MOST_ATTEMPTS):
        database.taken_up("waiting")
    assert not database.taken_up("waiting").apart


def test_a_process_that_ends_in_order_is_held_against_no_job(database):
    for _ in range(5 * MOST_ATTEMPTS):
        attempt = database.taken_up("stopped")
        with attempt.trying():
            pass
        attempt.stopped()
    assert not database.taken_up("stopped").apart


def test_one_job_at_a_time_is_alone(database):
    first, second = (database.taken_up(name) for name in ("first", "second"))
    cancel = Cancel()
    cancel.set()
    with first.alone(Cancel()), pytest.raises(Cancelled), second.alone(cancel):
        pass
    with second.alone(cancel):
        pass


def test_a_chunk_that_was_kept_clears_a_job(database):
    for place in range(5 * MOST_ATTEMPTS):
        attempt = database.taken_up("unlucky", place)
        assert not attempt.apart
        database.dies(attempt)
    attempt = database.taken_up("unlucky", place)
    assert attempt.apart
    attempt.begin(place + 1)
    assert not attempt.apart


def test_a_job_that_is_left_and_taken_up_counts_its_attempts_and_no_death(tmp_path):
    store = store_at(f"sqlite:///{tmp_path}/answers.sqlite")
    name = store.submit(study(0, 1_000_000)).id
    for number in (1, 2):
        pool = WorkerPool(2)
        runner = Runner(store.url, pool, at_once=1)
        runner.start()
        before = store.chunks_kept(name)
        wait_for(lambda number=number: store.status(name).attempts == number)
        wait_for(lambda before=before: RUNNING.jobs() and store.chunks_kept(name) >= before)
        runner.stop()
        pool.close()
    store.cancel(name)
    (record,) = store._client().list_workflows(workflow_ids=[name])
    assert record.attributes is not None
    assert "deaths" not in record.attributes
    assert record.attributes["stopped"] == 2
    store.close()
