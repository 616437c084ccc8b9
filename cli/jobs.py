"""A job asked for on the command line: done here, or by a service."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kibitz.cli.search import interruptible, listening
from kibitz.contract.base import Answer
from kibitz.contract.jobs import StudyResult
from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput
from kibitz.jobs.charts import study_csv, study_png
from kibitz.jobs.job import Job, Row
from kibitz.jobs.kinds import read_job
from kibitz.jobs.local import run_here
from kibitz.jobs.study import StudyJob

if TYPE_CHECKING:
    from kibitz.cli.submitting import Service

UNCAPPED = Limits()


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a job: its result, how much of it was done, and its chart."""

    job: Job
    result: Answer | None
    done: int
    service: "tuple[Service, str] | None"

    @property
    def total(self) -> int:
        """All that there was to do."""
        return self.job.units()

    @property
    def cut_short(self) -> bool:
        """Whether a part of it was not done."""
        return self.done < self.total

    def chart(self) -> bytes:
        """How hard the deals of a study are, as a picture."""
        if self.service is not None:
            service, of_job = self.service
            return service.chart(of_job)
        assert isinstance(self.job, StudyJob)
        assert isinstance(self.result, StudyResult)
        return study_png(self.job, self.result)


class Work:
    """A checked request for a job."""

    def __init__(
        self,
        kind: str,
        game: str,
        asked: dict[str, Any],
        limits: dict[str, int | None],
        url: str | None,
    ) -> None:
        """Read and check it, leaving out options that are None; raises ``BadInput``.

        ``url``: of the service that is to do it; without one it is done here.
        """
        given = {name: value for name, value in asked.items() if value is not None}
        limited = {name: value for name, value in limits.items() if value is not None}
        self._request = {"kind": kind, "game": game, **given, "limits": limited}
        self._job, self._url = read_job(self._request, UNCAPPED, stored=url is not None), url

    def done(
        self,
        progress: bool | None,
        processes: int,
        kept: Path | None,
        table: IO[str] | None = None,
    ) -> Done:
        """Do it here, or have the service do it; Ctrl-C leaves what is done by then.

        The deals of a study go into ``table``, chunk by chunk where it is done here.
        """
        with listening(progress) as listener:
            if self._url is None:
                with interruptible() as cancel:
                    parts = run_here(self._job, cancel, listener, processes=processes, kept=kept)
                    passed = _Passed(parts, table)
                    return Done(self._job, self._job.gathered(passed), passed.rows, None)
            from kibitz.cli.submitting import Service

            service = Service(self._url)
            name = service.submit(self._request)
            job = service.follow(name, listener)
        if job.state != "done":
            said = [fault.message for fault in job.errors] or [f"the job was {job.state}"]
            message = f"{service.address(name)}: {'; '.join(said)}"
            raise BadInput.one("", job.state, message)
        if table is not None:
            table.write(service.table(name))
        return Done(self._job, job.result, job.progress.done, (service, name))


class _Passed(Iterable[list[Row]]):
    """Chunks of rows on their way: each is counted and, if there is a table, written into it."""

    def __init__(self, parts: Iterator[list[Row]], table: IO[str] | None) -> None:
        self._parts, self._table = parts, table
        self.rows = 0
        if table is not None:
            table.write(study_csv(()))

    def __iter__(self) -> Iterator[list[Row]]:
        for part in self._parts:
            self.rows += len(part)
            if self._table is not None:
                self._table.write(study_csv(part, headed=False))
            yield part
