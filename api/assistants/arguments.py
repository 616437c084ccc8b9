"""What the tools take, one model each; their JSON Schemas are what an assistant sees.

The fields are flat and mean the same in every tool. What they hold is checked further by the verbs.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from kibitz.contract.base import Model
from kibitz.contract.options import Information, Level, Limits, Objective, Seed, Utility
from kibitz.contract.requests import MAX_MOVE_LENGTH, MAX_MOVES, Difficulty
from kibitz.contract.requests import Seed as DealSeed
from kibitz.games.catalogue import LISTED

LONGEST_POSITION: Final = 20_000
LONGEST_RECORD: Final = 100_000

Game = Annotated[str, Field(json_schema_extra={"enum": [*LISTED]}, description="A game.")]
_GIVEN: Final = (
    "A position, as one line of text that begins with the name of its game, exactly as a tool or "
    "the user gave it. Never edit it: pass moves instead."
)
Position = Annotated[str, Field(max_length=LONGEST_POSITION, description=_GIVEN)]
AnyPosition = Annotated[str | None, Field(max_length=LONGEST_POSITION, description=_GIVEN)]
Move = Annotated[str, Field(max_length=MAX_MOVE_LENGTH)]
Moves = Annotated[
    list[Move],
    Field(
        max_length=MAX_MOVES,
        description="Moves made since that position, in order, in the notation of the game. "
        "The question is about the position after them.",
    ),
]
AskedSeed = Annotated[Seed, Field(description="The same seed gets the same answer again.")]
TimeMs = Annotated[
    int | None,
    Field(ge=1, le=3_600_000, description="Milliseconds to search, where the usual ones are few."),
]
Nodes = Annotated[int | None, Field(ge=1, le=10**12, description="Positions to visit at most.")]
Samples = Annotated[
    int | None, Field(ge=1, le=10**12, description="Samples of the unseen cards at most.")
]
AskedInformation = Annotated[
    Information | None,
    Field(description="hidden: from what the seat to move can see; known: with every listed card."),
]
AskedUtility = Annotated[
    Utility | None, Field(description="Strive for the match (the default) or for points.")
]


Seat = Annotated[
    int | None,
    Field(ge=0, description="Show only what this seat sees, so that no hand is given away."),
]


class GamesArguments(Model):
    """What ``games`` takes."""

    game: Annotated[
        str | None,
        Field(
            json_schema_extra={"enum": [*LISTED, None]},
            description="Describe this game: its moves, switches and deals.",
        ),
    ] = None


class DealArguments(Model):
    """What ``deal`` takes."""

    game: Game
    seed: Annotated[
        DealSeed | None, Field(description="The number of the deal; by default a random one.")
    ] = None
    source: Annotated[
        str,
        Field(description="Whose numbers those are: kibitz, or as games lists them, e.g. pysolfc."),
    ] = "kibitz"
    rules: Annotated[
        dict[str, Any], Field(description="Switches that differ from the default; see games.")
    ] = {}
    want: Annotated[
        Literal["solvable", "unsolvable"] | None,
        Field(description="Of a solitaire: the first deal from the seed on that is so."),
    ] = None
    difficulty: Annotated[
        Difficulty | None, Field(description="The same for a deal that can be won.")
    ] = None
    seat: Seat = None


class AtPosition(Model):
    """What every question about a position takes."""

    position: Position
    moves: Moves = []


class ShowArguments(AtPosition):
    """What ``show`` takes."""

    seat: Seat = None


class SearchArguments(AtPosition):
    """What every search takes."""

    time_ms: TimeMs = None
    nodes: Nodes = None
    iterations: Samples = None

    def limits(self) -> dict[str, Any]:
        """The limits as the verbs take them."""
        asked = Limits(time_ms=self.time_ms, nodes=self.nodes, iterations=self.iterations)
        return asked.model_dump(exclude_none=True)


class SolveArguments(SearchArguments):
    """What ``solve`` takes."""

    objective: Annotated[
        Objective,
        Field(
            description="Any winning line, a shortest one, a compact layout, or (paranoid) what is "
            "certain against all others."
        ),
    ] = "any"


class HintArguments(SearchArguments):
    """What ``hint`` takes."""

    level: Annotated[
        Level, Field(description="How much to give away: nudge, area, move, or move and why.")
    ] = "why"
    information: AskedInformation = None
    utility: AskedUtility = None
    seed: AskedSeed = "0"


class AnalyzeArguments(SearchArguments):
    """What ``analyze`` takes."""

    only: Annotated[
        list[Move] | None, Field(max_length=1_000, description="Value these moves only.")
    ] = None
    best: Annotated[int, Field(ge=1, le=1_000, description="List so many moves, the best.")] = 10
    information: AskedInformation = None
    utility: AskedUtility = None
    seed: AskedSeed = "0"


class ReviewArguments(Model):
    """What ``review`` takes: a position and the moves made from it, or a record as text."""

    position: AnyPosition = None
    moves: Annotated[
        list[Move], Field(max_length=MAX_MOVES, description="The moves that were made from there.")
    ] = []
    record: Annotated[
        str | None,
        Field(
            max_length=LONGEST_RECORD,
            description="Instead of position and moves: the game in the text form of records.",
        ),
    ] = None
    seats: Annotated[
        list[int] | None, Field(min_length=1, description="Judge these seats only.")
    ] = None
    utility: AskedUtility = None
    seed: AskedSeed = "0"
    time_ms: Annotated[
        int | None, Field(ge=1, le=3_600_000, description="Milliseconds for each decision.")
    ] = None
    nodes: Annotated[
        int | None, Field(ge=1, le=10**12, description="Positions visited for each decision.")
    ] = None
    iterations: Annotated[
        int | None, Field(ge=1, le=10**12, description="Samples for each decision.")
    ] = None


class ScoreArguments(Model):
    """What ``score`` takes: a position, or what a game scores without one."""

    position: AnyPosition = None
    moves: Moves = []
    counts: Annotated[
        dict[str, Any] | None,
        Field(
            description="Instead: a finished round of Hand, Knee and Foot, given as counts: "
            "round, rules, dealer and for each of the teams its red_books, black_books and so on."
        ),
    ] = None
    hand: Annotated[
        list[str] | None,
        Field(description="Instead: the cards of a hand of Knock Rummy, to be split into melds."),
    ] = None
