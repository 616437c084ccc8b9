"""Handing out the rest of a job in parts, which every process of its database works on.

A part is a workflow of its own in a queue with a partition for each client. There are never more
of a job in it than will be taken soon, so a job that comes later does not wait behind thousands.
All that is needed to go on after a crash is read from the database: which units the next part
begins with follows from the last one that is recorded there, whoever has put it there.
"""

import time
from collections.abc import Iterable
from contextvars import Context
from typing import Final

from dbos import DBOS, EnqueueOptions

from kibitz.contract.base import plain
from kibitz.contract.jobs import ENDED, JobProgress
from kibitz.jobs.database import PART_WORKFLOW, PARTS_QUEUE, VERSION
from kibitz.jobs.job import Cancelled, Job, stop_if
from kibitz.jobs.parts import SHARE, Pace, Part, part_as_recorded, part_name, parts_of
from kibitz.jobs.status import BROKE_OFF, STATES, eta
from kibitz.solvers.budget import Cancel

PROGRESS: Final = "progress"
MOST_IN_FLIGHT: Final = 256  # parts of one job that wait or are worked on
FEWEST_WAITING: Final = 2
LOOK_SECONDS: Final = 0.5
EVENT_SECONDS: Final = (1.0, 10.0)  # between two events, from the first on
_LAST_PRIORITY: Final = 1_000_000
_WAITING: Final = ("ENQUEUED", "DELAYED")
_BROKEN: Final = ("CANCELLED", "ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")


class Spread:
    """One process's handing out of the parts of one job. All is done inside a step of its workflow.

    ``pace``: of what was done before.
    """

    def __init__(self, name: str, job: Job, cancel: Cancel, pace: Pace) -> None:
        """Nothing is handed out yet, or known of what another process has handed out."""
        self._name, self._job, self._cancel, self._pace = name, job, cancel, pace
        self._units, self._next, self._number = job.units(), pace.done, 0
        self._in_flight: dict[str, Part] = {}
        self._errors: dict[int, list[dict[str, str]]] = {}  # by the first unit of the part
        self._client = ""
        self._began = self._reported = time.monotonic()
        self._told = self._begun_with = pace.done

    def run(self) -> list[dict[str, str]]:
        """Hand out everything and wait for its end; what is wrong with the job, if anything is.

        Raises ``Cancelled`` soon after the flag of the job is set.
        """
        (found,) = DBOS.list_workflows(
            workflow_ids=[self._name], load_input=False, load_output=False
        )
        self._client = found.queue_partition_key or self._name
        for part in parts_of(DBOS, self._name):
            self._note_next(part)
            self._see(part)
        while True:
            stop_if(self._cancel)
            self._look()
            if self._errors:
                first = min(self._errors)
                if not any(part.units.start < first for part in self._in_flight.values()):
                    self._call_off(self._in_flight)
                    return self._errors[first]
            else:
                self._hand_out()
            self._report()
            if self._pace.done == self._units:
                return []
            time.sleep(LOOK_SECONDS)

    def _note_next(self, part: Part) -> None:
        self._in_flight[part.name] = part
        self._next, self._number = part.units.stop, self._number + 1

    def _look(self) -> None:
        """See which parts have ended."""
        if not self._in_flight:
            return
        found = DBOS.list_workflows(workflow_ids=[*self._in_flight])
        missing = {*self._in_flight} - {each.workflow_id for each in found}
        if missing or any(each.status == "CANCELLED" for each in found):
            self._check_wanted()
        for each in found:
            self._see(part_as_recorded(each))
        for name in missing:
            self._break(self._in_flight.pop(name))

    def _check_wanted(self) -> None:
        """Raise ``Cancelled`` where the job has ended, and its parts with it."""
        found = DBOS.list_workflows(workflow_ids=[self._name], load_input=False, load_output=False)
        if not found or STATES[found[0].status] in ENDED:
            raise Cancelled

    def _break(self, part: Part) -> None:
        fault = {"pointer": "", "code": "internal", "message": BROKE_OFF}
        self._errors[part.units.start] = [fault]

    def _see(self, part: Part) -> None:
        """Note how a part is doing."""
        self._in_flight[part.name] = part
        if part.is_done:
            assert part.outcome is not None
            self._pace = self._pace.and_also(len(part.units), part.outcome["seconds"])
        elif part.outcome is not None:
            self._errors[part.units.start] = part.outcome["errors"]
        elif part.status in _BROKEN:
            self._break(part)
        else:
            return
        del self._in_flight[part.name]

    def _hand_out(self) -> None:
        """Let as many parts wait as are worked on: that many may end before the next look."""
        waiting = sum(part.status in _WAITING for part in self._in_flight.values())
        running = len(self._in_flight) - waiting
        while (
            self._next < self._units
            and waiting < max(FEWEST_WAITING, running)
            and len(self._in_flight) < MOST_IN_FLIGHT
        ):
            units = self._pace.part(self._job, self._units - self._next, running)
            self._note_next(self._handed_out(range(self._next, self._next + units)))
            waiting += 1

    def _handed_out(self, units: range) -> Part:
        """The next part as it is recorded: another process may have been faster."""
        name = part_name(self._name, self._number)
        options: EnqueueOptions = {
            "workflow_name": PART_WORKFLOW,
            "queue_name": PARTS_QUEUE,
            "queue_partition_key": self._client,
            # Of a client's jobs, the one that has come less far goes first.
            "priority": min(self._number + 1, _LAST_PRIORITY),
            "workflow_id": name,
            "app_version": VERSION,
        }
        chunk = self._job.fixed() or len(units)
        # Outside the workflow: what is handed out is found by its name, not by a record of it.
        Context().run(DBOS.enqueue_workflow_with_options, options, units.start, units.stop, chunk)
        (found,) = DBOS.list_workflows(workflow_ids=[name], load_output=False)
        return part_as_recorded(found)

    def _call_off(self, names: Iterable[str]) -> None:
        """End the parts that are not needed any more."""
        if left := [*names]:
            DBOS.cancel_workflows(left)

    def _report(self) -> None:
        """Write how far it has come, if it has come further and it is time."""
        done, now = self._pace.done, time.monotonic()
        shortest, longest = EVENT_SECONDS
        wait = min(max((now - self._began) / SHARE, shortest), longest)
        if done == self._told or (done < self._units and now - self._reported < wait):
            return
        # By the clock since this process hands out, however many work on parts at the moment.
        left = eta(done - self._begun_with, self._units - self._begun_with, now - self._began)
        reached = JobProgress(done=done, total=self._units, unit=self._job.unit, eta_s=left)
        DBOS.write_stream(PROGRESS, plain(reached))
        self._told, self._reported = done, now
