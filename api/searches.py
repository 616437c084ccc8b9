"""The course of a search request: read, looked up, shared, queued, answered whole or in lines."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import structlog
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.body import parse
from kibitz.api.cache import (
    AnswerCache,
    Wordings,
    cached_of,
    canonical_key,
    content_of,
    kept_cuts,
)
from kibitz.api.front import Trace, trace_of
from kibitz.api.in_flight import (
    CachedResponse,
    ClientGone,
    Content,
    InFlightRequest,
    InFlightRequests,
    while_connected,
)
from kibitz.api.metrics import CacheResult, Metrics
from kibitz.api.problems import problem_of
from kibitz.api.responses import Form, tagged, wanted_form
from kibitz.api.settings import Settings
from kibitz.api.streams import StreamResponse, failed_line, last_line, line_of, lines_of, piece_of
from kibitz.api.verbs import SearchVerb
from kibitz.contract.answers import SolveAnswer, StoppedBy
from kibitz.contract.options import Limits, Options, SolveOptions
from kibitz.jobs.worker_pool import Busy, Room, WorkerPool
from kibitz.solvers.answers import so_far
from kibitz.solvers.budget import Budget, Progress
from kibitz.solvers.solver import Cut, Solver, cut_of, cut_to

if TYPE_CHECKING:
    from kibitz.api.answers import AnswerBook

Hear = Callable[[bytes], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Search:
    """A search request, read and checked, with the limits in force and what it is known by.

    ``cut``: what of the findings is asked for.
    """

    verb: SearchVerb
    solver: Solver
    position: Any
    asked: Options
    limits: Limits
    key: str
    cut: Cut


class Searches:
    """Searches of one application: queues, those in progress, the cache and the answer book."""

    def __init__(self, settings: Settings) -> None:
        """Nothing is started or opened yet."""
        self._cap = settings.cap
        self.pool = WorkerPool(
            settings.workers,
            interactive=Room(settings.max_queue, settings.max_wait_ms / 1000),
            batch=Room(settings.max_batch_queue),
        )
        self.metrics = Metrics(self.pool)
        self._in_flight = InFlightRequests()
        self._cache = AnswerCache(settings.cache_mb << 20)
        self._wordings = Wordings()
        self._book_url = settings.database_url
        self._book: AnswerBook | None = None
        self._opening = Lock()

    def open_book(self) -> "AnswerBook | None":
        """The answer book, if there is one; whoever comes first waits until it is imported."""
        with self._opening:
            if self._book is None and self._book_url:
                from kibitz.api.answers import AnswerBook  # noqa: PLC0415

                self._book = AnswerBook(self._book_url)
            return self._book

    def read(self, solver: Solver, verb: SearchVerb, body: bytes) -> Search:
        """The request in ``body``; raises ``BadInput`` and what the body may be."""
        asked, position = verb.read(solver, parse(body))
        limits = solver.limits_for(verb.name, asked.limits, self._cap)
        key = canonical_key(solver.game, verb, position, asked, limits)
        cut = cut_of(asked)
        self._wordings.note(solver.game.name, verb.name, body, key, cut)
        return Search(verb, solver, position, asked, limits, key, cut)

    def kept(
        self, request: Request, solver: Solver, verb: SearchVerb, body: bytes
    ) -> Response | None:
        """The kept answer to a request with exactly the same bytes as an earlier one, if any.

        Reading them again would take longer than all the rest.
        """
        game = solver.game.name
        known = self._wordings.find(game, verb.name, body)
        found = None if known is None else self._cache.find(known[0])
        if known is None or found is None:
            return None
        return self._hit(request, game, verb.name, found, known[1])

    async def answer(self, request: Request, search: Search) -> Response:
        """The response to ``request``; raises what :mod:`kibitz.api.problems` knows.

        Raises ``ClientGone``, too, when the client disconnects; the search is stopped then, unless
        another request waits for it.
        """
        form, trace = wanted_form(request), trace_of(request)
        found = self._cache.find(search.key)
        if found is not None:
            game, verb = search.solver.game.name, search.verb.name
            return self._hit(request, game, verb, found, search.cut)
        if form == "json":
            content = await while_connected(request.receive, self.found(search, trace))
            return _respond(request, form, content)
        with self._counting_refusals():
            return await self._stream(request, form, search, self._join(search, trace))

    async def found(self, search: Search, trace: Trace, hear: Hear | None = None) -> Content:
        """The answer; raises what the search raises.

        ``hear`` is given each line of a stream but the last. A caller that is cancelled leaves: the
        search is stopped then, unless another request waits for it.
        """
        kept = self._cache.find(search.key)
        if kept is not None:
            self._note_hit(search.solver.game.name, search.verb.name, trace, kept)
            return content_of(kept, search.cut)
        with self._counting_refusals():
            in_flight = self._join(search, trace)
            listening = int(hear is not None)
            in_flight.streams[search.cut] += listening
            try:
                if hear is not None:
                    async for line in in_flight.lines(search.cut, None):
                        await hear(line)
                cached = await in_flight.answered()
            finally:
                in_flight.streams[search.cut] -= listening
                self._in_flight.leave(search.key, in_flight)
        _note_on(trace, cached)
        return content_of(cached, search.cut)

    @property
    def idle(self) -> bool:
        """Whether nobody waits for a search."""
        return self._in_flight.idle

    def stop(self) -> None:
        """Stop all searches; they answer with what they have found."""
        self._in_flight.stop()

    def close(self) -> None:
        """Take no more searches and close what is open."""
        self.pool.close()
        if self._book is not None:
            self._book.close()

    async def _stream(
        self, request: Request, form: Form, search: Search, in_flight: InFlightRequest
    ) -> Response:
        """The response that goes on while the search does; raises what precedes its first line."""
        in_flight.streams[search.cut] += 1

        def leave() -> None:
            in_flight.streams[search.cut] -= 1
            self._in_flight.leave(search.key, in_flight)

        try:
            first = await while_connected(request.receive, in_flight.first_line(search.cut))
        except BaseException:
            leave()
            raise
        lines = _lines(trace_of(request), in_flight, search.cut, first)
        return StreamResponse(form, lines, leave, self.metrics.streaming())

    def _join(self, search: Search, trace: Trace) -> InFlightRequest:
        """The search in progress, joined or begun; to be left."""
        in_flight, joined = self._in_flight.join(
            search.key,
            partial(self.pool.submit, "interactive"),
            partial(self._run, search),
            partial(self._cache.keep, search.key),
        )
        game, verb = search.solver.game.name, search.verb.name
        self._count(game, verb, trace, "joined" if joined else "miss")
        return in_flight

    @contextmanager
    def _counting_refusals(self) -> Iterator[None]:
        try:
            yield
        except Busy as refusal:
            self.metrics.refused("late" if refusal.late else "full")
            raise

    def _hit(
        self, request: Request, game: str, verb: str, found: CachedResponse, cut: Cut
    ) -> Response:
        self._note_hit(game, verb, trace_of(request), found)
        piecewise = verb == "review"
        content = content_of(found, cut)
        return _respond(request, wanted_form(request), content, piecewise=piecewise)

    def _note_hit(self, game: str, verb: str, trace: Trace, found: CachedResponse) -> None:
        self._count(game, verb, trace, "hit")
        trace.note(found.stopped_by, 0)

    def _count(self, game: str, verb: str, trace: Trace, result: CacheResult) -> None:
        trace.cache = result
        self.metrics.cache(game, verb, result)

    def _run(self, search: Search, in_flight: InFlightRequest) -> CachedResponse:
        """Search, or find the answer in the book; runs in a thread."""
        waited = in_flight.started()
        self.metrics.waited("interactive", waited)
        book, key = self._filed(search)
        if book is not None:
            filed = book.find(key, search.limits)
            self.metrics.book(hit=filed is not None)
            if filed is not None:
                return cached_of({(): filed}, 0, 0.0, waited)
        whole_ms = self._cap.time_ms if search.verb.piecewise else None
        budget = Budget(search.limits, in_flight.cancel, whole_ms)
        name = search.verb.name

        def tell(progress: Progress, cuts: Collection[Cut]) -> Mapping[Cut, bytes]:
            best = so_far(name, progress, budget)
            shown = {cut: None if best is None else cut_to(best, cut) for cut in cuts}
            return {cut: line_of(progress, answer) for cut, answer in shown.items()}

        def listen(progress: Progress) -> None:
            if search.verb.piecewise and progress.found is not None:
                in_flight.keep(piece_of(progress, progress.found()))
            else:
                in_flight.hear(progress, tell)

        limit_ms = whole_ms or search.limits.time_ms
        limit_s = None if limit_ms is None else limit_ms / 1000
        what = {"queue": "interactive", "game": search.solver.game.name, "verb": name}
        with self.pool.watchdog.watching(what, limit_s):
            found = search.verb.call(search.solver, search.position, search.asked, budget, listen)
        answers = kept_cuts(found, search.cut)
        answer = next(iter(answers.values()))
        seconds = budget.elapsed()
        nodes, stopped = answer.spent.nodes, answer.stopped_by or StoppedBy.SETTLED
        game = search.solver.game.name
        self.metrics.search(game, name, stopped, nodes, budget.iterations)
        if book is not None and isinstance(answer, SolveAnswer):
            book.keep(key, answer, seconds)
        return cached_of(answers, nodes, seconds, waited)

    def _filed(self, search: Search) -> "tuple[AnswerBook | None, str]":
        """The book and where it has the answer; none for what is sooner searched than found."""
        asked = search.asked
        if not isinstance(asked, SolveOptions) or asked.objective == "any":
            return None, ""
        book = self.open_book()
        if book is None:
            return None, ""
        return book, book.key(search.solver.game, search.position, asked.objective, search.limits)


async def _lines(
    trace: Trace, in_flight: InFlightRequest, cut: Cut, first: bytes | None
) -> AsyncGenerator[bytes]:
    """The lines of a stream, from the first to the last."""
    try:
        if first is not None or not in_flight.over:
            yield first or line_of(None, None)
        async for line in in_flight.lines(cut, first):
            yield line
        cached = await in_flight.answered()
        _note_on(trace, cached)
        yield last_line(content_of(cached, cut).content)
    except ClientGone:
        raise
    except Exception as error:  # noqa: BLE001 - too late for a status: told in the last line
        problem = problem_of(error)
        trace.level = problem.kind.level
        if problem.kind.level == "error":
            structlog.get_logger("kibitz").exception("a stream ended in a fault")
        yield failed_line(problem.to_json())


def _respond(request: Request, form: Form, answer: Content, *, piecewise: bool = False) -> Response:
    """The response with an answer, whole or as the lines of a stream."""
    if form != "json":
        return StreamResponse(form, lines_of(answer.content, piecewise=piecewise))
    return tagged(request, answer.content, answer.etag, vary=True)


def _note_on(trace: Trace, cached: CachedResponse) -> None:
    """Note on the trace what an answer took."""
    trace.note(cached.stopped_by, cached.nodes)
    trace.kernel, trace.waited = cached.seconds, cached.waited_s
