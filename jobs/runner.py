"""Running jobs in this process: taking them from the queue, stopping them, forgetting old ones."""

import logging
import sys
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import structlog
from dbos import DBOS, DBOSConfig, Queue
from dbos import error as faults
from dbos._dbos import _get_dbos_instance
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from kibitz.jobs.database import (
    APPLICATION,
    EARLIER_QUEUE,
    PARTS_QUEUE,
    QUEUE,
    SERIALIZER,
    VERSION,
    FileLock,
    check_room,
    is_shared,
    prepare,
)
from kibitz.jobs.errors import JobsUnavailable
from kibitz.jobs.executors import DEAD_SECONDS, Heart, new_executor
from kibitz.jobs.reaching import FAULTS, NOTES
from kibitz.jobs.store import JobStore
from kibitz.jobs.turns import Turns
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.jobs.workflow import RUNNING
from kibitz.jobs.working import TURNS

MOST_IN_PROGRESS: Final = 64  # jobs of all clients
RETENTION_DAYS: Final = 30.0
_WATCH_SECONDS: Final = 0.25
_MANY: Final = 10  # processes, above which each looks less often
_FULL: Final = 3  # times as long until the next look for parts, where no more can be taken
_EARLIER_SECONDS: Final = 5.0
_LOCK_SECONDS: Final = 1.0
_AGAIN_SECONDS: Final = 5.0
_STOP_SECONDS: Final = 5.0
_FORGET_SECONDS: Final = 3600.0
# DBOS is one to a process.
_ONE: Final = threading.Lock()


class Runner:
    """Runs jobs of one address, several in parallel, from :meth:`start` to :meth:`stop`.

    ``at_once``: of each client. The jobs of all clients that are in progress take turns.

    At an SQLite file, or when another runner of this process runs, it waits for its turn.
    """

    def __init__(
        self,
        url: URL,
        pool: WorkerPool,
        *,
        at_once: int,
        retention_days: float | None = RETENTION_DAYS,
        dead_seconds: float = DEAD_SECONDS,
    ) -> None:
        """Nothing is started yet. ``retention_days``: how long ended jobs are kept; None: ever."""
        self._url, self._pool, self._at_once = url, pool, at_once
        self._retention_days, self._dead_seconds = retention_days, dead_seconds
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kibitz-jobs", daemon=True)
        self._store = JobStore(url)
        self._log = structlog.get_logger("kibitz.jobs")

    def start(self) -> None:
        """Begin in a thread of its own."""
        self._thread.start()

    def stop_job(self, name: str) -> None:
        """Stop the work on a job that was cancelled, if it is done in this process."""
        RUNNING.stop(name)

    def stop(self) -> None:
        """Stop immediately: jobs in progress are continued later from their last chunk."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join(30)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                with _Turn(self._url, self._end) as ours:
                    if ours:
                        self._run_jobs()
            except FAULTS as error:
                NOTES.fault(error)
                self._end.wait(_AGAIN_SECONDS)
            except Exception:
                log = structlog.get_logger("kibitz.jobs")
                log.exception("no jobs are run here for a while")
                self._end.wait(_AGAIN_SECONDS)

    def _run_jobs(self) -> None:
        executor, heart = "local", None
        check_room(self._url)
        address = prepare(self._url)
        if is_shared(self._url):
            executor = new_executor()
            heart = Heart(self._url, executor, self._dead_seconds)
            heart.start()
        quiet_logs()
        config: DBOSConfig = {
            "name": APPLICATION,
            "system_database_url": address,
            "application_version": VERSION,
            "executor_id": executor,
            "serializer": SERIALIZER,
            "log_level": "WARNING",
        }
        DBOS(config=config)
        turns = Turns(self._pool)
        TURNS.append(turns)
        RUNNING.go_on()
        try:
            DBOS.launch()
            quiet_logs()
            # One part more than there are threads, so that none waits for the next look.
            at_once = {QUEUE: self._at_once, PARTS_QUEUE: turns.places + 1}
            looks = {QUEUE: _WATCH_SECONDS, PARTS_QUEUE: 2 * _WATCH_SECONDS}
            set_own_limits(at_once, looks, heart)
            for queue, most in at_once.items():
                DBOS.register_queue(
                    queue,
                    worker_concurrency=max(MOST_IN_PROGRESS, most),
                    partition_worker_concurrency=most,
                    polling_interval_sec=looks[queue],
                    on_conflict="always_update",
                )
            DBOS.register_queue(
                EARLIER_QUEUE,
                worker_concurrency=self._at_once,
                polling_interval_sec=_EARLIER_SECONDS,
                on_conflict="always_update",
            )
            self._log.info("jobs are run", executor=executor, at_once=self._at_once)
            self._watch()
        finally:
            RUNNING.stop_all()
            given_up = time.monotonic() + _STOP_SECONDS
            while RUNNING.jobs() and time.monotonic() < given_up:
                time.sleep(0.01)
            DBOS.destroy()
            TURNS.remove(turns)
            if heart is not None:
                heart.stop()
            self._store.close()

    def _watch(self) -> None:
        """Until the end: stop the jobs that were cancelled, and forget the old ones.

        Raises the fault of the database for which a job could not go on: all are taken up again.
        """
        waited = _FORGET_SECONDS
        while not self._end.wait(_WATCH_SECONDS):
            if RUNNING.fault is not None:
                raise RUNNING.fault
            try:
                jobs = RUNNING.jobs()
                look = jobs or NOTES.lasting
                for name in self._store.cancelled(jobs or [""]) if look else ():
                    RUNNING.stop(name)
                waited += _WATCH_SECONDS
                if waited >= _FORGET_SECONDS and self._retention_days is not None:
                    waited = 0.0
                    oldest = datetime.now(UTC) - timedelta(days=self._retention_days)
                    if self._store.forget(oldest.isoformat()):
                        waited = _FORGET_SECONDS  # the next ones at the next look
            except JobsUnavailable:  # which is noted
                continue


def set_own_limits(
    at_once: Mapping[str, int], looks: Mapping[str, float], heart: Heart | None
) -> None:
    """Let this process take so many of each client from each queue, whatever others take.

    DBOS keeps the limits of a queue in the database, where the last process to start sets them for
    all; but processes differ in how many threads they have. The more processes there are, the less
    often each looks: together they look as often, and as soon, as ten do. One that has as many
    parts as it may take looks less often for more.
    """
    database = _get_dbos_instance()._sys_db
    read = database.get_queue

    def get_queue(name: str, **options: Any) -> Queue | None:
        queue = read(name, **options)
        if queue is not None and name in at_once:
            queue._worker_concurrency = max(MOST_IN_PROGRESS, at_once[name])
            queue._partition_worker_concurrency = at_once[name]
            alive = 1 if heart is None else heart.alive
            full = name == PARTS_QUEUE and RUNNING.parts() >= at_once[name]
            seldom = max(1.0, alive / _MANY) * (_FULL if full else 1)
            queue._polling_interval_sec = looks[name] * seldom
        return queue

    setattr(database, "get_queue", get_queue)  # noqa: B010


class _Turn:
    """The right to run jobs in this process, and at an SQLite file on this machine."""

    def __init__(self, url: URL, end: threading.Event) -> None:
        self._file = None if is_shared(url) else FileLock(url)
        self._end = end
        self._ours = False

    def __enter__(self) -> bool:
        while not self._ours:
            if _ONE.acquire(blocking=False):
                try:
                    self._ours = self._file is None or self._file.take()
                finally:
                    if not self._ours:
                        _ONE.release()
                if self._ours:
                    break
            if self._end.wait(_LOCK_SECONDS):
                break
        return self._ours

    def __exit__(self, *_: object) -> None:
        if self._ours:
            if self._file is not None:
                self._file.release()
            _ONE.release()


def quiet_logs() -> None:
    """Send what DBOS logs of faults of ours where all others go.

    Faults of the database are logged by :data:`kibitz.jobs.reaching.NOTES` instead.
    """
    logger = logging.getLogger("dbos")
    logger.addFilter(_is_fault_of_ours)
    logger.handlers[:] = [logging.NullHandler()]
    logger.propagate = True


def _is_fault_of_ours(record: logging.LogRecord) -> bool:
    """Whether a line of DBOS is logged.

    What DBOS warns of goes on by itself. Of a job that was cancelled it cannot record the outcome,
    which is no fault. A workflow that ends by a fault of the database lets all jobs be taken up
    again.
    """
    error = (record.exc_info or sys.exc_info())[1]
    if isinstance(error, SQLAlchemyError):
        NOTES.fault(error)
        if record.exc_info:
            RUNNING.fault = error
        return False
    cancelled = isinstance(error, faults.DBOSAwaitedWorkflowCancelledError)
    return record.levelno >= logging.ERROR and not cancelled
