"""Answers as bytes: compact JSON, an ETag, 304 for what the client already has; in what form."""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.body import ASKED, JSON_TYPE
from kibitz.contract.base import to_json

Form = Literal["json", "ndjson", "sse"]

NDJSON_TYPE: Final = "application/x-ndjson"
SSE_TYPE: Final = "text/event-stream"
CSV_TYPE: Final = "text/csv; charset=utf-8"
_FORMS: Final[dict[str, Form]] = {
    NDJSON_TYPE: "ndjson",
    SSE_TYPE: "sse",
    JSON_TYPE: "json",
    "application/*": "json",
    "*/*": "json",
}
_PLAIN: Final = frozenset({JSON_TYPE.encode(), b"*/*"})
_NO_CACHE: Final = (b"cache-control", b"no-cache")
_NO_STORE: Final = (b"cache-control", b"no-store")
_VARY: Final = (b"vary", b"Accept")


class Whole(Response):
    """A response of known bytes, made without looking at what it consists of."""

    def __init__(
        self, content: bytes, headers: list[tuple[bytes, bytes]], status_code: int = 200
    ) -> None:
        """``headers``: all of them, as they are sent, names in small letters."""
        self.body, self.raw_headers, self.status_code = content, headers, status_code
        self.background = None


def to_bytes(value: BaseModel | Mapping[str, Any]) -> bytes:
    """Compact JSON in UTF-8."""
    if isinstance(value, BaseModel):
        return to_json(value).encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def etag_of(content: bytes) -> str:
    """An entity tag of these bytes; weak, since they are the same however they are compressed."""
    return f'W/"{hashlib.blake2b(content, digest_size=16).hexdigest()}"'


def resource(request: Request, content: bytes, media_type: str = JSON_TYPE) -> Response:
    """A 200 with its ETag, or a 304 when If-None-Match names that tag."""
    return tagged(request, content, etag_of(content), media_type)


def tagged(
    request: Request, content: bytes, tag: str, media_type: str = JSON_TYPE, *, vary: bool = False
) -> Response:
    """As :func:`resource`, of a content whose tag is known; ``vary``: its form is negotiable."""
    headers = [(b"etag", tag.encode()), _NO_CACHE]
    if vary:
        headers.append(_VARY)
    if b"if-none-match" in request.scope[ASKED]:
        asked = ",".join(request.headers.getlist("if-none-match")).split(",")
        known = {"W/" + name.strip().removeprefix("W/") for name in asked}
        if tag in known or "W/*" in known:
            return Whole(b"", headers, 304)
    return Whole(content, [*headers, *_of_content(content, media_type)])


def passing(content: bytes, media_type: str) -> Response:
    """A 200 that is out of date the next moment."""
    return Whole(content, [_NO_STORE, *_of_content(content, media_type)])


def _of_content(content: bytes, media_type: str) -> tuple[tuple[bytes, bytes], ...]:
    return (b"content-length", b"%d" % len(content)), (b"content-type", media_type.encode())


def wanted_form(request: Request) -> Form:
    """The form of the answer that the Accept header likes best, JSON where it says nothing."""
    accepted = request.scope[ASKED].get(b"accept")
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
