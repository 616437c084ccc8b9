"""Submitting jobs and asking about them, from any process that reaches their database."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from dbos import EnqueueOptions, WorkflowStatus
from dbos import error as faults
from sqlalchemy import URL

from kibitz.contract.base import Answer
from kibitz.contract.jobs import ENDED, JobList, JobStatus, JobSummary, State
from kibitz.games.faults import BadInput, quote
from kibitz.jobs.database import (
    EARLIER_QUEUE,
    PARTS_QUEUE,
    QUEUE,
    VERSION,
    WORKFLOW,
)
from kibitz.jobs.errors import NoSuchJob
from kibitz.jobs.job import Job, Row
from kibitz.jobs.kept import kept_of
from kibitz.jobs.kinds import stored_job
from kibitz.jobs.owners import SOMEBODY, Owner
from kibitz.jobs.parts import numbers_of_parts, part_name, parts_prefix
from kibitz.jobs.reaching import faults_reported, reaching
from kibitz.jobs.records import JobRecords
from kibitz.jobs.room import LOOKED_BACK_SECONDS, Room
from kibitz.jobs.spreading import PROGRESS
from kibitz.jobs.status import STATES, request_of, summary

MOST_WAITING: Final = 1_000
MOST_WAITING_OF_CLIENT: Final = 200
MOST_LOOKED_AT: Final = 1_000
MOST_FORGOTTEN: Final = 1_000  # parts, in one call
MOST_JOBS_FORGOTTEN: Final = 100  # in one call
_PAGE: Final = 100
_POLL_SECONDS: Final = 0.25


class JobStore(JobRecords):
    """The jobs at an address; safe to use from several threads. All raise ``JobsUnavailable``."""

    def __init__(
        self,
        url: URL,
        most_waiting: int = MOST_WAITING,
        most_of_client: int = MOST_WAITING_OF_CLIENT,
        reserved: int = 0,
    ) -> None:
        """Nothing is opened yet; see :class:`kibitz.jobs.room.Room` for how many may wait."""
        super().__init__(url)
        self._room = Room(most_waiting, most_of_client, reserved)

    @reaching
    def submit(self, job: Job, key: str | None = None, owner: Owner = SOMEBODY) -> JobStatus:
        """Put a job of ``owner`` into the queue, or find what its ``key`` has put there before.

        Raises ``BadInput`` when that one was another request, ``TooManyOfClient`` when as many jobs
        of ``owner`` wait as may, ``TooManyJobs`` when the queue is full for it.
        """
        dbos, text = self._client(), job.model_dump_json()
        name = self._sealed().job(owner, key)
        known = self._found(name)
        if known is None:
            place = self._sealed().place(owner)
            self._check_room(place, keyed=owner.name is not None)
            options: EnqueueOptions = {
                "workflow_name": WORKFLOW,
                "queue_name": QUEUE,
                "queue_partition_key": place,
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
    def rows(self, name: str, owner: Owner = SOMEBODY) -> tuple[Job, Iterator[Sequence[Row]]]:
        """A job and the rows it has found so far, read as they are asked for, chunk by chunk.

        Raises ``NoSuchJob``, as :meth:`status`.
        """
        job = stored_job(request_of(self._known(name, owner)))
        return job, self._chunks(name)

    @reaching
    def found(self, name: str, owner: Owner = SOMEBODY) -> tuple[Job, Answer | None]:
        """A job and what it has found so far; raises ``NoSuchJob``, as :meth:`status`."""
        known = self._known(name, owner)
        job = stored_job(request_of(known))
        return job, self._recalled(known).gathering.look(self._client()).result

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
        client = self._client()
        client.cancel_workflow(name)
        open_parts = client.list_workflows(
            workflow_id_prefix=parts_prefix(name),
            queue_name=PARTS_QUEUE,
            status=["ENQUEUED", "PENDING"],
            load_input=False,
            load_output=False,
        )
        client.cancel_workflows([each.workflow_id for each in open_parts])
        return self.status(name, owner)

    @reaching
    def cancelled(self, names: Sequence[str]) -> list[str]:
        """Those of some jobs that were cancelled."""
        found = self._client().list_workflows(
            workflow_ids=[*names], status="CANCELLED", load_input=False, load_output=False
        )
        return [each.workflow_id for each in found]

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
        """Delete some of the jobs that ended before a time (RFC 3339), with their parts.

        How many jobs and parts that were; with 0 there are no more. Of a job with very many parts
        the last go first, and the job itself when none is left.
        """
        client, room, gone = self._client(), MOST_FORGOTTEN, list[str]()
        old = client.list_workflows(
            name=WORKFLOW,
            completed_before=ended_before,
            limit=MOST_JOBS_FORGOTTEN,
            load_input=False,
            load_output=False,
        )
        for name, parts in numbers_of_parts(client, [each.workflow_id for each in old]):
            some = [part_name(name, number) for number in range(max(0, parts - room), parts)]
            if some:
                client.delete_workflows(some)
            room -= len(some)
            if len(some) < parts:
                break
            gone.append(name)
        if gone:
            client.delete_workflows(gone)
        return MOST_FORGOTTEN - room + len(gone)

    def _chunks(self, name: str) -> Iterator[Sequence[Row]]:
        """The rows of one chunk after another, in order."""
        kept = kept_of(self._client(), name, summed_up=False)
        while True:
            with faults_reported():
                each = next(kept, None)
            if each is None:
                return
            assert not isinstance(each.piece, Mapping)
            yield each.piece

    def _check_room(self, place: str, *, keyed: bool) -> None:
        """Whether one more job of the client at ``place`` may wait; raises if not."""
        waiting = self._client().list_queued_workflows(
            queue_name=[QUEUE, EARLIER_QUEUE],
            status="ENQUEUED",
            limit=self._room.most,
            load_input=False,
        )
        if self._room.may_wait(waiting, place, keyed=keyed):
            return
        since = datetime.now(UTC) - timedelta(seconds=LOOKED_BACK_SECONDS)
        begun = self._client().list_workflows(
            name=WORKFLOW,
            dequeued_after=since.isoformat(),
            limit=MOST_LOOKED_AT,
            load_input=False,
            load_output=False,
        )
        raise self._room.refusal(waiting, begun, place)

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
