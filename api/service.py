"""What all handlers share: settings, games, threads, counters, jobs, and the course of a request.

Applying rules takes no time to speak of, so it never waits for a search; searches go through
:mod:`kibitz.jobs.worker_pool`.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, to_thread
from pydantic import BaseModel
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive

from kibitz.api.body import ASKED, JSON_TYPE, BodyTooLarge, check_type, parse
from kibitz.api.front import Endpoint, trace_of
from kibitz.api.metrics import Metrics
from kibitz.api.readiness import Kernels, Readiness
from kibitz.api.responses import resource, to_bytes
from kibitz.api.searches import Searches
from kibitz.api.settings import Settings
from kibitz.api.verbs import QuickVerb, SearchVerb
from kibitz.contract.options import Limits
from kibitz.jobs.counts import JobCounts
from kibitz.jobs.database import UnusableDatabase, jobs_url
from kibitz.jobs.errors import JobsUnavailable
from kibitz.jobs.runner import Runner
from kibitz.jobs.store import JobStore
from kibitz.jobs.worker_pool import STOPPING, Busy, Closed, WorkerPool
from kibitz.solvers.solver import Solver

T = TypeVar("T")

COUNT_SECONDS: Final = 1.0  # that a page of figures waits for those of jobs
NOWHERE = "jobs are kept in a database, and KIBITZ_DATABASE_URL names none that lasts"
# Of a body for which rules are applied in the event loop: that takes less time than to hand it to
# a thread and back, which only those need that may take some milliseconds.
BRIEF_BYTES: Final = 2_048
_JSON: Final = JSON_TYPE.encode()


class QuickWork:
    """A number of threads for calls of milliseconds, with a queue before them."""

    def __init__(self, threads: int, queue: int) -> None:
        """Run up to ``threads`` calls in parallel and let ``queue`` more wait."""
        self.threads = threads
        self.pending = 0
        self._most = threads + queue
        self._limiter: CapacityLimiter | None = None

    async def run(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, computed in a thread; raises ``Busy`` when the queue is full.

        A cancellation takes a waiting call out of the queue; a running one is waited for.
        """
        if self.pending >= self._most:
            raise Busy(f"{self.pending} requests are being worked on or waiting")
        if self._limiter is None:
            self._limiter = CapacityLimiter(self.threads)
        self.pending += 1
        try:
            return await to_thread.run_sync(call, limiter=self._limiter)
        finally:
            self.pending -= 1


class JobService:
    """Opened when first used. Without a database every use of it raises ``JobsUnavailable``."""

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        """Nothing is opened or started yet; jobs run in the batch queue of ``pool``."""
        self._why_not = NOWHERE
        self._asking = QuickWork(settings.workers, settings.max_queue)
        self._store: JobStore | None = None
        self._runner: Runner | None = None
        self._counts: JobCounts | None = None
        self._counting: asyncio.Task[None] | None = None
        self.cap: Limits = settings.job_cap
        try:
            url = jobs_url(settings.database_url)
        except UnusableDatabase as error:
            self._why_not, url = str(error), None
        if url is None:
            return
        self._store = JobStore(url, settings.max_waiting_jobs)
        self._counts = JobCounts(self._store)
        if settings.job_workers:
            self._runner = Runner(
                url,
                pool,
                at_once=settings.job_workers,
                retention_days=settings.job_retention_days,
            )

    @property
    def waiting(self) -> int:
        """Questions about jobs that wait for an answer."""
        return self._asking.pending

    async def ask(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, in a thread: a database that hangs holds up nothing but jobs."""
        return await self._asking.run(call)

    @property
    def store(self) -> JobStore:
        """The jobs; raises ``JobsUnavailable``."""
        if self._store is None:
            raise JobsUnavailable(self._why_not)
        return self._store

    async def count(self, metrics: Metrics) -> None:
        """Update the counts of jobs in ``metrics``, if the database answers soon."""
        if self._counts is None:
            return
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count(self._counts, metrics))
        await asyncio.wait({self._counting}, timeout=COUNT_SECONDS)

    async def _count(self, counts: JobCounts, metrics: Metrics) -> None:
        try:
            metrics.jobs(await self.ask(counts.look))
        except (JobsUnavailable, Busy):
            metrics.jobs(None)

    def start(self, ready: Callable[[], bool]) -> None:
        """Run jobs from the moment on that ``ready`` says so."""
        if self._runner is not None:
            self._runner.start(ready)

    def stop(self) -> None:
        """Stop running jobs, and close the connections."""
        if self._runner is not None:
            self._runner.stop()
        if self._store is not None:
            self._store.close()


class Service:
    """One application's parts; see :func:`kibitz.api.app.create_app`."""

    def __init__(
        self,
        settings: Settings,
        solvers: Mapping[str, Solver],
        warm: Kernels,
    ) -> None:
        """Nothing is started or opened yet."""
        self.settings = settings
        self.solvers = solvers
        self.games = [solver.game for solver in solvers.values()]
        self.searches = Searches(settings)
        self.metrics = self.searches.metrics
        titles = {game.name: game.title for game in self.games}
        self.readiness = Readiness(titles, warm, self.metrics.compiled)
        self.quick = QuickWork(settings.workers, 4 * (settings.workers + settings.max_queue))
        self.jobs = JobService(settings, self.searches.pool)
        self.stopping = asyncio.Event()
        self.describe: Callable[[], bytes] = bytes  # its OpenAPI description, see `api.routes`

    def endpoint(self, solver: Solver, verb: QuickVerb | SearchVerb) -> Endpoint:
        """What answers the requests for a verb of a game."""
        if isinstance(verb, QuickVerb):
            call = partial(verb.call, solver)
            return self.quick_endpoint(solver.game.name, call, BRIEF_BYTES)

        return partial(self._search_answer, solver, verb)

    def quick_endpoint(
        self, game: str, answers: Callable[[Any], BaseModel], brief_bytes: int = 0
    ) -> Endpoint:
        """What answers by what ``answers`` makes of a parsed body, in a thread if it is not brief.

        The endpoint raises what :mod:`kibitz.api.problems` knows.
        """
        return partial(self._quick_answer, game, answers, brief_bytes)

    async def _quick_answer(
        self, game: str, answers: Callable[[Any], BaseModel], brief_bytes: int, request: Request
    ) -> Response:
        body = await self.body(request, game)
        trace = trace_of(request)

        def call() -> bytes:
            data = parse(body)
            began = time.perf_counter()
            try:
                return to_bytes(answers(data))
            finally:
                trace.kernel = time.perf_counter() - began

        brief = len(body) <= brief_bytes
        return resource(request, call() if brief else await self.quick.run(call))

    async def _search_answer(self, solver: Solver, verb: SearchVerb, request: Request) -> Response:
        body = await self.body(request, solver.game.name)
        kept = self.searches.kept(request, solver, verb, body)
        if kept is not None:
            return kept
        read = partial(self.searches.read, solver, verb, body)
        # The record of a review is played through to be read.
        brief = len(body) <= BRIEF_BYTES and not verb.piecewise
        search = read() if brief else await self.quick.run(read)
        return await self.searches.answer(request, search)

    def start(self) -> None:
        """Load the kernels and take work."""
        self.stopping.clear()
        self.searches.pool.open()
        self.readiness.start()
        self.jobs.start(lambda: self.readiness.ready)

    @property
    def idle(self) -> bool:
        """Whether nobody waits for a verb."""
        return self.searches.idle and not self.quick.pending

    def drain(self) -> None:
        """Say that the service is stopping: nothing new is begun, open streams of jobs end."""
        self.stopping.set()

    def check_ready(self, game: str | None = None) -> None:
        """Raise ``Warming``, ``NotStarted`` or ``Closed`` unless new requests are welcome.

        Requests about one game, or those about any.
        """
        if self.stopping.is_set():
            raise Closed(STOPPING)
        if game is None or self.readiness.games[game].state != "ready":
            self.readiness.check(game)

    async def body(self, request: Request, game: str | None = None) -> bytes:
        """The body of a request for work; raises what :meth:`check_ready` and its reading do."""
        self.check_ready(game)
        asked = request.scope[ASKED]
        if asked.get(b"content-type") != _JSON or b"content-encoding" in asked:
            check_type(request.headers)
        declared = asked.get(b"content-length")
        return await _collect(request.receive, declared, self.settings.max_body_bytes)


async def _collect(receive: Receive, declared: bytes | None, limit: int) -> bytes:
    """The whole body; raises ``BodyTooLarge`` as soon as more than ``limit`` bytes are there.

    ``declared`` is the Content-Length header, if any. Raises ``ClientDisconnect`` on a hang-up.
    """
    if declared and declared.isdigit() and len(declared) < 20 and int(declared) > limit:
        raise BodyTooLarge(limit)
    parts, size, more = list[bytes](), 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > limit:
            raise BodyTooLarge(limit)
        parts.append(part)
        more = message.get("more_body", False)
    return parts[0] if len(parts) == 1 else b"".join(parts)
