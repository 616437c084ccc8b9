"""The client for programs that wait; see :mod:`client`."""

import time
from collections.abc import Generator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import httpx2

from kibitz.client import calls, jobs
from kibitz.client.calls import AskedRecord, Call, Line, Position
from kibitz.client.jobs import AskedJob, EventReader, JobEvent
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    SolveAnswer,
    VerifyAnswer,
)
from kibitz.contract.base import Answer
from kibitz.contract.jobs import JobList, JobStatus, State
from kibitz.contract.options import LEVELS, Level, Limits, Strength
from kibitz.contract.replies import (
    CapabilitiesAnswer,
    ChooseAnswer,
    DealAnswer,
    GameAnswer,
    GamesAnswer,
    MovesAnswer,
    NextAnswer,
    PlayAnswer,
    ViewAnswer,
)
from kibitz.contract.review import ReviewAnswer

A = TypeVar("A", bound=Answer)

TIMEOUT: Final = 60.0  # seconds without a byte


class Kibitz:
    """Asks a service. Raises ``Refused`` for what it does not answer.

    Calls that are refused because too much is asked (429, 503) are tried again ``retries`` times,
    when the service says. Closing it, or leaving its ``with`` block, closes the connections.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        key: str | None = None,
        *,
        retries: int = 2,
        timeout: float = TIMEOUT,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """Ask the service at ``url``, with a ``key`` where it gives keys."""
        self._retries = retries
        self._http = httpx2.Client(
            base_url=url, headers=calls.bearer(key), timeout=timeout, transport=transport
        )

    def games(self) -> GamesAnswer:
        """The games that are there."""
        return self._ask(calls.GAMES)

    def game(self, game: str) -> GameAnswer:
        """Everything about one game."""
        return self._ask(calls.game(game))

    def capabilities(self) -> CapabilitiesAnswer:
        """Version, games and limits in force."""
        return self._ask(calls.CAPABILITIES)

    def deal(
        self,
        game: str,
        seed: str | int,
        rules: Mapping[str, Any] | None = None,
        source: str = "kibitz",
        want: Mapping[str, Any] | None = None,
        **match: Any,
    ) -> DealAnswer:
        """A fresh deal; ``match``: where the game has them ``dealer``, ``scores`` and ``round``.

        ``want``: of a solitaire the first from ``seed`` on with this ``verdict`` ("solvable" or
        "unsolvable") and, of those that can be won, this ``difficulty``.
        """
        return self._ask(calls.deal(game, seed, rules, source, want, match))

    def view(self, game: str, position: Position, seat: int) -> ViewAnswer:
        """The position as ``seat`` sees it."""
        return self._ask(calls.view(game, position, seat))

    def next(self, game: str, position: Position, seed: str | int) -> NextAnswer:
        """The match after a round that is over, and the deal of the next round."""
        return self._ask(calls.next_round(game, position, seed))

    def moves(self, game: str, position: Position) -> MovesAnswer:
        """The legal moves, and whether the game is over."""
        return self._ask(calls.moves(game, position))

    def play(self, game: str, position: Position, moves: Sequence[str]) -> PlayAnswer:
        """The position after some moves."""
        return self._ask(calls.play(game, position, moves))

    def verify(self, game: str, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """Whether some moves are legal and win."""
        return self._ask(calls.verify(game, position, moves))

    def solve(
        self, game: str, position: Position, *, limits: Limits | None = None, **options: Any
    ) -> SolveAnswer:
        """Whether a position can be won; ``options`` as ``objective``."""
        return self._ask(calls.solve(game, position, {"limits": limits, **options}))

    def hint(
        self, game: str, position: Position, *, limits: Limits | None = None, **options: Any
    ) -> HintAnswer:
        """One piece of advice; ``options`` as ``level``, ``information``, ``seed``."""
        return self._ask(calls.hint(game, position, {"limits": limits, **options}))

    def hints(
        self,
        game: str,
        position: Position,
        levels: Sequence[Level] = LEVELS,
        *,
        limits: Limits | None = None,
        **options: Any,
    ) -> HintsAnswer:
        """Advice of several levels from one search; ``options`` as of ``hint``."""
        return self._ask(calls.hints(game, position, levels, {"limits": limits, **options}))

    def analyze(
        self, game: str, position: Position, *, limits: Limits | None = None, **options: Any
    ) -> AnalyzeAnswer:
        """Every legal move valued; ``options`` as ``multi_pv``, ``moves``, ``include``."""
        return self._ask(calls.analyze(game, position, {"limits": limits, **options}))

    def choose(
        self,
        game: str,
        position: Position,
        level: Strength,
        *,
        limits: Limits | None = None,
        **options: Any,
    ) -> ChooseAnswer:
        """The move of an opponent of some strength; ``options`` as ``seed``."""
        asked = {"level": level, "limits": limits, **options}
        return self._ask(calls.choose(game, position, asked))

    def review(
        self, game: str, record: AskedRecord, *, limits: Limits | None = None, **options: Any
    ) -> ReviewAnswer:
        """The moves of a game that was played, judged; ``options`` as ``seats``, ``turns``."""
        return self._ask(calls.review(game, record, {"limits": limits, **options}))

    def solving(
        self, game: str, position: Position, *, limits: Limits | None = None, **options: Any
    ) -> Generator[Line[SolveAnswer]]:
        """As ``solve``, with improving answers; leaving the loop stops the search."""
        return self._stream(calls.solve(game, position, {"limits": limits, **options}))

    def hinting(
        self, game: str, position: Position, *, limits: Limits | None = None, **options: Any
    ) -> Generator[Line[HintAnswer]]:
        """As ``hint``, with improving answers; leaving the loop stops the search."""
        return self._stream(calls.hint(game, position, {"limits": limits, **options}))

    def analyzing(
        self, game: str, position: Position, *, limits: Limits | None = None, **options: Any
    ) -> Generator[Line[AnalyzeAnswer]]:
        """As ``analyze``, with improving answers; leaving the loop stops the search."""
        return self._stream(calls.analyze(game, position, {"limits": limits, **options}))

    def reviewing(
        self, game: str, record: AskedRecord, *, limits: Limits | None = None, **options: Any
    ) -> Generator[Line[ReviewAnswer]]:
        """As ``review``, with a line for each decision as soon as it is judged."""
        return self._stream(calls.review(game, record, {"limits": limits, **options}))

    def submit(self, job: AskedJob, key: str | None = None) -> JobStatus:
        """Long work into the queue, as ``{"kind": "study", …}`` or ``StudyRequest(…)``.

        The same ``key`` again finds the same job instead of starting another.
        """
        return self._ask(jobs.submit(job, key))

    def list_jobs(
        self,
        *,
        kind: str | None = None,
        state: State | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> JobList:
        """Jobs submitted with the same key, the newest first; ``after``: a list's ``next``."""
        return self._ask(jobs.listed(kind, state, limit, after))

    def job(self, job: str) -> JobStatus:
        """How a job stands, and what it has found so far."""
        return self._ask(jobs.status(job))

    def cancel(self, job: str) -> JobStatus:
        """End a job; what it has found stays."""
        return self._ask(jobs.cancel(job))

    def following(self, job: str, after: int | None = None) -> Generator[JobEvent]:
        """The events of a job to its end, of those after the number ``after`` if it is given.

        Without that end when the service is stopped meanwhile: ask again for those after the last.
        """
        response = self._send(jobs.follow(self._http, job, after), stream=True)
        try:
            if response.status_code >= 400:
                response.read()
            calls.check(response)
            reader = EventReader()
            for line in response.iter_lines():
                event = reader.event(line)
                if event is not None:
                    yield event
        finally:
            response.close()

    def table(self, study: str) -> str:
        """The deals of a study, a line each, as CSV."""
        return (self._file(study, "deals.csv")).decode()

    def chart(self, study: str) -> bytes:
        """How hard the deals of a study are, as a PNG picture."""
        return self._file(study, "chart.png")

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        self.close()

    def _ask(self, call: Call[A]) -> A:
        return call.read(self._send(call.request(self._http), stream=False))

    def _file(self, job: str, name: str) -> bytes:
        response = self._send(jobs.file(self._http, job, name), stream=False)
        calls.check(response)
        return response.content

    def _stream(self, call: Call[A]) -> Generator[Line[A]]:
        response = self._send(call.stream(self._http), stream=True)
        try:
            if response.status_code >= 400:
                response.read()
            calls.check(response)
            for text in response.iter_lines():
                yield call.line(text)
        finally:
            response.close()

    def _send(self, request: httpx2.Request, *, stream: bool) -> httpx2.Response:
        for tries_left in range(self._retries, -1, -1):
            response = self._http.send(request, stream=stream)
            wait = calls.pause(response, tries_left)
            if wait is None:
                return response
            response.close()
            time.sleep(wait)
        raise AssertionError("the last try is always returned")
