"""The options of the searching verbs and their limits, as asked for and as they were in force."""

from typing import Annotated, Final, Literal, get_args

from pydantic import BeforeValidator, Field, Strict, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from kibitz.contract.base import PARTLY, Answer, Model


class Limits(Model):
    """Limits on one search; what is left out does not limit. The first one reached stops it."""

    time_ms: Annotated[
        int | None, Strict(), Field(ge=1, le=3_600_000, description="Milliseconds of wall time.")
    ] = None
    nodes: Annotated[
        int | None, Strict(), Field(ge=1, le=10**12, description="Positions or classes visited.")
    ] = None
    iterations: Annotated[
        int | None, Strict(), Field(ge=1, le=10**12, description="Samples of what is unseen.")
    ] = None
    memory_mb: Annotated[
        int | None, Strict(), Field(ge=1, le=1_048_576, description="Megabytes of search tables.")
    ] = None

    def within(self, cap: "Limits") -> "Limits":
        """These limits and those of ``cap``: of each pair the smaller."""
        smaller = {}
        for name in Limits.model_fields:
            given = [v for v in (getattr(self, name), getattr(cap, name)) if v is not None]
            smaller[name] = min(given) if given else None
        return Limits(**smaller)

    def over(self, default: "Limits") -> "Limits":
        """These limits, completed from ``default`` where nothing was asked."""
        asked = self.model_dump(exclude_none=True)
        return default.model_copy(update=asked)


class EffectiveLimits(Answer):
    """The limits in force for an answer; what is left out did not limit it."""

    time_ms: int | None = None
    nodes: int | None = None
    iterations: int | None = None
    memory_mb: int | None = None


LARGEST_SEED: Final = (1 << 64) - 1


def _seed(value: object) -> str:
    """The seed of a search as text; there are 64 bits for it."""
    number = isinstance(value, int) and not isinstance(value, bool)
    text = str(value) if number or isinstance(value, str) else ""
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
# Members of an analysis that are long and seldom looked at: who asks for them gets them.
Include = Literal["beliefs", "plans", "hands", "lines"]
INCLUDES: Final[tuple[Include, ...]] = get_args(Include)
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
AskedIncludes = Annotated[
    list[Include],
    Field(
        max_length=20,
        description="Return these as well: beliefs, where unseen cards may lie; plans, whole "
        "turns; hands, the deadwood of the others; lines, the moves that follow each move.",
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
        Field(
            max_length=1000,
            description="Value these moves only. Losses are against the best of these, or of all "
            "where what that is worth is known.",
        ),
    ] = None
    seed: Seed = "0"
    information: AskedInformation = None
    utility: AskedUtility = None
    include: AskedIncludes = []


class HintOptions(Options):
    """Options of ``hint``."""

    level: Annotated[Level, Field(description="How much to give away.")] = "move"
    levels: Annotated[
        list[Level] | None,
        Field(
            min_length=1,
            max_length=20,
            description="In place of one level: the hints of all these, from one search.",
        ),
    ] = None
    seed: Seed = "0"
    information: AskedInformation = None
    utility: AskedUtility = None

    @model_validator(mode="after")
    def _one_of_both(self, info: ValidationInfo) -> "HintOptions":
        both = self.levels is not None and "level" in self.model_fields_set
        if both and info.context is not PARTLY:
            raise PydanticCustomError("two_levels", "'level' and 'levels' are both given")
        return self


class ChooseOptions(Options):
    """Options of ``choose``."""

    level: Annotated[
        Strength,
        Field(description="How well to play: beginner, casual and strong answer without a search."),
    ]
    seed: Seed = "0"
    limits: Annotated[Limits, Field(description="Of the search of best.")] = Limits()
