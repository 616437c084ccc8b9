"""A job asked for on the command line: done here, or by a service."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.cli.search import interruptible, listening
from kibitz.contract.base import Answer
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
    """What became of a job: its result, how much of it was done, and its files."""

    job: Job
    result: Answer | None
    done: int
    rows: list[Row] | None
    service: "tuple[Service, str] | None"

    @property
    def total(self) -> int:
        """All that there was to do."""
        return self.job.units()

    @property
    def cut_short(self) -> bool:
        """Whether a part of it was not done."""
        return self.done < self.total

    def file(self, name: str) -> bytes:
        """One of the files of a study, by the name that HTTP gives it."""
        if self.service is not None:
            service, of_job = self.service
            if name.endswith(".csv"):
                return service.table(of_job).encode()
            return service.chart(of_job)
        rows = self.rows or []
        if name.endswith(".csv"):
            return study_csv(rows).encode()
        assert isinstance(self.job, StudyJob)
        return study_png(self.job, self.job.result(rows))


class Work:
    """A checked request for a job."""

    def __init__(
        self, kind: str, game: str, asked: dict[str, Any], limits: dict[str, int | None]
    ) -> None:
        """Read and check it, leaving out options that are None; raises ``BadInput``."""
        given = {name: value for name, value in asked.items() if value is not None}
        limited = {name: value for name, value in limits.items() if value is not None}
        self._request = {"kind": kind, "game": game, **given, "limits": limited}
        self._job = read_job(self._request, UNCAPPED)

    def done(
        self, url: str | None, progress: bool | None, processes: int, kept: Path | None
    ) -> Done:
        """Do it here, or have the service at ``url`` do it; Ctrl-C leaves what is done by then."""
        with listening(progress) as listener:
            if url is None:
                with interruptible() as cancel:
                    rows = run_here(self._job, cancel, listener, processes=processes, kept=kept)
                return Done(self._job, self._job.result(rows), len(rows), rows, None)
            from kibitz.cli.submitting import Service

            service = Service(url)
            name = service.submit(self._request)
            job = service.follow(name, listener)
        if job.state != "done":
            said = [fault.message for fault in job.errors] or [f"the job was {job.state}"]
            message = f"{service.address(name)}: {'; '.join(said)}"
            raise BadInput.one("", job.state, message)
        return Done(self._job, job.result, job.progress.done, None, (service, name))
