"""What can be asked for as a job: one model for each kind."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, Strict

from kibitz.contract.base import Model
from kibitz.contract.options import (
    AnalyzeOptions,
    AskedIncludes,
    AskedInformation,
    AskedUtility,
    Limits,
    Objective,
    Options,
    Seed,
    SolveOptions,
)
from kibitz.contract.requests import Position
from kibitz.contract.review import ReviewRequest

MOST_POSITIONS: Final = 10_000
MOST_STUDIED: Final = 10_000_000
MOST_TOGETHER: Final = 1_000_000
MOST_PLAYED: Final = 10_000

GameName = Annotated[str, Field(max_length=40, description="A game, as /v1/games lists them.")]
DealNumber = Annotated[int, Strict(), Field(ge=0, le=2**63 - 1)]
LONGEST_NAME: Final = 200
PlayerName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class JobRequest(Model):
    """Base of all requests for jobs."""

    kind: str
    game: GameName


class SearchJobRequest(JobRequest, Options):
    """One verb asked about one position."""

    position: Position


class SolveJobRequest(SearchJobRequest, SolveOptions):
    """``solve`` as a job."""

    kind: Literal["solve"] = "solve"


class AnalyzeJobRequest(SearchJobRequest, AnalyzeOptions):
    """``analyze`` as a job."""

    kind: Literal["analyze"] = "analyze"


class ReviewJobRequest(JobRequest, ReviewRequest):
    """``review`` as a job."""

    kind: Literal["review"] = "review"


class BatchRequest(JobRequest):
    """One verb asked about many positions of a game, with the same options for all."""

    kind: Literal["batch"] = "batch"
    verb: Literal["solve", "analyze"]
    positions: Annotated[list[Position], Field(min_length=1, max_length=MOST_POSITIONS)]
    limits: Annotated[Limits, Field(description="Of each search.")] = Limits()
    objective: Annotated[Objective | None, Field(description="Of solve.")] = None
    multi_pv: Annotated[
        int | None, Strict(), Field(ge=1, le=1000, description="Of analyze: this many moves only.")
    ] = None
    seed: Annotated[Seed | None, Field(description="Of analyze.")] = None
    information: AskedInformation = None
    utility: AskedUtility = None
    include: Annotated[AskedIncludes | None, Field(description="Of analyze.")] = None


class StudyRequest(JobRequest):
    """Which deals of a range of numbers can be won."""

    kind: Literal["study"] = "study"
    rules: Annotated[Any, Field(description="Switches that differ from the default.")] = None
    source: Annotated[str, Field(max_length=40, description="Who deals.")] = "kibitz"
    first: Annotated[DealNumber, Field(description="Number of the first deal.")]
    last: Annotated[DealNumber, Field(description="Number of the last deal.")]
    limits: Annotated[
        Limits,
        Field(description="Of each deal; 1,000,000 nodes and 256 MB where nothing is asked."),
    ] = Limits()
    chunk_size: Annotated[
        int | None,
        Strict(),
        Field(ge=1, le=MOST_TOGETHER, description="Deals kept at a time; as many as take seconds."),
    ] = None


class MatchRequest(JobRequest):
    """A hero meets a rival on the deals from ``first`` on."""

    kind: Literal["match"] = "match"
    rules: Annotated[Any, Field(description="Switches that differ from the default.")] = None
    hero: Annotated[PlayerName, Field(description="A player, dials as in search/trees=1.")]
    rival: Annotated[PlayerName, Field(description="The player it meets.")]
    first: Annotated[int, Strict(), Field(ge=0, le=2**62, description="First deal.")] = 0
    deals: Annotated[int, Strict(), Field(ge=1, le=MOST_PLAYED, description="How many deals.")]
    seed: Annotated[
        int, Strict(), Field(ge=0, le=2**63 - 1, description="Of all that players roll.")
    ] = 1
    limits: Annotated[
        Limits, Field(description="Of each move; 1,000 iterations where nothing is asked.")
    ] = Limits()
