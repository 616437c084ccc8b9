"""Faults of the database of jobs: reported to clients without its own messages, logged once."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import structlog
from dbos import error as faults
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError

from kibitz.jobs.errors import JobsUnavailable

P = ParamSpec("P")
R = TypeVar("R")

FAULTS: Final = (SQLAlchemyError, faults.DBOSException, OSError)
AGAIN_SECONDS: Final = 300.0  # until a fault that lasts is logged again
FINE_SECONDS: Final = 30.0  # without a fault, until the last ones are taken for over
BACK_SECONDS: Final = 2.0  # the same for a server that could not be reached
_LONGEST: Final = 300
_LOST: Final = "lost"
# Classes of PostgreSQL's codes: no connection, and a server that stops or starts.
_LOST_CODES: Final = ("08", "57P")


class Notes:
    """Logs each fault of a database once while it lasts, and that it is over.

    All that fails because its server cannot be reached is one fault.
    """

    def __init__(self) -> None:
        """The database is fine."""
        self._last = 0.0
        self._noted: dict[str, float] = {}  # when each may be logged again
        self._lock = threading.Lock()

    @property
    def lasting(self) -> bool:
        """Whether a fault has been noted, and not that it is over."""
        return bool(self._noted)

    def fault(self, error: BaseException) -> None:
        """Note that the database failed."""
        said, now = said_of(error), time.monotonic()
        kind = _LOST if _is_lost(error) else said
        with self._lock:
            self._last = now
            known = self._noted.get(kind, 0.0) > now
            if not known:
                self._noted[kind] = now + AGAIN_SECONDS
        if not known:
            log = structlog.get_logger("kibitz.jobs")
            log.error("the database of the jobs fails", detail=said)

    def fine(self) -> None:
        """Note that the database answered: of a full disk one may still read."""
        with self._lock:
            pause = BACK_SECONDS if [*self._noted] == [_LOST] else FINE_SECONDS
            if not self._noted or time.monotonic() < self._last + pause:
                return
            self._noted.clear()
        structlog.get_logger("kibitz.jobs").info("the database of the jobs answers again")


NOTES: Final = Notes()


def _is_lost(error: BaseException) -> bool:
    """Whether a server of PostgreSQL could not be reached, or has broken the connection off."""
    cause = getattr(error, "orig", None)
    if not isinstance(error, OperationalError | InterfaceError) or not hasattr(cause, "sqlstate"):
        return False
    code = getattr(cause, "sqlstate", None)
    return code is None or code.startswith(_LOST_CODES)


def said_of(error: BaseException) -> str:
    """What a database says of a fault, in one line and without the statement."""
    whole = " ".join(str(getattr(error, "orig", None) or error).split())
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"


@contextmanager
def faults_reported() -> Iterator[None]:
    """Faults of the database as ``JobsUnavailable``; its own messages go only to the log."""
    try:
        yield
    except FAULTS as error:
        NOTES.fault(error)
        raise JobsUnavailable("the database of the jobs fails: the log says how") from error


def reaching(call: Callable[P, R]) -> Callable[P, R]:
    """``call`` with :func:`faults_reported`."""

    @wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        with faults_reported():
            found = call(*args, **kwargs)
        NOTES.fine()
        return found

    return wrapped
