"""Logs: one line per event on standard error, as text or JSON; the server's own lines, too.

Our own lines are written by structlog itself: through the standard library, the line of a request
takes longer than some answers.
"""

import asyncio
import atexit
import logging
import sys
import threading
from typing import Any, Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, ExceptionRenderer

from kibitz.api.settings import Settings

GATHER_SECONDS: Final = 0.05
_TRACEBACKS: Final = frozenset({"exception", "exc_info", "stack"})
_QUOTED: Final = frozenset(" \t=\r\n\"'")  # what a text that holds any of is quoted for


class _Writer(structlog.WriteLogger):
    """Writes lines to standard error; named, as the loggers of the standard library.

    Lines of an event loop that are no warnings wait for each other for ``GATHER_SECONDS``: a write
    takes longer than the making of the line.
    """

    def __init__(self, name: str = "kibitz") -> None:
        super().__init__(sys.stderr)
        self.name = name
        self._lines: list[str] = []
        self._waits_in: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        atexit.register(self._write_out)

    def msg(self, message: str) -> None:
        """Write a line, now or soon."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a thread, whose lines are few
            self.now(message)
            return
        with self._lock:
            self._lines.append(message)
        if self._waits_in is not loop:
            self._waits_in = loop
            loop.call_later(GATHER_SECONDS, self._write_out)

    def now(self, message: str) -> None:
        """Write a line now, after those that wait."""
        with self._lock:
            self._lines.append(message)
        self._write_out()

    debug = info = msg
    warning = error = critical = now

    def _write_out(self) -> None:
        with self._lock:
            lines, self._lines, self._waits_in = self._lines, [], None
            if lines and not self._file.closed:
                self._file.write("\n".join([*lines, ""]))
                self._file.flush()


class PlainText:
    """Renders a line as structlog does for a console without colours, several times as fast.

    Lines with a traceback are left to structlog.
    """

    def __init__(self, traceback: ExceptionRenderer) -> None:
        """``traceback`` renders the traceback of an exception."""
        self._console = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=traceback)

    def __call__(self, logger: Any, name: str, event: EventDict) -> str:
        """The line of an event that has a time, a level and the name of its logger."""
        if not _TRACEBACKS.isdisjoint(event):
            return self._console(logger, name, event)
        begun = f"{event.pop('timestamp')} [{event.pop('level'):<9}] {event.pop('event'):<30} "
        begun += f"[{event.pop('logger')}]"
        return " ".join([begun, *[f"{key}={_shown(event[key])}" for key in sorted(event)]])


def _shown(value: object) -> str:
    if isinstance(value, str) and (value.isalnum() or _QUOTED.isdisjoint(value)):
        return value
    return repr(value)


def configure_logs(settings: Settings) -> None:
    """Make the logs of this process, structlog's and the standard library's, look the same."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without local variables: those hold what clients sent.
    plain = structlog.dev.plain_traceback
    last: list[Any] = [PlainText(plain)]
    if sys.stderr.isatty():
        last = [structlog.dev.ConsoleRenderer(colors=True, exception_formatter=plain)]
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
