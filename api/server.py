"""Serving: the application under uvicorn."""

import signal
import threading
from contextlib import suppress
from typing import Final

import uvicorn
from pydantic import ValidationError

from api.app import create_app
from api.logs import configure_logs
from api.settings import Settings
from games.faults import BadInput, quote
from jobs.database import UnusableDatabase, is_shared, jobs_url
from jobs.runner import Runner
from solvers.catalogue import warm_all
from solvers.lanes import Lanes

GRACE_SECONDS: Final = 5


def serve(host: str | None = None, port: int | None = None) -> None:
    """Answer requests until the process is told to stop (SIGINT, SIGTERM).

    ``host`` and ``port`` win over the settings. Requests being answered are finished first, within
    their time limit and ``GRACE_SECONDS``; searches that go on after that are stopped. Exits with
    a message for settings that cannot be used.
    """
    settings = _settings()
    configure_logs(settings)
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host if host is None else host,
        port=settings.port if port is None else port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=(settings.max_time_ms or 0) // 1000 + GRACE_SECONDS,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()


def work() -> None:
    """Run jobs of a PostgreSQL queue until the process is told to stop (SIGINT, SIGTERM).

    What is being worked on then is left to the others. Raises ``BadInput`` for a database that
    other processes cannot share.
    """
    settings = _settings()
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
    warm_all()
    end = threading.Event()
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, lambda *_: end.set())
    runner = Runner(
        url,
        Lanes(settings.workers),
        at_once=settings.job_workers or settings.workers,
        retention_days=settings.job_retention_days,
    )
    runner.start()
    end.wait()
    runner.stop()


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"KIBITZ_{str(found['loc'][0]).upper()}: {found['msg']}, not {found['input']!r}"
            for found in error.errors(include_url=False)
        ]
        raise SystemExit("\n".join(lines)) from None
