"""What goes wrong with the database of jobs: one line in the log, nothing lost, taken up again."""

import resource

import pytest
import structlog

from kibitz.jobs import reaching
from kibitz.jobs import runner as running
from kibitz.jobs.database import jobs_url
from kibitz.jobs.reaching import Notes, said_of
from kibitz.jobs.runner import Runner
from kibitz.jobs.worker_pool import WorkerPool
from tests.jobs.helpers import check_once, kept, store_at, study, wait_for

FAILS = "the database of the jobs fails"


@pytest.fixture(autouse=True)
def no_fault_yet(monkeypatch):
    monkeypatch.setattr(running, "_AGAIN_SECONDS", 0.05)
    reaching.NOTES._noted.clear()


@pytest.fixture
def logs():
    with structlog.testing.capture_logs() as logs:
        yield logs


def details(logs):
    return [entry["detail"] for entry in logs if entry["event"] == FAILS]


@pytest.fixture
def runner_at():
    """Runners of jobs, which end with the test."""
    pool, begun = WorkerPool(1), []

    def begin(address):
        url = jobs_url(address)
        assert url is not None
        begun.append(Runner(url, pool, at_once=1))
        begun[-1].start()

    yield begin
    for each in begun:
        each.stop()
    pool.close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite:////proc/none/answers.sqlite", "No such file or directory: '/proc/none'"),
        ("postgresql://k:secret@127.0.0.1:1/kibitz", "port 1 failed: Connection refused"),
    ],
)
def test_a_database_that_cannot_be_reached_is_one_line(address, said, runner_at, logs, monkeypatch):
    tries = []
    note = Notes.fault

    def counted(self, error):
        note(self, error)
        tries.append(error)

    monkeypatch.setattr(Notes, "fault", counted)
    runner_at(address)
    wait_for(lambda: len(tries) >= 3)
    (detail,) = details(logs)
    assert said in detail
    assert "\n" not in detail
    assert "secret" not in str(logs)
    assert not any("exc_info" in entry for entry in logs)


def test_a_damaged_file_is_one_line_and_jobs_are_run_once_it_is_moved_away(
    tmp_path, runner_at, logs
):
    damaged = tmp_path / "jobs.sqlite"
    damaged.write_bytes(b"not a database" * 1_000)
    address = f"sqlite:///{tmp_path}/answers.sqlite"
    runner_at(address)
    wait_for(lambda: details(logs))
    damaged.rename(tmp_path / "jobs.damaged")
    store, job = store_at(address), study(0, 2)
    check_once(store, store.submit(job).id, job)
    store.close()
    # SQLite says so where the file is moved while it reads.
    first, *others = details(logs)
    assert first == "file is not a database"
    assert {*others} <= {"disk I/O error"}


def test_a_full_disk_holds_a_job_up_and_loses_nothing(tmp_path, runner_at, logs):
    address = f"sqlite:///{tmp_path}/answers.sqlite"
    store, job = store_at(address), study()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    name = store.submit(job).id
    runner_at(address)
    wait_for(lambda: kept(store, name) >= 3)
    largest = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        wait_for(lambda: details(logs))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    check_once(store, name, job)
    (record,) = store._client().list_workflows(workflow_ids=[name])
    assert "deaths" not in (record.attributes or {})  # of its process
    store.close()
    assert not any("exc_info" in entry for entry in logs)


def test_a_fault_that_lasts_is_logged_now_and_then_and_so_is_its_end(monkeypatch, logs):
    notes = Notes()
    for _ in range(3):
        notes.fault(OSError("gone"))
    notes.fine()
    assert details(logs) == ["gone"]
    monkeypatch.setattr(reaching, "FINE_SECONDS", 0.0)
    notes.fine()
    notes.fine()
    assert [entry["event"] for entry in logs] == [FAILS, "the database of the jobs answers again"]
    notes.fault(OSError("gone"))
    assert details(logs) == ["gone", "gone"]


def test_what_a_database_says_is_one_short_line():
    assert said_of(OSError("a\n\tb " + "c" * 400)) == "a b " + "c" * 296 + "…"
