"""Serving: the application under uvicorn."""

import asyncio
import socket
import sys
from contextlib import suppress
from math import ceil
from typing import Final

import uvicorn
from pydantic import ValidationError

from api.app import create_app
from api.logs import configure_logs
from api.service import Service
from api.settings import Settings

PATIENCE_SECONDS: Final = 5
SWITCH_SECONDS: Final = 0.001  # that a search may hold the interpreter while the event loop waits


class Server(uvicorn.Server):
    """A server that lets searches end before it does, and stops those that take too long."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        """Serve ``service`` by ``config``."""
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nothing new; after ``grace_ms`` searches are told to stop and answer."""
        self._service.drain()
        grace = self._service.settings.grace_ms / 1000
        timer = asyncio.get_running_loop().call_later(grace, self._service.searches.stop)
        try:
            await super().shutdown(sockets)
        finally:
            timer.cancel()


def serve(host: str | None = None, port: int | None = None) -> None:
    """Answer requests until the process is told to stop (SIGINT, SIGTERM).

    ``host`` and ``port`` win over the settings. Searches under way are given ``grace_ms`` to end
    and then answer with what they have found; connections that are still open
    ``PATIENCE_SECONDS`` later are closed. Exits with a message for settings that cannot be used.
    """
    settings = _settings()
    configure_logs(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host if host is None else host,
        port=settings.port if port is None else port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=ceil(settings.grace_ms / 1000) + PATIENCE_SECONDS,
    )
    with suppress(KeyboardInterrupt):
        Server(config, app.state.service).run()


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"KIBITZ_{str(found['loc'][0]).upper()}: {found['msg']}, not {found['input']!r}"
            for found in error.errors(include_url=False)
        ]
        raise SystemExit("\n".join(lines)) from None
