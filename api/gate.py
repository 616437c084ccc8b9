"""The layer within the edge that lets a request in: whose it is, and whether it is one too many."""

from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.clients import Clients, TooMany, Unauthorized
from api.edge import trace_of
from api.metrics import Metrics
from api.problems import problem_of
from api.responses import problem_response

OPEN: Final = frozenset({"/healthz", "/readyz", "/metrics"})


class Gate:
    """ASGI middleware; who watches the service is always let in."""

    def __init__(self, app: ASGIApp, clients: Clients, metrics: Metrics) -> None:
        """Put itself before ``app``."""
        self._app = app
        self._clients = clients
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in or answer 401 or 429."""
        if scope["type"] == "http" and scope["path"] not in OPEN:
            try:
                address = scope["client"][0] if scope.get("client") else "unknown"
                authorization = Headers(scope=scope).get("authorization")
                client = self._clients.client(authorization, address)
                trace_of(Request(scope)).client = client.name
                await self._clients.count(client)
            except (TooMany, Unauthorized) as refusal:
                self._metrics.refused("rate" if isinstance(refusal, TooMany) else "key")
                await problem_response(problem_of(refusal))(scope, receive, send)
                return
        await self._app(scope, receive, send)
