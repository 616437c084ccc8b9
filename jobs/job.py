"""What a job is: a checked request that is done in chunks, each of which can be repeated.

What a job finds depends only on its request, unless a time limit stops a search. So a chunk that a
crash interrupted is simply done again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from kibitz.contract.base import Answer
from kibitz.contract.job_requests import JobRequest
from kibitz.contract.options import Limits
from kibitz.games.faults import Fault, is_sound, quote
from kibitz.solvers.budget import Cancel

MOST_CHUNKS: Final = 1_000
MOST_ATTEMPTS: Final = 3  # at the same chunk, where each has ended the process that made it

# What is found out about one unit of work, as JSON.
Row = dict[str, Any]
# What is found out about some units: their rows, or what `Job.summary` makes of these.
Piece = Sequence[Row] | Mapping[str, Any]


class Cancelled(BaseException):
    """The work was cut short: nothing of its chunk may be kept.

    Not an ``Exception``: what records the faults of a job must let it pass.
    """


class Job(JobRequest, ABC):
    """Base of all jobs: a request and how it is worked off."""

    unit: ClassVar[str]
    in_order: ClassVar[bool] = True  # a result of some units needs those before them, too

    @classmethod
    @abstractmethod
    def deeper_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """Faults that the schema does not find; ``found`` are those it has found already."""

    @classmethod
    def room_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:  # noqa: ARG003
        """Faults of a request for more rows than a service keeps; ``found``: other faults."""
        return []

    @abstractmethod
    def settled(self, cap: Limits) -> Self:
        """The same job with the limits in force, so that it no longer depends on settings."""

    @abstractmethod
    def units(self) -> int:
        """How many units of work there are."""

    @abstractmethod
    def chunk(self) -> int:
        """How many units are done, and kept, at a time."""

    @abstractmethod
    def work(self, units: range, cancel: Cancel) -> list[Row]:
        """One row for each of ``units``.

        Raises ``Cancelled`` soon after ``cancel`` is set, and ``BadInput`` for what only the
        search itself finds wrong with the request.
        """

    @abstractmethod
    def result(self, rows: Sequence[Row]) -> Answer | None:
        """What the rows of the first units, all or some of them, come to; None for nothing yet."""

    def summary(self, rows: Sequence[Row]) -> dict[str, Any] | None:  # noqa: ARG002
        """What is to be gathered in place of ``rows``, as JSON; None where that is the rows."""
        return None

    def gathered(self, pieces: Iterable[Piece]) -> Answer | None:
        """As :meth:`result`, of one piece after another; they may be read as they are needed."""
        rows = (piece for piece in pieces if not isinstance(piece, Mapping))
        return self.result([row for piece in rows for row in piece])

    def merged(self, pieces: Iterable[Piece]) -> Piece | None:  # noqa: ARG002
        """One piece in place of ``pieces``, in whatever order; None where they stay as they are."""
        return None

    def least(self) -> int:
        """How many units are worked on together at least."""
        return 1

    def fixed(self) -> int | None:
        """How many units are kept at a time, where the request says so."""
        return None

    def search_s(self) -> float | None:
        """The seconds that :meth:`work` may take for a part by its limits, None if unknown."""
        limits: Limits = getattr(self, "limits", Limits())
        return None if limits.time_ms is None else limits.time_ms / 1000

    def parts(self, units: range) -> list[range]:
        """The parts of a chunk between which another job may have its turn."""
        return [range(unit, unit + 1) for unit in units]

    def chunks(self) -> list[range]:
        """The units in the order in which they are done."""
        size = max(self.chunk(), -(-self.units() // MOST_CHUNKS))
        return [range(i, min(i + size, self.units())) for i in range(0, self.units(), size)]


def unused_limits(
    fields: Mapping[str, Any], found: Sequence[Fault], why: Callable[[str], str | None]
) -> list[Fault]:
    """A fault for each limit of a request that limits nothing; ``why``: None where it does."""
    limits, faults = fields.get("limits"), []
    asked = limits if isinstance(limits, dict) else {}
    for name in Limits.model_fields:
        if asked.get(name) is None or not is_sound(found, f"/limits/{name}"):
            continue
        reason = why(name)
        if reason is not None:
            message = f"{quote(name)} limits nothing here: {reason}"
            faults.append(Fault(f"/limits/{name}", "unused_limit", message))
    return faults


def stop_if(cancel: Cancel) -> None:
    """Raise ``Cancelled`` when ``cancel`` is set."""
    if cancel.is_set():
        raise Cancelled
