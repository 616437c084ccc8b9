"""The compute threads and their two queues: short answers that someone waits for, and long work.

Searches hold no interpreter lock, so as many threads as cores compute at full speed and one more
would only make all of them slower. All that a process computes goes through one `WorkerPool`.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from math import ceil, inf
from typing import Any, Final, Literal, TypeVar

from kibitz.jobs.watchdog import Watchdog
from kibitz.solvers.budget import cores

T = TypeVar("T")

QueueName = Literal["interactive", "batch"]

HASTE: Final = 0.15  # of a usual call: the longest wait in overload
STANDING_CALLS: Final = 2.0  # usual calls, after which a queue that was never empty is overload
STANDING_SECONDS: Final = 0.25  # the least of that
STOPPING: Final = "the service is stopping"
CALM_CALLS: Final = 8.0  # usual calls without a refusal, after which overload is over
CALM_SECONDS: Final = 1.0  # the least of that
SMOOTHING: Final = 0.1  # weight of the last call in what is usual


class Busy(Exception):
    """The queue is full, or a call has waited in it for too long; ``retry_s``: when to ask again.

    ``late``: it had a place in the queue.
    """

    def __init__(self, said: str, retry_s: int = 1, *, late: bool = False) -> None:
        """Say what is full."""
        self.retry_s = retry_s
        self.late = late
        super().__init__(said)


class Closed(Exception):
    """The pool takes no more calls: the process is about to end."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many calls may wait in a queue, and for how many seconds each, infinite for ever."""

    queue: int
    wait_s: float = inf


@dataclass(frozen=True, slots=True)
class Load:
    """How many calls of a queue run, and how many wait."""

    running: int
    waiting: int


@dataclass(eq=False, slots=True)
class _Call:
    future: "Future[Any]"
    call: Callable[[], Any]
    since: float


@dataclass(slots=True)
class _Queue:
    room: Room
    threads: int
    waiting: deque[_Call] = field(default_factory=deque)
    running: int = 0
    usual_s: float | None = None
    standing_since: float = inf
    refused_at: float = -inf

    def overloaded(self, now: float) -> bool:
        """Whether a queue with a deadline was not empty for a while, or has refused lately.

        In overload refusals keep the queue short, so that it is empty now and then; it is over when
        none has been needed for a while.
        """
        if self.usual_s is None or self.room.wait_s == inf:
            return False
        calm = max(CALM_SECONDS, CALM_CALLS * self.usual_s)
        standing = max(STANDING_SECONDS, STANDING_CALLS * self.usual_s)
        return now - self.refused_at < calm or now - self.standing_since > standing

    def patience_s(self, now: float) -> float:
        """How long a call may wait."""
        if self.usual_s is None or not self.overloaded(now):
            return self.room.wait_s
        return min(self.room.wait_s, HASTE * self.usual_s)

    def took(self, seconds: float) -> None:
        """Note how long a call took."""
        usual = seconds if self.usual_s is None else self.usual_s
        self.usual_s = usual + SMOOTHING * (seconds - usual)

    def busy(self, said: str, *, late: bool) -> Busy:
        """The refusal of a call, with when there might be room for it; noted as such."""
        self.refused_at = time.monotonic()
        seconds = (len(self.waiting) + 1) / self.threads * (self.usual_s or 0.0)
        return Busy(said, max(1, ceil(seconds)), late=late)


class WorkerPool:
    """Threads for computing with two bounded queues before them; safe to use from any thread.

    ``submit("interactive", call)`` and ``submit("batch", call)`` return a
    :class:`concurrent.futures.Future` of what ``call()`` returns; a coroutine awaits it with
    ``asyncio.wrap_future``. ``future.cancel()`` takes a waiting call out of its queue; one that
    runs is stopped by the :class:`kibitz.solvers.budget.Cancel` that it was given by its maker.

    Interactive calls go first. Batch calls never take the last thread when there are several, so
    that an interactive one can always begin; with a single thread they should be short, as an
    interactive call then waits for the running one.

    A queue that is full refuses at once, and a call that has waited for its queue's ``wait_s`` is
    refused then: its future raises :class:`Busy`. A queue with such a deadline that has had a
    backlog for a while (overload) lets calls wait for ``HASTE`` of a usual call only and runs the
    newest first, so that whatever is answered is answered about as fast as ever and the rest is
    refused early.
    """

    def __init__(
        self,
        threads: int | None = None,
        *,
        interactive: Room = Room(64, 5.0),
        batch: Room = Room(1024),
    ) -> None:
        """Start no thread yet; ``threads``: one for each core by default."""
        self.threads = cores() if threads is None else threads
        self.watchdog = Watchdog()
        self._queues: Mapping[QueueName, _Queue] = {
            "interactive": _Queue(interactive, self.threads),
            "batch": _Queue(batch, max(1, self.threads - 1)),
        }
        self._changed = threading.Condition()
        self._started = self._closed = False
        self._closings = 0  # threads end with the time they were started in

    def submit(self, queue: QueueName, call: Callable[[], T]) -> "Future[T]":
        """The future of ``call()``; raises ``Busy`` when the queue is full, ``Closed`` at the end.

        A queue for no calls at all still takes one where a thread is free.
        """
        entry = _Call(Future(), call, time.monotonic())
        with self._changed:
            if self._closed:
                raise Closed(STOPPING)
            found = self._queues[queue]
            free = self._free(queue)
            if len(found.waiting) >= found.room.queue + free:
                raise found.busy(_full(found.running + free, len(found.waiting) - free), late=False)
            if not found.waiting:
                found.standing_since = entry.since
            found.waiting.append(entry)
            self._start()
            self._changed.notify_all()
        entry.future.add_done_callback(lambda _: self._forget(found, entry))
        return entry.future

    def load(self, queue: QueueName) -> Load:
        """What a queue is doing."""
        with self._changed:
            found = self._queues[queue]
            return Load(found.running, len(found.waiting))

    def open(self) -> None:
        """Take calls again, after a :meth:`close`; at first they are open."""
        with self._changed:
            self._closed = False

    def close(self) -> None:
        """Take no more calls: those that wait raise ``Closed``, those that run end as ever."""
        left: list[_Call] = []
        with self._changed:
            self._closed, self._started = True, False
            self._closings += 1
            for queue in self._queues.values():
                left += queue.waiting
                queue.waiting.clear()
            self._changed.notify_all()
        for entry in left:
            _refuse(entry, Closed(STOPPING))

    def _free(self, queue: QueueName) -> int:
        """Threads that would take a call of ``queue`` at once."""
        running = sum(each.running for each in self._queues.values())
        free = self.threads - running
        if queue == "batch":
            found = self._queues["batch"]
            free = min(
                free - len(self._queues["interactive"].waiting), found.threads - found.running
            )
        return max(0, free)

    def _start(self) -> None:
        if self._started:
            return
        self._started = True
        for number in range(self.threads):
            name = f"kibitz-compute-{number}"
            self._thread(self._work, name)
        self._thread(self._refuse_late, "kibitz-queues")

    def _thread(self, work: Callable[[int], None], name: str) -> None:
        threading.Thread(target=work, args=(self._closings,), name=name, daemon=True).start()

    def _next(self) -> tuple[_Queue, _Call] | None:
        """The call to run next, taken from its queue; the condition must be held."""
        for name in ("interactive", "batch"):
            queue = self._queues[name]
            full = name == "batch" and queue.running >= queue.threads
            if queue.waiting and not full:
                return queue, self._take(queue, newest=queue.overloaded(time.monotonic()))
        return None

    def _take(self, queue: _Queue, *, newest: bool = False) -> _Call:
        entry = queue.waiting.pop() if newest else queue.waiting.popleft()
        if not queue.waiting:
            queue.standing_since = inf
        return entry

    def _work(self, closings: int) -> None:
        while True:
            with self._changed:
                found = None
                while found is None:
                    if self._closings != closings:
                        return
                    found = self._next()
                    if found is None:
                        self._changed.wait()
                queue, entry = found
                queue.running += 1
            began = time.monotonic()
            settle = _run(entry)
            # Whoever has the answer finds room for the next call.
            with self._changed:
                queue.running -= 1
                queue.took(time.monotonic() - began)
                self._changed.notify_all()
            settle()

    def _forget(self, queue: _Queue, entry: _Call) -> None:
        """Take a call that was cancelled out of its queue."""
        if not entry.future.cancelled():
            return
        with self._changed:
            if entry in queue.waiting:
                queue.waiting.remove(entry)
                if not queue.waiting:
                    queue.standing_since = inf

    def _refuse_late(self, closings: int) -> None:
        """Refuse calls whose time in the queue is over, as soon as it is.

        Never one that a free thread is about to take.
        """
        while True:
            late: list[tuple[_Call, Busy]] = []
            with self._changed:
                if self._closings != closings:
                    return
                now = time.monotonic()
                pause = inf
                for name, queue in self._queues.items():
                    patience, free = queue.patience_s(now), self._free(name)
                    while len(queue.waiting) > free and now - queue.waiting[0].since >= patience:
                        entry = self._take(queue)
                        said = f"no thread was free for {now - entry.since:.2f} seconds"
                        late.append((entry, queue.busy(said, late=True)))
                    if queue.waiting:
                        pause = min(pause, STANDING_SECONDS)
                    if len(queue.waiting) > free:
                        pause = min(pause, queue.waiting[0].since + patience - now)
                if not late:
                    self._changed.wait(None if pause == inf else pause)
            for entry, refusal in late:
                _refuse(entry, refusal)


def _full(running: int, waiting: int) -> str:
    worked = "1 request is" if running == 1 else f"{running} requests are"
    return f"{worked} being worked on, {waiting} {'waits' if waiting == 1 else 'wait'}"


def _refuse(entry: _Call, refusal: Exception) -> None:
    if entry.future.set_running_or_notify_cancel():
        entry.future.set_exception(refusal)


def _run(entry: _Call) -> Callable[[], None]:
    """Run a call, unless it was cancelled while it waited; what then tells its future the end."""
    if not entry.future.set_running_or_notify_cancel():
        return lambda: None
    try:
        result = entry.call()
    except BaseException as error:  # noqa: BLE001 - whoever waits for the future gets it
        return partial(entry.future.set_exception, error)
    return partial(entry.future.set_result, result)
