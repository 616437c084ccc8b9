"""What is answered without a search: by the verbs of the rules, and by the service about itself."""

from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.contract.base import Answer
from kibitz.contract.limits import EffectiveLimits


class DealAnswer(Answer):
    """A fresh deal."""

    position: dict[str, Any]
    text: Annotated[str, Field(description="The position as one line of text.")]


class LegalMove(Answer):
    """A legal move, in notation and in words."""

    move: str
    text: str


class Ending(Answer):
    """How a game ended: the payoff of each seat; ``won`` for games that are won or lost."""

    won: bool | None
    payoffs: list[float]
    places: Annotated[
        list[int] | None,
        Field(description="Games that end with an order of the seats: the place of each."),
    ] = None


class MovesAnswer(Answer):
    """The legal moves of a position."""

    moves: list[LegalMove]
    over: bool
    outcome: Annotated[
        Ending | None,
        Field(description="Null while the game goes on, and where a view does not tell it."),
    ]


class PlayAnswer(Answer):
    """The position that a list of moves leads to."""

    position: dict[str, Any]
    text: Annotated[str, Field(description="The position as one line of text.")]
    over: bool
    outcome: Annotated[
        Ending | None,
        Field(description="Null while the game goes on, and where a view does not tell it."),
    ]


class GameSummary(Answer):
    """A game in the list of games."""

    name: str
    title: str
    players: Annotated[list[int], Field(description="Fewest and most players.")]
    verbs: list[str]


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
    rate_limit: Annotated[
        str | None, Field(description="Requests of a client whose key says nothing else.")
    ]
    streams: Annotated[list[str], Field(description="What the verbs that search can send.")]


class HealthAnswer(Answer):
    """Whether the service lives, or is ready to answer."""

    status: Literal["ok", "ready"]


class StreamProgress(Answer):
    """How far a search has come."""

    done: int
    total: Annotated[int | None, Field(description="Null where no bound is known.")]
    unit: Annotated[str, Field(description="What is counted.")]
    best: Annotated[str, Field(description="What has been found so far, in a few words.")]
