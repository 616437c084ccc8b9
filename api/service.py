"""What all handlers share: settings, games, threads, counters, and the way of a request."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from api.answers import AnswerBook, book_key
from api.body import check_type, collect, parse
from api.cache import TIMED_SECONDS, AnswerCache, canonical_key
from api.edge import Trace, trace_of
from api.flights import ClientGone, Flight, Flights, Landing, while_connected
from api.metrics import CacheResult, Metrics
from api.problems import problem_of
from api.requests import read_request
from api.responses import etag_of, resource, tagged, to_bytes
from api.settings import Settings
from api.streams import Form, StreamResponse, failed_line, last_line, line_of, wanted_form
from api.verbs import SearchAnswer, SearchVerb
from api.work import QuickWork, Readiness
from games.game import Game
from solvers.answers import so_far
from solvers.budget import Budget, Limits
from solvers.lanes import STOPPING, Busy, Closed, Lanes, Room
from solvers.progress import Listener, Progress
from solvers.result import SolveAnswer, StoppedBy
from solvers.solver import Options, SolveOptions, Solver


class Service:
    """One application's parts; see :func:`api.app.create_app`."""

    def __init__(
        self,
        settings: Settings,
        solvers: Mapping[str, Solver],
        warm: Callable[[Listener], None],
        unsolved: Sequence[Game] = (),
    ) -> None:
        """Nothing is started or opened yet."""
        self.settings = settings
        self.solvers = solvers
        self.games = [*(solver.game for solver in solvers.values()), *unsolved]
        self.readiness = Readiness(warm)
        self.lanes = Lanes(
            settings.workers,
            interactive=Room(settings.max_queue, settings.max_wait_ms / 1000),
            batch=Room(settings.max_batch_queue),
        )
        self.quick = QuickWork(settings.workers, 4 * (settings.workers + settings.max_queue))
        self.stopping = False
        self.flights = Flights()
        self.cache = AnswerCache(settings.cache_mb << 20)
        self.metrics = Metrics(self.lanes)
        url = settings.database_url
        self.book = AnswerBook(url) if url else None

    async def quick_answer(self, request: Request, answers: Callable[[Any], BaseModel]) -> Response:
        """What ``answers`` makes of the parsed body of ``request``, in a thread.

        Raises what :mod:`api.problems` knows.
        """
        body = await self._body(request)
        trace = trace_of(request)

        def call() -> bytes:
            data = parse(body)
            began = time.perf_counter()
            try:
                return to_bytes(answers(data))
            finally:
                trace.kernel = time.perf_counter() - began

        return resource(request, await self.quick.run(call))

    async def search_answer(self, request: Request, solver: Solver, verb: SearchVerb) -> Response:
        """What a search verb answers to ``request``; raises what :mod:`api.problems` knows.

        Raises ``ClientGone``, too, when the client hangs up; the search is stopped then, unless
        somebody else waits for the same.
        """
        form = wanted_form(request)
        body = await self._body(request)
        search = await self.quick.run(lambda: self._read(solver, verb, body))
        trace = trace_of(request)
        found = self.cache.find(search.key)
        if found is not None:
            self.metrics.cache(solver.game.name, verb.name, "hit")
            trace.note(found.stopped_by, 0, cache="hit")
            return self._response(request, form, found)
        flight, joined = self._join(search)
        result: CacheResult = "joined" if joined else "miss"
        trace.cache = result
        self.metrics.cache(solver.game.name, verb.name, result)
        if form == "json":
            try:
                landing = await while_connected(request.receive, flight.landed())
            except Busy as refusal:
                self.metrics.refused("late" if refusal.late else "full")
                raise
            finally:
                self.flights.leave(search.key, flight)
            self._note(trace, landing)
            return self._response(request, form, landing)
        return await self._stream(request, form, search, flight)

    def start(self) -> None:
        """Load the kernels and take work."""
        self.stopping = False
        self.lanes.open()
        self.readiness.start()

    def check_ready(self) -> None:
        """Raise ``Warming``, ``NotStarted`` or ``Closed`` unless new requests are welcome."""
        if self.stopping:
            raise Closed(STOPPING)
        self.readiness.check()

    def stop_searches(self) -> None:
        """Stop all searches; they answer with what they have found."""
        self.flights.stop()

    def close(self) -> None:
        """Take no more work and close what is open."""
        self.lanes.close()
        if self.book is not None:
            self.book.close()

    async def _stream(
        self, request: Request, form: Form, search: "Search", flight: Flight
    ) -> Response:
        """The response that goes on while the search does; raises what it raises at once."""
        flight.streams += 1
        try:
            first = await while_connected(request.receive, flight.first_line())
        except BaseException as error:
            if isinstance(error, Busy):
                self.metrics.refused("late" if error.late else "full")
            self._leave(search, flight)
            raise
        return StreamResponse(form, self._lines(request, search, flight, first))

    async def _lines(
        self, request: Request, search: "Search", flight: Flight, first: bytes | None
    ) -> AsyncGenerator[bytes]:
        """The lines of a stream, from the first to the last."""
        trace = trace_of(request)
        with self.metrics.streaming():
            try:
                if first is not None or not flight.over:
                    yield first or line_of(None, None)
                async for line in flight.lines():
                    yield line
                landing = await flight.landed()
                self._note(trace, landing)
                yield last_line(landing.content)
            except (ClientGone, GeneratorExit):
                raise
            except Exception as error:  # noqa: BLE001 - too late for a status: told in the last line
                problem = problem_of(error)
                trace.level = problem.kind.level
                if problem.kind.level == "error":
                    structlog.get_logger("kibitz").exception("a stream ended in a fault")
                yield failed_line(problem.to_json())
            finally:
                self._leave(search, flight)

    def _leave(self, search: "Search", flight: Flight) -> None:
        flight.streams -= 1
        self.flights.leave(search.key, flight)

    def _join(self, search: "Search") -> tuple[Flight, bool]:
        try:
            return self.flights.join(
                search.key,
                lambda call: self.lanes.submit("interactive", call),
                lambda flight: self._fly(search, flight),
                partial(self.cache.keep, search.key),
            )
        except Busy:
            self.metrics.refused("full")
            raise

    def _response(self, request: Request, form: Form, landing: Landing) -> Response:
        if form != "json":
            return StreamResponse(form, _only(last_line(landing.content)))
        response = tagged(request, landing.content, landing.etag)
        response.headers["Vary"] = "Accept"
        return response

    def _note(self, trace: Trace, landing: Landing) -> None:
        trace.note(landing.stopped_by, landing.nodes)
        trace.kernel, trace.waited = landing.seconds, landing.waited_s

    def _read(self, solver: Solver, verb: SearchVerb, body: bytes) -> "Search":
        """The request in ``body``; raises ``BadInput`` and what the body may be."""
        asked, position = read_request(verb.takes, solver.game, parse(body))
        limits = solver.limits_for(verb.name, asked.limits, self.settings.cap)
        key = canonical_key(solver.game, verb, position, asked, limits)
        return Search(verb, solver, position, asked, limits, key)

    def _fly(self, search: "Search", flight: Flight) -> Landing:
        """Search, or find the answer in the book; runs in a thread."""
        waited = flight.started()
        self.metrics.waited("interactive", waited)
        key = self._book_key(search)
        if self.book is not None and key is not None:
            found = self.book.find(key, search.limits)
            self.metrics.book(hit=found is not None)
            if found is not None:
                return _landing(found, 0, 0.0, waited)
        budget = Budget(search.limits, flight.cancel)
        name = search.verb.name

        def tell(progress: Progress) -> bytes:
            return line_of(progress, so_far(name, progress, budget))

        answer = search.verb.call(
            *(search.solver, search.position, search.asked, budget),
            lambda progress: flight.hear(progress, tell),
        )
        seconds = budget.elapsed()
        nodes, stopped = answer.spent.nodes, answer.stopped_by
        game = search.solver.game.name
        self.metrics.search(game, name, stopped, nodes, budget.iterations)
        if self.book is not None and key is not None and isinstance(answer, SolveAnswer):
            self.book.keep(key, answer, seconds)
        return _landing(answer, nodes, seconds, waited)

    def _book_key(self, search: "Search") -> str | None:
        """Where the book would have the answer; None for what is sooner searched than found."""
        asked = search.asked
        if self.book is None or not isinstance(asked, SolveOptions) or asked.objective == "any":
            return None
        return book_key(search.solver.game, search.position, asked.objective, search.limits)

    async def _body(self, request: Request) -> bytes:
        self.readiness.check()
        check_type(request.headers)
        declared = request.headers.get("content-length")
        return await collect(request.stream(), declared, self.settings.max_body_bytes)


@dataclass(frozen=True, slots=True)
class Search:
    """A search request, read and checked, with the limits in force and what it is known by."""

    verb: SearchVerb
    solver: Solver
    position: Any
    asked: Options
    limits: Limits
    key: str


def _landing(answer: SearchAnswer, nodes: int, seconds: float, waited: float) -> Landing:
    content = to_bytes(answer)
    lasts = None
    if answer.stopped_by is StoppedBy.TIME:
        lasts = TIMED_SECONDS
    elif answer.stopped_by is StoppedBy.CANCELLED:
        lasts = 0.0
    return Landing(content, etag_of(content), answer.stopped_by, nodes, seconds, waited, lasts)


async def _only(line: bytes) -> AsyncGenerator[bytes]:
    yield line
