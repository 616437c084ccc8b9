"""What the verbs take, one model each. A position is checked by its game, not here."""

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, Strict, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from kibitz.contract.base import Model, seed_text
from kibitz.contract.options import AnalyzeOptions, ChooseOptions, HintOptions, SolveOptions

MAX_MOVES: Final = 5_000
MAX_MOVE_LENGTH: Final = 80  # a knock of Knock Rummy names the hands of up to six players


Position = Annotated[Any, Field(description="A position: a JSON object, or its one-line text.")]
Moves = Annotated[
    list[Annotated[str, Field(max_length=MAX_MOVE_LENGTH)]],
    Field(max_length=MAX_MOVES, description="Moves in the game's notation, in order."),
]


Seed = Annotated[
    str,
    BeforeValidator(seed_text, json_schema_input_type=str | int),
    Field(max_length=40, description="What to deal; the sources say which seeds there are."),
]


def _total(value: object) -> object:
    if isinstance(value, str) or type(value) is int:
        return value
    message = 'a total should be a whole number or a fraction such as "31/3"'
    raise PydanticCustomError("total_type", message)


Total = Annotated[int | str, BeforeValidator(_total, json_schema_input_type=int | str)]


Difficulty = Literal["easy", "medium", "hard"]


class Want(Model):
    """A deal of a solitaire as somebody wants it."""

    verdict: Annotated[
        Literal["solvable", "unsolvable"],
        Field(description="Whether the deal can be won, proved either way."),
    ] = "solvable"
    difficulty: Annotated[
        Difficulty | None,
        Field(description="How often a player who does not see the stock wins it; null for any."),
    ] = None

    @field_validator("difficulty")
    @classmethod
    def _of_what_can_be_won(cls, value: str | None, given: ValidationInfo) -> str | None:
        if value is not None and given.data.get("verdict") == "unsolvable":
            raise PydanticCustomError(
                "no_difficulty", "a deal that cannot be won should have no difficulty"
            )
        return value


class DealRequest(Model):
    """What ``deal`` takes."""

    seed: Seed
    rules: Annotated[Any, Field(description="Switches that differ from the default.")] = None
    source: Annotated[str, Field(description="Who deals.")] = "kibitz"
    dealer: Annotated[
        int | None,
        Strict(),
        Field(ge=0, description="The seat that deals, where seats take turns."),
    ] = None
    scores: Annotated[
        list[Total] | None,
        Field(description="Totals of the match before this round, in games that keep them."),
    ] = None
    round: Annotated[
        int | None,
        Strict(),
        Field(ge=1, description="Which round of the match this is, in games that count them."),
    ] = None
    want: Annotated[
        Want | None,
        Field(
            description="Of a solitaire: deal the first number from the seed on that is like this."
        ),
    ] = None


class MovesRequest(Model):
    """What ``moves`` takes."""

    position: Position


class PlayRequest(Model):
    """What ``play`` and ``verify`` take."""

    position: Position
    moves: Moves


class ViewRequest(Model):
    """What ``view`` takes."""

    position: Position
    seat: Annotated[int, Strict(), Field(ge=0, description="The seat that looks.")]


class NextRequest(Model):
    """What ``next`` takes."""

    position: Annotated[Any, Field(description="A position in which a round is over.")]
    seed: Seed


class SolveRequest(SolveOptions):
    """What ``solve`` takes."""

    position: Position


class HintRequest(HintOptions):
    """What ``hint`` takes."""

    position: Position


class AnalyzeRequest(AnalyzeOptions):
    """What ``analyze`` takes."""

    position: Position


class ChooseRequest(ChooseOptions):
    """What ``choose`` takes."""

    position: Position
