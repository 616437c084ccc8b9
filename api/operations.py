"""The OpenAPI description of single operations: what they take, answer and refuse with."""

from typing import Any, Final

from kibitz.api.problems import KINDS, PROBLEM_TYPE
from kibitz.api.schema import HEADERS, REF, answer_name, line_name, request_name
from kibitz.api.streams import STREAM_TYPES
from kibitz.api.verbs import QuickVerb, SearchVerb
from kibitz.solvers.solver import Solver

Json = dict[str, Any]

IF_NONE_MATCH: Final[Json] = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an answer that the client has: if it is still the answer, a 304.",
    "schema": {"type": "string"},
}
PROBLEM_NAME: Final[Json] = {
    "name": "name",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "enum": list(KINDS)},
}
UNCHANGED: Final[Json] = {"description": "The answer is the one that the client has."}


def verb_description(solver: Solver, verb: QuickVerb | SearchVerb) -> dict[str, Any]:
    """Request and responses of a verb; its examples need kernels and are added when asked for."""
    found = described(request_name(solver, verb), answer_name(solver, verb))
    if isinstance(verb, SearchVerb):
        found["responses"]["200"]["content"] |= streamed(verb)
    return found


def described(takes: str, answers: str) -> dict[str, Any]:
    """Request and responses, from the names of their schemas."""
    schema = {"$ref": REF + takes}
    return {
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "parameters": [IF_NONE_MATCH],
        "responses": {
            "200": success("The answer", answers),
            "304": UNCHANGED,
            "400": problem("broken-json"),
            "413": problem("body-too-large"),
            "415": problem("not-json"),
            "401": problem("unauthorized"),
            "422": problem("bad-input"),
            "429": problem("too-many-requests"),
            "503": problem("busy", "warming", "stopping"),
        },
    }


def readable(found: dict[str, Any]) -> dict[str, Any]:
    """The description of something to be read, which a client may have already."""
    refused = {
        "401": problem("unauthorized"),
        "429": problem("too-many-requests"),
        "503": problem("busy"),
    }
    return {
        "parameters": [IF_NONE_MATCH],
        "responses": {"200": found, "304": UNCHANGED, **refused},
    }


def streamed(verb: SearchVerb) -> Json:
    """The contents of a 200 of ``verb`` that are streams."""
    schema = {"$ref": REF + line_name(verb)}
    return {
        kind: {"schema": {"type": "string"}, "itemSchema": schema} for kind in STREAM_TYPES.values()
    }


def problem(*names: str) -> Json:
    """The ``responses`` entry of some kinds of problem with one status."""
    kinds = [KINDS[name] for name in names]
    entry: Json = {
        "description": "; ".join(kind.title for kind in kinds),
        "content": {PROBLEM_TYPE: {"schema": {"$ref": REF + "Problem"}}},
    }
    if kinds[0].status in {429, 503}:
        entry["headers"] = {
            "Retry-After": {
                "description": "Seconds after which to ask again.",
                "schema": {"type": "integer", "minimum": 0},
            }
        }
    return entry


def success(description: str, schema: str, *, tagged: bool = True) -> Json:
    """The ``responses`` entry of a 200 with the component ``schema``; ``tagged`` with an ETag."""
    names = [name for name in HEADERS if tagged or name != "ETag"]
    return {
        "description": description,
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names},
        "content": {"application/json": {"schema": {"$ref": REF + schema}}},
    }
