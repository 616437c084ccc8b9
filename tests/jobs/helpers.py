"""Small jobs, processes that run them and are killed, and what an undisturbed run finds."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Self

from sqlalchemy import URL

from kibitz.contract.base import plain
from kibitz.contract.jobs import ENDED
from kibitz.contract.options import Limits
from kibitz.jobs.database import jobs_url
from kibitz.jobs.job import Job
from kibitz.jobs.kept import kept_of
from kibitz.jobs.kinds import read_job
from kibitz.jobs.local import run_here
from kibitz.jobs.parts import parts_of
from kibitz.jobs.runner import Runner
from kibitz.jobs.store import JobStore
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.solvers.budget import Cancel, ignore
from tests.forked import Python

ROOT = Path(__file__).resolve().parent.parent.parent
CAP = Limits(memory_mb=256)
CHUNKS = 100


def study(first=0, deals=CHUNKS, chunk_size=1):
    """A study of Knotty Nines, by default in a hundred chunks."""
    asked = {"first": first, "last": first + deals - 1, "chunk_size": chunk_size}
    return read_job({"kind": "study", "game": "knotty-nines", **asked}, CAP)


def long_study():
    """A study in a hundred chunks that is not done before anybody can look."""
    return study(0, 5 * CHUNKS, chunk_size=5)


def rows_here(job, cancel, listener=ignore, **options):
    """The rows of a job that is worked off in this process, all in one list."""
    return [row for part in run_here(job, cancel, listener, **options) for row in part]


def wait_for(what, seconds=120):
    """Wait until ``what`` returns something true, without taking the processor from others."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def kept(store, name):
    """How many chunks of a job are kept."""
    return store.chunks_kept(name)


def ended(store, name, seconds=120):
    """The job, once it has ended."""
    wait_for(lambda: store.status(name).state in ENDED, seconds)
    return store.status(name)


def check_once(store: JobStore, name: str, job: Job, seconds: float = 120) -> None:
    """A job is done, every chunk of it just once, with the result of an undisturbed run.

    It may take ``seconds`` more to its end.
    """
    status = ended(store, name, seconds)
    assert (status.state, status.errors) == ("done", [])
    expected = job.work(range(job.units()), Cancel())
    found = job.result(expected)
    assert found is not None
    assert plain(status.result) == plain(found)
    assert status.progress.done == status.progress.total == job.units()
    _, chunks = store.rows(name)
    rows = [*chunks]
    assert [row for part in rows for row in part] == expected
    if job.fixed():
        assert [len(part) for part in rows] == [len(units) for units in job.chunks()]
    events = asyncio.run(all_events(store, name))
    assert [number for number, _ in events] == list(range(len(events)))
    done = [event["done"] for _, event in events]
    assert done == sorted(done)
    assert done[-1] == job.units()
    check_parts(store, name, job)


def check_parts(store, name, job):
    """The parts of a job that is done are done, and begin where those before end."""
    client = store._client()
    alone = sum(len(each.piece) for each in kept_of(client, name, ()))
    for part in parts_of(client, name):
        assert part.is_done
        assert part.units.start == alone
        alone = part.units.stop
    assert alone == job.units()


async def all_events(store, name, first=0):
    """The events of a job from ``first`` to its end."""
    return [event async for event in store.events(name, first, 60) if event is not None]


def store_at(answers: str) -> JobStore:
    """The jobs beside the answers at an address."""
    url = jobs_url(answers)
    assert url is not None
    return JobStore(url)


def end(process):
    """Kill a process and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Processes:
    """Processes that end with the test; ``spawning``: see :class:`tests.forked.Python`."""

    def __init__(self, *, spawning: bool = False) -> None:
        self._spawning = spawning
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start(self, *args: str, **variables: str) -> "subprocess.Popen[bytes]":
        """Start a Python module with these arguments and variables."""
        process = Python(
            "-m",
            *args,
            spawning=self._spawning,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._stack.callback(end, process)
        return process

    def run_jobs(self, url: str) -> "subprocess.Popen[bytes]":
        """Start a process that runs the jobs beside the answers at ``url``."""
        return self.start("tests.jobs.process", url)


@contextmanager
def jobs_run_here(url: URL, **options: float) -> Iterator[None]:
    """This process runs the jobs of a database, one at a time."""
    pool = WorkerPool(1)
    runner = Runner(url, pool, at_once=1, **options)
    runner.start()
    try:
        yield
    finally:
        runner.stop()
        pool.close()


def begun_and_killed(store: JobStore, answers: str) -> tuple[str, Job]:
    """A job whose process was killed in the midst of it."""
    job = long_study()
    name = store.submit(job).id
    with Processes() as processes:
        worker = processes.run_jobs(answers)
        wait_for(lambda: kept(store, name) >= 5)
        worker.kill()
        worker.wait()
    return name, job


class After(Cancel):
    """A flag that is set once it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0
