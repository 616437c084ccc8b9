"""Quick work in threads, and readiness.

Applying rules takes no time to speak of, so it never waits for a search; searches go through
:mod:`kibitz.solvers.lanes`.
"""

import threading
from collections.abc import Callable
from typing import Literal, TypeVar

import structlog
from anyio import CapacityLimiter, to_thread

from kibitz.games.compilations import watch_compilations
from kibitz.solvers.lanes import Busy
from kibitz.solvers.progress import Listener, Progress

T = TypeVar("T")

State = Literal["cold", "warming", "ready", "failed"]


class Warming(Exception):
    """The kernels are not loaded yet."""


class NotStarted(Exception):
    """The kernels could not be loaded."""


class QuickWork:
    """A number of threads for calls of milliseconds, with a queue before them."""

    def __init__(self, threads: int, queue: int) -> None:
        """Run up to ``threads`` calls in parallel and let ``queue`` more wait."""
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


class Readiness:
    """Whether the kernels are loaded; loads them in a thread of its own.

    From then on nothing should be compiled any more: a compilation would delay a request, so each
    is counted and logged.
    """

    def __init__(
        self, warm: Callable[[Listener], None], count: Callable[[], None] = lambda: None
    ) -> None:
        """Remember how to load them; ``count`` is called for each kernel compiled later."""
        self.state: State = "cold"
        self.doing = "not started"
        self._warm = warm
        self._count = count
        self._unwatch: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin to load, once."""
        if self.state == "ready":
            self._watch()
        elif self.state == "cold":
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
            self._watch()
            self.state = "ready"
            log.info("ready")

    def stop(self) -> None:
        """Watch compilations no longer."""
        self._unwatch()
        self._unwatch = lambda: None

    def _watch(self) -> None:
        self.stop()
        self._unwatch = watch_compilations(self._compiled)

    def _compiled(self, kernel: str, types: str) -> None:
        self._count()
        structlog.get_logger("kibitz").warning("compiled after ready", kernel=kernel, types=types)

    def _note(self, progress: Progress) -> None:
        total = f" of {progress.total}" if progress.total is not None else ""
        self.doing = f"{progress.best}, {progress.done}{total} {progress.unit}".lstrip(", ")
