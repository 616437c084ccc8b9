"""Answers as bytes: compact JSON, an ETag, 304 for what the client already has."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.problems import PROBLEM_TYPE, Problem
from kibitz.contract.base import to_json

JSON_TYPE: Final = "application/json"


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
    known = {"W/" + name.strip().removeprefix("W/") for name in _listed(request, "if-none-match")}
    if tag in known or "W/*" in known:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def passing(content: bytes, media_type: str) -> Response:
    """A 200 that is out of date the next moment."""
    return Response(content, media_type=media_type, headers={"Cache-Control": "no-store"})


def problem_response(problem: Problem) -> Response:
    """A problem as application/problem+json."""
    content = json.dumps(problem.to_json(), ensure_ascii=False, separators=(",", ":"))
    return Response(
        content.encode("utf-8", "backslashreplace"),
        problem.kind.status,
        dict(problem.headers),
        PROBLEM_TYPE,
    )


def _listed(request: Request, header: str) -> list[str]:
    return ",".join(request.headers.getlist(header)).split(",")
