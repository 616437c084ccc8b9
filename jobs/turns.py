"""Turns: jobs of all clients share the threads for long work, about a second at a time.

A job keeps its place for a turn, also over several chunks, and goes on with its next turn when the
other clients that wait have had theirs: the client whose last turn began longest ago comes first.
A turn ends between two units of work, or within one where its search looks at its flag: it is held
up there until its next turn. Of searches that are held up, which keep their memory, there are
``MOST_PAUSED``. When there are as many, any other unit gets one longer turn to end in; if it
does not, it is cut short, and begun again once one of those has ended. So nobody waits for them for
long whose units are short. Where a search does not look at its flag for long, the jobs of other
clients get extra threads, and the operating system divides the processor between them.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from math import inf
from typing import Any, Final, TypeVar

from kibitz.jobs.job import Cancelled, stop_if
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.solvers.budget import Cancel

T = TypeVar("T")

TURN_SECONDS: Final = 1.0
OVERRUN_SECONDS: Final = 5.0  # of one unit, after which others no longer wait for it
MOST_EXTRA: Final = 4  # threads in addition to those of the pool
MOST_PAUSED: Final = 16
TRIAL_SECONDS: Final = 2.0  # of one unit where as many are held up
_LOOK_SECONDS: Final = 0.25


class Turn:
    """The place of one job. ``since``: when its turn began; ``busy_since``: its computation."""

    def __init__(self, client: str) -> None:
        """Nothing is taken yet."""
        self.client = client
        self.since = self.busy_since = inf
        self.paused = False  # within its unit, now or before, or about to be
        self.cut = False  # its unit took too long to be worked on now

    def unit_done(self) -> None:
        """Its unit has come to its end."""
        self.paused = self.cut = False

    def over(self, seconds: float | None = None) -> bool:
        """Whether it has been long enough, by default for a usual turn."""
        return time.monotonic() - self.since >= (TURN_SECONDS if seconds is None else seconds)


class Turns:
    """The places of a process for jobs, as many as its pool has threads for long work."""

    def __init__(self, pool: WorkerPool) -> None:
        """All places are free."""
        self._pool, self.places = pool, max(1, pool.threads - 1)
        self.watchdog = pool.watchdog
        self._changed = threading.Condition()
        self._waiting: list[Turn] = []
        self._holding: set[Turn] = set()
        self._served: dict[str, float] = {}
        self._in_pool = 0
        # A single thread is left to those who wait for an answer.
        self._most_in_pool = self.places if pool.threads > 1 else 0

    def take(self, turn: Turn, cancel: Cancel) -> None:
        """Keep the place as long as the turn lasts, else wait for the next one.

        Raises ``Cancelled`` when ``cancel`` is set meanwhile.
        """
        with self._changed:
            if turn in self._holding:
                if not turn.over():
                    return
                if not self._waiting:
                    turn.since = time.monotonic()
                    return
                self._holding.remove(turn)
            self._waiting.append(turn)
            try:
                self._changed.notify_all()
                while self._next() is not turn:
                    self._changed.wait(_LOOK_SECONDS)
                    stop_if(cancel)
            finally:
                self._waiting.remove(turn)
                self._changed.notify_all()
            turn.since = self._served[turn.client] = time.monotonic()
            turn.busy_since = inf
            turn.paused |= turn.cut  # it is known to take long
            self._holding.add(turn)

    def pause(self, turn: Turn, cancel: Cancel) -> bool:
        """Within a unit: as :meth:`take`, in a turn that is over and where somebody waits.

        Whether the unit may go on, now or when it is cancelled; if not, it is to be cut short.
        """
        if not turn.over():
            return True
        with self._changed:
            if not self._waiting or turn not in self._holding:
                turn.since = turn.busy_since = time.monotonic()
                return True
            if not turn.paused and self._full():
                turn.cut = turn.over(TRIAL_SECONDS)
                return not turn.cut
            turn.paused = True
        with suppress(Cancelled):  # which the search notices
            self.take(turn, cancel)
            turn.busy_since = time.monotonic()
        return True

    def leave(self, turn: Turn) -> None:
        """Give the place up for good."""
        with self._changed:
            self._holding.discard(turn)
            known = {each.client for each in (*self._waiting, *self._holding)}
            self._served = {name: at for name, at in self._served.items() if name in known}
            self._changed.notify_all()

    def run(self, turn: Turn, call: Callable[[], T]) -> "Future[T]":
        """The future of ``call()``, computed by the holder of a place.

        In the pool, where it has several threads and those for long work are not held by units that
        take long, else in an extra thread. Raises ``Busy`` and ``Closed`` as the pool does.
        """

        def timed() -> T:
            turn.busy_since = time.monotonic()
            try:
                return call()
            finally:
                turn.busy_since = inf

        with self._changed:
            pooled = self._in_pool < self._most_in_pool
            self._in_pool += pooled
        if pooled:
            try:
                found = self._pool.submit("batch", timed)
            except BaseException:
                self._left(None)
                raise
            found.add_done_callback(self._left)
            return found
        found = Future()
        threading.Thread(target=_run, args=(found, timed), name="kibitz-extra", daemon=True).start()
        return found

    def _left(self, _: object) -> None:
        with self._changed:
            self._in_pool -= 1

    def _full(self) -> bool:
        """Whether as many units as may be have been held up and have not come to their end."""
        return sum(each.paused for each in (*self._waiting, *self._holding)) >= MOST_PAUSED

    def _next(self) -> Turn | None:
        """Whose turn it is, if there is a place; the condition must be held."""
        now, full = time.monotonic(), self._full()
        late = sum(now - each.busy_since > OVERRUN_SECONDS for each in self._holding)
        found = [each for each in self._waiting if not (full and each.cut)]
        if len(self._holding) >= self.places:
            if len(self._holding) >= self.places + min(late, MOST_EXTRA):
                return None
            busy = {each.client for each in self._holding}
            found = [each for each in found if each.client not in busy]
        return min(found, key=lambda each: self._served.get(each.client, -inf), default=None)


def _run(future: "Future[Any]", call: Callable[[], Any]) -> None:
    try:
        found = call()
    except BaseException as error:  # noqa: BLE001 - whoever waits for the future gets it
        with suppress(Exception):
            future.set_exception(error)
    else:
        with suppress(Exception):
            future.set_result(found)
