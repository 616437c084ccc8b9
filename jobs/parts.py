"""Parts of a job: runs of its units, handed out one after the other to whoever has a thread free.

A job begins where it is taken up. If it is not done within ``ALONE_SECONDS``, the rest is handed
out in parts. How many units a part has follows from the seconds that those before have taken; what
is found about a unit does not depend on it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from dbos import DBOS, DBOSClient, WorkflowStatus

from kibitz.jobs.job import Job

ALONE_SECONDS: Final = 2.0  # of work, before parts are handed out
REST_SECONDS: Final = 1.0  # of work, which is not worth handing out
CHUNK_SECONDS: Final = (0.25, 1.0)  # of the chunks before that, from the first on
PART_SECONDS: Final = (2.0, 20.0)  # of parts, from the first on
SHARE: Final = 5  # a part takes so small a share of the work that has been done
LAST_SECONDS: Final = 0.5  # the least, where little is left
LONGEST: Final = 100_000  # units of a part, unless the request says that more are kept together
_LISTED: Final = 200  # parts that are read together
_DOUBLINGS: Final = 24  # more than any job has parts: it has fewer units

# Both read the same records; within a step of a workflow, or without one.
Reader = type[DBOS] | DBOSClient


@dataclass(frozen=True, slots=True)
class Pace:
    """``done`` units have taken ``seconds`` of work."""

    done: int = 0
    seconds: float = 0.0

    def and_also(self, units: int, seconds: float) -> "Pace":
        """The pace with more work done."""
        return Pace(self.done + units, self.seconds + seconds)

    def goes_on_alone(self, job: Job) -> bool:
        """Whether there is more to do, and it is not worth being handed out."""
        left = job.units() - self.done
        if not left or self.seconds < ALONE_SECONDS:
            return left > 0
        return self.seconds / self.done * left < REST_SECONDS

    def chunk(self, job: Job) -> int:
        """How many units come next, and are kept together, where the job goes on alone."""
        shortest, longest = CHUNK_SECONDS
        seconds = min(max(self.seconds, shortest), longest)
        return job.fixed() or max(job.least(), self._within(seconds))

    def part(self, job: Job, left: int, running: int) -> int:
        """How many of the ``left`` units come next, when so many other parts are worked on.

        The last parts are short, so that all end at about the same time.
        """
        shortest, longest = PART_SECONDS
        seconds = min(max(self.seconds / SHARE, shortest), longest)
        shared = self.seconds / max(1, self.done) * left / (running + 1)
        whole = job.fixed() or job.least()
        units = self._within(min(seconds, max(shared, LAST_SECONDS)))
        return min(left, max(1, units // whole) * whole)

    def _within(self, seconds: float) -> int:
        """How many units take so long, as far as is known."""
        if not self.done:
            return 1
        return max(1, min(LONGEST, int(seconds * self.done / max(self.seconds, 1e-6))))


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it is recorded. ``chunk``: how many units are kept at a time."""

    name: str
    units: range
    chunk: int
    status: str
    attempts: int
    outcome: dict[str, Any] | None

    @property
    def is_done(self) -> bool:
        """Whether all of its units are done."""
        return self.outcome is not None and "errors" not in self.outcome


def part_name(job: str, number: int) -> str:
    """What a part is called in the database, and in the log."""
    return f"{parts_prefix(job)}{number}"


def parts_prefix(job: str) -> str:
    """What the names of all parts of a job begin with."""
    return f"{job}-"


def job_of(name: str) -> str:
    """The job that a part belongs to, or that is called so itself."""
    return name.partition("-")[0]


def parts_of(reader: Reader, job: str, first: int = 0) -> Iterator[Part]:
    """The parts of a job that have been handed out, from number ``first`` on."""
    for start in count(first, _LISTED):
        names = [part_name(job, number) for number in range(start, start + _LISTED)]
        found = [*parts_named(reader, names)]
        for name, part in zip(names, found, strict=False):
            if name != part.name:
                return
            yield part
        if len(found) < _LISTED:
            return


def parts_named(reader: Reader, names: Sequence[str]) -> Iterator[Part]:
    """The parts of these names, in their order, without those that are not there."""
    for start in range(0, len(names), _LISTED):
        some = [*names[start : start + _LISTED]]
        found = {each.workflow_id: each for each in reader.list_workflows(workflow_ids=some)}
        yield from (part_as_recorded(found[name]) for name in some if name in found)


def part_as_recorded(found: WorkflowStatus) -> Part:
    """A part, read with its input and output."""
    first, stop, chunk = (found.input or {"args": (0, 0, 1)})["args"]
    return Part(
        found.workflow_id,
        range(first, stop),
        chunk,
        found.status,
        found.recovery_attempts or 0,
        found.output,
    )


def numbers_of_parts(reader: Reader, jobs: Sequence[str]) -> Iterator[tuple[str, int]]:
    """How many parts each of some jobs has; not all of them are read."""
    having = _recorded(reader, [part_name(job, 0) for job in jobs])
    for job in jobs:
        yield job, _number_of_parts(reader, job) if part_name(job, 0) in having else 0


def _number_of_parts(reader: Reader, job: str) -> int:
    """How many parts a job has that has one, found by halving."""
    powers = _recorded(reader, [part_name(job, 1 << k) for k in range(_DOUBLINGS)])
    most = 1 << len(powers)
    return bisect_left(
        range(most),
        True,
        lo=most // 2 + 1,
        key=lambda number: not _recorded(reader, [part_name(job, number)]),
    )


def _recorded(reader: Reader, names: Sequence[str]) -> set[str]:
    """Which of these jobs and parts there are."""
    if not names:
        return set()  # of no names, all would be listed
    found = reader.list_workflows(workflow_ids=[*names], load_input=False, load_output=False)
    return {each.workflow_id for each in found}
