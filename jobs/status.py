"""What is told about a job: its state, how far it has come, what it has found."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from kibitz.jobs.match import MatchResult
from kibitz.jobs.searches import BatchResult, JobFault
from kibitz.jobs.tally import StudyResult
from kibitz.solvers.result import AnalyzeAnswer, Answer, SolveAnswer

State = Literal["queued", "running", "done", "failed", "cancelled"]
ENDED: Final = frozenset({"done", "failed", "cancelled"})
STATES: Final[dict[str, State]] = {
    "ENQUEUED": "queued",
    "DELAYED": "queued",
    "PENDING": "running",
    "SUCCESS": "done",
    "ERROR": "failed",
    "MAX_RECOVERY_ATTEMPTS_EXCEEDED": "failed",
    "CANCELLED": "cancelled",
}


class JobProgress(Answer):
    """How far a job has come; ``done`` and ``total`` count ``unit``."""

    done: int
    total: int
    unit: str
    eta_s: Annotated[
        float | None,
        Field(description="Seconds of work left at the pace so far; null while unknown or over."),
    ]


class JobStatus(Answer):
    """A job. The result is partial until the job is done, and null before anything is known."""

    id: str
    kind: str
    state: State
    progress: JobProgress
    result: SolveAnswer | AnalyzeAnswer | BatchResult | StudyResult | MatchResult | None
    errors: Annotated[list[JobFault], Field(description="Why a job failed.")]
    request: Annotated[dict[str, Any], Field(description="What was asked, all limits filled in.")]
    created_at: str
    started_at: str | None
    ended_at: str | None


class JobSummary(Answer):
    """A job in a list."""

    id: str
    kind: str
    game: str
    state: State
    created_at: str
    started_at: str | None
    ended_at: str | None


class JobList(Answer):
    """Jobs, the newest first."""

    jobs: list[JobSummary]
    next: Annotated[
        str | None, Field(description="What to ask for as `after` to get older jobs; null: none.")
    ]


def eta(done: int, total: int, seconds: float) -> float | None:
    """Seconds that the rest takes when ``done`` of ``total`` units took ``seconds``."""
    if not 0 < done < total:
        return None
    return round(seconds / done * (total - done), 3)


def moment(milliseconds: int | None) -> str | None:
    """A time of the database as RFC 3339 has it, in UTC."""
    if milliseconds is None:
        return None
    found = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")
