"""How a job stands: its state, how far it has come, what it has found."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from kibitz.contract.answers import AnalyzeAnswer, SolveAnswer
from kibitz.contract.base import Answer, IfAny
from kibitz.contract.job_results import BatchResult, JobFault, MatchResult, StudyResult
from kibitz.contract.review import ReviewAnswer

State = Literal["queued", "running", "done", "failed", "cancelled"]
ENDED: Final = frozenset({"done", "failed", "cancelled"})


class JobProgress(Answer):
    """How far a job has come; ``done`` and ``total`` count ``unit``."""

    done: int
    total: int
    unit: str
    eta_s: Annotated[
        float | None,
        Field(description="Seconds of work left at the pace so far, while that is known."),
    ] = None


class JobStatus(Answer):
    """A job. The result is partial until the job is done, left out before anything is known."""

    id: str
    kind: str
    state: State
    progress: JobProgress
    # Generated clients take the first model that fits, and SolveAnswer fits what analyze answers.
    result: (
        ReviewAnswer | AnalyzeAnswer | SolveAnswer | BatchResult | StudyResult | MatchResult | None
    ) = None
    errors: Annotated[IfAny[list[JobFault]], Field(description="Why a job failed.")] = []
    request: Annotated[dict[str, Any], Field(description="What was asked, all limits filled in.")]
    created_at: str
    started_at: str | None = None
    ended_at: str | None = None


class JobSummary(Answer):
    """A job in a list."""

    id: str
    kind: str
    game: str
    state: State
    created_at: str
    started_at: str | None = None
    ended_at: str | None = None


class JobList(Answer):
    """Jobs, the newest first."""

    jobs: list[JobSummary]
    next: Annotated[
        str | None, Field(description="What to ask for as `after` to get older jobs, if any.")
    ] = None
