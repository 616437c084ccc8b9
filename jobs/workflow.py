"""The durable workflow of a job: chunk after chunk, each kept before the next one begins.

After a crash the workflow runs again from its start; kept chunks are read instead of done again.
"""

import json
import threading
import zlib
from collections.abc import Sequence
from typing import Any, Final

from dbos import DBOS

from kibitz.contract.base import plain
from kibitz.contract.jobs import JobProgress
from kibitz.jobs.database import WORKFLOW
from kibitz.jobs.errors import UnreadableJob
from kibitz.jobs.job import Row
from kibitz.jobs.kinds import stored_job
from kibitz.jobs.status import FAILED, eta
from kibitz.jobs.watchdog import Heartbeat
from kibitz.jobs.working import Work

PROGRESS: Final = "progress"
CHUNK: Final = "chunk"
MOST_TAKEN_UP: Final = 1_000  # times, whatever has ended the processes before


class Running:
    """The jobs that this process works on, each with the flag that stops it."""

    def __init__(self) -> None:
        """None yet."""
        self._lock = threading.Lock()
        self._flags: dict[str, list[Heartbeat]] = {}
        self._stopped = False

    def begin(self, job: str) -> Heartbeat:
        """The flag of a job that begins."""
        cancel = Heartbeat()
        with self._lock:
            self._flags.setdefault(job, []).append(cancel)
            if self._stopped:
                cancel.set()
        return cancel

    def end(self, job: str, cancel: Heartbeat) -> None:
        """The job is not worked on any more."""
        with self._lock:
            flags = self._flags[job]
            flags.remove(cancel)
            if not flags:
                del self._flags[job]

    def jobs(self) -> list[str]:
        """The ids of all that is worked on."""
        with self._lock:
            return [*self._flags]

    def stop(self, job: str) -> None:
        """Stop the searches of a job at their next look at the clock."""
        with self._lock:
            for cancel in self._flags.get(job, []):
                cancel.set()

    def stop_all(self) -> None:
        """Stop the searches of all jobs, and of those that begin later."""
        with self._lock:
            self._stopped = True
            for flags in self._flags.values():
                for cancel in flags:
                    cancel.set()

    def go_on(self) -> None:
        """Let jobs that begin from now on be searched."""
        with self._lock:
            self._stopped = False


RUNNING: Final = Running()


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=MOST_TAKEN_UP)
def run_job(text: str) -> dict[str, Any]:
    """Do a stored job; what it found as JSON, ``{"result": …}`` or ``{"errors": […]}``."""
    name = DBOS.workflow_id or ""
    try:
        job = stored_job(text)
    except UnreadableJob as error:
        return _failed([{"pointer": "/kind", "code": "unreadable", "message": str(error)}])
    cancel = RUNNING.begin(name)
    work = Work(name, job, cancel)
    try:
        kept: list[bytes] = []
        done, seconds = 0, 0.0
        for units in job.chunks():
            part = DBOS.run_step({"name": CHUNK}, work.chunk, units)
            if "errors" in part:
                return _failed(part["errors"])
            kept.append(_packed(part["rows"]))
            done += len(part["rows"])
            seconds += part["seconds"]
            left = eta(done, job.units(), seconds)
            reached = JobProgress(done=done, total=job.units(), unit=job.unit, eta_s=left)
            DBOS.write_stream(PROGRESS, plain(reached))
        result = job.result([row for rows in kept for row in _unpacked(rows)])
        return {"result": plain(result) if result else None}
    finally:
        work.end()
        RUNNING.end(name, cancel)


def _failed(errors: list[dict[str, str]]) -> dict[str, Any]:
    """The outcome of a job that found ``errors``, marked so that lists can show it."""
    DBOS.update_workflow_attributes(DBOS.workflow_id or "", {FAILED: True}, merge=True)
    return {"errors": errors}


def _packed(rows: Sequence[Row]) -> bytes:
    """Rows in little memory: many jobs are in progress, some of a million rows."""
    return zlib.compress(json.dumps(rows).encode(), 1)


def _unpacked(rows: bytes) -> list[Row]:
    found: list[Row] = json.loads(zlib.decompress(rows))
    return found
