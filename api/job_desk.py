"""The jobs of one application: where they are kept, and whether this process runs any."""

from collections.abc import Callable
from typing import TypeVar

from api.settings import Settings
from api.work import QuickWork
from jobs.database import UnusableDatabase, jobs_url
from jobs.errors import JobsUnavailable
from jobs.runner import Runner
from jobs.store import JobStore
from solvers.budget import Limits
from solvers.lanes import Lanes

T = TypeVar("T")

NOWHERE = "jobs are kept in a database, and KIBITZ_DATABASE_URL names none that lasts"


class JobDesk:
    """Opened when first used. Without a database every use of it raises ``JobsUnavailable``."""

    def __init__(self, settings: Settings, lanes: Lanes) -> None:
        """Nothing is opened or started yet; jobs are worked off in the batch lane of ``lanes``."""
        self._why_not = NOWHERE
        self._asking = QuickWork(settings.workers, settings.max_queue)
        self._store: JobStore | None = None
        self._runner: Runner | None = None
        self.cap: Limits = settings.cap.model_copy(update={"time_ms": settings.max_job_time_ms})
        try:
            url = jobs_url(settings.database_url)
        except UnusableDatabase as error:
            self._why_not, url = str(error), None
        if url is None:
            return
        self._store = JobStore(url, settings.max_waiting_jobs)
        if settings.job_workers:
            self._runner = Runner(
                url,
                lanes,
                at_once=settings.job_workers,
                retention_days=settings.job_retention_days,
            )

    async def ask(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, in a thread: a database that hangs holds up nothing but jobs."""
        return await self._asking.run(call)

    @property
    def store(self) -> JobStore:
        """The jobs; raises ``JobsUnavailable``."""
        if self._store is None:
            raise JobsUnavailable(self._why_not)
        return self._store

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
