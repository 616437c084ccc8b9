"""The durable workflow of a job: chunk after chunk, each kept before the next one begins.

After a crash the workflow runs again from its start; kept chunks are read instead of done again.
"""

import threading
import time
from concurrent.futures import CancelledError
from typing import Any, Final

import structlog
from dbos import DBOS

from kibitz.contract.base import plain
from kibitz.contract.jobs import JobProgress
from kibitz.games.faults import BadInput
from kibitz.jobs.database import WORKFLOW
from kibitz.jobs.errors import UnreadableJob
from kibitz.jobs.job import Cancelled, Job, Row, stop_if
from kibitz.jobs.kinds import stored_job
from kibitz.jobs.reaching import FAULTS
from kibitz.jobs.status import FAILED, eta
from kibitz.jobs.worker_pool import Busy, Closed, WorkerPool
from kibitz.solvers.budget import Cancel

PROGRESS: Final = "progress"
CHUNK: Final = "chunk"
AGAIN_SECONDS: Final = 0.05


class Running:
    """The jobs that this process works on, each with the flag that stops it."""

    def __init__(self) -> None:
        """None yet."""
        self._lock = threading.Lock()
        self._flags: dict[str, list[Cancel]] = {}
        self._stopped = False
        self.fault: Exception | None = None  # of the database, since which a job lies about

    def begin(self, job: str) -> Cancel:
        """The flag of a job that begins."""
        cancel = Cancel()
        with self._lock:
            self._flags.setdefault(job, []).append(cancel)
            if self._stopped:
                cancel.set()
        return cancel

    def end(self, job: str, cancel: Cancel) -> None:
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
            self._stopped, self.fault = False, None


RUNNING: Final = Running()
# The threads that the runner of this process computes on; none while no runner is.
POOLS: Final[list[WorkerPool]] = []


@DBOS.workflow(name=WORKFLOW)
def run_job(text: str) -> dict[str, Any]:
    """Do a stored job; what it found as JSON, ``{"result": …}`` or ``{"errors": […]}``."""
    name = DBOS.workflow_id or ""
    try:
        job = stored_job(text)
    except UnreadableJob as error:
        return _failed([{"pointer": "/kind", "code": "unreadable", "message": str(error)}])
    cancel = RUNNING.begin(name)
    try:
        rows: list[Row] = []
        seconds = 0.0
        for units in job.chunks():
            part = DBOS.run_step({"name": CHUNK}, _in_lane, job, units, cancel)
            if "errors" in part:
                return _failed(part["errors"])
            stop_if(cancel)
            rows += part["rows"]
            seconds += part["seconds"]
            left = eta(len(rows), job.units(), seconds)
            reached = JobProgress(done=len(rows), total=job.units(), unit=job.unit, eta_s=left)
            DBOS.write_stream(PROGRESS, plain(reached))
        result = job.result(rows)
        return {"result": plain(result) if result else None}
    except FAULTS as error:
        RUNNING.fault = error  # nothing is recorded: the job goes on from what is kept
        raise Cancelled from error
    finally:
        RUNNING.end(name, cancel)


def _failed(errors: list[dict[str, str]]) -> dict[str, Any]:
    """The outcome of a job that found ``errors``, marked so that lists can show it."""
    DBOS.update_workflow_attributes(DBOS.workflow_id or "", {FAILED: True}, merge=True)
    return {"errors": errors}


def _in_lane(job: Job, units: range, cancel: Cancel) -> dict[str, Any]:
    """What :func:`worked_off` finds, computed where it takes no thread from short answers."""
    if cancel.is_set() or not POOLS:
        raise Cancelled
    while True:
        try:
            return POOLS[0].submit("batch", lambda: worked_off(job, units, cancel)).result()
        except Busy:  # this job is in no hurry: it waits where the queue has no room for it
            time.sleep(AGAIN_SECONDS)
            stop_if(cancel)
        except (CancelledError, Closed):
            raise Cancelled from None


def worked_off(job: Job, units: range, cancel: Cancel) -> dict[str, Any]:
    """The rows of some units and the seconds they took, or what is wrong with the request."""
    began = time.perf_counter()
    try:
        rows = job.work(units, cancel)
    except BadInput as error:
        faults = [
            {"pointer": f.pointer, "code": f.code, "message": f.message} for f in error.faults
        ]
        return {"errors": faults}
    except Exception:
        log = structlog.get_logger("kibitz.jobs")
        log.exception("a job failed", job=DBOS.workflow_id)
        said = "the fault is on the side of the service; the id of the job leads to it in its log"
        return {"errors": [{"pointer": "", "code": "internal", "message": said}]}
    return {"rows": rows, "seconds": round(time.perf_counter() - began, 6)}
