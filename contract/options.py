"""The options of the verbs that search: the same for HTTP, the command line and Python."""

from typing import Annotated, Final, Literal, get_args

from pydantic import BeforeValidator, Field, Strict
from pydantic_core import PydanticCustomError

from kibitz.contract.base import Model, seed_text
from kibitz.contract.limits import Limits

LARGEST_SEED: Final = (1 << 64) - 1


def _seed(value: object) -> str:
    """The seed of a search as text; there are 64 bits for it."""
    text = seed_text(value)
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= LARGEST_SEED):
        message = f"a seed is a whole number from 0 to {LARGEST_SEED}"
        raise PydanticCustomError("seed", message)
    return text


Seed = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{1,20}$",
        description="A whole number from 0 to 18446744073709551615, as a number or a string.",
    ),
    BeforeValidator(_seed, json_schema_input_type=str | int),
]
Information = Literal["known", "hidden"]
Level = Literal["nudge", "area", "move", "why"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
Strength = Literal["beginner", "casual", "strong", "best"]
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
Objective = Literal["any", "shortest", "compact", "paranoid"]
Utility = Literal["match", "points"]
AskedInformation = Annotated[
    Information | None,
    Field(
        description="hidden uses what the seat to move can see; known uses every card that is "
        "listed. By default hidden; in the solitaires, what their rules say."
    ),
]
AskedUtility = Annotated[
    Utility | None,
    Field(description="In games with matches: strive for the match (default) or the points."),
]


class Options(Model):
    """Base of the options: nothing unknown, everything optional."""

    limits: Limits = Limits()


class SolveOptions(Options):
    """Options of ``solve``."""

    objective: Annotated[
        Objective,
        Field(
            description="Any winning line, or the best one by the game's measure. In games of "
            "several seats: each for itself, or paranoid, all against the seat to move."
        ),
    ] = "any"


class AnalyzeOptions(Options):
    """Options of ``analyze``."""

    multi_pv: Annotated[
        int | None, Strict(), Field(ge=1, le=1000, description="Return this many moves only.")
    ] = None
    moves: Annotated[
        list[Annotated[str, Field(max_length=40)]] | None,
        Field(max_length=1000, description="Value these moves only."),
    ] = None
    seed: Seed = "0"
    information: AskedInformation = None
    utility: AskedUtility = None


class HintOptions(Options):
    """Options of ``hint``."""

    level: Annotated[Level, Field(description="How much to give away.")] = "move"
    seed: Seed = "0"
    information: AskedInformation = None
    utility: AskedUtility = None


class ChooseOptions(Options):
    """Options of ``choose``."""

    level: Annotated[
        Strength,
        Field(description="How well to play: beginner, casual and strong answer without a search."),
    ]
    seed: Seed = "0"
    limits: Annotated[Limits, Field(description="Of the search of best.")] = Limits()
