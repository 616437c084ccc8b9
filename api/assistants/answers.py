"""What the tools answer as structured content: the answers of the verbs, each with its table."""

from typing import Annotated, Any

from pydantic import Field

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer
from kibitz.contract.base import Answer
from kibitz.contract.replies import Ending, GameSummary, LegalMove, Standing
from kibitz.contract.requests import Difficulty
from kibitz.contract.review import ReviewAnswer

Line = Annotated[str, Field(description="The position after the moves, as one line of text.")]
Board = Annotated[str, Field(description="The table, drawn in text.")]


class GameFacts(Answer):
    """How a game is written down and dealt."""

    notation: Annotated[str, Field(description="How moves are written.")]
    sources: Annotated[dict[str, str], Field(description="Who can deal, and with which seeds.")]
    objectives: Annotated[list[str], Field(description="What solve can look for.")]
    rules: Annotated[dict[str, Any], Field(description="JSON Schema of the switches.")]
    resource: Annotated[str, Field(description="The resource that has its rules.")]


class GamesFound(Answer):
    """What ``games`` answers."""

    games: list[GameSummary]
    facts: Annotated[GameFacts | None, Field(description="Of the game that was asked for.")] = None


class Table(Standing):
    """A position with its table, and how the game stands in it."""

    game: str
    position: Line
    board: Board


class Dealt(Table):
    """What ``deal`` answers."""

    source: str
    seed: Annotated[str, Field(description="With the source and rules it deals the same again.")]
    difficulty: Difficulty | None = None
    legal: Annotated[list[LegalMove], Field(description="The legal moves.")]


class Shown(Table):
    """What ``show`` answers."""

    seat: Annotated[int | None, Field(description="Who sees this; none: all listed cards.")] = None
    legal: Annotated[list[LegalMove], Field(description="The legal moves.")]


class Solved(Table):
    """What ``solve`` answers."""

    answer: SolveAnswer


class Hinted(Table):
    """What ``hint`` answers."""

    answer: HintAnswer


class Analyzed(Table):
    """What ``analyze`` answers."""

    answer: AnalyzeAnswer


class Reviewed(Table):
    """What ``review`` answers; the decisions without the moves that were not played."""

    answer: ReviewAnswer


class Scored(Answer):
    """What ``score`` answers: how a game ended, or what its own question found."""

    game: str
    position: Line | None = None
    board: Board | None = None
    over: bool | None = None
    outcome: Ending | None = None
    sheet: Annotated[
        dict[str, Any] | None, Field(description="The score of counts, or the melds of a hand.")
    ] = None
