"""Logs: one line per event on standard error, as text or JSON; the server's own lines, too.

Our own lines are written by structlog itself: through the standard library, the line of a request
takes longer than some answers.
"""

import asyncio
import atexit
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, ExceptionRenderer

from kibitz.api.settings import Settings

GATHER_SECONDS: Final = 0.05
SELDOM_SECONDS: Final = 5.0  # between two lines of one kind of what strangers can make happen
REQUEST_ID: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
_TRACEBACKS: Final = frozenset({"exception", "exc_info", "stack"})
_QUOTED: Final = frozenset(" \t=\r\n\"'")  # what a text that holds any of is quoted for


class _Writer:
    """Writes lines to standard error; named, as the loggers of the standard library.

    A line is given as what makes it. Lines of an event loop that are no warnings wait for each
    other for ``GATHER_SECONDS`` and are then made and written together, which is quicker.
    """

    def __init__(self, name: str = "kibitz") -> None:
        self.name = name
        self._file = sys.stderr
        self._lines: list[Callable[[], str]] = []
        self._waits_in: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        atexit.register(self._write_out)

    def msg(self, message: Callable[[], str]) -> None:
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

    def now(self, message: Callable[[], str]) -> None:
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
                self._file.write("\n".join([*(line() for line in lines), ""]))
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


def _noted(logger: Any, level: str, event: EventDict) -> EventDict:
    """Add to an event what is known only as it happens, and by whom it is logged."""
    event["level"] = level
    event["logger"] = event["_record"].name if "_record" in event else logger.name
    event["timestamp"] = time.time()
    if "request_id" not in event and (request_id := REQUEST_ID.get()) is not None:
        event["request_id"] = request_id
    return event


def _made(last: list[Any], logger: Any, level: str, event: EventDict) -> str:
    """The line of a noted event."""
    moment = datetime.fromtimestamp(event["timestamp"], UTC)
    event["timestamp"] = moment.isoformat().replace("+00:00", "Z")
    made: Any = event
    for processor in last:
        made = processor(logger, level, made)
    line: str = made
    return line


class Seldom:
    """Logs what strangers can make happen, so that they cannot fill the log with it.

    The first of a kind is a line. So is, every ``SELDOM_SECONDS``, what came of it since, with the
    details of the last and ``times``, how often.
    """

    def __init__(self, name: str) -> None:
        """``name``: of the logger."""
        self._log = structlog.get_logger(name)
        self._more: dict[str, tuple[int, dict[str, Any]]] = {}  # by event, since its last line

    def info(self, event: str, **details: Any) -> None:
        """Log an event now, or with others soon; called in the event loop."""
        if event in self._more:
            self._more[event] = self._more[event][0] + 1, details
            return
        self._log.info(event, **details)
        self._pause(event)

    def _pause(self, event: str) -> None:
        self._more[event] = 0, {}
        asyncio.get_running_loop().call_later(SELDOM_SECONDS, self._go_on, event)

    def _go_on(self, event: str) -> None:
        times, details = self._more.pop(event)
        if times:
            self._log.info(event, **details, **({"times": times} if times > 1 else {}))
            self._pause(event)


def configure_logs(settings: Settings) -> None:
    """Make the logs of this process, structlog's and the standard library's, look the same."""
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
    make = partial(_made, last)

    def later(logger: Any, level: str, event: EventDict) -> Any:
        if event.get("exc_info") is True:
            event["exc_info"] = sys.exc_info()
        return (partial(make, logger, level, event),), {}

    structlog.configure(
        processors=[_noted, later],
        logger_factory=_Writer,
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[_noted],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, make],
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
