"""The OpenAPI description: exact schemas for every game, derived from its models."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from kibitz.api.problems import KINDS
from kibitz.api.verbs import VERBS, QuickVerb, SearchVerb, verbs_of
from kibitz.contract.jobs import JobList, JobStatus
from kibitz.contract.problems import Problem, ProblemKind
from kibitz.contract.replies import (
    CapabilitiesAnswer,
    GameAnswer,
    GamesAnswer,
    HealthAnswer,
    ReadyAnswer,
    StreamProgress,
)
from kibitz.games.game import Extra, Game
from kibitz.jobs.kinds import KINDS as KINDS_OF_JOBS
from kibitz.solvers.solver import Solver

Json = dict[str, Any]

REF: Final = "#/components/schemas/"
_SEED: Final[Json] = {
    "description": "What to deal; the game's sources say which seeds there are.",
    "oneOf": [
        {"type": "string", "pattern": "^(ms)?[0-9]{1,40}$"},
        {"type": "integer", "minimum": 0, "maximum": 10**20},
    ],
}
HEADERS: Final[Json] = {
    "ETag": {
        "description": "Names this answer, however it is compressed.",
        "schema": {"type": "string", "pattern": '^W/"[0-9a-f]{32}"$'},
    },
    "Server-Timing": {
        "description": "Milliseconds: `kernel` inside the verb, `total` in the service.",
        "schema": {"type": "string"},
    },
    "X-Request-Id": {
        "description": "The id of the request, or a new one.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
}


def prefix_of(game: Game) -> str:
    """What the names of a game's schemas begin with: ``KnottyNines``."""
    return "".join(letter for letter in game.title if letter.isalnum())


def components(solvers: Mapping[str, Solver]) -> Json:
    """The ``components`` of the description: problem, answers, and each game's own schemas."""
    answers: list[type[BaseModel]] = [verb.answers for verb in VERBS.values()]
    answers += [GamesAnswer, GameAnswer, CapabilitiesAnswer, HealthAnswer, ReadyAnswer]
    answers += [StreamProgress, JobStatus, JobList, Problem, ProblemKind]
    _, shared = models_json_schema(
        [(model, "serialization") for model in answers], ref_template=REF + "{model}"
    )
    schemas: Json = shared["$defs"] | _job_schemas()
    for model in (Problem, ProblemKind):
        kinds = [kind.uri for kind in KINDS.values()]
        schemas[model.__name__]["properties"]["type"]["enum"] = kinds
    for verb in VERBS.values():
        if isinstance(verb, SearchVerb):
            schemas[line_name(verb)] = _line_schema(verb)
    for solver in solvers.values():
        schemas |= _game_schemas(solver, schemas)
    for solver in solvers.values():
        for extra in solver.game.extras:
            schemas |= _extra_schemas(solver.game, extra)
    return {"schemas": schemas, "headers": HEADERS}


def _job_schemas() -> Json:
    """A job of any kind, distinguished by its field ``kind``."""
    _, found = models_json_schema(
        [(kind, "validation") for kind in KINDS_OF_JOBS.values()], ref_template=REF + "{model}"
    )
    names = {name: REF + kind.__name__ for name, kind in KINDS_OF_JOBS.items()}
    job = {
        "oneOf": [{"$ref": name} for name in names.values()],
        "discriminator": {"propertyName": "kind", "mapping": names},
    }
    return {**found["$defs"], "Job": job}


def request_name(solver: Solver, verb: QuickVerb | SearchVerb) -> str:
    """The name of the schema of what ``verb`` takes."""
    return f"{prefix_of(solver.game)}{verb.name.capitalize()}Request"


def answer_name(solver: Solver, verb: QuickVerb | SearchVerb) -> str:
    """The name of the schema of what ``verb`` answers."""
    name = verb.answers.__name__
    return prefix_of(solver.game) + name if "position" in verb.answers.model_fields else name


def line_name(verb: SearchVerb) -> str:
    """The name of the schema of a line of what ``verb`` streams."""
    return f"{verb.name.capitalize()}Line"


def _line_schema(verb: SearchVerb) -> Json:
    """A line of a stream."""
    return {
        "title": line_name(verb),
        "description": "A line of a stream: an improving answer, or the last one.",
        "type": "object",
        "required": ["final"],
        "additionalProperties": False,
        "properties": {
            "final": {"type": "boolean", "description": "Whether it is the last line."},
            "progress": {"$ref": REF + "StreamProgress"},
            "answer": {
                "$ref": REF + verb.answers.__name__,
                "description": "What would be answered if the search stopped now, once something "
                "has been found. In the last line the answer itself.",
            },
            "problem": {
                "$ref": REF + "Problem",
                "description": "In a last line without an answer.",
            },
        },
    }


def extra_names(game: Game, extra: Extra) -> tuple[str, str]:
    """The names of the schemas of what one game alone takes and answers."""
    prefix = prefix_of(game)
    return f"{prefix}{extra.name.capitalize()}Request", f"{prefix}{extra.name.capitalize()}Answer"


def _extra_schemas(game: Game, extra: Extra) -> Json:
    takes, answers = extra_names(game, extra)
    found: Json = {}
    found[takes] = _hoist(extra.takes.model_json_schema(), prefix_of(game), found)
    schema = extra.answers.model_json_schema(mode="serialization")
    found[answers] = _hoist(schema, prefix_of(game), found)
    return found


def _game_schemas(solver: Solver, shared: Json) -> Json:
    """The schemas of one game; ``shared`` are the answers that do not depend on the game."""
    prefix = prefix_of(solver.game)
    found: Json = {}
    found[prefix + "Rules"] = _hoist(solver.game.rules_schema(), prefix, found)
    found[prefix + "Position"] = _hoist(solver.game.position_schema(), prefix, found)
    position = {"$ref": f"{REF}{prefix}Position"}
    for verb in verbs_of(solver.game).values():
        schema = _hoist(verb.takes.model_json_schema(), "", found)
        fields = schema["properties"]
        if "position" in fields:
            fields["position"] = {
                "description": "A position: an object, or its one-line text.",
                "oneOf": [position, {"type": "string"}],
            }
        if "rules" in fields:
            fields["rules"] = {
                "description": "Switches that differ from the default.",
                "anyOf": [{"$ref": f"{REF}{prefix}Rules"}, {"type": "null"}],
            }
        if "seed" in fields and verb.name == "deal":
            fields["seed"] = _SEED
        if "source" in fields:
            fields["source"]["enum"] = list(solver.game.sources)
        if "objective" in fields:
            fields["objective"]["enum"] = list(solver.objectives)
        found[request_name(solver, verb)] = schema
        name = answer_name(solver, verb)
        if name not in shared:
            plain = shared[verb.answers.__name__]
            found[name] = {**plain, "properties": {**plain["properties"], "position": position}}
    return found


def _hoist(schema: Json, prefix: str, found: Json) -> Json:
    """``schema`` with its definitions moved to ``found``, their names begun with ``prefix``."""
    definitions = schema.pop("$defs", {})
    for name, definition in definitions.items():
        found[prefix + name] = _renamed(definition, prefix)
    renamed: Json = _renamed(schema, prefix)
    return renamed


def _renamed(node: Any, prefix: str) -> Any:
    if isinstance(node, list):
        return [_renamed(item, prefix) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: f"{REF}{prefix}{value.removeprefix('#/$defs/')}"
        if key == "$ref" and isinstance(value, str)
        else _renamed(value, prefix)
        for key, value in node.items()
    }
