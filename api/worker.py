"""A process that runs jobs of a PostgreSQL queue, and may say how it is on a port of its own."""

import asyncio
import signal
from typing import Final

from fastapi import FastAPI

from kibitz.api.app import create_app
from kibitz.api.logs import configure_logs
from kibitz.api.server import (
    HEALTH_ADDRESS,
    Server,
    check_address,
    config_of,
    kernels,
    read_settings,
)
from kibitz.games.faults import BadInput, quote
from kibitz.games.memory import settle
from kibitz.jobs.database import UnusableDatabase, is_shared, jobs_url
from kibitz.solvers.catalogue import SOLVERS

STOPS: Final = (signal.SIGINT, signal.SIGTERM)


def work(host: str | None = None, health_port: int | None = None) -> None:
    """Run jobs of a PostgreSQL queue until the process is asked to stop (SIGINT, SIGTERM).

    What is being worked on then is left to the others. ``host`` and ``health_port``, where it
    answers ``/healthz``, ``/readyz`` and ``/metrics``, win over the settings. Raises ``BadInput``
    for a database that other processes cannot share; exits as :func:`kibitz.api.server.serve`.
    """
    settings = read_settings()
    try:
        url = jobs_url(settings.database_url)
    except UnusableDatabase:
        url = None
    if url is None or not is_shared(url):
        message = (
            "KIBITZ_DATABASE_URL should be postgresql+psycopg://…, not "
            f"{quote(settings.database_url)}: the jobs of a file are run by kibitz serve"
        )
        raise BadInput.one("", "no_queue", message)
    configure_logs(settings)
    settings = settings.model_copy(update={"job_workers": settings.job_workers or settings.workers})
    warm = kernels(lambda name: SOLVERS[name].warm(), settle)
    app = create_app(settings, warm=warm, jobs_only=True)
    host = settings.host if host is None else host
    port = settings.health_port if health_port is None else health_port
    if port is None:
        asyncio.run(_unheard(app))
        return
    check_address(host, port, HEALTH_ADDRESS)
    for number in STOPS:
        signal.signal(number, lambda *_: None)  # the server raises it once more when it has ended
    Server(config_of(app, host, port), app.state.service).run()


async def _unheard(app: FastAPI) -> None:
    """Run an application that listens nowhere."""
    end, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in STOPS:
        loop.add_signal_handler(number, end.set)
    async with app.router.lifespan_context(app):
        await end.wait()
