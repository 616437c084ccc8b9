"""What the service counts, in Prometheus' format; one registry per application."""

from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from api.work import Lane

METRICS_TYPE: Final = CONTENT_TYPE_LATEST
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one application."""

    def __init__(self, searches: Lane) -> None:
        """Create a registry that also watches the queue of ``searches``."""
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
        pending = Gauge(
            "kibitz_searches_pending", "Searches running or waiting.", registry=self.registry
        )
        pending.set_function(lambda: searches.pending)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        name = method if method in _METHODS else "other"
        self._requests.labels(name, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def search(self, game: str, verb: str, stopped_by: str, nodes: int) -> None:
        """Count a search that ended and the nodes it visited."""
        self._searches.labels(game, verb, stopped_by).inc()
        self._nodes.labels(game, verb).inc(nodes)

    def book(self, *, hit: bool) -> None:
        """Count a look-up in the answer book."""
        self._book.labels("hit" if hit else "miss").inc()

    def page(self) -> bytes:
        """Everything counted so far, as Prometheus reads it."""
        return generate_latest(self.registry)
