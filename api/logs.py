"""Logs: one line per event on standard error, as text or JSON; the server's own lines, too.

Our own lines are written by structlog itself: through the standard library, the line of a request
takes longer than some answers.
"""

import logging
import sys
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from kibitz.api.settings import Settings


class _Writer(structlog.WriteLogger):
    """Writes lines to standard error; named, as the loggers of the standard library."""

    def __init__(self, name: str = "kibitz") -> None:
        super().__init__(sys.stderr)
        self.name = name


def configure_logs(settings: Settings) -> None:
    """Make the logs of this process, structlog's and the standard library's, look the same."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without local variables: those hold what clients sent.
    last: list[Any] = [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
    if settings.log_json:
        traces = ExceptionDictTransformer(show_locals=False)
        last = [
            structlog.processors.ExceptionRenderer(traces),
            structlog.processors.JSONRenderer(),
        ]
    structlog.configure(
        processors=[*shared, *last],
        logger_factory=_Writer,
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("kibitz", "uvicorn"):
        logging.getLogger(name).setLevel(settings.log_level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
