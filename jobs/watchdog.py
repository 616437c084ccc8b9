"""A watchdog over searches: reports those that go on after their end, gives up those that hang.

A search looks at its flag many times a second, and stops soon after its limit or after the flag was
set. One that does not is a fault of ours: it is reported once, in the log and as a metric. A search
that should have ended long ago and does not even look at its flag any more hangs. Nothing can stop
it, but whoever waits for it need not wait for ever.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Final

import structlog

from kibitz.solvers.budget import Cancel

LATE_SECONDS: Final = 1.0  # after its limit, or after it was asked to stop
STILL_SECONDS: Final = 10.0  # without a look at the flag, where the limit is not known
HUNG_SECONDS: Final = 120.0  # after that and the last look at the flag
_LOOK_SECONDS: Final = 0.25


class Heartbeat(Cancel):
    """A flag that notes when it was first set, and when it was last looked at.

    Looking at it may hold a search up for a while, see :meth:`pausing`.
    """

    def __init__(self) -> None:
        """It has just been looked at."""
        super().__init__()
        self.looked = time.monotonic()
        self.asked = inf
        self._pause: Callable[[], bool] | None = None
        self._thread = 0
        self._cut = False
        self._paused_s = 0.0
        self._since: float | None = None

    def set(self) -> None:
        """Ask the search to stop."""
        self.asked = min(self.asked, time.monotonic())
        super().set()

    def is_set(self) -> bool:
        """Whether the search has been asked to stop; noted as a sign of life."""
        self.looked = time.monotonic()
        if self._pause is not None and self._thread == threading.get_ident():
            self._hold_up(self._pause)
        return self._cut or super().is_set()

    @property
    def paused_s(self) -> float:
        """See :attr:`kibitz.solvers.budget.Cancel.paused_s`."""
        since = self._since
        return self._paused_s + (0.0 if since is None else time.perf_counter() - since)

    @contextmanager
    def pausing(self, pause: Callable[[], bool]) -> Iterator[None]:
        """Within it, a look at the flag by this thread calls ``pause``, which may take its time.

        The search goes on when ``pause`` returns True, and is cut short when it returns False.
        """
        self._pause, self._thread = pause, threading.get_ident()
        try:
            yield
        finally:
            self._pause, self._cut = None, False

    def _hold_up(self, pause: Callable[[], bool]) -> None:
        self._pause = None  # it looks at the flag, too
        self._since = began = time.perf_counter()
        try:
            self._cut = not pause()
        finally:
            self._paused_s += time.perf_counter() - began
            self._since = None
            if not self._cut:
                self._pause = pause


@dataclass(eq=False, slots=True)
class Watched:
    """A search that is watched. ``limit_s``: the seconds it may take, None where it is not known.

    ``hung`` is called once if it hangs, in the watchdog's thread.
    """

    what: Mapping[str, object]
    limit_s: float | None
    flag: Heartbeat | None
    hung: Callable[[], None] | None
    began: float = field(default_factory=time.monotonic)
    paused_s: float = 0.0  # of the flag, when it began
    reported: bool = False
    given_up: bool = False

    def over_s(self, now: float) -> float:
        """For how many seconds it has been too long, by its limit or the flag, or its silence."""
        if self.flag is None:
            return -inf if self.limit_s is None else now - self.began - self.limit_s
        if self.limit_s is None and self.flag.asked == inf:
            return self._silent_s(now) - STILL_SECONDS
        return now - self._end()

    def hangs(self, now: float, hung_s: float) -> bool:
        """Whether it should have ended long ago and has given no sign of life for as long."""
        if self.flag is None:
            return False
        end = self.began if self.limit_s is None else self._end()
        return min(self._silent_s(now), now - end) > hung_s

    def _end(self) -> float:
        """When it should have ended."""
        limit = inf if self.limit_s is None else self.began + self.limit_s
        if self.flag is None:
            return limit
        limit += self.flag.paused_s - self.paused_s
        return max(self.began, min(limit, self.flag.asked))

    def _silent_s(self, now: float) -> float:
        return now - max(self.began, self.flag.looked if self.flag else -inf)


class Watchdog:
    """Looks several times a second after all that is watched, in a thread of its own."""

    def __init__(self, hung_s: float = HUNG_SECONDS) -> None:
        """Start no thread yet; ``hung_s``: when a search is given up."""
        self._hung_s = hung_s
        self._lock = threading.Lock()
        self._some = threading.Event()
        self._watched: set[Watched] = set()
        self._thread: threading.Thread | None = None
        self.listener: Callable[[str], object] | None = None  # called with the queue of each report

    @contextmanager
    def watching(
        self,
        what: Mapping[str, object],
        limit_s: float | None,
        flag: Heartbeat | None = None,
        hung: Callable[[], None] | None = None,
    ) -> Iterator[None]:
        """Watch what runs in the context; ``what`` is for the log, its ``queue`` for a metric."""
        watched = Watched(what, limit_s, flag, hung, paused_s=flag.paused_s if flag else 0.0)
        with self._lock:
            self._watched.add(watched)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._look, name="kibitz-watchdog", daemon=True
                )
                self._thread.start()
        self._some.set()
        try:
            yield
        finally:
            with self._lock:
                self._watched.discard(watched)
                if not self._watched:
                    self._some.clear()
            if watched.reported:
                seconds = round(time.monotonic() - watched.began, 3)
                _log("a search that was too long has ended", what, seconds)

    def _look(self) -> None:
        while True:
            self._some.wait()
            time.sleep(_LOOK_SECONDS)
            now = time.monotonic()
            with self._lock:
                late = [each for each in self._watched if each.over_s(now) > LATE_SECONDS]
            for each in late:
                self._report(each, now)

    def _report(self, each: Watched, now: float) -> None:
        seconds = round(now - each.began, 3)
        if not each.reported:
            each.reported = True
            _log("a search goes on after its end", each.what, seconds)
            if self.listener is not None:
                self.listener(str(each.what["queue"]))
        if not each.given_up and each.hangs(now, self._hung_s):
            each.given_up = True
            _log("a search hangs", each.what, seconds)
            if each.hung is not None:
                each.hung()


def _log(said: str, what: Mapping[str, object], seconds: float) -> None:
    structlog.get_logger("kibitz.watchdog").error(said, **what, seconds=seconds)
