"""What browsers and other clients may ask of any answer: compressed, and from another site.

Both are kept libraries' middleware; here are only the choices.
"""

from collections.abc import Sequence
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import FastAPI
from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import NoDecode
from starlette.middleware.cors import CORSMiddleware
from starlette_compress import CompressMiddleware, add_compress_type

from kibitz.api.problems import PROBLEM_TYPE
from kibitz.api.streams import NDJSON_TYPE

COMPRESSED_BYTES: Final = 1_024  # a shorter body is sent as it is
METHODS: Final = ("GET", "HEAD", "POST", "DELETE")
ASKED: Final = (
    *("Authorization", "Content-Type", "If-None-Match", "Idempotency-Key", "Last-Event-ID"),
    "X-Request-Id",
)
ANSWERED: Final = (
    *("ETag", "Location", "Retry-After", "Server-Timing", "WWW-Authenticate", "X-Request-Id"),
)
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
        raise ValueError(f"{text!r} is neither * nor an origin like https://cards.example")
    return text


Origins = Annotated[
    tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_split)
]


def compress(app: FastAPI) -> None:
    """Compress what is long enough, by zstd or gzip as is asked for; lines of streams one by one.

    An entity tag is weak, so the same for all of these.
    """
    add_compress_type(PROBLEM_TYPE)
    add_compress_type(NDJSON_TYPE, streaming=True)
    app.add_middleware(CompressMiddleware, minimum_size=COMPRESSED_BYTES, brotli=False)


def share(app: FastAPI, origins: Sequence[str]) -> None:
    """Let scripts of other sites read the answers, problems included; ``*``: of all sites."""
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=ASKED,
            expose_headers=ANSWERED,
            max_age=REMEMBERED_SECONDS,
        )
