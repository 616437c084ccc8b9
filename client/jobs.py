"""Calls of the client about jobs: to submit, list, cancel and follow them event by event."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from kibitz.client.calls import Call, Request, get, path, sendable, sent
from kibitz.contract.job_requests import JobRequest
from kibitz.contract.jobs import JobList, JobProgress, JobStatus

EVENTS: Final = "text/event-stream"

AskedJob = Mapping[str, Any] | JobRequest


@dataclass(frozen=True, slots=True)
class JobEvent:
    """How a job stands; ``number`` is what to go on after.

    ``progress`` while it runs; ``job``, in the last event, with its result.
    """

    number: int
    progress: JobProgress | None = None
    job: JobStatus | None = None


class EventReader:
    """Server-sent events, from the lines of their stream."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._fields: dict[str, str] = {}

    def event(self, line: str) -> JobEvent | None:
        """The event that ends with ``line``, if one does."""
        name, _, value = line.partition(": ")
        if line:
            self._fields[name] = value
            return None
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return None  # a comment, so that the connection is not taken for dead
        number = int(fields["id"])
        if fields["event"] == "end":
            return JobEvent(
                number, job=JobStatus.model_validate_json(fields["data"], extra="ignore")
            )
        progress = JobProgress.model_validate_json(fields["data"], extra="ignore")
        return JobEvent(number, progress=progress)


def submit(job: AskedJob, key: str | None) -> Call[JobStatus]:
    """A job into the queue; the same ``key`` again finds the same job.

    Without one it gets a key of its own: sent twice, it is still one job.
    """
    headers = {"Idempotency-Key": uuid.uuid4().hex if key is None else sendable(key)}
    return Call(Request("/v1/jobs", sent(job), headers=headers), JobStatus)


def listed(
    kind: str | None, state: str | None, limit: int | None, after: str | None
) -> Call[JobList]:
    """The newest jobs, or those ``after`` what a list has named next."""
    asked = {"kind": kind, "state": state, "limit": limit, "after": after}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return Call(Request(f"/v1/jobs{'?' if query else ''}{query}"), JobList)


def status(job: str) -> Call[JobStatus]:
    """How a job stands."""
    return get(JobStatus, "v1", "jobs", job)


def cancel(job: str) -> Call[JobStatus]:
    """The end of a job."""
    return Call(Request(path("v1", "jobs", job), method="DELETE"), JobStatus)


def follow(job: str, after: int | None) -> Request:
    """The events of a job, of those after the number ``after`` if it is given."""
    headers = {"Accept": EVENTS} | ({} if after is None else {"Last-Event-ID": str(after)})
    return Request(f"{path('v1', 'jobs', job)}/events", headers=headers)


def file(job: str, name: str) -> Request:
    """A file that a study has: ``deals.csv`` or ``chart.png``."""
    return Request(path("v1", "jobs", job, name))
