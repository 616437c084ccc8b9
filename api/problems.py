"""Everything that goes wrong, as RFC 9457 problems: one table from exception to answer."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kibitz.api.body import BodyTooLarge, BrokenJson, NotJson
from kibitz.api.clients import TooMany, Unauthorized
from kibitz.api.readiness import NotStarted, Warming
from kibitz.games.faults import BadInput, Fault
from kibitz.jobs.errors import JobsUnavailable, TooManyJobs, TooManyOfClient
from kibitz.jobs.worker_pool import Busy, Closed

PROBLEM_TYPE: Final = "application/problem+json"
MAX_LISTED: Final = 100
RETRY_SECONDS: Final = 1

LogLevel = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its name in the type URI, HTTP status, title, log level and meaning."""

    name: str
    status: int
    title: str
    level: LogLevel
    meaning: str

    @property
    def uri(self) -> str:
        """The type URI, relative to this service."""
        return f"/problems/{self.name}"


BROKEN_JSON: Final = Kind(
    *("broken-json", 400, "The body is not JSON", "info"),
    "The text of the body breaks the rules of JSON, or holds a key twice, a number that is not "
    "finite, half a surrogate pair or very deep nesting.",
)
BAD_REQUEST: Final = Kind(
    *("bad-request", 400, "The request cannot be read", "info"),
    "The request breaks the rules of HTTP.",
)
UNAUTHORIZED: Final = Kind(
    *("unauthorized", 401, "The key is missing or unknown", "info"),
    "Send a key of this service as Authorization: Bearer <key>.",
)
NOT_FOUND: Final = Kind(
    *("not-found", 404, "There is nothing at this address", "info"),
    "The path is not one of this service; the answer lists the games or verbs that exist.",
)
BAD_METHOD: Final = Kind(
    *("method-not-allowed", 405, "This address needs another method", "info"),
    "The Allow header lists the methods of this address.",
)
TOO_SLOW: Final = Kind(
    *("too-slow", 408, "The request has not come in time", "info"),
    "Headers and body together came too slowly, and the connection was closed.",
)
TOO_LARGE: Final = Kind(
    *("body-too-large", 413, "The body is too large", "info"),
    "The body is longer than the service accepts; /v1/capabilities says how long it may be.",
)
NOT_JSON: Final = Kind(
    *("not-json", 415, "The body should be JSON", "info"),
    "Requests with a body carry Content-Type: application/json, in UTF-8, uncompressed.",
)
BAD_INPUT: Final = Kind(
    *("bad-input", 422, "The request cannot be used", "info"),
    "The JSON is well formed but something in it is wrong. Every fault found is listed with a "
    "JSON Pointer into the body.",
)
TOO_MANY: Final = Kind(
    *("too-many-requests", 429, "Too many requests", "info"),
    "This client has reached its rate limit. Retry-After says when to ask again.",
)
TOO_MANY_JOBS: Final = Kind(
    *("too-many-jobs", 429, "Too many jobs of one client", "info"),
    "As many jobs of this client wait as may wait; the detail says how many. Retry-After says when "
    "to ask again.",
)
INTERNAL: Final = Kind(
    *("internal", 500, "The service failed", "error"),
    "A fault of the service. Its log has the details under the request id of the answer.",
)
WARMING: Final = Kind(
    *("warming", 503, "The service is starting", "info"),
    "The compiled searches of the game are being compiled or loaded, which its member games "
    "lists for every game. Retry-After says when to ask again.",
)
NOT_STARTED: Final = Kind(
    *("not-started", 503, "The service could not start", "error"),
    "The compiled searches could not be loaded. The log of the service says why.",
)
BUSY: Final = Kind(
    *("busy", 503, "The service is busy", "warning"),
    "The queue of the service is full. Retry-After says when to ask again.",
)
STOPPING: Final = Kind(
    *("stopping", 503, "The service is stopping", "info"),
    "The service finishes what it has begun and accepts no new requests. Retry-After says when "
    "another process may answer.",
)
NO_JOBS: Final = Kind(
    *("no-jobs", 503, "Jobs are not available", "warning"),
    "The database of the jobs cannot be reached, or the service has none.",
)
KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        *(BROKEN_JSON, BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, BAD_METHOD, TOO_SLOW),
        *(TOO_LARGE, NOT_JSON),
        *(
            BAD_INPUT,
            TOO_MANY,
            TOO_MANY_JOBS,
            INTERNAL,
            WARMING,
            NOT_STARTED,
            BUSY,
            STOPPING,
            NO_JOBS,
        ),
    )
}

_BY_EXCEPTION: Final[Mapping[type[Exception], Kind]] = {
    BrokenJson: BROKEN_JSON,
    BodyTooLarge: TOO_LARGE,
    NotJson: NOT_JSON,
    BadInput: BAD_INPUT,
    Warming: WARMING,
    NotStarted: NOT_STARTED,
    Busy: BUSY,
    Closed: STOPPING,
    Unauthorized: UNAUTHORIZED,
    TooMany: TOO_MANY,
    TooManyJobs: BUSY,
    TooManyOfClient: TOO_MANY_JOBS,
    JobsUnavailable: NO_JOBS,
}
_BY_STATUS: Final = {404: NOT_FOUND, 405: BAD_METHOD, 413: TOO_LARGE}


@dataclass(frozen=True, slots=True)
class Problem:
    """One occurrence of a kind of problem, ready to be sent."""

    kind: Kind
    detail: str
    faults: Sequence[Fault] = ()
    headers: tuple[tuple[str, str], ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The members of the problem object; at most ``MAX_LISTED`` faults are listed."""
        return {
            "type": self.kind.uri,
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "errors": [
                {"pointer": fault.pointer, "code": fault.code, "message": fault.message}
                for fault in self.faults[:MAX_LISTED]
            ],
            **self.more,
        }


def problem_of(error: Exception) -> Problem:
    """What to answer when a request ended in ``error``; an unknown exception reveals nothing."""
    for known in type(error).__mro__:
        if known in _BY_EXCEPTION:
            return _known(_BY_EXCEPTION[known], error)
    if isinstance(error, HTTPException):
        return _raised(error)
    return Problem(INTERNAL, "The fault is on this side; the request id leads to it in the log.")


def problem_response(problem: Problem) -> Response:
    """A problem as application/problem+json."""
    content = json.dumps(problem.to_json(), ensure_ascii=False, separators=(",", ":"))
    return Response(
        content.encode("utf-8", "backslashreplace"),
        problem.kind.status,
        dict(problem.headers),
        PROBLEM_TYPE,
    )


def _known(kind: Kind, error: Exception) -> Problem:
    if isinstance(error, BadInput):
        return Problem(kind, _summary(error.faults), error.faults)
    if isinstance(error, Unauthorized):
        return Problem(kind, str(error), headers=(("WWW-Authenticate", "Bearer"),))
    if kind.status in (429, 503):
        seconds = RETRY_SECONDS
        if isinstance(error, Busy | TooMany | TooManyJobs | TooManyOfClient | Warming):
            seconds = error.retry_s
        more = {"games": error.games} if isinstance(error, Warming | NotStarted) else {}
        return Problem(kind, str(error), (), (("Retry-After", str(seconds)),), more)
    fault = Fault("", kind.name.replace("-", "_"), str(error))
    return Problem(kind, str(error), (fault,))


def _raised(error: HTTPException) -> Problem:
    kind = _BY_STATUS.get(error.status_code)
    if kind is None:
        kind = BAD_REQUEST if 400 <= error.status_code < 500 else INTERNAL
    headers = tuple((error.headers or {}).items())
    return Problem(kind, error.detail, headers=headers)


def _summary(faults: Sequence[Fault]) -> str:
    if len(faults) == 1:
        return faults[0].message
    listed = f", the first {MAX_LISTED} are listed" if len(faults) > MAX_LISTED else ""
    return f"{len(faults)} things are wrong with the request{listed}"
