"""Serving: the application under uvicorn."""

import asyncio
import errno
import os
import resource
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

import structlog
import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError

from kibitz.api.app import create_app
from kibitz.api.assistants.http import load as load_assistants
from kibitz.api.connections import KEEP_ALIVE_SECONDS, connections_of
from kibitz.api.logs import configure_logs
from kibitz.api.readiness import Kernels
from kibitz.api.service import SWITCH_SECONDS, Service
from kibitz.api.settings import Settings, variable_of
from kibitz.games.faults import quote
from kibitz.games.findings import schema_faults
from kibitz.games.kernel import CACHE_DIR
from kibitz.games.memory import settle
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.compiling import can_keep_kernels, is_compiled

PATIENCE_SECONDS: Final = 5
LOOK_SECONDS: Final = 0.02
NOT_HERE: Final = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT})  # as IPv6 where it is off
WRONG_SETTING: Final = 2  # the exit code; that of the command line for bad input
CANNOT_START: Final = 3  # the exit code of a service that cannot listen; uvicorn's, too
ADDRESS: Final = "KIBITZ_PORT or KIBITZ_HOST"
HEALTH_ADDRESS: Final = "KIBITZ_HEALTH_PORT or KIBITZ_HOST"
SPARE_FILES: Final = 200  # of the process besides connections: databases, compilers, sources


class CannotListen(OSError):
    """This process cannot listen at an address; its text says why."""


class Server(uvicorn.Server):
    """A server that lets searches end before it does, and stops those that take too long."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        """Serve ``service`` by ``config``."""
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new work, answer what is under way, then close all connections.

        Until then the port stays open, so that a load balancer sees ``/readyz`` refuse.
        After ``grace_ms`` searches are stopped and answer with what they have found.
        """
        self._service.drain()
        service, loop = self._service, asyncio.get_running_loop()
        end = loop.time() + service.settings.grace_ms / 1000
        timer = loop.call_at(end, service.searches.stop)
        try:
            while not (service.idle or self.force_exit) and loop.time() < end:  # noqa: ASYNC110
                await asyncio.sleep(LOOK_SECONDS)
            left = max(0.0, end - loop.time())
            self.config.timeout_graceful_shutdown = ceil(left) + PATIENCE_SECONDS
            await super().shutdown(sockets)
        finally:
            timer.cancel()


def serve(
    host: str | None = None,
    port: int | None = None,
    first: Callable[[str], None] | None = None,
) -> None:
    """Answer requests until the process is asked to stop (SIGINT, SIGTERM).

    ``host`` and ``port`` win over the settings. ``first`` is called with the address of the service
    as soon as the first game is ready. Searches under way are given ``grace_ms`` to end
    and then answer with what they have found; connections that are still open
    ``PATIENCE_SECONDS`` later are closed. Exits with a message for settings that cannot be used and
    for an address where it cannot listen.
    """
    settings = read_settings()
    configure_logs(settings)
    host = settings.host if host is None else host
    port = settings.port if port is None else port
    app = _app_of(settings, None if first is None else partial(first, url_of(host, port)))
    check_address(host, port)
    sockets = None
    if settings.health_port is not None:
        sockets = bound(host, port) + bound(host, settings.health_port, HEALTH_ADDRESS)
    with suppress(KeyboardInterrupt):
        Server(config_of(app, host, port), app.state.service).run(sockets)


def serve_shared(
    settings: Settings, whole: Settings, sockets: list[socket.socket], counts: Path, *, late: bool
) -> None:
    """Serve as one of several processes, on ``sockets``, with requests counted in a file.

    ``whole``: the settings of all processes together. ``late``: connections are taken only when all
    games are ready.
    """
    configure_logs(settings)
    app = _app_of(settings, whole=whole, counts=counts, late=late)
    with suppress(KeyboardInterrupt):
        Server(config_of(app, settings.host, settings.port), app.state.service).run(sockets)


def _app_of(
    settings: Settings,
    first: Callable[[], None] | None = None,
    *,
    whole: Settings | None = None,
    counts: Path | None = None,
    late: bool = False,
) -> FastAPI:
    """The application; ``first`` is called when its first game is ready."""
    sys.setswitchinterval(SWITCH_SECONDS)

    def rest() -> None:
        """Once all games are ready: what else would hold up the first who asks for it."""
        settle()
        service.describe()
        load_assistants()
        settle()

    def load(name: str) -> None:
        SOLVERS[name].warm()
        if first is not None and name == next(iter(SOLVERS)):
            first()

    warm = kernels(load, rest)
    app = create_app(settings, warm=warm, whole=whole, counts=counts, late=late)
    service: Service = app.state.service
    return app


def kernels(load: Callable[[str], None], settle: Callable[[], None]) -> Kernels:
    """How kernels get ready: those that are not kept are compiled apart, if they can be kept."""
    kept = can_keep_kernels()
    if not kept and not all(map(is_compiled, SOLVERS)):
        structlog.get_logger("kibitz").warning(
            "kernels cannot be kept", folder=str(CACHE_DIR), detail="every start compiles them"
        )
    return Kernels(load, lambda name: is_compiled(name) or not kept, settle=settle)


def url_of(host: str, port: int) -> str:
    """The address of a service that listens there."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def config_of(app: FastAPI, host: str, port: int) -> uvicorn.Config:
    """How uvicorn serves an application of :func:`kibitz.api.app.create_app`."""
    service: Service = app.state.service
    most = room_for(service.settings.max_connections)
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", "").strip()  # uvicorn would trust this machine
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        http=connections_of(service.settings, service.metrics, most),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
    )


def check_address(host: str, port: int, settings: str = ADDRESS) -> None:
    """Exit with a message and ``CANNOT_START`` unless this process may listen there.

    ``settings``: those that the message names.
    """
    for each in bound(host, port, settings):
        each.close()


def bound(
    host: str, port: int, settings: str = ADDRESS, *, shared: bool = False
) -> list[socket.socket]:
    """As :func:`opened`; exits as :func:`check_address`."""
    try:
        return opened(host, port, shared=shared)
    except CannotListen as error:
        sys.stderr.write(f"error: {error}; set {settings} to another\n")
        raise SystemExit(CANNOT_START) from None


def opened(host: str, port: int, *, shared: bool = False) -> list[socket.socket]:
    """Sockets at all addresses of a host, ready to listen; raises ``CannotListen``.

    ``shared``: other processes of this user may listen there, too, if they say so as well.
    """
    made: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in found:
            tried = socket.socket(family, kind, protocol)
            made.append(tried)
            try:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if shared:
                    tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                if family == socket.AF_INET6:
                    tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                tried.bind(address)
            except OSError as error:
                made.pop().close()
                if error.errno not in NOT_HERE or len(found) == 1:  # another one will do
                    raise
    except (OSError, UnicodeError) as error:  # of the other kind are names that no machine has
        for each in made:
            each.close()
        said = {
            errno.EADDRINUSE: f"port {port} of {host} is taken by another process",
            errno.EACCES: f"this user may not listen on port {port}",
        }.get(getattr(error, "errno", None) or 0, f"this machine has no address {quote(host)}")
        raise CannotListen(said) from None
    return made


def room_for(connections: int) -> int:
    """How many of so many connections may be open, once this process may open more files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, min(connections, soft - SPARE_FILES))
    return connections


def read_settings() -> Settings:
    """The settings; exits with ``WRONG_SETTING`` and a line for each that cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        faults = schema_faults(error, Settings)
        for each in faults:
            sys.stderr.write(f"error: {variable_of(each)}: {each.message}\n")
        raise SystemExit(WRONG_SETTING) from None
