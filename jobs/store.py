"""Submitting jobs and asking about them, from any process that reaches their database."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from functools import wraps
from threading import Lock
from typing import Any, Final, ParamSpec, TypeVar
from uuid import uuid4

from dbos import DBOSClient, WorkflowStatus
from dbos import error as faults
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from games.faults import BadInput, quote
from jobs.database import APPLICATION, QUEUE, SERIALIZER, VERSION, WORKFLOW, prepare
from jobs.errors import JobsUnavailable, NoSuchJob, TooManyJobs
from jobs.job import Job, Row
from jobs.kinds import stored_job
from jobs.status import STATES, JobProgress, JobStatus, eta, moment
from jobs.workflow import CHUNK, PROGRESS

MOST_WAITING: Final = 1_000
_POLL_SECONDS: Final = 0.25

P = ParamSpec("P")
R = TypeVar("R")


def _reaching(call: Callable[P, R]) -> Callable[P, R]:
    """Faults of the database as ``JobsUnavailable``."""

    @wraps(call)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return call(*args, **kwargs)
        except (SQLAlchemyError, faults.DBOSException, OSError) as error:
            said = str(error).split("\n", 1)[0]
            raise JobsUnavailable(f"the database of the jobs fails: {said}") from error

    return told


class JobStore:
    """The jobs at an address; safe to use from several threads. All raise ``JobsUnavailable``."""

    def __init__(self, url: URL, most_waiting: int = MOST_WAITING) -> None:
        """Nothing is opened yet."""
        self.url = url
        self._most_waiting = most_waiting
        self._opened: DBOSClient | None = None
        self._lock = Lock()

    @_reaching
    def submit(self, job: Job, key: str | None = None) -> JobStatus:
        """Put a job into the queue, or find the one that ``key`` has put there before.

        Raises ``BadInput`` when that one was another request, ``TooManyJobs`` when the queue is
        full.
        """
        client, text = self._client(), job.model_dump_json()
        name = uuid4().hex if key is None else key_id(key)
        known = self._found(name)
        if known is None:
            waiting = client.list_queued_workflows(
                queue_name=QUEUE, status="ENQUEUED", limit=self._most_waiting, load_input=False
            )
            if len(waiting) >= self._most_waiting:
                raise TooManyJobs(f"{len(waiting)} jobs are waiting")
            client.enqueue(
                {
                    "workflow_name": WORKFLOW,
                    "queue_name": QUEUE,
                    "workflow_id": name,
                    "app_version": VERSION,
                },
                text,
            )
            known = self._found(name)
        if known is None:
            raise NoSuchJob(name)
        if key is not None and _text(known) != text:
            message = f"the key {quote(key)} was used for another request, job {name}"
            raise BadInput.one("", "key_reused", message)
        return self._told(known)

    @_reaching
    def status(self, name: str) -> JobStatus:
        """What is known about a job; raises ``NoSuchJob``."""
        return self._told(self._known(name))

    @_reaching
    def rows(self, name: str) -> tuple[Job, list[Row]]:
        """A job and the rows it has found so far; raises ``NoSuchJob``."""
        return stored_job(_text(self._known(name))), self._parts(name)[0]

    @_reaching
    def cancel(self, name: str) -> JobStatus:
        """End a job that has not ended; what is known about it. Raises ``NoSuchJob``."""
        self._known(name)
        self._client().cancel_workflow(name)
        return self.status(name)

    @_reaching
    def cancelled(self, names: Sequence[str]) -> list[str]:
        """Those of some jobs that were cancelled."""
        found = self._client().list_workflows(
            workflow_ids=[*names], status="CANCELLED", load_input=False, load_output=False
        )
        return [each.workflow_id for each in found]

    @_reaching
    def chunks_kept(self, name: str) -> int:
        """How many chunks of a job are kept: its events are numbered below that."""
        steps = self._client().list_workflow_steps(name, load_output=False)
        return sum(step["function_name"] == CHUNK for step in steps)

    async def events(
        self, name: str, first: int, silence: float
    ) -> AsyncIterator[tuple[int, dict[str, Any]] | None]:
        """The progress of a job from event number ``first`` on, as it is made; ends with the job.

        None after every ``silence`` seconds without news.
        """
        client = await asyncio.to_thread(self._client)
        number = first
        while True:
            try:
                async for told in client.read_stream_async(
                    name,
                    PROGRESS,
                    offset=number,
                    polling_interval_sec=_POLL_SECONDS,
                    timeout_seconds=silence,
                ):
                    yield number, told
                    number += 1
            except faults.DBOSStreamTimeoutError:
                yield None
            else:
                return

    @_reaching
    def forget(self, ended_before: str) -> int:
        """Delete the jobs that ended before a time (RFC 3339); how many there were."""
        client = self._client()
        old = client.list_workflows(
            name=WORKFLOW, completed_before=ended_before, load_input=False, load_output=False
        )
        names = [found.workflow_id for found in old]
        if names:
            client.delete_workflows(names)
        return len(names)

    def close(self) -> None:
        """Close the connections; the store may be used again afterwards."""
        with self._lock:
            if self._opened is not None:
                self._opened.destroy()
            self._opened = None

    def _client(self) -> DBOSClient:
        with self._lock:
            if self._opened is None:
                self._opened = DBOSClient(
                    system_database_url=prepare(self.url),
                    serializer=SERIALIZER,
                    application_name=APPLICATION,
                    retry_connection_errors=False,
                )
            return self._opened

    def _found(self, name: str) -> WorkflowStatus | None:
        found = self._client().list_workflows(workflow_ids=[name], name=WORKFLOW)
        return found[0] if found else None

    def _known(self, name: str) -> WorkflowStatus:
        found = self._found(name)
        if found is None:
            raise NoSuchJob(name)
        return found

    def _parts(self, name: str) -> tuple[list[Row], float]:
        """The rows of the chunks that are kept, and the seconds they took."""
        rows: list[Row] = []
        seconds = 0.0
        for step in self._client().list_workflow_steps(name):
            if step["function_name"] == CHUNK and step["output"] and "rows" in step["output"]:
                rows += step["output"]["rows"]
                seconds += step["output"]["seconds"]
        return rows, seconds

    def _told(self, found: WorkflowStatus) -> JobStatus:
        job, output = stored_job(_text(found)), found.output or {}
        state = STATES[found.status]
        errors = output.get("errors", [])
        if state == "failed" and not errors:
            said = "it was taken up too often, or its course broke off; the log has the details"
            errors = [{"pointer": "", "code": "internal", "message": said}]
        result, done, left = output.get("result"), job.units(), None
        if state != "done" or errors:
            rows, seconds = self._parts(found.workflow_id)
            partial = job.result(rows) if rows else None
            result = partial.model_dump(mode="json") if partial else None
            done, left = len(rows), eta(len(rows), job.units(), seconds)
        return JobStatus(
            id=found.workflow_id,
            kind=job.kind,
            state="failed" if errors else state,
            created_at=moment(found.created_at) or "",
            started_at=moment(found.dequeued_at),
            ended_at=moment(found.completed_at),
            progress=JobProgress(
                done=done,
                total=job.units(),
                unit=job.unit,
                eta_s=left if state in {"queued", "running"} else None,
            ),
            request=job.model_dump(mode="json"),
            result=result,
            errors=errors,
        )


def key_id(key: str) -> str:
    """The id of the job that an idempotency key stands for."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _text(found: WorkflowStatus) -> str:
    """The stored request."""
    text: str = (found.input or {"args": [""]})["args"][0]
    return text
