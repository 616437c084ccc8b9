"""Bodies: from the bytes of a request to a JSON value, and from an answer to bytes and its tag.

What is read is stricter than ``json.loads``: a key twice in one object, NaN, infinities, lone
surrogates and absurd nesting are refused, so that everything further in may rely on plain, finite
JSON. What is written is compact.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn

from pydantic import BaseModel
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive

from kibitz.contract.as_json import to_json
from kibitz.games.faults import quote

JSON_TYPE: Final = "application/json"
MAX_DEPTH: Final = 32
_ENCODINGS: Final = frozenset({"utf-8", "utf8", "us-ascii"})


class BodyTooLarge(Exception):
    """The body is longer than ``limit`` bytes."""

    def __init__(self, limit: int) -> None:
        """Say how long it may be."""
        self.limit = limit
        super().__init__(f"the request body may be {limit} bytes long, this one is longer")


class NotJson(Exception):
    """The body is not declared as JSON, or is compressed."""


class BrokenJson(Exception):
    """The body is declared as JSON but is none; the text says where and why."""


class _Refused(ValueError):
    """A value that the JSON parser accepts and this service does not."""


def check_type(headers: Mapping[str, str]) -> None:
    """Raise ``NotJson`` unless the headers announce an uncompressed JSON body in UTF-8."""
    declared = headers.get("content-type", "")
    if declared == JSON_TYPE and "content-encoding" not in headers:
        return
    kind, *parameters = (part.strip().lower() for part in declared.split(";"))
    if kind != JSON_TYPE:
        said = quote(declared) if declared else "nothing"
        raise NotJson(f"the Content-Type should be {JSON_TYPE}, it is {said}")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name == "charset" and value.strip('"') not in _ENCODINGS:
            raise NotJson(f"JSON is read as UTF-8, not as {quote(value)}")
    coding = headers.get("content-encoding", "identity").strip().lower()
    if coding not in {"", "identity"}:
        raise NotJson(f"the body should not be compressed, it is declared as {quote(coding)}")


async def collect(receive: Receive, declared: str | None, limit: int) -> bytes:
    """The whole body; raises ``BodyTooLarge`` as soon as more than ``limit`` bytes are there.

    ``declared`` is the Content-Length header, if any. Raises ``ClientDisconnect`` on a hang-up.
    """
    if declared and declared.isdecimal() and len(declared) < 20 and int(declared) > limit:
        raise BodyTooLarge(limit)
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            raise BodyTooLarge(limit)
        parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts)


def parse(body: bytes) -> Any:
    """The JSON value of ``body``; raises ``BrokenJson`` with line and column."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BrokenJson(f"byte {error.start} is not UTF-8: {error.reason}") from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_number,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        raise BrokenJson(_located(error)) from None
    except RecursionError:
        raise BrokenJson(f"nested deeper than {MAX_DEPTH} levels") from None
    except _Refused as error:
        raise BrokenJson(str(error)) from None
    _check(value)
    return value


def _located(error: json.JSONDecodeError) -> str:
    said = error.msg[0].lower() + error.msg[1:]
    where = f"line {error.lineno}, column {error.colno}: {said}"
    near = error.doc[error.pos : error.pos + 12]
    return f"{where}, at {quote(near)}" if near else f"{where}, at the end of the text"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"{quote(key)} is there twice in one object")
            seen.add(key)
    return found


def _constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is not JSON")


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _Refused(f"{quote(text)} is too large a number")
    return number


def _whole(text: str) -> int:
    if len(text) > 100:
        raise _Refused(f"{quote(text)} is too long a number")
    return int(text)


def _check(value: Any) -> None:
    """Refuse deep nesting and lone surrogates, without recursion."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise BrokenJson(f"nested deeper than {MAX_DEPTH} levels")
        inner: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, dict):
                inner += item.keys()
                inner += item.values()
        level = inner


def _check_text(text: str) -> None:
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BrokenJson(f"{quote(text)} holds half a surrogate pair") from None


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
