"""Running verbs in threads: bounded lanes, readiness, and the search that nobody waits for.

Kernels hold no interpreter lock, so threads search in parallel while the event loop goes on.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import Literal, TypeVar

import structlog
from anyio import CancelScope, CapacityLimiter, to_thread
from starlette.types import Receive

from solvers.budget import Cancel
from solvers.progress import Listener, Progress

T = TypeVar("T")

State = Literal["cold", "warming", "ready", "failed"]


class Busy(Exception):
    """As many calls wait as may wait."""


class Warming(Exception):
    """The kernels are not loaded yet."""


class NotStarted(Exception):
    """The kernels could not be loaded."""


class ClientGone(Exception):
    """The client hung up before its answer was there."""


class Lane:
    """A number of threads for one kind of work, with a short queue before them."""

    def __init__(self, threads: int, queue: int) -> None:
        """Run up to ``threads`` calls at once and let ``queue`` more wait."""
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


async def run_while_connected(lane: Lane, receive: Receive, call: Callable[[Cancel], T]) -> T:
    """What ``call`` returns, computed in ``lane``; its flag is set when the client hangs up.

    Raises ``ClientGone`` then, and ``Busy`` when the queue is full. The body must have been read.
    """
    cancel = Cancel()
    answer: list[T] = []
    with CancelScope() as scope:
        watcher = asyncio.create_task(_watch(receive, cancel, scope))
        try:
            answer.append(await lane.run(lambda: call(cancel)))
        finally:
            cancel.set()
            watcher.cancel()
    if not answer or scope.cancel_called:
        raise ClientGone
    return answer[0]


async def _watch(receive: Receive, cancel: Cancel, scope: CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    cancel.set()
    scope.cancel()


class Readiness:
    """Whether the kernels are loaded; loads them in a thread of its own."""

    def __init__(self, warm: Callable[[Listener], None]) -> None:
        """Remember how to load them."""
        self.state: State = "cold"
        self.doing = "not started"
        self._warm = warm

    def start(self) -> None:
        """Begin to load, once."""
        if self.state == "cold":
            self.state = "warming"
            threading.Thread(target=self._run, name="kibitz-warm", daemon=True).start()

    def check(self) -> None:
        """Raise ``Warming`` until everything is loaded, ``NotStarted`` when that failed."""
        if self.state == "failed":
            raise NotStarted("the compiled searches could not be loaded")
        if self.state != "ready":
            raise Warming(f"the compiled searches are being loaded: {self.doing}")

    def _run(self) -> None:
        log = structlog.get_logger("kibitz")
        try:
            self._warm(self._note)
        except Exception:
            self.state = "failed"
            log.exception("warming failed")
        else:
            self.state = "ready"
            log.info("ready")

    def _note(self, progress: Progress) -> None:
        total = f" of {progress.total}" if progress.total is not None else ""
        self.doing = f"{progress.best}, {progress.done}{total} {progress.unit}".lstrip(", ")
