"""What a search may spend, the flag that stops it, how it reports, and the loop that runs it.

:class:`Limits` is what a caller asks for, :class:`Budget` the same once the clock runs.

There is one record of progress and one kind of listener for every search and verb. A record may
carry what has been found so far. It is made only when somebody asks for it, and each layer makes
its own of it on the way up: a search its findings, an analysis the moves valued, a verb the answer
that it would give if it was stopped now. Those are the improving answers.

A search is a resumable kernel with its arrays. :func:`drive` gives it a few milliseconds of work
at a time and in between looks at the clock, the limits and the cancel flag and calls the listener.
"""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isinf
from typing import Any, Final, Protocol

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits

MEGABYTE: Final = 1 << 20


def cores() -> int:
    """Processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Cancel:
    """A flag that another thread may set to stop a search at its next chunk."""

    def __init__(self) -> None:
        """Start unset."""
        self._event = threading.Event()

    def set(self) -> None:
        """Ask the search to stop."""
        self._event.set()

    def is_set(self) -> bool:
        """Whether it has been asked to stop."""
        return self._event.is_set()

    @property
    def paused_s(self) -> float:
        """Seconds for which looking at the flag has held the search up: no clock counts them."""
        return 0.0


class Budget:
    """Limits from the moment of construction on, shared by all the parts of one answer.

    ``nodes`` and ``iterations`` count what the parts have spent; whoever spends adds to them.
    """

    def __init__(
        self, limits: Limits, cancel: Cancel | None = None, whole_ms: int | None = None
    ) -> None:
        """Start the clock; ``whole_ms``: for all budgets that begin anew from this one together."""
        self.limits = limits
        self._whole_ms = whole_ms
        self._cancel = cancel or Cancel()
        self._spent = {"nodes": 0, "iterations": 0}
        self._heeded: set[str] = set()
        self._start = self._now()
        seconds = float("inf") if limits.time_ms is None else limits.time_ms / 1000
        self._deadline = self._start + seconds
        whole = float("inf") if whole_ms is None else whole_ms / 1000
        self._last = self._start + whole

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._spent["nodes"]

    @nodes.setter
    def nodes(self, value: int) -> None:
        self._spent["nodes"] = value

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return self._spent["iterations"]

    @iterations.setter
    def iterations(self, value: int) -> None:
        self._spent["iterations"] = value

    def _now(self) -> float:
        return time.perf_counter() - self._cancel.paused_s

    def elapsed(self) -> float:
        """Seconds since the start."""
        return self._now() - self._start

    def seconds_left(self) -> float:
        """Seconds until the time limit, infinite without one."""
        return self._deadline - self._now()

    def in_force(self) -> Limits:
        """The limits without those on nodes and iterations that the search has not gone by."""
        idle = [name for name, spent in self._spent.items() if not spent]
        return self.limits.model_copy(update=dict.fromkeys({*idle} - self._heeded))

    def heed_iterations(self) -> int | None:
        """Their limit, for a search that goes by it and counts something else than iterations."""
        self._heeded.add("iterations")
        return self.limits.iterations

    def nodes_left(self) -> int:
        """Nodes until the node limit; a number no search reaches without one."""
        return (self.limits.nodes or 1 << 60) - self.nodes

    def iterations_left(self) -> int:
        """Iterations until their limit; a number no search reaches without one."""
        return (self.limits.iterations or 1 << 60) - self.iterations

    def memory_bytes(self) -> int:
        """Bytes that tables may take."""
        return (self.limits.memory_mb or 1 << 20) * MEGABYTE

    @property
    def cancelled(self) -> bool:
        """Whether the flag is set."""
        return self._cancel.is_set()

    def stopped(self) -> StoppedBy | None:
        """The limit that has been reached, if any."""
        if self._cancel.is_set():
            return StoppedBy.CANCELLED
        if self.nodes_left() <= 0:
            return StoppedBy.NODES
        if self.iterations_left() <= 0:
            return StoppedBy.ITERATIONS
        if self.seconds_left() <= 0:
            return StoppedBy.TIME
        return None

    def share(self, fraction: float) -> "Budget":
        """A budget over a part of the time left; its nodes and iterations count here as well."""
        part = Budget(self.limits, self._cancel)
        part._spent, part._heeded = self._spent, self._heeded
        part._deadline = part._start + fraction * self.seconds_left()
        return part

    def without_nodes(self, default_ms: int | None) -> "Budget":
        """A budget for a search that visits no nodes, over the time and the iterations left.

        ``default_ms``: the time from now on where neither limits it.
        """
        time_ms = self.limits.time_ms
        if time_ms is None and self.limits.iterations is None:
            time_ms = default_ms
        part = self.limited(self.limits.model_copy(update={"nodes": None, "time_ms": time_ms}))
        part._deadline = min(part._deadline, self._deadline)
        return part

    def limited(self, limits: Limits) -> "Budget":
        """A budget with other limits, from now on; its nodes and iterations count here as well."""
        part = Budget(limits, self._cancel)
        part._spent, part._heeded = self._spent, self._heeded
        return part

    def anew(self, *, within: bool = True) -> "Budget":
        """The same limits from now on with nothing spent, stopped by the same flag.

        ``within``: the time for all of them together stays what it was; see :meth:`used_up`.
        """
        part = Budget(self.limits, self._cancel)
        if within:
            part._deadline = min(part._deadline, self._last)
        return part

    def used_up(self) -> bool:
        """Whether no time is left to begin anew, or the flag is set."""
        return self._cancel.is_set() or self._now() >= self._last

    def ration(self, iterations: int) -> "Budget":
        """So many of the iterations left, over all the time left; they count here as well."""
        allowed = self.iterations + min(iterations, self.iterations_left())
        part = self.limited(self.limits.model_copy(update={"iterations": allowed}))
        part._deadline = self._deadline
        return part

    def portion(self, fraction: float) -> "Budget":
        """As :meth:`share`, over a part of the iterations left as well, one at least."""
        part = self.share(fraction)
        if self.limits.iterations is not None:
            allowed = max(1, int(fraction * self.iterations_left()))
            part.limits = self.limits.model_copy(update={"iterations": self.iterations + allowed})
        return part


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    ``done`` and ``total`` count ``unit``; ``total`` is None when no bound is known. ``best`` says
    in a few words what has been found so far, ``found`` makes it: to be called within the
    listener, as the search goes on afterwards. None where there is nothing yet.
    """

    done: int
    total: int | None
    unit: str
    best: str = ""
    found: Callable[[], Any] | None = None


Listener = Callable[[Progress], None]


def sampled(
    done: int, total: int | None, best: str, value: float, error: float, found: Callable[[], Any]
) -> Progress:
    """How far a search by iterations has come, whose ``best`` move is worth ``value``.

    ``error``: a standard error. While it is infinite, nothing has been found.
    """
    if isinf(error):
        return Progress(done, total, "iterations")
    return Progress(done, total, "iterations", f"{best} {value:.3f} ± {error:.3f}", found)


def ignore(progress: Progress) -> None:
    """The listener of callers who do not want to know."""


def finding(listener: Listener, found: Callable[[], Any]) -> Listener:
    """A listener to give to a search that finds nothing by itself: ``found`` is what there is."""
    return lambda progress: listener(replace(progress, found=found))


def improving(listener: Listener, made: Callable[[Any], Any]) -> Listener:
    """A listener to give to a search: what it finds is passed on as ``made`` makes it."""

    def listen(progress: Progress) -> None:
        found = progress.found
        listener(progress if found is None else replace(progress, found=lambda: made(found())))

    return listen


CHUNK_SECONDS: Final = 0.004
FIRST_CHUNK: Final = 32  # nodes, which take a millisecond each in the slowest positions
LEAST_CHUNK: Final = 32  # no less than what a search takes at a time, or the clock would matter
LARGEST_CHUNK: Final = 1_000_000


class Search(Protocol):
    """A search that can be advanced by a number of nodes."""

    def advance(self, nodes: int) -> StoppedBy | None:
        """Visit up to ``nodes`` more nodes.

        SOLVED when the search has its answer, MEMORY when it may not grow any more, None to go on.
        """
        ...

    def visited(self) -> int:
        """Nodes visited so far."""
        ...

    def progress(self) -> Progress:
        """How far it has come."""
        ...


def drive(search: Search, budget: Budget, listener: Listener = ignore) -> StoppedBy:
    """Run ``search`` until it is done or the budget is spent, and say which."""
    chunk = FIRST_CHUNK
    before = search.visited()
    while True:
        stopped = budget.stopped()
        if stopped:
            return stopped
        began = time.perf_counter()
        ended = search.advance(min(chunk, budget.nodes_left()))
        spent = time.perf_counter() - began
        visited = search.visited() - before
        budget.nodes += visited
        before += visited
        if ended:
            return ended
        listener(search.progress())
        wanted = min(CHUNK_SECONDS, max(budget.seconds_left(), 0.0002))
        if visited:
            pace = visited * wanted / max(spent, 1e-6)
            chunk = int(min(LARGEST_CHUNK, 2 * chunk, max(LEAST_CHUNK, pace)))
