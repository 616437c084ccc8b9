"""Work besides the searches: short calls in threads, and the jobs of a database."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import structlog
from anyio import CapacityLimiter, to_thread

from kibitz.api.metrics import Metrics
from kibitz.api.settings import Settings
from kibitz.contract.options import Limits
from kibitz.jobs.errors import JobsUnavailable
from kibitz.jobs.worker_pool import Busy, WorkerPool

if TYPE_CHECKING:
    from kibitz.contract.jobs import JobStatus
    from kibitz.jobs.counts import Count, JobCounts
    from kibitz.jobs.owners import Owner
    from kibitz.jobs.runner import Runner
    from kibitz.jobs.store import JobStore

T = TypeVar("T")

LOOK_SECONDS: Final = 0.05  # between two looks whether jobs may be run
COUNT_SECONDS: Final = 1.0  # that a page of figures waits for those of jobs
FIRST_COUNT_SECONDS: Final = 5.0  # the same where there are none of before, as after a start
RESERVED: Final = 5  # one in so many places of the queue is for clients with keys, if any has one
NOWHERE: Final = "jobs are kept in a database, and KIBITZ_DATABASE_URL names none that lasts"


class QuickWork:
    """A number of threads for calls of milliseconds, with a queue before them."""

    def __init__(self, threads: int, queue: int) -> None:
        """Run up to ``threads`` calls in parallel and let ``queue`` more wait."""
        self.threads = threads
        self.pending = 0
        self._most = threads + queue
        self._limiter: CapacityLimiter | None = None

    async def run(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, computed in a thread; raises ``Busy`` when the queue is full.

        A cancellation takes a waiting call out of the queue; a running one is waited for.
        """
        if self.pending >= self._most:
            raise Busy(f"{self.pending} requests are being worked on or waiting")
        if self._limiter is None:
            self._limiter = CapacityLimiter(self.threads)
        self.pending += 1
        try:
            return await to_thread.run_sync(call, limiter=self._limiter)
        finally:
            self.pending -= 1


@dataclass(frozen=True, slots=True)
class _Jobs:
    """The jobs of a database: where they are kept, counted and run, if here."""

    store: "JobStore"
    counts: "JobCounts"
    runner: "Runner | None"


class JobService:
    """Opened when first used. Without a database every use of it raises ``JobsUnavailable``.

    What opens it takes half a second to import, which the games need not wait for.
    """

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        """Nothing is opened or started yet; jobs run in the batch queue of ``pool``."""
        self.cap: Limits = settings.job_cap
        self._settings, self._pool = settings, pool
        self._asking = QuickWork(settings.workers, settings.max_queue)
        self._counting: asyncio.Task[None] | None = None
        self._counted = False
        self._lock = threading.Lock()
        self._jobs: _Jobs | None = None
        self._why_not = ""
        self._end = threading.Event()
        self._starter: threading.Thread | None = None

    @property
    def waiting(self) -> int:
        """Questions about jobs that wait for an answer."""
        return self._asking.pending

    async def ask(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, in a thread: a database that hangs holds up nothing but jobs."""
        return await self._asking.run(call)

    @property
    def store(self) -> "JobStore":
        """The jobs; raises ``JobsUnavailable``."""
        return self._opened().store

    def cancel(self, name: str, owner: "Owner") -> "JobStatus":
        """End a job; what is known about it. Raises ``NoSuchJob``.

        Work on it in this process is stopped now; another process notices it in the database.
        """
        jobs = self._opened()
        found = jobs.store.cancel(name, owner)
        if jobs.runner is not None:
            jobs.runner.stop_job(name)
        return found

    async def count(self, metrics: Metrics) -> None:
        """Update the counts of jobs in ``metrics``, if the database answers soon."""
        if self._why_not:
            return
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count(metrics))
        seconds = COUNT_SECONDS if self._counted else FIRST_COUNT_SECONDS
        await asyncio.wait({self._counting}, timeout=seconds)

    async def _count(self, metrics: Metrics) -> None:
        try:
            metrics.jobs(await self.ask(self._look))
        except (JobsUnavailable, Busy):
            metrics.jobs(None)
        self._counted = True

    def _look(self) -> "Count":
        return self._opened().counts.look()

    def start(self, ready: Callable[[], bool], then: Callable[[], object]) -> None:
        """From the moment on that ``ready`` says so, call ``then`` and run jobs, in a thread."""
        run = partial(self._run, ready, then)
        self._starter = threading.Thread(target=run, name="kibitz-jobs-start", daemon=True)
        self._starter.start()

    def _run(self, ready: Callable[[], bool], then: Callable[[], object]) -> None:
        while not ready():
            if self._end.wait(LOOK_SECONDS):
                return
        then()
        if not self._settings.job_workers:
            return
        with suppress(JobsUnavailable):
            runner = self._opened().runner
            if runner is not None and not self._end.is_set():
                runner.start()

    def stop(self) -> None:
        """Stop running jobs, and close the connections."""
        self._end.set()
        if self._starter is not None:
            self._starter.join()
        if self._jobs is not None:
            if self._jobs.runner is not None:
                self._jobs.runner.stop()
            self._jobs.store.close()

    def _opened(self) -> _Jobs:
        """The jobs, opened by whoever comes first; raises ``JobsUnavailable``."""
        with self._lock:
            if self._jobs is None and not self._why_not:
                self._open()
            if self._jobs is None:
                raise JobsUnavailable(self._why_not)
            return self._jobs

    def _open(self) -> None:
        from kibitz.jobs.counts import JobCounts  # noqa: PLC0415
        from kibitz.jobs.database import UnusableDatabase, jobs_url  # noqa: PLC0415
        from kibitz.jobs.runner import Runner  # noqa: PLC0415
        from kibitz.jobs.store import JobStore  # noqa: PLC0415

        settings = self._settings
        try:
            url = jobs_url(settings.database_url)
        except UnusableDatabase as error:
            self._why_not = str(error)
            structlog.get_logger("kibitz.jobs").error("jobs are not kept", detail=str(error))
            return
        if url is None:
            self._why_not = NOWHERE
            return
        most, of_client = settings.max_waiting_jobs, settings.max_waiting_jobs_per_client
        store = JobStore(url, most, of_client, most // RESERVED if settings.api_keys else 0)
        runner = None
        if settings.job_workers:
            days = settings.job_retention_days
            runner = Runner(url, self._pool, at_once=settings.job_workers, retention_days=days)
        self._jobs = _Jobs(store, JobCounts(store), runner)
