"""How often a job has been there when a process died, so that one to blame is found and given up.

A job is taken up again by whoever is there. Where the process before has not left it in order, that
process has died, and it is not known which of its jobs is to blame, if any: somebody may have
killed it. All of them may be; from then on each notes when it computes and when it has stopped, so
that further deaths count only against those that were computing. After two deaths a job computes in
a process of its own, one such job at a time. Only the end of that process, while the service lives,
is held against a job: a job that does nothing wrong may be killed with the service any number of
times. A chunk that has been kept clears the job: what counts is what happens at the same chunk.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from dbos import DBOS

from kibitz.jobs.job import MOST_ATTEMPTS, stop_if
from kibitz.solvers.budget import Cancel

DEATHS_BEFORE_APART: Final = 2
# Marks of a job in the database.
_DEATHS: Final = "deaths"
_AT: Final = "deaths_at"
_TRYING: Final = "trying"
_STOPPED: Final = "stopped"
_ENDED: Final = "ended_apart"
_AGAIN_SECONDS: Final = 0.25
# By job: its last attempt here that a fault of the database has ended, where nothing can be noted.
_INTERRUPTED: Final[dict[str, int]] = {}
_ALONE: Final = threading.Lock()


class DiedTooOften(Exception):
    """A job has ended its own process as often as it may at the same place."""


class Attempt:
    """One process's work on a job. All methods are called inside a step of its workflow."""

    def __init__(self, name: str) -> None:
        """Nothing is read yet."""
        self._name = name
        self._number = 0
        self._place = self._deaths = self._ended = 0
        self.client = ""

    @property
    def apart(self) -> bool:
        """Whether it must compute in a process of its own."""
        return self._deaths >= DEATHS_BEFORE_APART

    def begin(self, place: int) -> None:
        """Before the chunk that begins at ``place`` is done; raises ``DiedTooOften``."""
        self._place = place
        if self._number:
            self._deaths = self._ended = 0  # since then, a chunk was kept
            return
        (found,) = DBOS.list_workflows(
            workflow_ids=[self._name], load_input=False, load_output=False
        )
        self._number, self.client = found.recovery_attempts or 1, found.queue_partition_key or ""
        marks = found.attributes or {}
        here = marks.get(_AT) == place
        deaths, self._ended = (marks.get(mark, 0) if here else 0 for mark in (_DEATHS, _ENDED))
        before = self._number - 1
        interrupted = _INTERRUPTED.pop(self._name, None) == before
        died = before > 0 and marks.get(_STOPPED) != before and not interrupted
        if died and (not deaths or marks.get(_TRYING) == before):
            deaths += 1
            self._mark({_DEATHS: deaths, _ENDED: self._ended, _AT: place})
        self._deaths = deaths
        self._check()

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Around what may kill the process."""
        if not self._deaths:
            yield
            return
        self._mark({_TRYING: self._number})
        try:
            yield
        finally:
            self._mark({_TRYING: 0})

    @contextmanager
    def alone(self, cancel: Cancel) -> Iterator[None]:
        """Within it, no other job of this process is here; raises ``Cancelled`` while it waits."""
        while not _ALONE.acquire(timeout=_AGAIN_SECONDS):
            stop_if(cancel)
        try:
            yield
        finally:
            _ALONE.release()

    def ended_apart(self) -> None:
        """Note that it has ended a process of its own; raises ``DiedTooOften``."""
        self._ended += 1
        self._mark({_ENDED: self._ended, _AT: self._place})
        self._check()

    def stopped(self) -> None:
        """Note that the job is left to another process, which nothing has gone wrong with."""
        if self._number:
            self._mark({_STOPPED: self._number})

    def interrupted(self) -> None:
        """Remember that a fault of the database has ended it, and not its process."""
        if self._number:
            _INTERRUPTED[self._name] = self._number

    def _check(self) -> None:
        if self._ended >= MOST_ATTEMPTS:
            raise DiedTooOften

    def _mark(self, marks: dict[str, Any]) -> None:
        DBOS.update_workflow_attributes(self._name, marks, merge=True)
