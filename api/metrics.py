"""What the service counts, in Prometheus' format; one registry per application."""

from collections import defaultdict
from contextlib import AbstractContextManager
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Final, Literal

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from kibitz.jobs.kinds import KINDS
from kibitz.jobs.worker_pool import QueueName, WorkerPool

if TYPE_CHECKING:
    from kibitz.jobs.counts import Count

CacheResult = Literal["hit", "joined", "miss"]
Reason = Literal["full", "late", "open", "rate", "key"]

QUEUES: Final[tuple[QueueName, ...]] = ("interactive", "batch")
METRICS_TYPE: Final = CONTENT_TYPE_LATEST
GATHERED: Final = 256  # requests that are counted together
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one application."""

    def __init__(self, pool: WorkerPool) -> None:
        """Create a registry that also watches the queues of ``pool``."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "kibitz_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "kibitz_request_seconds",
            "Seconds from the request to the start of its answer.",
            ("route",),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._searches = Counter(
            "kibitz_searches",
            "Searches ended, by what stopped them.",
            ("game", "verb", "stopped_by"),
            registry=self.registry,
        )
        self._nodes = Counter(
            "kibitz_nodes",
            "Positions or classes visited by searches.",
            ("game", "verb"),
            registry=self.registry,
        )
        self._book = Counter(
            "kibitz_answer_book",
            "Look-ups in the answer book.",
            ("result",),
            registry=self.registry,
        )
        self._iterations = Counter(
            "kibitz_iterations",
            "Deals and games sampled by searches.",
            ("game", "verb"),
            registry=self.registry,
        )
        self._cache = Counter(
            "kibitz_cache",
            "Searches asked for: kept, under way for somebody else, or begun.",
            ("game", "verb", "result"),
            registry=self.registry,
        )
        self._refused = Counter(
            "kibitz_refused",
            "Requests refused: queue full, waited too long, too many open, too often, unknown key.",
            ("reason",),
            registry=self.registry,
        )
        self._waits = Histogram(
            "kibitz_queue_seconds",
            "Seconds that searches waited before they began.",
            ("lane",),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._jobs = Counter(
            "kibitz_jobs",
            "Jobs of the database, submitted or ended since this process began, in any process.",
            ("kind", "state"),
            registry=self.registry,
        )
        self._open_jobs = Gauge(
            "kibitz_open_jobs",
            "Jobs of the database that wait or run.",
            ("kind", "state"),
            registry=self.registry,
        )
        self._compilations = Counter(
            "kibitz_kernel_compilations",
            "Kernels compiled since the service was ready; each held up a request.",
            registry=self.registry,
        )
        # Looking a label up takes longer than counting.
        self._of_requests = cache(
            lambda name, route, status: (
                self._requests.labels(name, route, str(status)),
                self._seconds.labels(route),
            )
        )
        self._answered: list[tuple[str, str, int, float]] = []
        self._asked: defaultdict[tuple[str, str, CacheResult], int] = defaultdict(int)
        self._streams = Gauge("kibitz_streams", "Streams being sent.", registry=self.registry)
        self._overlong = Counter(
            "kibitz_overlong_searches",
            "Searches that went on for more than a second after their end; each is a fault.",
            ("lane",),
            registry=self.registry,
        )
        for queue in QUEUES:
            self._overlong.labels(queue)
        pool.watchdog.listener = lambda queue: self._overlong.labels(queue).inc()
        calls = Gauge(
            "kibitz_lane_calls",
            "Searches and long calls, running and waiting.",
            ("lane", "state"),
            registry=self.registry,
        )
        for queue in QUEUES:
            calls.labels(queue, "running").set_function(partial(_running, pool, queue))
            calls.labels(queue, "waiting").set_function(partial(_waiting, pool, queue))

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request, called in the event loop alone."""
        self._answered.append((method, route, status, seconds))
        if len(self._answered) == GATHERED:
            self._count_gathered()

    def search(self, game: str, verb: str, stopped_by: str, nodes: int, iterations: int) -> None:
        """Count a search that ended, the nodes it visited and its iterations."""
        self._iterations.labels(game, verb).inc(iterations)
        self._searches.labels(game, verb, stopped_by).inc()
        self._nodes.labels(game, verb).inc(nodes)

    def book(self, *, hit: bool) -> None:
        """Count a look-up in the answer book."""
        self._book.labels("hit" if hit else "miss").inc()

    def cache(self, game: str, verb: str, result: CacheResult) -> None:
        """Count a search that was asked for, called in the event loop alone."""
        self._asked[game, verb, result] += 1

    def refused(self, reason: Reason) -> None:
        """Count a request that was refused."""
        self._refused.labels(reason).inc()

    def waited(self, queue: QueueName, seconds: float) -> None:
        """Count the time a call has waited in its queue."""
        self._waits.labels(queue).observe(seconds)

    def jobs(self, count: "Count | None") -> None:
        """Take a count of jobs; None: it could not be made."""
        self._open_jobs.clear()
        if count is None:
            return
        for kind, state in product(KINDS, ("queued", "running")):
            self._open_jobs.labels(kind, state).set(0)
        for each in count.still_open:
            self._open_jobs.labels(each.kind, each.state).inc()
        for each in count.came:
            self._jobs.labels(each.kind, "submitted").inc()
        for each in count.ended:
            self._jobs.labels(each.kind, each.state).inc()

    def compiled(self) -> None:
        """Count a kernel that was compiled although the service was ready."""
        self._compilations.inc()

    def streaming(self) -> AbstractContextManager[None]:
        """Within it, one more stream is being sent."""
        return self._streams.track_inprogress()

    def page(self) -> bytes:
        """Everything counted so far, as Prometheus reads it."""
        self._count_gathered()
        return generate_latest(self.registry)

    def _count_gathered(self) -> None:
        """Count what waits; many together take less time than one by one."""
        for method, route, status, seconds in self._answered:
            name = method if method in _METHODS else "other"
            answered, lasted = self._of_requests(name, route, status)
            answered.inc()
            lasted.observe(seconds)
        for labels, number in self._asked.items():
            self._cache.labels(*labels).inc(number)
        self._answered.clear()
        self._asked.clear()


def _running(pool: WorkerPool, queue: QueueName) -> float:
    return pool.load(queue).running


def _waiting(pool: WorkerPool, queue: QueueName) -> float:
    return pool.load(queue).waiting
