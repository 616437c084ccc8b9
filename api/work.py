"""Quick work in threads.

Applying rules takes no time to speak of, so it never waits for a search; searches go through
:mod:`kibitz.solvers.lanes`.
"""

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from kibitz.solvers.lanes import Busy

T = TypeVar("T")


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
