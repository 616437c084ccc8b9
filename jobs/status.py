"""The status of a job from its record in the database and, for the result, from its chunks."""

import json
from datetime import UTC, datetime
from typing import Any, Final

from dbos import WorkflowStatus
from pydantic import ValidationError

from kibitz.contract.answers import StoppedBy
from kibitz.contract.base import plain
from kibitz.contract.jobs import ENDED, JobFault, JobProgress, JobStatus, JobSummary, State
from kibitz.jobs.errors import UnreadableJob
from kibitz.jobs.kinds import UNREADABLE, stored_job
from kibitz.jobs.standing import NOTHING, Standing

STATES: Final[dict[str, State]] = {
    "ENQUEUED": "queued",
    "DELAYED": "queued",
    "PENDING": "running",
    "SUCCESS": "done",
    "ERROR": "failed",
    "MAX_RECOVERY_ATTEMPTS_EXCEEDED": "failed",
    "CANCELLED": "cancelled",
}

# The mark of a job that ended with errors.
FAILED = "failed"
BROKE_OFF = "it was taken up too often, or its course broke off; the log has the details"


def request_of(found: WorkflowStatus) -> str:
    """The stored request."""
    text: str = (found.input or {"args": [""]})["args"][0]
    return text


def state_of(found: WorkflowStatus) -> State:
    """The state of a job."""
    state = STATES[found.status]
    return "failed" if state == "done" and (found.attributes or {}).get(FAILED) else state


def summary(found: WorkflowStatus) -> JobSummary:
    """A job in a list."""
    marks = found.attributes or {}
    return JobSummary(
        **_times(found),
        kind=marks.get("kind", ""),
        game=marks.get("game", ""),
        state=state_of(found),
    )


def status(found: WorkflowStatus, kept: Standing = NOTHING) -> JobStatus:
    """A job, also one that another version has made or ended.

    ``kept``: how far it has come, which counts if it has not ended well.
    """
    try:
        return _read(found, kept)
    except (UnreadableJob, ValidationError):
        return _unreadable(found)


def _read(found: WorkflowStatus, kept: Standing) -> JobStatus:
    job, output, state = stored_job(request_of(found)), found.output or {}, state_of(found)
    errors = output.get("errors", [])
    if state == "failed" and not errors:
        errors = [{"pointer": "", "code": "internal", "message": BROKE_OFF}]
    result, done, left = output.get("result"), job.units(), None
    if state != "done":
        result, done = plain(kept.result) if kept.result else None, kept.done
        if state == "cancelled" and result and "stopped_by" in result:
            result["stopped_by"] = StoppedBy.CANCELLED
        if state not in ENDED:
            left = eta(done, job.units(), kept.seconds / kept.workers)
    return JobStatus(
        **_times(found),
        kind=job.kind,
        state=state,
        progress=JobProgress(done=done, total=job.units(), unit=job.unit, eta_s=left),
        request=job.model_dump(mode="json", exclude_none=True),
        result=result,
        errors=errors,
        attempts=found.recovery_attempts or 0,
    )


def _unreadable(found: WorkflowStatus) -> JobStatus:
    """A job of which this version knows no more than the request."""
    request = json.loads(request_of(found))
    return JobStatus(
        **_times(found),
        kind=str(request.get("kind")),
        state=state_of(found),
        progress=JobProgress(done=0, total=0, unit="units", eta_s=None),
        request=request,
        result=None,
        errors=[JobFault(pointer="", code="unreadable", message=UNREADABLE)],
        attempts=found.recovery_attempts or 0,
    )


def _times(found: WorkflowStatus) -> dict[str, Any]:
    return {
        "id": found.workflow_id,
        "created_at": moment(found.created_at) or "",
        "started_at": moment(found.dequeued_at),
        "ended_at": moment(found.completed_at),
    }


def eta(done: int, total: int, seconds: float) -> float | None:
    """Seconds that the rest takes when ``done`` of ``total`` units took ``seconds``."""
    if not 0 < done < total:
        return None
    return round(seconds / done * (total - done), 3)


def moment(milliseconds: int | None) -> str | None:
    """A time of the database as RFC 3339 has it, in UTC."""
    if milliseconds is None:
        return None
    found = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")
