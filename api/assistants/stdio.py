"""The server for one assistant on standard input and output, which starts it itself."""

import os
import sys
from contextlib import suppress

import anyio
from mcp.server.stdio import stdio_server

from kibitz.api.assistants.server import server_of
from kibitz.api.logs import configure_logs
from kibitz.api.readiness import Kernels
from kibitz.api.service import SWITCH_SECONDS, Service
from kibitz.api.settings import Settings
from kibitz.games.memory import settle
from kibitz.solvers.catalogue import SOLVERS


def serve() -> None:
    """Answer until the input ends or the process is interrupted.

    Limits are those of the settings; there is one client, so nobody counts or asks for a key, and
    no answer is kept for longer than the process lives.
    """
    settings = Settings(database_url=None)
    configure_logs(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    with suppress(KeyboardInterrupt):
        anyio.run(_serve, settings)
    with suppress(OSError):  # nobody reads any more
        sys.stdout.flush()
    os._exit(0)  # a thread may still wait for input, which an interrupt does not end


async def _serve(settings: Settings) -> None:
    warm = Kernels(lambda name: SOLVERS[name].warm(), settle=settle)
    service = Service(settings, SOLVERS, warm)
    server = server_of(service)
    service.start()
    try:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())
    finally:
        service.searches.stop()
        service.searches.close()
        service.readiness.stop()
