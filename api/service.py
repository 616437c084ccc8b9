"""What all handlers share: settings, games, threads, counters, and the way of a request."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request

from api.answers import AnswerBook, book_key
from api.body import check_type, collect, parse
from api.edge import Trace, trace_of
from api.job_desk import JobDesk
from api.metrics import Metrics
from api.requests import read_request
from api.settings import Settings
from api.verbs import SearchAnswer, SearchVerb
from api.work import Lane, Readiness, run_while_connected
from games.game import Game
from solvers.budget import Budget, Cancel, Limits
from solvers.progress import Listener
from solvers.result import Answer, SolveAnswer
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
        self.searches = Lane(settings.workers, settings.max_queue)
        self.quick = Lane(settings.workers, 4 * (settings.workers + settings.max_queue))
        self.metrics = Metrics(self.searches)
        url = settings.database_url
        self.book = AnswerBook(url) if url else None
        self.jobs = JobDesk(settings)

    async def quick_answer(
        self, request: Request, answers: Callable[[Any], BaseModel]
    ) -> BaseModel:
        """What ``answers`` makes of the parsed body of ``request``, in a thread.

        Raises what :mod:`api.problems` knows.
        """
        body = await self._body(request)
        trace = trace_of(request)

        def call() -> BaseModel:
            data = parse(body)
            began = time.perf_counter()
            try:
                return answers(data)
            finally:
                trace.kernel = time.perf_counter() - began

        return await self.quick.run(call)

    async def search_answer(self, request: Request, solver: Solver, verb: SearchVerb) -> Answer:
        """What a search verb answers to ``request``; raises what :mod:`api.problems` knows.

        Raises ``ClientGone``, too, when the client hangs up; the search is stopped then.
        """
        body = await self._body(request)
        asked, position = await self.quick.run(
            lambda: read_request(verb.takes, solver.game, parse(body))
        )
        search = Search(verb, solver, position, asked, trace_of(request))
        return await run_while_connected(
            self.searches, request.receive, lambda cancel: self._run(search, cancel)
        )

    def _run(self, search: "Search", cancel: Cancel) -> SearchAnswer:
        """Search, or find the answer in the book; runs in a thread."""
        verb, solver, asked, trace = search.verb, search.solver, search.asked, search.trace
        limits = solver.limits_for(verb.name, asked.limits, self.settings.cap)
        key = self._book_key(search, limits)
        if self.book is not None and key is not None:
            found = self.book.find(key, limits)
            self.metrics.book(hit=found is not None)
            if found is not None:
                trace.stopped_by, trace.nodes = found.stopped_by, 0
                return found
        began = time.perf_counter()
        try:
            answer = verb.call(solver, search.position, asked, Budget(limits, cancel))
        finally:
            trace.kernel = time.perf_counter() - began
        trace.stopped_by, trace.nodes = answer.stopped_by, answer.spent.nodes
        self.metrics.search(solver.game.name, verb.name, answer.stopped_by, answer.spent.nodes)
        if self.book is not None and key is not None and isinstance(answer, SolveAnswer):
            self.book.keep(key, answer, trace.kernel)
        return answer

    def _book_key(self, search: "Search", limits: Limits) -> str | None:
        """Where the book would have the answer; None for what is sooner searched than found."""
        asked = search.asked
        if self.book is None or not isinstance(asked, SolveOptions) or asked.objective == "any":
            return None
        return book_key(search.solver.game, search.position, asked.objective, limits)

    async def _body(self, request: Request) -> bytes:
        self.readiness.check()
        check_type(request.headers)
        declared = request.headers.get("content-length")
        return await collect(request.stream(), declared, self.settings.max_body_bytes)


@dataclass(frozen=True, slots=True)
class Search:
    """A search request, read and checked."""

    verb: SearchVerb
    solver: Solver
    position: Any
    asked: Options
    trace: Trace
