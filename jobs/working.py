"""One process's work on a job: chunk after chunk, in turns with other jobs, under a watchdog."""

import time
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog

from kibitz.games.faults import BadInput
from kibitz.jobs.apart import Apart, Ended
from kibitz.jobs.attempts import Attempt, DiedTooOften
from kibitz.jobs.job import MOST_ATTEMPTS, Cancelled, Job, Row, stop_if
from kibitz.jobs.turns import Turn, Turns
from kibitz.jobs.watchdog import Heartbeat
from kibitz.jobs.worker_pool import Busy, Closed
from kibitz.solvers.budget import Cancel

AGAIN_SECONDS: Final = 0.05
# The places that the runner of this process has for jobs; none while no runner is.
TURNS: Final[list[Turns]] = []
_INTERNAL: Final = (
    "the fault is on the side of the service; the id of the job leads to it in its log"
)
_HUNG: Final = (
    "a search went on long after its limit and could not be stopped; the job is not tried again"
)
_DIED: Final = (
    f"a process that worked on it alone ended {MOST_ATTEMPTS} times at the same place; it is not "
    "tried again"
)


class Hung(Exception):
    """A search can neither be waited for nor stopped."""


class Work:
    """What a process does for a job, from when it takes the job up."""

    def __init__(self, name: str, job: Job, cancel: Heartbeat) -> None:
        """Nothing is done yet."""
        self._name, self._job, self._cancel = name, job, cancel
        self._attempt = Attempt(name)
        self._turn = Turn("")
        self._turns: Turns | None = None
        self._apart: Apart | None = None

    def chunk(self, units: range) -> dict[str, Any]:
        """The rows of some units and the seconds they took, or what is wrong with the request.

        Raises ``Cancelled``; for a step of a workflow.
        """
        try:
            self._attempt.begin(units.start)
            return self._in_turns(units)
        except DiedTooOften:
            return _failed("died", _DIED)
        except Cancelled:
            self._attempt.stopped()
            raise

    def _in_turns(self, units: range) -> dict[str, Any]:
        """What :meth:`chunk` finds, in as many turns as it needs."""
        if self._cancel.is_set() or not TURNS:
            raise Cancelled
        if self._turns is None:
            self._turns, self._turn = TURNS[0], Turn(self._attempt.client)
        if not self._attempt.apart:
            return self._all_of(self._turns, units)
        self._turns.leave(self._turn)  # it may wait for long until it is alone
        with self._attempt.alone(self._cancel), Apart(self._job) as apart:
            self._apart = apart
            try:
                return self._all_of(self._turns, units)
            finally:
                self._apart = None

    def _all_of(self, turns: Turns, units: range) -> dict[str, Any]:
        """What :meth:`chunk` finds, here or apart."""
        rows: list[Row] = []
        seconds, parts = 0.0, self._job.parts(units)
        while parts:
            with self._attempt.trying():
                found = self._computed(turns, parts)
            if "errors" in found:
                return found
            rows += found["rows"]
            seconds += found["seconds"]
            parts = parts[found["parts"] :]
            if found["ended"]:
                self._attempt.ended_apart()
        return {"rows": rows, "seconds": round(seconds, 6)}

    def interrupted(self) -> None:
        """The database fails: this process, or another, takes the job up again."""
        self._attempt.interrupted()

    def end(self) -> None:
        """Nothing more is done here."""
        if self._turns is not None:
            self._turns.leave(self._turn)

    def _computed(self, turns: Turns, parts: Sequence[range]) -> dict[str, Any]:
        """What :meth:`_worked_off` finds in one turn, for which it waits."""
        while True:
            outcome: Future[dict[str, Any]] = Future()
            turns.take(self._turn, self._cancel)
            try:
                found = turns.run(self._turn, partial(self._worked_off, turns, parts, outcome))
                found.add_done_callback(partial(_pass_on, outcome))
                return outcome.result()
            except Busy:  # this job is in no hurry: it waits where the queue has no room for it
                time.sleep(AGAIN_SECONDS)
                stop_if(self._cancel)
            except (CancelledError, Closed):
                raise Cancelled from None
            except Hung:
                return _failed("hung", _HUNG)

    def _worked_off(
        self, turns: Turns, parts: Sequence[range], outcome: "Future[Any]"
    ) -> dict[str, Any]:
        """The rows of the first ``parts`` until the turn is over, and how many of them there are.

        ``outcome`` gets ``Hung`` if a search hangs.
        """
        began, done, ended, apart = time.perf_counter(), 0, False, self._apart
        rows: list[Row] = []
        watching = partial(turns.watchdog.watching, limit_s=self._job.search_s(), flag=self._cancel)
        what = {"queue": "batch", "job": self._name, "kind": self._job.kind, "game": self._job.game}
        try:
            if apart is not None:
                apart.ready(self._cancel)
            work = self._job.work if apart is None else apart.work
            for part in parts:
                give_up = partial(_fail, outcome, Hung())
                with (
                    watching({**what, "first": part.start, "last": part[-1]}, hung=give_up),
                    self._cancel.pausing(partial(turns.pause, self._turn, self._cancel)),
                ):
                    rows += work(part, self._cancel)
                done += 1
                self._turn.unit_done()
                if self._turn.over():
                    break
        except Ended as error:
            ended = True
            log = structlog.get_logger("kibitz.jobs")
            log.warning("a job has ended a process of its own", job=self._name, code=error.code)
        except Cancelled:
            if Cancel.is_set(self._cancel) or not self._turn.cut:
                raise
        except BadInput as error:
            faults = [
                {"pointer": f.pointer, "code": f.code, "message": f.message} for f in error.faults
            ]
            return {"errors": faults}
        except Exception:
            log = structlog.get_logger("kibitz.jobs")
            log.exception("a job failed", job=self._name)
            return _failed("internal", _INTERNAL)
        seconds = time.perf_counter() - began
        return {"rows": rows, "seconds": seconds, "parts": done, "ended": ended}


def _failed(code: str, message: str) -> dict[str, Any]:
    return {"errors": [{"pointer": "", "code": code, "message": message}]}


def _fail(outcome: "Future[Any]", error: BaseException) -> None:
    with suppress(Exception):  # it may have come to its end just now
        outcome.set_exception(error)


def _pass_on(outcome: "Future[Any]", found: "Future[Any]") -> None:
    """Give ``outcome`` what was found, unless it was given up before."""
    if found.cancelled():
        _fail(outcome, CancelledError())
        return
    error = found.exception()
    if error is not None:
        _fail(outcome, error)
        return
    with suppress(Exception):
        outcome.set_result(found.result())
