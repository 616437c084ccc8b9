"""What browsers and other clients may ask of any answer: compressed, and from another site.

Both are kept libraries' middleware; here are only the choices.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import NoDecode
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette_compress import CompressMiddleware, add_compress_type

from kibitz.api.problems import PROBLEM_TYPE
from kibitz.api.responses import NDJSON_TYPE, weights
from kibitz.games.faults import quote
from kibitz.games.findings import refused

COMPRESSED_BYTES: Final = 1_024  # a shorter body is sent as it is
METHODS: Final = ("GET", "HEAD", "POST", "DELETE")
ASKED: Final = (
    *("Authorization", "Content-Type", "If-None-Match", "Idempotency-Key", "Last-Event-ID"),
    *("Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id", "X-Request-Id"),
)
ANSWERED: Final = (
    "Mcp-Session-Id",
    *("ETag", "Location", "Retry-After", "Server-Timing", "WWW-Authenticate", "X-Request-Id"),
)
CODINGS: Final = ("zstd", "gzip")
_CODINGS: Final = b"accept-encoding"
REMEMBERED_SECONDS: Final = 3_600  # by a browser: what another site may ask


def _split(given: object) -> object:
    """A comma-separated list as a list."""
    if not isinstance(given, str):
        return given
    return [origin.strip() for origin in given.split(",") if origin.strip()]


def _origin(text: str) -> str:
    parts = urlsplit(text)
    bare = f"{parts.scheme}://{parts.netloc}"
    if text != "*" and not (parts.scheme and parts.netloc and text == bare):
        raise refused(f"{quote(text)} is neither * nor an origin like https://cards.example")
    return text


def _host(text: str) -> str:
    if text != "*" and not re.fullmatch(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::\d+)?", text):
        raise refused(
            f"{quote(text)} is neither * nor a host like cards.example or cards.example:8443"
        )
    return text.lower()


Hosts = Annotated[
    tuple[Annotated[str, AfterValidator(_host)], ...], NoDecode, BeforeValidator(_split)
]
Origins = Annotated[
    tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_split)
]


def compressing(app: ASGIApp) -> ASGIApp:
    """``app`` with what is long enough compressed, by zstd or gzip as is wanted most.

    Lines of streams are compressed one by one. An entity tag is weak, so the same for all of these.
    """
    add_compress_type(PROBLEM_TYPE)
    add_compress_type(NDJSON_TYPE, streaming=True)
    inner = CompressMiddleware(app, minimum_size=COMPRESSED_BYTES, brotli=False)

    async def by_weight(scope: Scope, receive: Receive, send: Send) -> None:
        """Leave of the Accept-Encoding header what is wanted most, which the library does not."""
        asked = [value for name, value in scope.get("headers", ()) if name == _CODINGS]
        if any(b"q=" in value.lower() for value in asked):
            wanted = most_wanted(b",".join(asked).decode("latin-1")).encode("latin-1")
            others = [each for each in scope["headers"] if each[0] != _CODINGS]
            scope = {**scope, "headers": [*others, (_CODINGS, wanted)]}
        await inner(scope, receive, send)

    return by_weight


def most_wanted(accepted: str) -> str:
    """Of the codings in an Accept-Encoding header those wanted most, as such a header."""
    known = weights(accepted)
    wanted = {name: known.get(name, known.get("*", 0.0)) for name in CODINGS}
    # Without a word on it, to leave a body as it is is right, but the last choice.
    wanted["identity"] = known.get("identity", 0.0)
    most = max(wanted.values())
    return ", ".join(name for name, weight in wanted.items() if weight == most > 0) or "identity"


def sharing(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """``app``, its answers to be read by scripts of other sites, too; ``*``: of all sites."""
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=METHODS,
        allow_headers=ASKED,
        expose_headers=ANSWERED,
        max_age=REMEMBERED_SECONDS,
    )
