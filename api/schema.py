"""The components of the OpenAPI description: exact schemas for every game, derived from its models.

FastAPI would take them from the signatures of the endpoints. Here bodies are read by the games, so
that all their faults are listed, and classes of several games have the same name, of which FastAPI
makes the names of their modules.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from types import GenericAlias
from typing import Annotated, Any, Final, get_args

from pydantic import BaseModel, Field, RootModel, create_model
from pydantic.json_schema import (
    CoreModeRef,
    DefsRef,
    GenerateJsonSchema,
    JsonSchemaMode,
    JsonSchemaValue,
    models_json_schema,
)
from pydantic_core.core_schema import ModelSchema
from typing_extensions import TypeAliasType

from kibitz.api.problems import KINDS
from kibitz.api.verbs import VERBS, QuickVerb, SearchVerb, verbs_of
from kibitz.contract.base import Answer
from kibitz.contract.jobs import JobList, JobStatus
from kibitz.contract.problems import Problem, ProblemKind
from kibitz.contract.record import PlayedGame
from kibitz.contract.replies import (
    CapabilitiesAnswer,
    GameAnswer,
    GamesAnswer,
    HealthAnswer,
    NextAnswer,
    ReadyAnswer,
    RecordAnswer,
    StreamProgress,
    WrittenGame,
)
from kibitz.contract.review import Decision
from kibitz.games.game import Extra, Game
from kibitz.jobs.kinds import KINDS as KINDS_OF_JOBS
from kibitz.solvers.solver import Solver

Json = dict[str, Any]
Verb = QuickVerb | SearchVerb

REF: Final = "#/components/schemas/"
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
SECURITY: Final[Json] = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "A key of this service. Services that need none give a key's owner a rate "
        "of its own.",
    }
}
_ABOUT: Final = (
    *(GamesAnswer, GameAnswer, CapabilitiesAnswer, HealthAnswer, ReadyAnswer, JobStatus, JobList),
    *(Problem, ProblemKind),
)
_SEED: Final = (
    Annotated[str, Field(pattern="^(ms)?[0-9]{1,40}$")] | Annotated[int, Field(ge=0, le=10**20)]
)
_OF_A_GAME: Final = re.compile(r"kibitz\.games\.(\w+)\.(?:\w+\.)*(\w+?)(?:Schema)?:")


class _Components(GenerateJsonSchema):
    """Schemas as components: those of a game begin with its name, and only they have titles."""

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        """The name: ``KnackRules`` for the class ``Rules`` of K'nack."""
        ref, mode = core_mode_ref
        named = _OF_A_GAME.sub(lambda found: f"{_camel(found[1])}{found[2]}:", ref)
        return super().get_defs_ref((type(ref)(named), mode))

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """Never: generators would make it the name of a type."""
        return False

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """An answer leaves out what would be null, and may get more members in a later release.

        Answers are frozen; positions, which both requests and answers hold, are not.
        """
        found = super().model_schema(schema)
        cls = schema["cls"]
        if self.mode == "serialization" and cls.model_config.get("frozen"):
            found["required"] = [
                name
                for name, field in cls.model_fields.items()
                if type(None) not in get_args(field.annotation) and field.exclude_if is None
            ]
            found.pop("additionalProperties", None)
            found["properties"] = {n: _sent(f) for n, f in found["properties"].items()}
        return found


def _sent(field: Json) -> Json:
    """The schema of a member of an answer where it is sent: it is never null."""
    options = [each for each in field.get("anyOf", ()) if each != {"type": "null"}]
    if not options:
        return field
    rest = {name: value for name, value in field.items() if name != "anyOf"}
    return rest | (options[0] if len(options) == 1 else {"anyOf": options})


def _camel(name: str) -> str:
    return re.sub("[_-]", "", name.title())


def prefix_of(game: Game) -> str:
    """What the names of a game's schemas begin with: ``KnottyNines``."""
    return _camel(game.name)


def request_name(solver: Solver, verb: Verb) -> str:
    """The name of the schema of what ``verb`` takes."""
    return f"{prefix_of(solver.game)}{verb.name.capitalize()}Request"


def answer_name(solver: Solver, verb: Verb) -> str:
    """The name of the schema of what ``verb`` answers."""
    name = verb.answers.__name__
    own = "position" in verb.answers.model_fields or verb.answers in (NextAnswer, RecordAnswer)
    return prefix_of(solver.game) + name if own else name


def line_name(verb: SearchVerb) -> str:
    """The name of the schema of a line of what ``verb`` streams."""
    return f"{verb.name.capitalize()}Line"


def extra_names(game: Game, extra: Extra) -> tuple[str, str]:
    """The names of the schemas of what one game alone takes and answers."""
    name = prefix_of(game) + extra.name.capitalize()
    return f"{name}Request", f"{name}Answer"


def components(solvers: Mapping[str, Solver]) -> Json:
    """The ``components`` of the description: problem, answers, and each game's own schemas."""
    asked: dict[str, type[BaseModel]] = {"Job": _job([*solvers.values()])}
    answered: dict[str, type[BaseModel]] = {model.__name__: model for model in _ABOUT}
    for verb in VERBS.values():
        if isinstance(verb, SearchVerb):
            answered[line_name(verb)] = _line(verb)
    for solver in solvers.values():
        for verb in verbs_of(solver.game).values():
            name = request_name(solver, verb)
            asked[name] = _request(solver, verb, name)
        for extra in solver.game.extras:
            takes, answers = extra_names(solver.game, extra)
            asked[takes] = create_model(takes, __base__=extra.takes, __doc__=extra.takes.__doc__)
            answered[answers] = create_model(
                answers, __base__=extra.answers, __doc__=extra.answers.__doc__
            )
        answered |= _answers(solver)
    models: list[tuple[type[BaseModel], JsonSchemaMode]] = []
    models += [(model, "validation") for model in asked.values()]
    models += [(model, "serialization") for model in answered.values()]
    _, found = models_json_schema(
        models, ref_template=REF + "{model}", schema_generator=_Components
    )
    schemas: Json = found["$defs"]
    for name, schema in schemas.items():
        schema["title"] = name
        for field in schema.get("properties", {}).values():
            _say_default(field)
    for model in (Problem, ProblemKind):
        schemas[model.__name__]["properties"]["type"]["examples"] = [k.uri for k in KINDS.values()]
    return {"schemas": schemas, "headers": HEADERS, "securitySchemes": SECURITY}


def _say_default(field: Json) -> None:
    """Put a default into the description: some generators make it required, others send it."""
    default = field.pop("default", None)
    if default is not None and not isinstance(default, list | dict):
        said = f"Default: {json.dumps(default)}."
        field["description"] = f"{field['description']} {said}" if "description" in field else said


def _changed(model: type[BaseModel], name: str, annotation: Any, **more: Any) -> Any:
    """A field for ``create_model``: as in ``model``, but of another type."""
    field = model.model_fields[name]
    return annotation, Field(default=field.default, description=field.description, **more)


def _request(solver: Solver, verb: Verb, name: str) -> type[BaseModel]:
    """What ``verb`` takes of one game: its own positions, rules, sources and objectives."""
    game, takes = solver.game, verb.takes
    changed: dict[str, Any] = {
        "position": (game.schema | str, {}),
        "rules": (_rules(game) | None, {}),
        "source": (str, {"json_schema_extra": {"enum": [*game.sources]}}),
        "objective": (str, {"json_schema_extra": {"enum": [*solver.objectives]}}),
        "record": (_record(game) | str, {}),
    }
    if verb.name == "deal":
        changed["seed"] = (_SEED, {})
    fields = {
        field: _changed(takes, field, annotation, **more)
        for field, (annotation, more) in changed.items()
        if field in takes.model_fields
    }
    return create_model(name, __base__=takes, __doc__=f"What `{verb.name}` takes.", **fields)


def _answers(solver: Solver) -> dict[str, type[BaseModel]]:
    """What the verbs of one game answer: those that hold a position with its own."""
    found: dict[str, type[BaseModel]] = {}
    for verb in verbs_of(solver.game).values():
        name, model = answer_name(solver, verb), verb.answers
        fields: dict[str, Any] = {}
        if "position" in model.model_fields:
            fields["position"] = _changed(model, "position", solver.game.schema)
        if model is NextAnswer:
            deal = found[answer_name(solver, VERBS["deal"])]
            fields["deal"] = _changed(model, "deal", deal | None)
        if model is RecordAnswer:
            fields["record"] = _changed(model, "record", _written(solver.game))
        if fields:
            model = create_model(name, __base__=model, __doc__=model.__doc__, **fields)
        found[name] = model
    return found


def _written(game: Game) -> type[BaseModel]:
    """A game as it is always written, with its own positions."""
    position = _changed(WrittenGame, "position", game.schema)
    name = f"{prefix_of(game)}WrittenGame"
    return create_model(name, __base__=WrittenGame, __doc__=WrittenGame.__doc__, position=position)


@cache
def _record(game: Game) -> type[BaseModel]:
    """A game that was played, with its own positions."""
    position = _changed(PlayedGame, "position", game.schema | str | None)
    name = f"{prefix_of(game)}PlayedGame"
    return create_model(name, __base__=PlayedGame, __doc__=PlayedGame.__doc__, position=position)


def _rules(game: Game) -> Any:
    return game.schema.model_fields["rules"].annotation


def _line(verb: SearchVerb) -> type[BaseModel]:
    """A line of a stream."""
    said = (
        "What would be answered if the search stopped now, once something has been found. In the "
        "last line the answer itself."
    )
    piece = {"decision": (Decision | None, Field(description="Newly judged."))}
    fields: dict[str, Any] = {
        **(piece if verb.piecewise else {}),
        "final": (bool, Field(description="Whether it is the last line.")),
        "progress": (StreamProgress | None, ...),
        "answer": (verb.answers | None, Field(description=said)),
        "problem": (Problem | None, Field(description="In a last line without an answer.")),
    }
    doc = "A line of a stream: an improving answer, or the last one."
    return create_model(line_name(verb), __base__=Answer, __doc__=doc, **fields)


def _job(solvers: list[Solver]) -> type[BaseModel]:
    """A job of any kind, distinguished by its field ``kind``; about any of the games."""
    games = [solver.game for solver in solvers]
    position = _one_of("AnyPosition", [*(game.schema for game in games), str])
    changed = {
        "position": position,
        "positions": GenericAlias(list, (position,)),
        "rules": _one_of("AnyRules", [_rules(game) for game in games]) | None,
    }
    kinds: list[Any] = []
    for kind in KINDS_OF_JOBS.values():
        fields = {
            name: _changed(kind, name, annotation)
            for name, annotation in changed.items()
            if name in kind.model_fields
        }
        fields["kind"] = (kind.model_fields["kind"].annotation, ...)
        kinds.append(create_model(kind.__name__, __base__=kind, __doc__=kind.__doc__, **fields))
    root: Any = (reduce(or_, kinds), Field(discriminator="kind"))
    return create_model("Job", __base__=RootModel, __doc__="A job of any kind.", root=root)


def _one_of(name: str, types: Sequence[Any]) -> Any:
    """One of ``types``, as a component of that name."""
    alias: Callable[[str, Any], Any] = TypeAliasType
    return alias(name, reduce(or_, types))
