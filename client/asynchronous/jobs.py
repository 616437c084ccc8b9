"""Long work: submitted, followed, asked about, cancelled, and the files of a study."""

import asyncio
from collections.abc import AsyncGenerator

from kibitz.client import jobs
from kibitz.client.asynchronous.connection import AsyncConnection
from kibitz.client.errors import Unreachable
from kibitz.client.jobs import AskedJob, EventReader, JobEvent
from kibitz.client.retrying import pause
from kibitz.contract.jobs import ENDED, JobList, JobStatus, State


class AsyncJobs(AsyncConnection):
    """Jobs of the service."""

    async def submit(self, job: AskedJob, key: str | None = None) -> JobStatus:
        """Long work into the queue, as ``{"kind": "study", …}`` or ``StudyRequest(…)``.

        The same ``key`` again finds the same job instead of starting another. Keep the ``id``: who
        has no API key finds the job by it alone.
        """
        return await self._ask(jobs.submit(job, key))

    async def list_jobs(
        self,
        *,
        kind: str | None = None,
        state: State | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> JobList:
        """Jobs submitted with the same API key, the newest first; without one there are none.

        ``after``: a list's ``next``.
        """
        return await self._ask(jobs.listed(kind, state, limit, after))

    async def job(self, job: str) -> JobStatus:
        """How a job stands, and what it has found so far."""
        return await self._ask(jobs.status(job))

    async def cancel(self, job: str) -> JobStatus:
        """End a job; what it has found stays."""
        return await self._ask(jobs.cancel(job))

    async def wait(self, job: str) -> JobStatus:
        """A job when it has ended, with its result."""
        async for event in self.following(job):
            if event.job:
                return event.job
        return await self.job(job)

    async def following(self, job: str, after: int | None = None) -> AsyncGenerator[JobEvent]:
        """The events of a job to its end, of those after the number ``after`` if it is given.

        Where the connection breaks off, as when the service is started anew, it goes on after the
        last event; nothing comes after the event with which the job has ended.
        """
        tried = 0
        while True:
            events = self._events(job, after)
            try:
                async for event in events:
                    tried, after = 0, event.number
                    yield event
                    if event.job:
                        return
                status = await self.job(job)
                if status.state in ENDED:
                    return
                broken = Unreachable("the events ended before the job", again=True)
            except Unreachable as error:
                broken = error
            finally:
                await events.aclose()
            wait = pause(broken, tried)
            if wait is None or tried >= self._retries:
                raise broken
            await asyncio.sleep(wait)
            tried += 1

    async def table(self, study: str) -> str:
        """The deals of a study, a line each, as CSV."""
        found = await self._content(jobs.file(study, "deals.csv"))
        return found.decode()

    async def chart(self, study: str) -> bytes:
        """How hard the deals of a study are, as a PNG picture."""
        return await self._content(jobs.file(study, "chart.png"))

    async def _events(self, job: str, after: int | None) -> AsyncGenerator[JobEvent]:
        reader, lines = EventReader(), self._lines(jobs.follow(job, after))
        try:
            async for line in lines:
                event = reader.event(line)
                if event is not None:
                    yield event
        finally:
            await lines.aclose()
