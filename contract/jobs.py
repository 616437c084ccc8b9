"""How a job stands, and what it finds: answers of a batch, counts of a study, leads of a match."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from kibitz.contract.answers import AnalyzeAnswer, SolveAnswer, Verdict
from kibitz.contract.base import Answer, IfAny
from kibitz.contract.review import ReviewAnswer

MOST_LISTED: Final = 1_000  # undecided deals of a study


class JobFault(Answer):
    """A fault of a request that only its search could find."""

    pointer: str
    code: str
    message: str


class BatchAnswer(Answer):
    """What became of one position of a batch: an answer, or what is wrong with the question."""

    solve: SolveAnswer | None = None
    analyze: AnalyzeAnswer | None = None
    errors: IfAny[list[JobFault]] = []


class BatchResult(Answer):
    """The answers of a batch so far, in the order of its positions."""

    answers: list[BatchAnswer]


class Share(Answer):
    """A share of the deals with Wilson's 95 % interval."""

    value: float
    low: float
    high: float


class Winnable(Answer):
    """How many deals of the kind can be won, undecided deals counted both ways.

    ``low`` is the lower end if every undecided deal is lost, ``high`` the upper end if every one
    is won: between them lies the truth, 19 times out of 20.
    """

    if_lost: Annotated[Share, Field(description="Every undecided deal counted as lost.")]
    if_won: Annotated[Share, Field(description="Every undecided deal counted as won.")]
    low: float
    high: float


class Bin(Answer):
    """Deals that took ``at_least`` nodes but fewer than ``below``."""

    at_least: int
    below: int
    solvable: int
    unsolvable: int
    undecided: int


class HardDeal(Answer):
    """A deal and what it took to decide it, or not to."""

    deal: int
    verdict: Verdict
    nodes: int


class StudyResult(Answer):
    """The deals decided so far."""

    deals: int
    solvable: int
    unsolvable: int
    undecided: int
    winnable: Winnable
    difficulty: Annotated[
        list[Bin], Field(description="By nodes visited: none, then by powers of two.")
    ]
    hardest: Annotated[list[HardDeal], Field(description="The deals that took most nodes.")]
    undecided_deals: Annotated[
        list[int], Field(description="Their numbers, of the first 1,000 at most.")
    ]


class Lead(Answer):
    """Points a hand, in a solitaire cards fewer left, by which a hero is ahead; 95 % interval."""

    mean: float
    error: Annotated[float, Field(description="Standard error of the mean.")]
    low: float
    high: float


class MatchResult(Answer):
    """The deals played so far. There is no lead below two deals: one has no spread."""

    deals: int
    hands: int
    lone: Annotated[
        Lead | None, Field(description="One hero among rivals, at each seat in turn.")
    ] = None
    pair: Annotated[
        Lead | None,
        Field(description="One rival among heroes, at each seat in turn; not with two seats."),
    ] = None
    both: Annotated[Lead | None, Field(description="The mean of both kinds of tables.")] = None


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
    attempts: Annotated[
        int,
        Field(
            description="How often a process has begun to work on it: more than once after a "
            "crash or a restart."
        ),
    ] = 0
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
