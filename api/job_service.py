"""The jobs of one application: where they are kept, and whether this process runs any."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from kibitz.api.metrics import Metrics
from kibitz.api.settings import Settings
from kibitz.api.work import QuickWork
from kibitz.contract.options import Limits
from kibitz.jobs.counts import JobCounts
from kibitz.jobs.database import UnusableDatabase, jobs_url
from kibitz.jobs.errors import JobsUnavailable
from kibitz.jobs.runner import Runner
from kibitz.jobs.store import JobStore
from kibitz.jobs.worker_pool import Busy, WorkerPool

T = TypeVar("T")

COUNT_SECONDS: Final = 1.0  # that a page of figures waits for those of jobs
NOWHERE = "jobs are kept in a database, and KIBITZ_DATABASE_URL names none that lasts"


class JobService:
    """Opened when first used. Without a database every use of it raises ``JobsUnavailable``."""

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        """Nothing is opened or started yet; jobs run in the batch queue of ``pool``."""
        self._why_not = NOWHERE
        self._asking = QuickWork(settings.workers, settings.max_queue)
        self._store: JobStore | None = None
        self._runner: Runner | None = None
        self._counts: JobCounts | None = None
        self._counting: asyncio.Task[None] | None = None
        self.cap: Limits = settings.job_cap
        try:
            url = jobs_url(settings.database_url)
        except UnusableDatabase as error:
            self._why_not, url = str(error), None
        if url is None:
            return
        self._store = JobStore(url, settings.max_waiting_jobs)
        self._counts = JobCounts(self._store)
        if settings.job_workers:
            self._runner = Runner(
                url,
                pool,
                at_once=settings.job_workers,
                retention_days=settings.job_retention_days,
            )

    @property
    def waiting(self) -> int:
        """Questions about jobs that wait for an answer."""
        return self._asking.pending

    async def ask(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, in a thread: a database that hangs holds up nothing but jobs."""
        return await self._asking.run(call)

    @property
    def store(self) -> JobStore:
        """The jobs; raises ``JobsUnavailable``."""
        if self._store is None:
            raise JobsUnavailable(self._why_not)
        return self._store

    async def count(self, metrics: Metrics) -> None:
        """Update the counts of jobs in ``metrics``, if the database answers soon."""
        if self._counts is None:
            return
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count(self._counts, metrics))
        await asyncio.wait({self._counting}, timeout=COUNT_SECONDS)

    async def _count(self, counts: JobCounts, metrics: Metrics) -> None:
        try:
            metrics.jobs(await self.ask(counts.look))
        except (JobsUnavailable, Busy):
            metrics.jobs(None)

    def start(self, ready: Callable[[], bool]) -> None:
        """Run jobs from the moment on that ``ready`` says so."""
        if self._runner is not None:
            self._runner.start(ready)

    def stop(self) -> None:
        """Stop running jobs, and close the connections."""
        if self._runner is not None:
            self._runner.stop()
        if self._store is not None:
            self._store.close()
