"""What all handlers share: settings, games, threads, counters, jobs, and the course of a request.

Applying rules takes no time to speak of, so it never waits for a search; searches go through
:mod:`kibitz.jobs.worker_pool`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from pydantic import BaseModel
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive

from kibitz.api.body import ASKED, JSON_TYPE, BodyTooLarge, check_query, check_type, parse
from kibitz.api.front import Endpoint, trace_of
from kibitz.api.job_service import JobService, QuickWork
from kibitz.api.readiness import Kernels, Readiness
from kibitz.api.responses import resource, to_bytes
from kibitz.api.searches import Searches
from kibitz.api.settings import Settings
from kibitz.api.verbs import QuickVerb, SearchVerb
from kibitz.jobs.worker_pool import STOPPING, Closed
from kibitz.solvers.solver import Solver

SWITCH_SECONDS: Final = 0.001  # that a search may hold the interpreter while the event loop waits
# Of a body for which rules are applied in the event loop: that takes less time than to hand it to
# a thread and back, which only those need that may take some milliseconds.
BRIEF_BYTES: Final = 2_048
_JSON: Final = JSON_TYPE.encode()


class Service:
    """One application's parts; see :func:`kibitz.api.app.create_app`."""

    def __init__(
        self,
        settings: Settings,
        solvers: Mapping[str, Solver],
        warm: Kernels,
        whole: Settings | None = None,
    ) -> None:
        """Nothing is started or opened yet."""
        self.settings = settings
        self.whole = whole or settings  # of all processes of the service together
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

        async def endpoint(request: Request) -> Response:
            body = await self.body(request, solver.game.name)
            kept = self.searches.kept(request, solver, verb, body)
            if kept is not None:
                return kept
            read = partial(self.searches.read, solver, verb, body)
            # The record of a review is played through to be read.
            brief = len(body) <= BRIEF_BYTES and not verb.piecewise
            search = read() if brief else await self.quick.run(read)
            return await self.searches.answer(request, search)

        return endpoint

    def quick_endpoint(
        self, game: str, answers: Callable[[Any], BaseModel], brief_bytes: int = 0
    ) -> Endpoint:
        """What answers by what ``answers`` makes of a parsed body, in a thread if it is not brief.

        The endpoint raises what :mod:`kibitz.api.problems` knows.
        """

        async def endpoint(request: Request) -> Response:
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

        return endpoint

    def start(self) -> None:
        """Load the kernels and take work."""
        self.stopping = asyncio.Event()
        self.searches.pool.open()
        self.readiness.start()
        self.jobs.start(lambda: self.readiness.ready, self.searches.check_book)

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

    def body(self, request: Request, game: str | None = None) -> Awaitable[bytes]:
        """The body of a request for work; raises what :meth:`check_ready` and its reading do."""
        self.check_ready(game)
        if query := request.scope["query_string"]:
            check_query(query)
        asked = request.scope[ASKED]
        if asked.get(b"content-type") != _JSON or b"content-encoding" in asked:
            check_type(request.headers)
        declared = asked.get(b"content-length")
        return _collect(request.receive, declared, self.settings.max_body_bytes)


async def _collect(receive: Receive, declared: bytes | None, limit: int) -> bytes:
    """The whole body; raises ``BodyTooLarge`` as soon as more than ``limit`` bytes are there.

    ``declared`` is the Content-Length header, if any. Raises ``ClientDisconnect`` on a hang-up.
    """
    if declared and declared.isdigit() and (len(declared) > 20 or int(declared) > limit):
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
