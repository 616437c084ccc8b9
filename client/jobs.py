"""Calls of the client about jobs: to submit, list, cancel and follow them event by event."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx2

from kibitz.client.calls import Call
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
    """A job into the queue; the same ``key`` again finds the same job."""
    headers = {} if key is None else {"Idempotency-Key": key}
    body = job.model_dump(mode="json", exclude_none=True) if isinstance(job, JobRequest) else job
    return Call("/v1/jobs", JobStatus, body, headers=headers)


def listed(kind: str | None, state: str | None, limit: int, after: str | None) -> Call[JobList]:
    """The newest jobs, or those ``after`` what a list has named next."""
    asked = {"kind": kind, "state": state, "limit": limit, "after": after}
    return Call(f"/v1/jobs?{urlencode({k: v for k, v in asked.items() if v is not None})}", JobList)


def status(job: str) -> Call[JobStatus]:
    """How a job stands."""
    return Call(_path(job), JobStatus)


def cancel(job: str) -> Call[JobStatus]:
    """The end of a job."""
    return Call(_path(job), JobStatus, method="DELETE")


def follow(
    client: "httpx2.Client | httpx2.AsyncClient", job: str, after: int | None
) -> httpx2.Request:
    """The request of the events of a job, of those after the number ``after`` if it is given."""
    headers = {"Accept": EVENTS} | ({} if after is None else {"Last-Event-ID": str(after)})
    return client.build_request("GET", f"{_path(job)}/events", headers=headers)


def file(client: "httpx2.Client | httpx2.AsyncClient", job: str, name: str) -> httpx2.Request:
    """The request of a file that a study has: ``deals.csv`` or ``chart.png``."""
    return client.build_request("GET", f"{_path(job)}/{name}")


def _path(job: str) -> str:
    return f"/v1/jobs/{quote(job, safe='')}"
