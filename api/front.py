"""The outermost layer: who is let in, and what every answer carries, counts and logs.

Plain ASGI, so that inner handlers notice when a client disconnects. An address without a variable
part is looked up in a table; the router sees all others.
"""

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import getrandbits
from typing import Any, Final

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.api.body import ASKED
from kibitz.api.browsers import COMPRESSED_BYTES, compressing
from kibitz.api.clients import Client, Clients, TooMany, Unauthorized
from kibitz.api.in_flight import ClientGone
from kibitz.api.logs import REQUEST_ID
from kibitz.api.metrics import Metrics
from kibitz.api.problems import INTERNAL, problem_of, problem_response
from kibitz.api.responses import Whole
from kibitz.api.streams import StreamResponse
from kibitz.jobs.worker_pool import Busy

HUNG_UP: Final = 499
NO_CONTENT_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
WATCHED: Final = frozenset({"/healthz", "/readyz", "/metrics"})  # by what monitors the service
_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_TRACE: Final = "kibitz.trace"
_ANSWER: Final = "kibitz.answer"
_ROUTE: Final = "kibitz.route"  # where no router has found it
_POLICY: Final = b"content-security-policy"
_NO_CONTENT: Final = NO_CONTENT_POLICY.encode()
_SAFE: Final = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))

Endpoint = Callable[[Request], Awaitable[Response]]
Endpoints = Mapping[tuple[str, str], Endpoint]  # by method and path


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
    identity: str = ""  # tells clients apart, also those without a key
    level: str = "info"
    status: int = 0  # of the answer, once it has begun

    @classmethod
    def new(cls, request_id: str | None = None) -> "Trace":
        """The trace of what begins now."""
        return cls(request_id or f"{getrandbits(128):032x}", time.perf_counter())

    def note(self, stopped_by: str, nodes: int, cache: str | None = None) -> None:
        """Note how a search ended, and whether its answer was there already."""
        self.stopped_by, self.nodes, self.cache = stopped_by, nodes, cache or self.cache

    def timing(self) -> str:
        """The Server-Timing header so far, in milliseconds."""
        said = "" if self.cache is None else f"cache;desc={self.cache}, "
        if self.waited is not None:
            said += f"queue;dur={self.waited * 1000:.3f}, "
        if self.kernel is not None:
            said += f"kernel;dur={self.kernel * 1000:.3f}, "
        return f"{said}total;dur={(time.perf_counter() - self.began) * 1000:.3f}"


def trace_of(request: Request) -> Trace:
    """The trace of ``request``."""
    trace: Trace = request.scope[_TRACE]
    return trace


class Front:
    """ASGI middleware around everything that this service answers.

    Requests are limited for each client, and open requests altogether, streams and bodies that come
    slowly included, so that no number of clients takes all memory and file descriptors. Requests
    that monitor the service are always let in.
    """

    def __init__(
        self, app: ASGIApp, endpoints: Endpoints, clients: Clients, metrics: Metrics, most: int
    ) -> None:
        """Answer by ``endpoints``, else by ``app``; let in at most ``most`` requests at a time."""
        self._endpoints = endpoints
        self._clients = clients
        self._metrics = metrics
        self._most = most
        self._open = 0
        self._other = compressing(app)
        self._long = compressing(_send_answer)
        self._log = structlog.get_logger("kibitz.access").bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; lifespan messages pass through."""
        if scope["type"] != "http":
            await self._other(scope, receive, send)
            return
        method = scope["method"]
        asked = dict(reversed(scope["headers"]))
        trace = Trace.new(_request_id(asked))
        if method == "HEAD":
            scope = {**scope, "method": "GET"}
        scope[_TRACE], scope[ASKED] = trace, asked
        REQUEST_ID.set(trace.request_id)  # a request has a context of its own
        counted = scope["path"] not in WATCHED
        self._open += counted
        try:
            if counted:
                client = self._admitted(scope, trace)
                if client.rate is not None:
                    await self._count(client)
            await self._answer(scope, receive, send, head=method == "HEAD")
            trace.status = trace.status or HUNG_UP  # nobody was there any more
        except (ClientDisconnect, ClientGone):
            trace.status = HUNG_UP
        except Exception as error:
            problem = problem_of(error)
            trace.level = problem.kind.level
            if problem.kind is INTERNAL and not isinstance(error, HTTPException):
                self._log.exception("unexpected fault", request_id=trace.request_id)
            if trace.status:
                raise
            response = problem_response(problem)
            await self._send(response, scope, receive, send, head=method == "HEAD")
        finally:
            self._open -= counted
            self._note(method, scope, trace)

    def _admitted(self, scope: Scope, trace: Trace) -> Client:
        """Who asks; raises ``Busy`` or ``Unauthorized`` for a request that is not let in."""
        if self._open > self._most:
            self._metrics.refused("open")
            raise Busy(f"{self._open - 1} requests are open")
        address = scope["client"][0] if scope.get("client") else "unknown"
        authorization = scope[ASKED].get(b"authorization")
        try:
            client = self._clients.client(
                None if authorization is None else authorization.decode("latin-1"), address
            )
        except Unauthorized:
            self._metrics.refused("key")
            raise
        trace.client, trace.identity = client.name, client.identity
        return client

    async def _count(self, client: Client) -> None:
        """Count a request of ``client``; raises ``TooMany``."""
        try:
            await self._clients.count(client)
        except TooMany:
            self._metrics.refused("rate")
            raise

    async def _answer(self, scope: Scope, receive: Receive, send: Send, *, head: bool) -> None:
        path: str = scope["path"].removeprefix(scope.get("root_path", ""))
        endpoint = self._endpoints.get((scope["method"], path))
        if endpoint is None:
            await self._other(scope, receive, _completing(send, scope[_TRACE], head=head))
            return
        scope[_ROUTE] = path
        response = await endpoint(Request(scope, receive, send))
        await self._send(response, scope, receive, send, head=head)

    async def _send(
        self, response: Response, scope: Scope, receive: Receive, send: Send, *, head: bool
    ) -> None:
        """Send an answer, compressed if it is long or a stream and the client takes that."""
        trace: Trace = scope[_TRACE]
        if isinstance(response, StreamResponse) or len(response.body) >= COMPRESSED_BYTES:
            out = _completing(send, trace, head=head)
            await self._long({**scope, _ANSWER: response}, receive, out)
        elif isinstance(response, Whole):
            trace.status = response.status_code
            headers = response.raw_headers
            _add_headers(headers, trace)
            await send({"type": "http.response.start", "status": trace.status, "headers": headers})
            await send({"type": "http.response.body", "body": b"" if head else response.body})
        else:
            await response(scope, receive, _completing(send, trace, head=head))

    def _note(self, method: str, scope: Scope, trace: Trace) -> None:
        found = scope[_ROUTE] if _ROUTE in scope else getattr(scope.get("route"), "path", None)
        route = found or "unmatched"
        seconds = time.perf_counter() - trace.began
        self._metrics.request(method, route, trace.status, seconds)
        fields: dict[str, Any] = {
            "method": method,
            "route": route,
            "status": trace.status,
            "ms": round(seconds * 1000, 3),
        }
        if trace.stopped_by is not None:
            fields |= {"stopped_by": trace.stopped_by, "nodes": trace.nodes, "cache": trace.cache}
        if trace.waited is not None:
            fields["queue_ms"] = round(trace.waited * 1000, 3)
        if trace.client is not None:
            fields["client"] = trace.client
        fields["request_id"] = trace.request_id
        level = "debug" if route in WATCHED and trace.level == "info" else trace.level
        getattr(self._log, level)("request", **fields)


async def _send_answer(scope: Scope, receive: Receive, send: Send) -> None:
    await scope[_ANSWER](scope, receive, send)


def _request_id(asked: Mapping[bytes, bytes]) -> str | None:
    """The id that the client has given, if it is harmless."""
    given = asked.get(b"x-request-id")
    return given.decode() if given is not None and _REQUEST_ID.fullmatch(given) else None


def _completing(send: Send, trace: Trace, *, head: bool) -> Send:
    """``send`` with what every answer carries; of the answer to a HEAD request no body."""

    async def send_out(message: Message) -> None:
        if message["type"] == "http.response.start":
            trace.status = int(message["status"])
            _add_headers(message["headers"], trace)
        elif head:
            message = {**message, "body": b""}
        await send(message)

    return send_out


def _add_headers(headers: list[tuple[bytes, bytes]], trace: Trace) -> None:
    """Add, in place, what every answer carries."""
    if _POLICY not in dict(headers):
        headers.append((_POLICY, _NO_CONTENT))
    headers += (
        (b"x-request-id", trace.request_id.encode()),
        (b"server-timing", trace.timing().encode()),
        *_SAFE,
    )
