"""Which processes work on the jobs of a PostgreSQL database, and which of them have died.

Every process that runs jobs records every few seconds that it is alive. A process that has not done
so for ``DEAD_SECONDS`` is assumed dead, and any other puts its jobs back into the queue. If it is
alive after all, what it still finds is not recorded: a job belongs to the last process that took
it. Times are those of the database.
"""

import os
import socket
import threading
from typing import Final
from uuid import uuid4

import structlog
from dbos import DBOS
from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from kibitz.jobs.reaching import FAULTS, NOTES

BEAT_SECONDS: Final = 4.0
DEAD_SECONDS: Final = 15.0

_CREATE: Final = text(
    "CREATE TABLE IF NOT EXISTS kibitz_executors ("
    "id TEXT PRIMARY KEY, seen_at TIMESTAMPTZ NOT NULL DEFAULT now())"
)
_BEAT: Final = text(
    "INSERT INTO kibitz_executors (id) VALUES (:id) ON CONFLICT (id) DO UPDATE SET seen_at = now()"
)
# Also those that are forgotten and have jobs all the same: one that was assumed dead may have taken
# them before its next sign of life, and have died then.
_DEAD: Final = text(
    "SELECT id FROM kibitz_executors WHERE seen_at < now() - make_interval(secs => :seconds) "
    "UNION SELECT executor_id FROM dbos.workflow_status WHERE status = 'PENDING' "
    "AND executor_id NOT IN (SELECT id FROM kibitz_executors)"
)
_ALIVE: Final = text(
    "SELECT count(*) FROM kibitz_executors WHERE seen_at > now() - make_interval(secs => :seconds)"
)
_BURY: Final = text(
    "DELETE FROM kibitz_executors WHERE id = :id "
    "AND seen_at < now() - make_interval(secs => :seconds)"
)
_LEAVE: Final = text("UPDATE kibitz_executors SET seen_at = '-infinity' WHERE id = :id")
# Of those that have ended as they should; the others have been killed.
_LEFT: Final = text("SELECT seen_at = '-infinity' FROM kibitz_executors WHERE id = :id")
_LOCK: Final = text("SELECT pg_advisory_xact_lock(4711202611)")


def new_executor() -> str:
    """A name for this process that no other has, on any machine."""
    return f"{socket.gethostname()}-{os.getpid()}-{uuid4().hex[:8]}"


class Heart:
    """Records that this process is alive, and watches the others."""

    def __init__(self, url: URL, executor: str, dead_seconds: float = DEAD_SECONDS) -> None:
        """Nothing is recorded yet."""
        self._engine = create_engine(url, pool_pre_ping=True, pool_size=1)
        self._executor = executor
        self._dead_seconds = dead_seconds
        self.alive = 1  # processes, this one among them
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="kibitz-heart", daemon=True)
        self._log = structlog.get_logger("kibitz.jobs")

    def start(self) -> None:
        """Be recorded as alive from now on, so that this process may take jobs."""
        with self._engine.begin() as connection:
            connection.execute(_LOCK)  # two that create the table at once would collide
            connection.execute(_CREATE)
            connection.execute(_BEAT, {"id": self._executor})
        self._thread.start()

    def stop(self) -> None:
        """Be recorded as dead immediately, so that others take over the jobs in progress."""
        self._end.set()
        self._thread.join(10)
        try:
            with self._engine.begin() as connection:
                connection.execute(_LEAVE, {"id": self._executor})
        except SQLAlchemyError as error:
            NOTES.fault(error)  # others notice by the missing life signs
        self._engine.dispose()

    def _beat(self) -> None:
        while not self._end.wait(min(BEAT_SECONDS, self._dead_seconds / 4)):
            try:
                with self._engine.begin() as connection:
                    connection.execute(_BEAT, {"id": self._executor})
                    found = connection.execute(_DEAD, {"seconds": self._dead_seconds})
                    dead = [name for (name,) in found]
                    seconds = {"seconds": self._dead_seconds}
                    self.alive = int(connection.execute(_ALIVE, seconds).scalar_one())
                for name in dead:
                    self._take_over(name)
                NOTES.fine()
            except FAULTS as error:
                NOTES.fault(error)

    def _take_over(self, dead: str) -> None:
        """Put the jobs of a dead process back into the queue, then forget the process.

        Each job is put back only once, even if two processes do this at the same time: only a job
        that still belongs to the dead process is put back. The process is not forgotten as long as
        one does, because putting it back failed.
        """
        # DBOS offers this to its own conductor alone; resuming, which anybody may, would forget
        # how often a job was taken up and run those again that were cancelled meanwhile.
        jobs = DBOS._recover_pending_workflows([dead])
        if DBOS.list_workflows(
            executor_id=dead, status="PENDING", limit=1, load_input=False, load_output=False
        ):
            return
        with self._engine.begin() as connection:
            left = bool(connection.execute(_LEFT, {"id": dead}).scalar())
            connection.execute(_BURY, {"id": dead, "seconds": self._dead_seconds})
        if not jobs:
            return
        names = [job.get_workflow_id() for job in jobs]
        if left:
            self._log.info("jobs of a stopped process are taken up", executor=dead, jobs=names)
        else:
            self._log.warning("jobs of a dead process are taken up", executor=dead, jobs=names)
