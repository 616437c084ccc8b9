"""Faults of the database of jobs, reported to clients without its own messages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

import structlog
from dbos import error as faults
from sqlalchemy.exc import SQLAlchemyError

from kibitz.jobs.errors import JobsUnavailable

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def faults_reported() -> Iterator[None]:
    """Faults of the database as ``JobsUnavailable``; its own messages go only to the log."""
    try:
        yield
    except (SQLAlchemyError, faults.DBOSException, OSError) as error:
        said = str(error).split("\n", 1)[0]
        log = structlog.get_logger("kibitz.jobs")
        log.warning("the database of the jobs fails", error=type(error).__name__, detail=said)
        raise JobsUnavailable("the database of the jobs fails: the log says how") from error


def reaching(call: Callable[P, R]) -> Callable[P, R]:
    """``call`` with :func:`faults_reported`."""

    @wraps(call)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        with faults_reported():
            return call(*args, **kwargs)

    return wrapped
