"""Admission, inside the outer middleware: whose request it is, and whether it is one too many.

Requests are limited for each client, and open requests altogether, streams and bodies that come
slowly included, so that no number of clients takes all memory and file descriptors.
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
    """ASGI middleware; requests that monitor the service are always let in."""

    def __init__(self, app: ASGIApp, clients: Clients, metrics: Metrics, most: int) -> None:
        """Put itself before ``app`` and let in at most ``most`` requests at a time."""
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
