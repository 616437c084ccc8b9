"""The outermost layer: request ids, timing, security headers, access log, metrics, HEAD.

Plain ASGI, so that inner handlers notice when a client disconnects.
"""

import re
import time
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from kibitz.api.in_flight import ClientGone
from kibitz.api.metrics import Metrics
from kibitz.api.problems import problem_of
from kibitz.api.responses import problem_response

HUNG_UP: Final = 499
NO_CONTENT_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_KEY: Final = "kibitz.trace"
_QUIET: Final = frozenset({"/healthz", "/readyz", "/metrics"})


@dataclass(slots=True)
class Trace:
    """What is noted about a request while it is answered. Seconds; None where nothing ran."""

    request_id: str
    began: float
    kernel: float | None = None
    waited: float | None = None
    stopped_by: str | None = None
    nodes: int | None = None
    cache: str | None = None
    client: str | None = None
    level: str = "info"

    def note(self, stopped_by: str, nodes: int, cache: str | None = None) -> None:
        """Note how a search ended, and whether its answer was there already."""
        self.stopped_by, self.nodes, self.cache = stopped_by, nodes, cache or self.cache

    def elapsed(self) -> float:
        """Seconds since the request came in."""
        return time.perf_counter() - self.began

    def timing(self) -> str:
        """The Server-Timing header so far, in milliseconds."""
        parts = {"queue": self.waited, "kernel": self.kernel, "total": self.elapsed()}
        spent = [f"{name};dur={s * 1000:.3f}" for name, s in parts.items() if s is not None]
        return ", ".join([f"cache;desc={self.cache}", *spent] if self.cache else spent)


def trace_of(request: Request) -> Trace:
    """The trace of ``request``."""
    trace: Trace = request.scope[_KEY]
    return trace


class OuterMiddleware:
    """ASGI middleware around everything that this service answers."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Put itself around ``app`` and count in ``metrics``."""
        self._app = app
        self._metrics = metrics
        self._log = structlog.get_logger("kibitz.access")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; lifespan messages pass through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope).get("x-request-id", "")
        request_id = asked if _REQUEST_ID.fullmatch(asked) else uuid4().hex
        trace = Trace(request_id, time.perf_counter())
        method = scope["method"]
        inner = {**scope, _KEY: trace, "method": "GET" if method == "HEAD" else method}
        status = 0

        async def send_out(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(MutableHeaders(scope=message), trace)
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        try:
            with bound_contextvars(request_id=request_id):
                await self._app(inner, receive, send_out)
        except (ClientDisconnect, ClientGone):
            status = HUNG_UP
        except Exception as error:
            self._log.exception("unexpected fault", request_id=request_id)
            if status:
                raise
            problem = problem_of(error)
            trace.level = problem.kind.level
            await problem_response(problem)(inner, receive, send_out)
        finally:
            self._note(method, inner, status, trace)

    def _note(self, method: str, scope: Scope, status: int, trace: Trace) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        seconds = trace.elapsed()
        self._metrics.request(method, route, status, seconds)
        fields: dict[str, Any] = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 3),
        }
        if trace.stopped_by is not None:
            fields |= {"stopped_by": trace.stopped_by, "nodes": trace.nodes, "cache": trace.cache}
        if trace.waited is not None:
            fields["queue_ms"] = round(trace.waited * 1000, 3)
        if trace.client is not None:
            fields["client"] = trace.client
        fields["request_id"] = trace.request_id
        level = "debug" if route in _QUIET and trace.level == "info" else trace.level
        getattr(self._log, level)("request", **fields)


def _add_headers(headers: MutableHeaders, trace: Trace) -> None:
    headers["X-Request-Id"] = trace.request_id
    headers["Server-Timing"] = trace.timing()
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers.setdefault("Content-Security-Policy", NO_CONTENT_POLICY)
