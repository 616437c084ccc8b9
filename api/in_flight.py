"""Searches in progress, each with the requests that wait for it: equal requests share one.

A search may have several cuts of its answer, which return more or less of what it found, as the
levels of a hint. Requests for different cuts share it as well.

A search begins when the first request joins it and is stopped when the last one has left. While a
stream listens, its improving answers are made in the thread of the search; only the newest is
kept, so that a slow reader costs no memory.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from starlette.types import Receive

from kibitz.solvers.budget import Cancel, Progress
from kibitz.solvers.solver import Cut

T = TypeVar("T")

TELL_SECONDS: Final = 0.1  # between two improving answers
TELL_SHARE: Final = 0.05  # of the time of a search, at most, for making them
SILENCE_SECONDS: Final = 0.03  # of a search that has begun, before a stream begins without it


class ClientGone(Exception):
    """The client disconnected before its answer was ready."""


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of an answer and their entity tag."""

    content: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """The answers of a search by cut, and what it cost: seconds in the verb, nodes and iterations.

    Cuts that are not there can be made of those that are. ``waited_s``: in the queue. ``lasts_s``:
    how long the answers may be given to others, None for ever, 0 to nobody.
    """

    cuts: Mapping[Cut, Content]
    stopped_by: str
    nodes: int
    seconds: float
    waited_s: float
    lasts_s: float | None


Run = Callable[["InFlightRequest"], CachedResponse]
Submit = Callable[[Callable[[], CachedResponse]], "Future[CachedResponse]"]
Over = Callable[[CachedResponse | None], None]
Tell = Callable[[Progress, Collection[Cut]], Mapping[Cut, bytes]]  # the lines of some cuts


class InFlightRequest:
    """One search: ``cancel`` stops it. Made and joined in the event loop, flown in a thread."""

    def __init__(self) -> None:
        """Nothing has begun yet."""
        self.cancel = Cancel()
        self.waiters = 0
        self.streams: Counter[Cut] = Counter()  # by cut
        self.booked = time.perf_counter()
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._began = False
        self._lines: Mapping[Cut, bytes] = {}
        self._pieces: list[bytes] = []
        self._next = 0.0
        self._future: Future[CachedResponse] | None = None
        self._done = False

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return self._done

    def started(self) -> float:
        """Note, in the thread of the search, that it begins; the seconds it was waited for."""
        self._call(self._begin)
        return time.perf_counter() - self.booked

    def hear(self, progress: Progress, tell: Tell) -> None:
        """Take, in the thread of the search, an improving answer, if one is wanted by now."""
        now = time.perf_counter()
        wanted = +self.streams.copy()
        if not wanted or now < self._next:
            return
        lines = tell(progress, wanted)
        cost = time.perf_counter() - now
        self._next = now + max(TELL_SECONDS, cost / TELL_SHARE)
        self._call(lambda: self._take(lines))

    def keep(self, line: bytes) -> None:
        """Take, in the thread of the search, a line that every stream is sent."""
        self._call(lambda: self._note(line))

    async def answered(self) -> CachedResponse:
        """The answer; raises what the search raised."""
        while not self._done:
            await self._changed.wait()
        return self._cached()

    async def first_line(self, cut: Cut) -> bytes | None:
        """The first improving answer; None when nothing has been found yet, or the search is over.

        Raises what the search raised before its first answer.
        """
        while not (self._began or self._done):
            await self._changed.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENCE_SECONDS):
                while not (cut in self._lines or self._pieces or self._done):
                    await self._changed.wait()
        if self._done:
            self._cached()
            return None
        return self._lines.get(cut)

    async def lines(self, cut: Cut, last: bytes | None) -> AsyncIterator[bytes]:
        """The improving answers after ``last``, the newest only, until the search is over.

        Of what is found piece by piece all lines, from the first.
        """
        sent = 0
        while True:
            while sent < len(self._pieces):
                sent += 1
                yield self._pieces[sent - 1]
            if self._done:
                return
            line = self._lines.get(cut)
            if line is last or line is None:
                await self._changed.wait()
            else:
                last = line
                yield line

    def run(self, submit: Submit, run: Run, over: Over) -> None:
        """Begin; ``over`` is called in the event loop at the end. Raises what ``submit`` does."""

        def end(_: "Future[CachedResponse]") -> None:
            self._call(lambda: self._land(over))

        self._future = submit(lambda: run(self))
        self._future.add_done_callback(end)

    def stop(self) -> None:
        """Stop the search, or take it out of the queue."""
        self.cancel.set()
        if self._future is not None:
            self._future.cancel()

    def _cached(self) -> CachedResponse:
        if self._future is None or self._future.cancelled():
            raise ClientGone
        return self._future.result()

    def _begin(self) -> None:
        self._began = True
        self._pulse()

    def _take(self, lines: Mapping[Cut, bytes]) -> None:
        self._lines = lines
        self._pulse()

    def _note(self, line: bytes) -> None:
        self._pieces.append(line)
        self._pulse()

    def _land(self, over: Over) -> None:
        self._done = True
        future = self._future
        answered = future is not None and not future.cancelled() and future.exception() is None
        over(self._cached() if answered else None)
        self._pulse()

    def _pulse(self) -> None:
        """Wake all that wait, and let them wait anew."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _call(self, what: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(what)


class InFlightRequests:
    """The searches in progress, by their question; used only in the event loop."""

    def __init__(self) -> None:
        """None yet."""
        self._in_flight: dict[str, InFlightRequest] = {}

    @property
    def idle(self) -> bool:
        """Whether no search is in progress."""
        return not self._in_flight

    def join(
        self, key: str, submit: Submit, run: Run, keep: Callable[[CachedResponse], None]
    ) -> tuple[InFlightRequest, bool]:
        """The search for ``key``, and whether it was under way; to be left with :meth:`leave`.

        ``keep`` is given the answer, unless everybody has left before. Raises what ``submit`` does.
        """
        in_flight = self._in_flight.get(key)
        if in_flight is not None:
            in_flight.waiters += 1
            return in_flight, True
        in_flight = InFlightRequest()

        def over(cached: CachedResponse | None) -> None:
            self._forget(key, in_flight)
            if cached is not None:
                keep(cached)

        in_flight.run(submit, run, over)
        self._in_flight[key] = in_flight
        in_flight.waiters = 1
        return in_flight, False

    def leave(self, key: str, in_flight: InFlightRequest) -> None:
        """Leave; the search stops when the last waiting request has left."""
        in_flight.waiters -= 1
        if not in_flight.waiters:
            self._forget(key, in_flight)
            in_flight.stop()

    def stop(self) -> None:
        """Stop all searches; they answer with what they have found."""
        for in_flight in self._in_flight.values():
            in_flight.cancel.set()

    def _forget(self, key: str, in_flight: InFlightRequest) -> None:
        if self._in_flight.get(key) is in_flight:
            del self._in_flight[key]


async def while_connected(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What ``work`` comes to; it is cancelled, and ``ClientGone`` raised, on a hang-up.

    The body of the request must have been read.
    """
    working = asyncio.ensure_future(work)
    watching = asyncio.create_task(_hung_up(receive))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGone
        return working.result()
    finally:
        working.cancel()
        watching.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
