"""What all handlers share: settings, games, threads, counters, and the course of a request."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.body import check_type, collect, parse
from kibitz.api.job_service import JobService
from kibitz.api.middleware import trace_of
from kibitz.api.readiness import Kernels, Readiness
from kibitz.api.responses import resource, to_bytes
from kibitz.api.searches import Searches
from kibitz.api.settings import Settings
from kibitz.api.verbs import SearchVerb
from kibitz.api.work import QuickWork
from kibitz.jobs.worker_pool import STOPPING, Closed
from kibitz.solvers.solver import Solver

# Of a body for which rules are applied in the event loop: that takes less time than to hand it to
# a thread and back, which only those need that may take some milliseconds.
BRIEF_BYTES: Final = 2_048


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

    async def quick_answer(
        self, request: Request, game: str, answers: Callable[[Any], BaseModel], brief_bytes: int = 0
    ) -> Response:
        """What ``answers`` makes of the parsed body of ``request``, in a thread if it is not brief.

        Raises what :mod:`kibitz.api.problems` knows.
        """
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

    async def search_answer(self, request: Request, solver: Solver, verb: SearchVerb) -> Response:
        """What a search verb answers to ``request``; see `api.searches.Searches.answer`."""
        body = await self.body(request, solver.game.name)
        kept = self.searches.kept(request, solver, verb, body)
        if kept is not None:
            return kept
        search = await self.quick.run(lambda: self.searches.read(solver, verb, body))
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
        self.readiness.check(game)

    async def body(self, request: Request, game: str | None = None) -> bytes:
        """The body of a request for work; raises what :meth:`check_ready` and its reading do."""
        self.check_ready(game)
        check_type(request.headers)
        declared = request.headers.get("content-length")
        return await collect(request.stream(), declared, self.settings.max_body_bytes)
