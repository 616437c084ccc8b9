"""What the service tells about itself: its games, its verbs, its limits."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from api.settings import Settings
from api.streams import STREAM_TYPES
from api.verbs import VERBS
from api.version import service_version
from solvers.answers import effective
from solvers.budget import Limits
from solvers.result import Answer, EffectiveLimits
from solvers.solver import Solver


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
    workers: Annotated[int, Field(description="Searches that run at once.")]
    max_queue: Annotated[int, Field(description="Searches that may wait.")]
    max_wait_ms: Annotated[int, Field(description="Milliseconds that one may wait.")]
    rate_limit: Annotated[
        str | None, Field(description="Requests of a client whose key says nothing else.")
    ]
    streams: Annotated[list[str], Field(description="What the verbs that search can send.")]


class HealthAnswer(Answer):
    """Whether the service lives, or is ready to answer."""

    status: Literal["ok", "ready"]


def games_answer(solvers: Sequence[Solver]) -> GamesAnswer:
    """All the games, in short."""
    return GamesAnswer(games=[GameSummary(**_summary(solver)) for solver in solvers])


def game_answer(solver: Solver) -> GameAnswer:
    """One game, in full."""
    game = solver.game
    return GameAnswer(
        **_summary(solver),
        sheet=game.sheet,
        rules_version=game.rules_version,
        notation=game.notation,
        sources=dict(game.sources),
        objectives=list(solver.objectives),
        default_limits={verb: effective(lim) for verb, lim in solver.default_limits.items()},
        rules=game.rules_schema(),
        position=game.position_schema(),
    )


def capabilities(settings: Settings, solvers: Sequence[Solver]) -> CapabilitiesAnswer:
    """What this service can do and how far it goes."""
    return CapabilitiesAnswer(
        version=service_version(),
        games=[solver.game.name for solver in solvers],
        verbs=[*VERBS, *(extra.name for solver in solvers for extra in solver.game.extras)],
        caps=effective(settings.cap),
        default_limits={
            solver.game.name: {
                verb: effective(solver.limits_for(verb, Limits(), settings.cap))
                for verb in solver.default_limits
            }
            for solver in solvers
        },
        max_body_bytes=settings.max_body_bytes,
        workers=settings.workers,
        max_queue=settings.max_queue,
        max_wait_ms=settings.max_wait_ms,
        rate_limit=settings.rate_limit,
        streams=list(STREAM_TYPES.values()),
    )


def _summary(solver: Solver) -> dict[str, Any]:
    game = solver.game
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "verbs": [*VERBS, *(extra.name for extra in game.extras)],
    }
