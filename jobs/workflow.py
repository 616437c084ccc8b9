"""The durable workflows of a job: chunk after chunk, each kept before the next one begins.

A job that takes long is handed out in parts, each with a workflow of its own. After a crash a
workflow runs again from its start; kept chunks are read instead of done again.
"""

import threading
from collections.abc import Callable
from contextvars import Context
from functools import lru_cache
from typing import Any, Final

from dbos import DBOS
from dbos import error as faults

from kibitz.contract.base import plain
from kibitz.contract.jobs import ENDED, JobProgress
from kibitz.jobs.database import PART_WORKFLOW, WORKFLOW
from kibitz.jobs.errors import UnreadableJob
from kibitz.jobs.job import Cancelled, Job, Piece, Row
from kibitz.jobs.kept import CHUNK, count_chunks, kept_of
from kibitz.jobs.kinds import UNREADABLE, stored_job
from kibitz.jobs.parts import Pace, job_of
from kibitz.jobs.reaching import FAULTS
from kibitz.jobs.spreading import PROGRESS, Spread
from kibitz.jobs.status import FAILED, STATES, eta, request_of
from kibitz.jobs.watchdog import Heartbeat
from kibitz.jobs.working import Work

SPREAD: Final = "spread"
MOST_TAKEN_UP: Final = 1_000  # times, whatever has ended the processes before


class Running:
    """The jobs and parts that this process works on, each with the flag that stops it."""

    def __init__(self) -> None:
        """None yet."""
        self._lock = threading.Lock()
        self._flags: dict[str, list[Heartbeat]] = {}
        self._stopped = False
        self.fault: Exception | None = None  # of the database, since which a job lies about

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
        """The ids of all that is worked on: jobs, parts, and the jobs that these belong to."""
        with self._lock:
            return [*{*self._flags, *map(job_of, self._flags)}]

    def parts(self) -> int:
        """How many parts have been taken up here: worked on, or waiting for a thread."""
        with self._lock:
            return sum(name != job_of(name) for name in self._flags)

    def stop(self, job: str) -> None:
        """Stop the searches of a job and its parts, or of a part, at their next look."""
        with self._lock:
            for name, flags in self._flags.items():
                if job in {name, job_of(name)}:
                    for cancel in flags:
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


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=MOST_TAKEN_UP)
def run_job(text: str) -> dict[str, Any]:
    """Do a stored job; what it found as JSON, ``{"result": …}`` or ``{"errors": […]}``."""
    name = DBOS.workflow_id or ""
    try:
        job = stored_job(text)
    except UnreadableJob as error:
        return _failed(_unreadable(error))
    found = _worked_on(name, lambda cancel: _done(name, job, Work(name, job, cancel), cancel))
    return _failed(found["errors"]) if "errors" in found else found


def _done(name: str, job: Job, work: Work, cancel: Heartbeat) -> dict[str, Any]:
    """What :func:`run_job` finds."""
    pace, pieces, total = Pace(), list[Piece](), job.units()
    # A version that did not hand out parts may have done more of it alone than this one would.
    kept = Context().run(count_chunks, DBOS, name)
    try:
        while pace.goes_on_alone(job) or (len(pieces) < kept and pace.done < total):
            units = range(pace.done, min(pace.done + pace.chunk(job), total))
            found = DBOS.run_step({"name": CHUNK}, work.chunk, units)
            if "errors" in found:
                return {"errors": found["errors"]}
            pieces.append(job.summary(found["rows"]) or found["rows"])
            pace = pace.and_also(len(found["rows"]), found["seconds"])
            left = eta(pace.done, total, pace.seconds)
            reached = JobProgress(done=pace.done, total=total, unit=job.unit, eta_s=left)
            DBOS.write_stream(PROGRESS, plain(reached))
    except FAULTS:
        work.interrupted()
        raise
    finally:
        work.end()
    if pace.done < total:
        pieces.clear()
        errors = DBOS.run_step({"name": SPREAD}, _spread, Spread(name, job, cancel, pace))
        if errors:
            return {"errors": errors}
        result = Context().run(lambda: job.gathered(each.piece for each in kept_of(DBOS, name)))
    else:
        result = job.gathered(pieces)
    return {"result": plain(result) if result else None}


def _spread(rest: Spread) -> list[dict[str, str]]:
    """What is wrong with the rest of a job. A fault of the database is no outcome of this step."""
    try:
        return rest.run()
    except FAULTS as error:
        RUNNING.fault = error
        raise Cancelled from error


@DBOS.workflow(name=PART_WORKFLOW, max_recovery_attempts=MOST_TAKEN_UP)
def run_part(first: int, stop: int, chunk: int) -> dict[str, Any]:
    """Do the units of a job from ``first`` to before ``stop``, ``chunk`` at a time.

    ``{"seconds": …, "summary": …}`` or ``{"errors": […]}``; the rows are kept as those of a job.
    """
    name = DBOS.workflow_id or ""
    return _worked_on(name, lambda cancel: _part_done(name, range(first, stop), chunk, cancel))


def _part_done(name: str, units: range, chunk: int, cancel: Heartbeat) -> dict[str, Any]:
    """What :func:`run_part` finds."""
    begun: list[Work] = []

    def work(wanted: range) -> dict[str, Any]:
        """The rows of a chunk; what is needed for it is read when the first one is done."""
        if not begun:
            _check_wanted(name)
            begun.append(Work(name, _job(job_of(name)), cancel))
        return begun[0].chunk(wanted)

    rows, seconds = list[Row](), 0.0
    try:
        for start in units[::chunk]:
            part = range(start, min(start + chunk, units.stop))
            found = DBOS.run_step({"name": CHUNK}, work, part)
            if "errors" in found:
                return {"errors": found["errors"]}
            rows += found["rows"]
            seconds += found["seconds"]
        job = Context().run(_job, job_of(name))
    except UnreadableJob as error:
        return {"errors": _unreadable(error)}
    except FAULTS:
        for each in begun:
            each.interrupted()
        raise
    finally:
        for each in begun:
            each.end()
    return {"seconds": round(seconds, 6), "summary": job.summary(rows)}


def _check_wanted(part: str) -> None:
    """End a part whose job has ended: it was cancelled while this part was handed out."""
    found = DBOS.list_workflows(workflow_ids=[job_of(part)], load_input=False, load_output=False)
    if not found or STATES[found[0].status] in ENDED:
        DBOS.cancel_workflow(part)
        raise Cancelled


@lru_cache(maxsize=16)
def _job(name: str) -> Job:
    """A job whose parts are worked on here; raises ``UnreadableJob``."""
    (found,) = DBOS.list_workflows(workflow_ids=[name], load_output=False)
    return stored_job(request_of(found))


def _worked_on(name: str, work: Callable[[Heartbeat], dict[str, Any]]) -> dict[str, Any]:
    """What ``work`` finds, which is noted as worked on here; raises ``Cancelled``."""
    cancel = RUNNING.begin(name)
    try:
        return work(cancel)
    except faults.DBOSUnexpectedStepError:  # another version took other steps
        return {"errors": _unreadable(UnreadableJob(UNREADABLE))}
    except FAULTS as error:
        RUNNING.fault = error  # nothing is recorded: the job goes on from what is kept
        raise Cancelled from error
    finally:
        RUNNING.end(name, cancel)


def _unreadable(error: UnreadableJob) -> list[dict[str, str]]:
    return [{"pointer": "/kind", "code": "unreadable", "message": str(error)}]


def _failed(errors: list[dict[str, str]]) -> dict[str, Any]:
    """The outcome of a job that found ``errors``, marked so that lists can show it."""
    name = DBOS.workflow_id or ""
    # Outside the workflow: another version may have recorded another step in this place.
    Context().run(DBOS.update_workflow_attributes, name, {FAILED: True}, merge=True)
    return {"errors": errors}
