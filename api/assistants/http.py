"""``/mcp``: the server for assistants over HTTP, behind the same limits and keys as all the rest.

The library is imported when all games are ready, see :func:`load`: the service starts no later for
it, and no assistant waits for it.
"""

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Final

from starlette.authentication import BaseUser, UnauthenticatedUser
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.api.front import trace_of
from kibitz.api.service import Service

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

LIBRARY: Final = (
    "mcp.server.streamable_http_manager",
    "mcp.server.transport_security",
    "mcp.server.auth.middleware.bearer_auth",
    "kibitz.api.assistants.server",
)
LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
LOOK_SECONDS: Final = 0.05
PATHS: Final = ("/mcp", "/mcp/")
METHODS: Final = ("GET", "POST", "DELETE")


def load() -> None:
    """Import the library, which would hold up the first who asks; from any thread."""
    for name in LIBRARY:
        import_module(name)


class Assistants:
    """The ASGI application at ``/mcp``, started by its first request."""

    def __init__(self, service: Service) -> None:
        """Answer by ``service``."""
        self._service = service
        self.routes = [Route(path, self, methods=[*METHODS]) for path in PATHS]
        for route in self.routes:
            route.methods = {*METHODS}  # HEAD is what the front answers as it does GET
        self._starting: asyncio.Task[ASGIApp] | None = None
        self._running: asyncio.Task[None] | None = None
        self._end = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, unless it comes by a host or from a site that may not."""
        scope["route"] = self.routes[0]  # what is logged and counted
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        answer = await asyncio.shield(self._starting)
        request = Request(scope)
        refusal = await self._refusal(request)
        scope["user"] = _user(trace_of(request).client)

        async def send_copied(message: Message) -> None:
            """Send headers as a list of their own: what adds to them adds to the library's else."""
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"]]}
            await send(message)

        await (refusal or answer)(scope, receive, send_copied)

    async def stop(self) -> None:
        """End all sessions; the next request begins anew."""
        self._end.set()
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        if self._running is not None:
            await self._running
        self._starting = self._running = None
        self._end = asyncio.Event()

    async def _start(self) -> ASGIApp:
        manager = await asyncio.to_thread(self._made)
        begun = asyncio.Event()
        self._running = asyncio.create_task(self._run(manager, begun))
        await begun.wait()
        return manager.asgi_app

    def _made(self) -> "StreamableHTTPSessionManager":
        from mcp.server.streamable_http_manager import (  # noqa: PLC0415
            StreamableHTTPSessionManager,
        )

        from kibitz.api.assistants.server import server_of  # noqa: PLC0415

        settings = self._service.settings
        return StreamableHTTPSessionManager(
            server_of(self._service),
            max_request_body_size=settings.max_body_bytes,
            max_sessions=settings.max_requests,
        )

    async def _run(self, manager: "StreamableHTTPSessionManager", begun: asyncio.Event) -> None:
        """Hold the sessions until the end, or until a service that stops has answered all."""
        async with manager.run():
            begun.set()
            stopping = asyncio.create_task(self._service.stopping.wait())
            ended = asyncio.create_task(self._end.wait())
            await asyncio.wait((stopping, ended), return_when=asyncio.FIRST_COMPLETED)
            while not (self._service.idle or self._end.is_set()):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_SECONDS)
            stopping.cancel()
            ended.cancel()

    async def _refusal(self, request: Request) -> Response | None:
        """A 421 for a host, a 403 for a site whose pages may not ask; else None."""
        from mcp.server.transport_security import (  # noqa: PLC0415
            TransportSecurityMiddleware,
            TransportSecuritySettings,
        )

        settings = self._service.settings
        hosts = [*LOCAL, *settings.mcp_hosts]
        origins = [*(f"http://{name}" for name in LOCAL), *settings.cors_origins]
        if "*" in hosts:
            hosts.append(request.headers.get("host", ""))
        if "*" in origins:
            origins.append(request.headers.get("origin", ""))
        allowed = TransportSecuritySettings(
            allowed_hosts=[*hosts, *(f"{name}:*" for name in hosts)],
            allowed_origins=[*origins, *(f"http://{name}:*" for name in LOCAL)],
        )
        return await TransportSecurityMiddleware(allowed).validate_request(request)


def _user(client: str | None) -> BaseUser:
    """Who asks, by the name of the key: a session is open to the key alone that opened it."""
    from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser  # noqa: PLC0415
    from mcp.server.auth.provider import AccessToken  # noqa: PLC0415

    if client is None:
        return UnauthenticatedUser()
    return AuthenticatedUser(AccessToken(token="", client_id=client, scopes=[]))
