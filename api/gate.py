"""The layer within the edge that lets a request in: whose it is, and whether it is one too many.

One too many of its client, or of all: what is open at once, streams and bodies that come slowly
included, is bounded, so that no crowd takes all memory and file descriptors.
"""

from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz.api.clients import Clients, TooMany, Unauthorized
from kibitz.api.edge import trace_of
from kibitz.api.metrics import Metrics
from kibitz.api.problems import problem_of
from kibitz.api.responses import problem_response
from kibitz.solvers.lanes import Busy

OPEN: Final = frozenset({"/healthz", "/readyz", "/metrics"})


class Gate:
    """ASGI middleware; who watches the service is always let in."""

    def __init__(self, app: ASGIApp, clients: Clients, metrics: Metrics, most: int) -> None:
        """Put itself before ``app`` and let ``most`` requests in at once."""
        self._app = app
        self._most = most
        self._open = 0
        self._clients = clients
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in or answer 401, 429 or 503."""
        if scope["type"] != "http" or scope["path"] in OPEN:
            await self._app(scope, receive, send)
            return
        refusal = await self._refusal(Request(scope))
        if refusal is not None:
            await problem_response(problem_of(refusal))(scope, receive, send)
            return
        self._open += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open -= 1

    async def _refusal(self, request: Request) -> Exception | None:
        """Why a request is not let in."""
        if self._open >= self._most:
            self._metrics.refused("open")
            return Busy(f"{self._open} requests are open")
        address = request.client.host if request.client else "unknown"
        try:
            client = self._clients.client(request.headers.get("authorization"), address)
            trace_of(request).client = client.name
            await self._clients.count(client)
        except (TooMany, Unauthorized) as refusal:
            self._metrics.refused("rate" if isinstance(refusal, TooMany) else "key")
            return refusal
        return None
