"""Serving: the application under uvicorn."""

from contextlib import suppress
from typing import Final

import uvicorn
from pydantic import ValidationError

from api.app import create_app
from api.logs import configure_logs
from api.settings import Settings

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


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"KIBITZ_{str(found['loc'][0]).upper()}: {found['msg']}, not {found['input']!r}"
            for found in error.errors(include_url=False)
        ]
        raise SystemExit("\n".join(lines)) from None
