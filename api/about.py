"""What the service says about itself: its games, its verbs, its limits."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.api.settings import Settings
from kibitz.api.streams import STREAM_TYPES
from kibitz.api.verbs import VERBS, verbs_of
from kibitz.api.version import service_version
from kibitz.contract.options import Limits
from kibitz.contract.replies import (
    CapabilitiesAnswer,
    DialRange,
    GameAnswer,
    GamesAnswer,
    GameSummary,
)
from kibitz.games.catalogue import LISTED
from kibitz.jobs.job import MOST_ATTEMPTS
from kibitz.jobs.kinds import KINDS
from kibitz.jobs.players.limits import DIALS
from kibitz.solvers.ismcts.options import BOUNDS
from kibitz.solvers.solver import Solver
from kibitz.solvers.wording import effective


def games_answer(solvers: Sequence[Solver], ready: Callable[[str], bool]) -> GamesAnswer:
    """All the games, in short; ``ready`` says of each whether it answers now."""
    found = [_summary(solver) | {"ready": ready(solver.game.name)} for solver in solvers]
    return GamesAnswer(games=[GameSummary(**each) for each in found])


def game_answer(solver: Solver, ready: Callable[[str], bool]) -> GameAnswer:
    """One game, in full; ``ready`` as for :func:`games_answer`."""
    game = solver.game
    return GameAnswer(
        **_summary(solver),
        ready=ready(game.name),
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
    """What a service can do and how far it goes; ``settings``: of all its processes together."""
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
        max_requests=settings.max_requests,
        job_kinds=[*KINDS],
        job_caps=effective(settings.job_cap),
        max_waiting_jobs=settings.max_waiting_jobs,
        max_waiting_jobs_per_client=settings.max_waiting_jobs_per_client,
        max_running_jobs_per_client=settings.job_workers or None,
        max_job_attempts=MOST_ATTEMPTS,
        dials={name: DialRange(least=low, most=high) for name, (low, high) in _dials().items()},
        rate_limit=settings.rate_limit,
        streams=list(STREAM_TYPES.values()),
    )


def _dials() -> Mapping[str, tuple[float, float]]:
    """The least and the most of the numbers that the name of a player may set."""
    limits = {
        name: next(kind for kind in limit["anyOf"] if kind["type"] == "integer")
        for name, limit in Limits.model_json_schema()["properties"].items()
        if name in DIALS
    }
    return {**BOUNDS, **{name: (kind["minimum"], kind["maximum"]) for name, kind in limits.items()}}


def _summary(solver: Solver) -> dict[str, Any]:
    game = solver.game
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "player_counts": list(LISTED[game.name].players),
        "verbs": [*verbs_of(game), *(extra.name for extra in game.extras)],
    }
