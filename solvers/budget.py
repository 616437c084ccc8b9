"""What a search may spend, and the flag that stops it.

:class:`Limits` is what a caller asks for, :class:`Budget` the same once the clock runs.
"""

import os
import threading
import time
from typing import Final

from kibitz.contract.answers import StoppedBy
from kibitz.contract.limits import Limits

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
        self._start = time.perf_counter()
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

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    def seconds_left(self) -> float:
        """Seconds until the time limit, infinite without one."""
        return self._deadline - time.perf_counter()

    def nodes_left(self) -> int:
        """Nodes until the node limit; a number no search reaches without one."""
        return (self.limits.nodes or 1 << 60) - self.nodes

    def iterations_left(self) -> int:
        """Iterations until their limit; a number no search reaches without one."""
        return (self.limits.iterations or 1 << 60) - self.iterations

    def memory_bytes(self) -> int:
        """Bytes that tables may take."""
        return (self.limits.memory_mb or 1 << 20) * MEGABYTE

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
        part._spent = self._spent
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
        part._spent = self._spent
        return part

    def anew(self) -> "Budget":
        """The same limits from now on with nothing spent, stopped by the same flag.

        The time for all of them together stays what it was; see :meth:`used_up`.
        """
        part = Budget(self.limits, self._cancel)
        part._deadline = min(part._deadline, self._last)
        return part

    def used_up(self) -> bool:
        """Whether no time is left to begin anew, or the flag is set."""
        return self._cancel.is_set() or time.perf_counter() >= self._last

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
