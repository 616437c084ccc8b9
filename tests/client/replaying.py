"""Exchanges replayed: recorded answers given to the Python client, and what comes of them.

An outcome has what was ``sent``, how long was waited in ``waits`` (seconds), and what the client
``returned``, yielded as ``items`` or ``raised``.
"""

import asyncio
import base64
import json
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final
from unittest import mock

import httpx2
from pydantic import BaseModel

from kibitz.client import AsyncKibitz, Busy, Kibitz, Refused, Unreachable
from kibitz.contract.base import plain
from tests.client.calls import LOST, SILENT

ROOT: Final = Path(__file__).resolve().parent.parent.parent
EXCHANGES: Final = ROOT / "tests" / "golden" / "exchanges.json"
ADDRESS: Final = "http://kibitz.example"
HEADERS: Final = ("accept", "authorization", "idempotency-key", "last-event-id")
Json = dict[str, Any]


class Broken(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """Some bytes, and then the connection breaks off."""

    def __init__(self, content: bytes) -> None:
        """Take the bytes."""
        self._content = content

    def __iter__(self) -> Iterator[bytes]:
        """The bytes."""
        yield self._content
        raise httpx2.ReadError("cut off")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The bytes."""
        yield self._content
        raise httpx2.ReadError("cut off")


class Script:
    """A transport that gives recorded answers and keeps what it is sent."""

    def __init__(self, answers: list[Any]) -> None:
        """Give ``answers`` one after the other."""
        self._answers = iter(answers)
        self.sent: list[Json] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """The next answer."""
        self.sent.append(as_sent(request))
        answer = next(self._answers)
        if answer == LOST:
            raise httpx2.ConnectError("nobody there")
        if answer == SILENT:
            raise httpx2.ReadTimeout("not a byte")
        content, headers = content_of(answer), answer["headers"]
        if answer.get("broken"):
            return httpx2.Response(answer["status"], headers=headers, stream=Broken(content))
        return httpx2.Response(answer["status"], headers=headers, content=content)


def as_sent(request: httpx2.Request) -> Json:
    """What matters of a request."""
    headers = {name: request.headers[name] for name in HEADERS if name in request.headers}
    if headers.get("accept") == "*/*":
        del headers["accept"]
    path = request.url.raw_path.decode()
    body = json.loads(request.content) if request.content else None
    return {"method": request.method, "path": path, "headers": headers, "body": body}


def content_of(answer: Json) -> bytes:
    """The bytes of an answer."""
    if "file" in answer:
        return Path(ROOT, answer["file"]).read_bytes()
    if "base64" in answer:
        return base64.b64decode(answer["base64"])
    text: str = answer["text"]
    return text.encode()


def replay(exchange: Json) -> Json:
    """What the client that waits makes of an exchange."""
    script, waits, found = Script(exchange["answers"]), list[float](), dict[str, Any]()
    sleeping = mock.patch.object(time, "sleep", waits.append)
    with sleeping, mock.patch.object(random, "random", return_value=0.5):
        transport = httpx2.MockTransport(script)
        with Kibitz(ADDRESS, transport=transport, **exchange["client"]) as kibitz:
            try:
                got = getattr(kibitz, exchange["method"])(**exchange["arguments"])
                if isinstance(got, Generator):
                    found["items"] = []
                    for item in got:
                        found["items"].append(as_json(item))
                else:
                    found["returned"] = as_json(got)
            except (Refused, Unreachable) as error:
                found["raised"] = failure(error)
    return {"sent": script.sent, "waits": waits, **found}


def replay_awaiting(exchange: Json) -> Json:
    """What the client for event loops makes of an exchange."""
    script, waits, found = Script(exchange["answers"]), list[float](), dict[str, Any]()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def ask() -> None:
        transport = httpx2.MockTransport(script)
        async with AsyncKibitz(ADDRESS, transport=transport, **exchange["client"]) as kibitz:
            try:
                got = getattr(kibitz, exchange["method"])(**exchange["arguments"])
                if isinstance(got, AsyncGenerator):
                    found["items"] = []
                    async for item in got:
                        found["items"].append(as_json(item))
                else:
                    found["returned"] = as_json(await got)
            except (Refused, Unreachable) as error:
                found["raised"] = failure(error)

    sleeping = mock.patch.object(asyncio, "sleep", sleep)
    with sleeping, mock.patch.object(random, "random", return_value=0.5):
        asyncio.run(ask())
    return {"sent": script.sent, "waits": waits, **found}


def as_json(value: object) -> Any:
    """What a client gives, as JSON."""
    if isinstance(value, BaseModel):
        return plain(value)
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if is_dataclass(value):
        members = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: as_json(member) for name, member in members.items() if member is not None}
    return value


def failure(error: Refused | Unreachable) -> Json:
    """What a client raises, as JSON."""
    found: Json = {"error": type(error).__name__}
    if isinstance(error, Refused):
        found["problem"] = plain(error.problem)
    if isinstance(error, Busy):
        found["retry_after"] = error.retry_after
    return found


def expected(exchange: Json) -> Json:
    """The outcome that an exchange says."""
    said: Json = {name: exchange[name] for name in ("sent", "waits", "raised") if name in exchange}
    content = b"" if "last" not in exchange else content_of(exchange["answers"][-1])
    match exchange.get("last"):
        case "json":
            said["returned"] = json.loads(content)
        case "text":
            said["returned"] = content.decode()
        case "bytes":
            said["returned"] = as_json(content)
        case "lines":
            said["items"] = [json.loads(line) for line in content.decode().splitlines()]
        case _:
            said |= {name: exchange[name] for name in ("returned", "items") if name in exchange}
    return said
