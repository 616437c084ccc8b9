"""Faults of the database of jobs, reported to clients without its own messages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import structlog
from dbos import error as faults
from sqlalchemy.exc import SQLAlchemyError

from kibitz.jobs.errors import JobsUnavailable

P = ParamSpec("P")
R = TypeVar("R")


FAULTS: Final = (SQLAlchemyError, faults.DBOSException, OSError)
_LONGEST: Final = 300


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
        log = structlog.get_logger("kibitz.jobs")
        log.warning("the database of the jobs fails", detail=said_of(error))
        raise JobsUnavailable("the database of the jobs fails: the log says how") from error


def reaching(call: Callable[P, R]) -> Callable[P, R]:
    """``call`` with :func:`faults_reported`."""

    @wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        with faults_reported():
            return call(*args, **kwargs)

    return wrapped
