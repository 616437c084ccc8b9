"""What is answered without a search: by the verbs of the rules, and by the service about itself."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from kibitz.contract.answers import Spent, StoppedBy
from kibitz.contract.base import Answer
from kibitz.contract.options import EffectiveLimits, Strength
from kibitz.contract.requests import Difficulty


class SettledHand(Answer):
    """A hand laid open at the end of a round of rummy, and what its seat is paid."""

    melds: list[list[str]]
    unmatched: list[str]
    deadwood: int
    payment: Annotated[
        int | str, Field(description="A whole number, or an exact fraction as text: 7/2.")
    ]


class ScoreLine(Answer):
    """One line of a score."""

    name: str
    count: int
    points: int


class TeamScore(Answer):
    """The score of a team: its lines, their sum, and the total of the match."""

    lines: list[ScoreLine]
    score: int
    total: int


class Settlement(Answer):
    """What a round comes to in detail: the hands laid open, or the score sheet of every team."""

    hands: Annotated[list[SettledHand] | None, Field(description="By seat.")] = None
    teams: Annotated[list[TeamScore] | None, Field(description="By team.")] = None


class MatchStanding(Answer):
    """A match of several rounds after one of them."""

    totals: Annotated[
        list[int | str], Field(description="Of each seat, or of each team where teams score.")
    ]
    winners: Annotated[list[int], Field(description="Who has won the match; empty to play on.")]
    dealer: Annotated[int | None, Field(description="Who deals the next round.")] = None
    round: Annotated[int | None, Field(description="The next round, in games that count them.")] = (
        None
    )


class Ending(Answer):
    """How a game ended: the payoff of each seat; ``won`` for games that are won or lost."""

    won: bool | None = None
    payoffs: list[float]
    places: Annotated[
        list[int] | None,
        Field(description="Games that end with an order of the seats: the place of each."),
    ] = None
    by: Annotated[
        str | None, Field(description="How it ended, in games that can end in several ways.")
    ] = None
    settlement: Annotated[
        Settlement | None, Field(description="In games that settle accounts: in detail.")
    ] = None
    match: Annotated[
        MatchStanding | None, Field(description="In games played as matches: the match after it.")
    ] = None


class Standing(Answer):
    """Whose turn it is, or how the game has ended."""

    to_move: Annotated[
        int | None, Field(description="The seat to move, until the game is over.")
    ] = None
    phase: Annotated[
        str | None,
        Field(description="What that seat has to do, in games whose turns have several parts."),
    ] = None
    over: bool
    outcome: Annotated[
        Ending | None,
        Field(description="When the game is over, unless a view does not show it."),
    ] = None


class Positioned(Answer):
    """A position."""

    position: dict[str, Any]
    text: Annotated[str, Field(description="The position as one line of text.")]


class PositionAnswer(Standing, Positioned):
    """A position, and how the game stands in it."""


class DealAnswer(PositionAnswer):
    """A fresh deal."""

    number: Annotated[
        int | None, Field(description="Where one was wanted: the seed that deals it again.")
    ] = None
    difficulty: Annotated[
        Difficulty | None,
        Field(description="Where one was wanted that can be won."),
    ] = None


class LegalMove(Answer):
    """A legal move, in notation and in words."""

    move: str
    text: str


class Moves(Answer):
    """A list of moves."""

    moves: list[LegalMove]


class MovesAnswer(Standing, Moves):
    """The legal moves of a position."""


class PlayAnswer(PositionAnswer):
    """The position that a list of moves leads to."""

    played: Annotated[
        list[LegalMove], Field(description="The moves that lead there, in notation and in words.")
    ]


class ViewAnswer(PositionAnswer):
    """A position as one seat sees it."""

    seat: int


class WrittenGame(Answer):
    """A game as it was played, as it is always written; a record is taken in this form as well."""

    game: str
    position: dict[str, Any]
    moves: list[str]
    seats: list[str] | None = None
    source: str | None = None
    result: str | None = None


class RecordAnswer(Answer):
    """A record as it is always written, in both forms."""

    record: WrittenGame
    text: Annotated[str, Field(description="Its text form.")]


class NextAnswer(Answer):
    """The match after a round that is over, and the deal of the next round if there is one."""

    match: MatchStanding
    deal: Annotated[DealAnswer | None, Field(description="Until the match is won.")] = None


class ChooseAnswer(Answer):
    """The move of an opponent of the strength that was asked for."""

    move: Annotated[
        str | None,
        Field(description="Left out where no move leads anywhere any more: the game is lost."),
    ] = None
    text: Annotated[str, Field(description="The move in words, or why there is none.")]
    level: Strength
    seed: str
    stopped_by: Annotated[
        StoppedBy | None, Field(description="What ended the search, where there was one.")
    ] = None
    spent: Spent
    limits: Annotated[
        EffectiveLimits | None, Field(description="Of the search, where there was one.")
    ] = None


class GameSummary(Answer):
    """A game in the list of games."""

    name: str
    title: str
    players: Annotated[list[int], Field(description="Fewest and most players.")]
    player_counts: Annotated[list[int], Field(description="Every number of players it allows.")]
    verbs: list[str]
    ready: Annotated[
        bool, Field(description="Whether it answers now, its searches being compiled and loaded.")
    ]


class GamesAnswer(Answer):
    """The games that are there."""

    games: list[GameSummary]


class GameAnswer(GameSummary):
    """Everything about one game."""

    sheet: Annotated[str, Field(description="The text that the rules are taken from.")]
    rules_version: Annotated[int, Field(description="Changes when the rules change.")]
    notation: Annotated[str, Field(description="How moves are written.")]
    sources: Annotated[dict[str, str], Field(description="Who can deal, and with which seeds.")]
    objectives: Annotated[list[str], Field(description="What solve can look for.")]
    default_limits: Annotated[
        dict[str, EffectiveLimits], Field(description="By verb, before the caps of the service.")
    ]
    rules: Annotated[dict[str, Any], Field(description="JSON Schema of the switches.")]
    position: Annotated[dict[str, Any], Field(description="JSON Schema of a position object.")]


# A whole number keeps all its digits.
Number = Annotated[int | float, WithJsonSchema({"type": "number"})]


class DialRange(Answer):
    """The least and the most of a dial that is a number."""

    least: Number
    most: Number


class CapabilitiesAnswer(Answer):
    """Version, games and limits in force."""

    service: Literal["kibitz"] = "kibitz"
    version: str
    games: list[str]
    verbs: list[str]
    caps: Annotated[EffectiveLimits, Field(description="No request can exceed these limits.")]
    default_limits: Annotated[
        dict[str, dict[str, EffectiveLimits]],
        Field(description="By game and verb: the limits in force when a request sets none."),
    ]
    max_body_bytes: int
    workers: Annotated[int, Field(description="Searches that run in parallel.")]
    max_queue: Annotated[int, Field(description="Searches that may wait.")]
    max_wait_ms: Annotated[int, Field(description="Milliseconds that one may wait.")]
    max_requests: Annotated[int, Field(description="Requests that may be open at a time.")]
    job_kinds: list[str]
    job_caps: Annotated[
        EffectiveLimits, Field(description="No search of a job can exceed these limits.")
    ]
    max_waiting_jobs: Annotated[int, Field(description="Jobs that may wait.")]
    max_waiting_jobs_per_client: Annotated[
        int, Field(description="Jobs of one client that may wait.")
    ]
    max_running_jobs_per_client: Annotated[
        int | None,
        Field(
            description="Jobs of one client that run in parallel in this process, if it runs any."
        ),
    ] = None
    max_job_attempts: Annotated[
        int,
        Field(
            description="How often a job may end the process that works on it, at the same place, "
            "before it fails."
        ),
    ]
    dials: Annotated[
        dict[str, DialRange],
        Field(description="Of players of matches, as in search/trees=1: what each may be."),
    ]
    rate_limit: Annotated[
        str | None, Field(description="Requests of a client whose key says nothing else.")
    ] = None
    streams: Annotated[list[str], Field(description="What the verbs that search can send.")]


class HealthAnswer(Answer):
    """Whether the service lives."""

    status: Literal["ok"]


class GameProgress(Answer):
    """How far the service is with a game; the figures are of the compiling."""

    name: str
    state: Literal["waiting", "compiling", "loading", "ready", "failed"]
    done: Annotated[int | None, Field(description="Steps that are done.")] = None
    total: Annotated[int | None, Field(description="All steps, once it is known.")] = None
    seconds: Annotated[float | None, Field(description="Since the compiling began.")] = None


class ReadyAnswer(Answer):
    """That every game is answered for."""

    status: Literal["ready"]
    games: list[GameProgress]


class StreamProgress(Answer):
    """How far a search has come."""

    done: int
    total: Annotated[int | None, Field(description="Where a bound is known.")] = None
    unit: Annotated[str, Field(description="What is counted.")]
    best: Annotated[str, Field(description="What has been found so far, in a few words.")]
