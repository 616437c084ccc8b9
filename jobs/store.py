"""Submitting jobs and asking about them, from any process that reaches their database."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator, Sequence
from datetime import datetime
from threading import Lock
from typing import Any, Final

from dbos import DBOSClient, EnqueueOptions, WorkflowStatus
from dbos import error as faults
from sqlalchemy import URL

from kibitz.contract.jobs import ENDED, JobList, JobStatus, JobSummary, State
from kibitz.games.faults import BadInput, quote
from kibitz.jobs.database import APPLICATION, QUEUE, SERIALIZER, VERSION, WORKFLOW, prepare
from kibitz.jobs.errors import NoSuchJob, TooManyJobs
from kibitz.jobs.job import Job, Row
from kibitz.jobs.kinds import stored_job
from kibitz.jobs.owners import SOMEBODY, Owner, Seal
from kibitz.jobs.reaching import faults_reported, reaching
from kibitz.jobs.status import STATES, request_of, state_of, status, summary
from kibitz.jobs.workflow import CHUNK, PROGRESS

MOST_WAITING: Final = 1_000
MOST_LOOKED_AT: Final = 1_000
MOST_TOLD: Final = 8
_PAGE: Final = 100
_POLL_SECONDS: Final = 0.25
_NAME: Final = re.compile(r"[0-9a-f]{32}")


class JobStore:
    """The jobs at an address; safe to use from several threads. All raise ``JobsUnavailable``."""

    def __init__(self, url: URL, most_waiting: int = MOST_WAITING) -> None:
        """Nothing is opened yet."""
        self.url = url
        self._most_waiting = most_waiting
        self._opened: DBOSClient | None = None
        self._seal: Seal | None = None
        self._lock = Lock()
        self._recent: OrderedDict[tuple[object, ...], JobStatus] = OrderedDict()

    @reaching
    def submit(self, job: Job, key: str | None = None, owner: Owner = SOMEBODY) -> JobStatus:
        """Put a job of ``owner`` into the queue, or find what its ``key`` has put there before.

        Raises ``BadInput`` when that one was another request, ``TooManyJobs`` when the queue is
        full.
        """
        dbos, text = self._client(), job.model_dump_json()
        name = self._sealed().job(owner, key)
        known = self._found(name)
        if known is None:
            waiting = dbos.list_queued_workflows(
                queue_name=QUEUE, status="ENQUEUED", limit=self._most_waiting, load_input=False
            )
            if len(waiting) >= self._most_waiting:
                raise TooManyJobs(f"{len(waiting)} jobs are waiting")
            options: EnqueueOptions = {
                "workflow_name": WORKFLOW,
                "queue_name": QUEUE,
                "workflow_id": name,
                "app_version": VERSION,
                "attributes": {"kind": job.kind, "game": job.game},
            }
            if owner.name is not None:
                options["authenticated_user"] = owner.name
            dbos.enqueue(options, text)
            known = self._found(name)
        if known is None:
            raise NoSuchJob(name)
        if key is not None and request_of(known) != text:
            message = f"the key {quote(key)} was used for another request"
            raise BadInput.one("", "key_reused", message)
        return self._told(known)

    @reaching
    def status(self, name: str, owner: Owner = SOMEBODY) -> JobStatus:
        """What is known about a job; raises ``NoSuchJob``, also where ``owner`` may not see it."""
        return self._told(self._known(name, owner))

    @reaching
    def rows(self, name: str, owner: Owner = SOMEBODY) -> tuple[Job, list[Row]]:
        """A job and the rows it has found so far; raises ``NoSuchJob``, as :meth:`status`."""
        return stored_job(request_of(self._known(name, owner))), self._parts(name)[0]

    @reaching
    def listed(
        self,
        owner: Owner,
        kind: str | None = None,
        state: State | None = None,
        *,
        limit: int,
        after: int = 0,
    ) -> JobList:
        """Jobs that ``owner`` has submitted, newest first; none of a client without a key.

        What such a client may see is known by its id alone, which no list gives away.
        ``after``: how many of the newest to pass over. Of ``MOST_LOOKED_AT`` jobs at most it is
        seen whether they are wanted, so there may be fewer than ``limit`` though older ones are.
        """
        found: list[JobSummary] = []
        if owner.name is None:
            return JobList(jobs=found)
        for place, each in enumerate(self._newest(owner.name, after), after):
            if place == after + MOST_LOOKED_AT or len(found) == limit:
                return JobList(jobs=found, next=str(place))
            job = summary(each)
            if kind in {None, job.kind} and state in {None, job.state}:
                found.append(job)
        return JobList(jobs=found, next=None)

    @reaching
    def still_open(self) -> list[JobSummary]:
        """The jobs of all clients that wait or run."""
        return self._summaries(status=[name for name in STATES if STATES[name] not in ENDED])

    @reaching
    def created_since(self, moment: datetime) -> list[JobSummary]:
        """The jobs of all clients submitted at a moment or later."""
        return self._summaries(start_time=moment.isoformat())

    @reaching
    def ended_since(self, moment: datetime) -> list[JobSummary]:
        """The jobs of all clients that ended at a moment or later."""
        return self._summaries(completed_after=moment.isoformat())

    @reaching
    def cancel(self, name: str, owner: Owner = SOMEBODY) -> JobStatus:
        """End a job that has not ended; what is known about it. Raises ``NoSuchJob``."""
        self._known(name, owner)
        self._client().cancel_workflow(name)
        return self.status(name, owner)

    @reaching
    def cancelled(self, names: Sequence[str]) -> list[str]:
        """Those of some jobs that were cancelled."""
        found = self._client().list_workflows(
            workflow_ids=[*names], status="CANCELLED", load_input=False, load_output=False
        )
        return [each.workflow_id for each in found]

    @reaching
    def chunks_kept(self, name: str) -> int:
        """How many chunks of a job are kept: its events are numbered below that."""
        steps = self._client().list_workflow_steps(name, load_output=False)
        return sum(step["function_name"] == CHUNK for step in steps)

    async def events(
        self, name: str, first: int, silence: float
    ) -> AsyncGenerator[tuple[int, dict[str, Any]] | None]:
        """The progress of a job from event number ``first`` on, as it happens, until the job ends.

        None after every ``silence`` seconds without news. Raises ``NoSuchJob``.
        """
        client = await asyncio.to_thread(self._client)
        number = first
        while True:
            news = client.read_stream_async(
                name,
                PROGRESS,
                offset=number,
                polling_interval_sec=_POLL_SECONDS,
                timeout_seconds=silence,
            )
            try:
                with faults_reported():
                    try:
                        async for event in news:
                            yield number, event
                            number += 1
                    except faults.DBOSStreamTimeoutError:
                        yield None
                    except faults.DBOSNonExistentWorkflowError:
                        raise NoSuchJob(name) from None
                    else:
                        return
            finally:
                await news.aclose()

    @reaching
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

    def _sealed(self) -> Seal:
        with self._lock:
            if self._seal is None:
                self._seal = Seal.of(self.url)
            return self._seal

    def _found(self, name: str, *, whole: bool = True) -> WorkflowStatus | None:
        """A job, with its request and result if it is to be the ``whole``."""
        if not _NAME.fullmatch(name):
            return None  # PostgreSQL takes no text that holds a NUL
        found = self._client().list_workflows(
            workflow_ids=[name], name=WORKFLOW, load_input=whole, load_output=whole
        )
        return found[0] if found else None

    def _summaries(self, **wanted: Any) -> list[JobSummary]:
        found = self._client().list_workflows(
            name=WORKFLOW, load_input=False, load_output=False, **wanted
        )
        return [summary(each) for each in found]

    def _newest(self, client: str, after: int) -> Iterator[WorkflowStatus]:
        """Jobs of ``client`` from the newest on, ``after`` of them passed over."""
        while page := self._client().list_workflows(
            name=WORKFLOW,
            user=client,
            sort_desc=True,
            limit=_PAGE,
            offset=after,
            load_input=False,
            load_output=False,
        ):
            yield from page
            after += len(page)

    def _known(self, name: str, owner: Owner) -> WorkflowStatus:
        """A job that ``owner`` may see.

        One that it may not see takes no more time than one that does not exist: neither is read.
        """
        found = self._found(name, whole=False)
        if found is None or not owner.may_see(found.authenticated_user):
            raise NoSuchJob(name)
        whole = self._found(name)
        if whole is None:
            raise NoSuchJob(name)
        return whole

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
        """The status of a job; that of an unfinished one is read again only after every chunk.

        A study of a million deals takes seconds to read, and many may ask how it stands.
        """
        if state_of(found) == "done":
            return status(found, [], 0.0)
        name = found.workflow_id
        times = (found.status, found.dequeued_at, found.completed_at)
        stand = (name, self.chunks_kept(name), *times)
        with self._lock:
            known = self._recent.get(stand)
        if known is None:
            known = status(found, *self._parts(name))
            with self._lock:
                self._recent[stand] = known
                if len(self._recent) > MOST_TOLD:
                    self._recent.popitem(last=False)
        return known
