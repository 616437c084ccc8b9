"""The OpenAPI description of the addresses of jobs."""

from typing import Any, Final, get_args

from kibitz.api.examples import job_examples
from kibitz.api.operations import IF_NONE_MATCH, UNCHANGED, problem, success
from kibitz.api.responses import SSE_TYPE
from kibitz.api.schema import REF
from kibitz.contract.jobs import State
from kibitz.jobs.kinds import KINDS

LONGEST_KEY: Final = 255
USUAL_LIST: Final = 50
LONGEST_LIST: Final = 200

_ID: Final = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id in the answer to the submission.",
    "schema": {"type": "string"},
}
NAMED: Final[dict[str, Any]] = {"parameters": [_ID]}
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same key again, sent by the same client, finds the same job instead of "
    "starting another.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
}
_LAST: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "Continue after this event.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**11},
}
LISTED: Final[dict[str, Any]] = {
    "parameters": [
        {"name": "kind", "in": "query", "schema": {"type": "string", "enum": [*KINDS]}},
        {"name": "state", "in": "query", "schema": {"type": "string", "enum": [*get_args(State)]}},
        {
            "name": "limit",
            "in": "query",
            "schema": {
                "type": "integer",
                "minimum": 1,
                "maximum": LONGEST_LIST,
                "default": USUAL_LIST,
            },
        },
        {
            "name": "after",
            "in": "query",
            "description": "What the list before has named `next`.",
            "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
        },
    ],
    "responses": {
        "200": success("Jobs, the newest first", "JobList", tagged=False),
        "422": problem("bad-input"),
        "503": problem("no-jobs", "busy"),
        "401": problem("unauthorized"),
        "429": problem("too-many-requests"),
    },
}
_SUBMISSION: Final[dict[str, Any]] = {
    "parameters": [_KEY],
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": REF + "Job"}, "examples": job_examples()}
        },
    },
}
_REFUSED: Final = {"401": problem("unauthorized"), "429": problem("too-many-requests")}
_FAULTS: Final = {
    "404": problem("not-found"),
    "503": problem("no-jobs", "busy", "stopping"),
    **_REFUSED,
}
_ACCEPTED: Final = success("The job, in the queue or taken up before", "JobStatus", tagged=False)
SUBMITTED: Final[dict[str, Any]] = _SUBMISSION | {
    "responses": {
        "202": _ACCEPTED
        | {
            "headers": _ACCEPTED["headers"]
            | {"Location": {"description": "The job.", "schema": {"type": "string"}}}
        },
        "400": problem("broken-json"),
        "413": problem("body-too-large"),
        "415": problem("not-json"),
        "422": problem("bad-input"),
        "503": problem("no-jobs", "busy", "warming", "stopping"),
        **_REFUSED,
        "429": problem("too-many-requests", "too-many-jobs"),
    }
}
STATUS: Final[dict[str, Any]] = {
    "parameters": [_ID, IF_NONE_MATCH],
    "responses": {"200": success("The job", "JobStatus"), "304": UNCHANGED} | _FAULTS,
}
CANCELLED: Final[dict[str, Any]] = {
    "responses": {"200": success("The job, ended", "JobStatus", tagged=False)} | _FAULTS
}
EVENTS: Final[dict[str, Any]] = {
    "parameters": [_ID, _LAST],
    "responses": {
        "200": {
            "description": "Events named progress, and one named end with the whole job",
            "content": {SSE_TYPE: {"schema": {"type": "string"}}},
        },
        "204": {"description": "The client has seen all events"},
        "422": problem("bad-input"),
    }
    | _FAULTS,
}
TABLE: Final[dict[str, Any]] = {
    "parameters": [_ID, IF_NONE_MATCH],
    "responses": {
        "304": UNCHANGED,
        "200": {
            "description": "A line for each deal decided so far",
            "content": {"text/csv": {"schema": {"type": "string"}}},
        },
    }
    | _FAULTS,
}
CHART: Final[dict[str, Any]] = {
    "parameters": [_ID, IF_NONE_MATCH],
    "responses": {
        "304": UNCHANGED,
        "200": {
            "description": "Deals by nodes visited, stacked by verdict",
            "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
        },
    }
    | _FAULTS,
}
