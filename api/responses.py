"""Answers as bytes: compact JSON, an ETag, 304 for what the client already has; in what form."""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.body import JSON_TYPE
from kibitz.contract.base import to_json

Form = Literal["json", "ndjson", "sse"]

NDJSON_TYPE: Final = "application/x-ndjson"
SSE_TYPE: Final = "text/event-stream"
_FORMS: Final[dict[str, Form]] = {
    NDJSON_TYPE: "ndjson",
    SSE_TYPE: "sse",
    JSON_TYPE: "json",
    "application/*": "json",
    "*/*": "json",
}
_PLAIN: Final = frozenset({JSON_TYPE, "*/*"})


def to_bytes(value: BaseModel | Mapping[str, Any]) -> bytes:
    """Compact JSON in UTF-8."""
    if isinstance(value, BaseModel):
        return to_json(value).encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def etag_of(content: bytes) -> str:
    """An entity tag of these bytes; weak, since they are the same however they are compressed."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'


def resource(request: Request, content: bytes, media_type: str = JSON_TYPE) -> Response:
    """A 200 with its ETag, or a 304 when If-None-Match names that tag."""
    return tagged(request, content, etag_of(content), media_type)


def tagged(request: Request, content: bytes, tag: str, media_type: str = JSON_TYPE) -> Response:
    """As :func:`resource`, of a content whose tag is known."""
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if "if-none-match" in request.headers:
        asked = ",".join(request.headers.getlist("if-none-match")).split(",")
        known = {"W/" + name.strip().removeprefix("W/") for name in asked}
        if tag in known or "W/*" in known:
            return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def passing(content: bytes, media_type: str) -> Response:
    """A 200 that is out of date the next moment."""
    return Response(content, media_type=media_type, headers={"Cache-Control": "no-store"})


def wanted_form(request: Request) -> Form:
    """The form of the answer that the Accept header likes best, JSON where it says nothing."""
    accepted = request.headers.get("accept")
    if accepted is None or accepted in _PLAIN:
        return "json"
    best: Form = "json"
    most = 0.0
    for name, quality in weights(",".join(request.headers.getlist("accept"))).items():
        form = _FORMS.get(name)
        if form is not None and quality > most:
            best, most = form, quality
    return best


@lru_cache(128)
def weights(header: str) -> Mapping[str, float]:
    """What the list in an Accept header names, in small letters, and how much it is wanted."""
    found = {}
    for part in header.split(","):
        name, *parameters = (each.strip().lower() for each in part.split(";"))
        if name:
            found[name] = _quality(parameters)
    return found


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
