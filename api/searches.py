"""The course of a search request: read, looked up, shared, queued, answered whole or in lines."""

from collections.abc import AsyncGenerator, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.answers import AnswerBook, book_key
from kibitz.api.body import parse
from kibitz.api.cache import TIMED_SECONDS, AnswerCache, Wordings, canonical_key
from kibitz.api.in_flight import (
    CachedResponse,
    ClientGone,
    Content,
    InFlightRequest,
    InFlightRequests,
    while_connected,
)
from kibitz.api.metrics import CacheResult, Metrics
from kibitz.api.middleware import Trace, trace_of
from kibitz.api.problems import problem_of
from kibitz.api.responses import etag_of, tagged, to_bytes
from kibitz.api.settings import Settings
from kibitz.api.streams import (
    Form,
    StreamResponse,
    failed_line,
    last_line,
    line_of,
    piece_of,
    wanted_form,
)
from kibitz.api.verbs import SearchVerb
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    SolveAnswer,
    StoppedBy,
)
from kibitz.contract.options import LEVELS, Limits, Options, SolveOptions
from kibitz.contract.replies import ChooseAnswer
from kibitz.contract.review import ReviewAnswer
from kibitz.jobs.worker_pool import Busy, Room, WorkerPool
from kibitz.solvers.answers import so_far
from kibitz.solvers.budget import Budget, Progress
from kibitz.solvers.reviewing import said_of
from kibitz.solvers.solver import WHOLE, Advice, Cut, Solver, cut_of, cut_to

SearchAnswer = SolveAnswer | HintAnswer | AnalyzeAnswer | ChooseAnswer | ReviewAnswer


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
        url = settings.database_url
        self._book = AnswerBook(url) if url else None

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
        game, verb = search.solver.game.name, search.verb.name
        found = self._cache.find(search.key)
        if found is not None:
            return self._hit(request, game, verb, found, search.cut)
        try:
            in_flight, joined = self._join(search)
            self._count(game, verb, trace, "joined" if joined else "miss")
            if form != "json":
                return await self._stream(request, form, search, in_flight)
            try:
                cached = await while_connected(request.receive, in_flight.answered())
            finally:
                self._in_flight.leave(search.key, in_flight)
        except Busy as refusal:
            self.metrics.refused("late" if refusal.late else "full")
            raise
        _note(trace, cached)
        return _response(request, form, _content(cached, search.cut))

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

    def _join(self, search: Search) -> tuple[InFlightRequest, bool]:
        return self._in_flight.join(
            search.key,
            partial(self.pool.submit, "interactive"),
            partial(self._run, search),
            partial(self._cache.keep, search.key),
        )

    def _hit(
        self, request: Request, game: str, verb: str, found: CachedResponse, cut: Cut
    ) -> Response:
        trace = trace_of(request)
        self._count(game, verb, trace, "hit")
        trace.note(found.stopped_by, 0)
        piecewise = verb == "review"
        content = _content(found, cut)
        return _response(request, wanted_form(request), content, piecewise=piecewise)

    def _count(self, game: str, verb: str, trace: Trace, result: CacheResult) -> None:
        trace.cache = result
        self.metrics.cache(game, verb, result)

    def _run(self, search: Search, in_flight: InFlightRequest) -> CachedResponse:
        """Search, or find the answer in the book; runs in a thread."""
        waited = in_flight.started()
        self.metrics.waited("interactive", waited)
        key = self._book_key(search)
        if self._book is not None and key is not None:
            filed = self._book.find(key, search.limits)
            self.metrics.book(hit=filed is not None)
            if filed is not None:
                return _cached({(): filed}, 0, 0.0, waited)
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

        found = search.verb.call(search.solver, search.position, search.asked, budget, listen)
        answers = _kept(found, search.cut)
        answer = next(iter(answers.values()))
        seconds = budget.elapsed()
        nodes, stopped = answer.spent.nodes, answer.stopped_by or StoppedBy.SETTLED
        game = search.solver.game.name
        self.metrics.search(game, name, stopped, nodes, budget.iterations)
        if self._book is not None and key is not None and isinstance(answer, SolveAnswer):
            self._book.keep(key, answer, seconds)
        return _cached(answers, nodes, seconds, waited)

    def _book_key(self, search: Search) -> str | None:
        """Where the book would have the answer; None for what is sooner searched than found."""
        asked = search.asked
        if self._book is None or not isinstance(asked, SolveOptions) or asked.objective == "any":
            return None
        return book_key(search.solver.game, search.position, asked.objective, search.limits)


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
        _note(trace, cached)
        yield last_line(_content(cached, cut).content)
    except ClientGone:
        raise
    except Exception as error:  # noqa: BLE001 - too late for a status: told in the last line
        problem = problem_of(error)
        trace.level = problem.kind.level
        if problem.kind.level == "error":
            structlog.get_logger("kibitz").exception("a stream ended in a fault")
        yield failed_line(problem.to_json())


async def _kept_lines(content: bytes, *, piecewise: bool) -> AsyncGenerator[bytes]:
    """The lines of an answer that is there already."""
    if piecewise:
        decisions = ReviewAnswer.model_validate_json(content).decisions
        for number, decision in enumerate(decisions, 1):
            progress = Progress(number, len(decisions), "decisions", said_of(decision))
            yield piece_of(progress, decision)
    yield last_line(content)


def _response(
    request: Request, form: Form, answer: Content, *, piecewise: bool = False
) -> Response:
    if form != "json":
        return StreamResponse(form, _kept_lines(answer.content, piecewise=piecewise))
    response = tagged(request, answer.content, answer.etag)
    response.headers["Vary"] = "Accept"
    return response


def _note(trace: Trace, cached: CachedResponse) -> None:
    trace.note(cached.stopped_by, cached.nodes)
    trace.kernel, trace.waited = cached.seconds, cached.waited_s


def _content(cached: CachedResponse, cut: Cut) -> Content:
    """A cut of the answers; one that is not kept is made of those that are."""
    if cut in cached.cuts:
        return cached.cuts[cut]
    if WHOLE in cached.cuts:
        whole = AnalyzeAnswer.model_validate_json(cached.cuts[WHOLE].content)
        return _tagged(whole.including(cut))
    kept = {level: cached.cuts[level].content for level in LEVELS if level in cut}
    hints = {level: HintAnswer.model_validate_json(text) for level, text in kept.items()}
    return _tagged(HintsAnswer.of(hints))


def _tagged(answer: BaseModel) -> Content:
    body = to_bytes(answer)
    return Content(body, etag_of(body))


def _kept(
    found: SolveAnswer | ChooseAnswer | AnalyzeAnswer | ReviewAnswer | Advice, cut: Cut
) -> Mapping[Cut, SearchAnswer]:
    """The cuts that are kept, of which all others can be made."""
    if isinstance(found, Advice):
        return {level: found.at(level) for level in LEVELS}
    if isinstance(found, AnalyzeAnswer):
        return {WHOLE: found, cut: found.including(cut)}
    return {(): found}


def _cached(
    answers: Mapping[Cut, SearchAnswer], nodes: int, seconds: float, waited: float
) -> CachedResponse:
    cuts = {each: _tagged(answer) for each, answer in answers.items()}
    stopped_by = next(iter(answers.values())).stopped_by or StoppedBy.SETTLED
    lasts = None
    if stopped_by is StoppedBy.TIME:
        lasts = TIMED_SECONDS
    elif stopped_by is StoppedBy.CANCELLED:
        lasts = 0.0
    return CachedResponse(cuts, stopped_by, nodes, seconds, waited, lasts)
