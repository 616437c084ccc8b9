"""How often the process of a job has died, so that a job which kills it is not retried for ever.

A job is taken up again by whoever is there. Where the process before has not left it in order, that
process has died, and it is not known which of its jobs is to blame. All of them may be; from then
on each notes when it computes and when it has stopped, so that further deaths count only against
those that were computing. Two deaths, and a job computes while no other such job does. A chunk that
has been kept clears the job: the deaths that count are those at the same chunk.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from dbos import DBOS

from kibitz.jobs.job import MOST_ATTEMPTS, stop_if
from kibitz.solvers.budget import Cancel

# Marks of a job in the database; the last one: it was taken up once more only to be given up.
_DEATHS: Final = "deaths"
_AT: Final = "deaths_at"
_TRYING: Final = "trying"
_STOPPED: Final = "stopped"
GIVEN_UP: Final = "given_up"
_AGAIN_SECONDS: Final = 0.25
_ALONE: Final = threading.Lock()


class DiedTooOften(Exception):
    """The process of a job has died as often as it may at the same place."""


class Attempt:
    """One process's work on a job. All methods are called inside a step of its workflow."""

    def __init__(self, name: str) -> None:
        """Nothing is read yet."""
        self._name = name
        self._number = 0
        self._deaths = 0
        self.client = ""

    @property
    def alone(self) -> bool:
        """Whether it must not compute while another such job does."""
        return self._deaths > 1

    def begin(self, place: int) -> None:
        """Before the chunk that begins at ``place`` is done; raises ``DiedTooOften``."""
        if self._number:
            self._deaths = 0  # since then, a chunk was kept
            return
        (found,) = DBOS.list_workflows(
            workflow_ids=[self._name], load_input=False, load_output=False
        )
        self._number, self.client = found.recovery_attempts or 1, found.queue_partition_key or ""
        marks = found.attributes or {}
        deaths = marks.get(_DEATHS, 0) if marks.get(_AT) == place else 0
        before = self._number - 1
        died = before > 0 and marks.get(_STOPPED) != before
        if died and (not deaths or marks.get(_TRYING) == before):
            deaths += 1
            self._mark({_DEATHS: deaths, _AT: place})
        self._deaths = deaths
        if deaths >= MOST_ATTEMPTS:
            self._mark({GIVEN_UP: True})
            raise DiedTooOften

    @contextmanager
    def trying(self, cancel: Cancel) -> Iterator[None]:
        """Around what may kill the process; raises ``Cancelled`` when ``cancel`` is set before."""
        if not self._deaths:
            yield
            return
        while self.alone and not _ALONE.acquire(timeout=_AGAIN_SECONDS):
            stop_if(cancel)
        try:
            self._mark({_TRYING: self._number})
            try:
                yield
            finally:
                self._mark({_TRYING: 0})
        finally:
            if self.alone:
                _ALONE.release()

    def stopped(self) -> None:
        """Note that the job is left to another process, which nothing has gone wrong with."""
        if self._number:
            self._mark({_STOPPED: self._number})

    def _mark(self, marks: dict[str, Any]) -> None:
        DBOS.update_workflow_attributes(self._name, marks, merge=True)
