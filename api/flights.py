"""Searches in flight, each with all the requests that wait for it: equal requests share a search.

A search may have several cuts of its answer, which reveal more or less of what it found: the levels
of a hint. Requests for different cuts share it as well.

A flight begins when the first request joins it and is stopped when the last one has left. While a
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

from kibitz.solvers.budget import Cancel
from kibitz.solvers.progress import Progress

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
class Landing:
    """The answers of a search by cut, and what it cost: seconds in the verb, nodes and iterations.

    ``waited_s``: in the queue. ``lasts_s``: how long the answers may be given to others, None for
    ever, 0 to nobody.
    """

    cuts: Mapping[str, Content]
    stopped_by: str
    nodes: int
    seconds: float
    waited_s: float
    lasts_s: float | None


Fly = Callable[["Flight"], Landing]
Submit = Callable[[Callable[[], Landing]], "Future[Landing]"]
Over = Callable[[Landing | None], None]
Tell = Callable[[Progress, Collection[str]], Mapping[str, bytes]]  # the lines of some cuts


class Flight:
    """One search: ``cancel`` stops it. Made and joined in the event loop, flown in a thread."""

    def __init__(self) -> None:
        """Nothing has begun yet."""
        self.cancel = Cancel()
        self.riders = 0
        self.streams: Counter[str] = Counter()  # by cut
        self.booked = time.perf_counter()
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._began = False
        self._lines: Mapping[str, bytes] = {}
        self._next = 0.0
        self._future: Future[Landing] | None = None
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

    async def landed(self) -> Landing:
        """The answer; raises what the search raised."""
        while not self._done:
            await self._changed.wait()
        return self._landing()

    async def first_line(self, cut: str) -> bytes | None:
        """The first improving answer; None when nothing has been found yet, or the search is over.

        Raises what the search raised before its first answer.
        """
        while not (self._began or self._done):
            await self._changed.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENCE_SECONDS):
                while cut not in self._lines and not self._done:
                    await self._changed.wait()
        if self._done:
            self._landing()
            return None
        return self._lines.get(cut)

    async def lines(self, cut: str, last: bytes | None) -> AsyncIterator[bytes]:
        """The improving answers after ``last``, the newest only, until the search is over."""
        while not self._done:
            line = self._lines.get(cut)
            if line is last or line is None:
                await self._changed.wait()
            else:
                last = line
                yield line

    def fly(self, submit: Submit, fly: Fly, over: Over) -> None:
        """Begin; ``over`` is called in the event loop at the end. Raises what ``submit`` does."""

        def end(_: "Future[Landing]") -> None:
            self._call(lambda: self._land(over))

        self._future = submit(lambda: fly(self))
        self._future.add_done_callback(end)

    def stop(self) -> None:
        """Stop the search, or take it out of the queue."""
        self.cancel.set()
        if self._future is not None:
            self._future.cancel()

    def _landing(self) -> Landing:
        if self._future is None or self._future.cancelled():
            raise ClientGone
        return self._future.result()

    def _begin(self) -> None:
        self._began = True
        self._pulse()

    def _take(self, lines: Mapping[str, bytes]) -> None:
        self._lines = lines
        self._pulse()

    def _land(self, over: Over) -> None:
        self._done = True
        future = self._future
        landed = future is not None and not future.cancelled() and future.exception() is None
        over(self._landing() if landed else None)
        self._pulse()

    def _pulse(self) -> None:
        """Wake all that wait, and let them wait anew."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _call(self, what: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(what)


class Flights:
    """The searches in flight, by their question; used only in the event loop."""

    def __init__(self) -> None:
        """None yet."""
        self._flights: dict[str, Flight] = {}

    @property
    def idle(self) -> bool:
        """Whether no search is in flight."""
        return not self._flights

    def join(
        self, key: str, submit: Submit, fly: Fly, keep: Callable[[Landing], None]
    ) -> tuple[Flight, bool]:
        """The flight for ``key``, and whether it was under way; to be left with :meth:`leave`.

        ``keep`` is given the answer, unless everybody has left before. Raises what ``submit`` does.
        """
        flight = self._flights.get(key)
        if flight is not None:
            flight.riders += 1
            return flight, True
        flight = Flight()

        def over(landing: Landing | None) -> None:
            self._forget(key, flight)
            if landing is not None:
                keep(landing)

        flight.fly(submit, fly, over)
        self._flights[key] = flight
        flight.riders = 1
        return flight, False

    def leave(self, key: str, flight: Flight) -> None:
        """Leave; the search stops when the last waiting request has left."""
        flight.riders -= 1
        if not flight.riders:
            self._forget(key, flight)
            flight.stop()

    def stop(self) -> None:
        """Stop all searches; they answer with what they have found."""
        for flight in self._flights.values():
            flight.cancel.set()

    def _forget(self, key: str, flight: Flight) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]


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
