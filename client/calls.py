"""Calls and answers without the network: what to ask for, and how to read what comes back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

import httpx2
from pydantic import BaseModel, ValidationError

from kibitz.client.errors import Unreachable, late_refusal
from kibitz.client.retrying import USUAL_SEARCH, timeout
from kibitz.contract.options import Limits
from kibitz.contract.record import PlayedGame
from kibitz.contract.replies import Positioned, StreamProgress
from kibitz.contract.review import Decision

A = TypeVar("A", bound=BaseModel)

# The line of text, the JSON object, or any answer that has a position.
Position = str | Mapping[str, Any] | Positioned
AskedRecord = str | Mapping[str, Any] | PlayedGame
AskedLimits = Limits | Mapping[str, int | None]
Rules = Mapping[str, Any]

NDJSON: Final = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class Request:
    """What to send; ``body`` None reads, else it is posted. All may safely be sent again.

    ``searches``: how many searches the answer takes; ``time_ms``: the limit of each, if it has one.
    """

    path: str
    body: Mapping[str, Any] | None = None
    method: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    searches: int = 0
    time_ms: int | None = None

    def of(self, client: "httpx2.Client | httpx2.AsyncClient", seconds: float) -> httpx2.Request:
        """The request of one try, which waits ``seconds`` besides the time of its searches."""
        return client.build_request(
            self.method or ("GET" if self.body is None else "POST"),
            self.path,
            json=self.body,
            headers=self.headers,
            timeout=timeout(seconds, self.searches * self._search_seconds),
        )

    @property
    def _search_seconds(self) -> float:
        return USUAL_SEARCH if self.time_ms is None else self.time_ms / 1000


@dataclass(frozen=True, slots=True)
class Call(Generic[A]):
    """A request and the model of its answer."""

    request: Request
    answers: type[A]

    def streamed(self) -> Request:
        """The request of a stream of improving answers, each of which one search makes."""
        found = self.request
        return Request(
            found.path,
            found.body,
            headers={"Accept": NDJSON},
            searches=min(1, found.searches),
            time_ms=found.time_ms,
        )

    def read(self, content: bytes) -> A:
        """The answer; raises ``Unreachable`` where it is none."""
        return _checked(self.answers, content)

    def line(self, text: str) -> "Line[A]":
        """A line of a stream; raises ``Refused`` when it reports a problem."""
        try:
            said = json.loads(text)
            if said.get("problem"):
                raise late_refusal(said["problem"])
            return Line(
                said["final"],
                _member(self.answers, said.get("answer")),
                _member(StreamProgress, said.get("progress")),
                _member(Decision, said.get("decision")),
            )
        except (ValueError, KeyError, AttributeError) as error:
            raise Unreachable(f"a line that is no answer of Kibitz: {text[:100]!r}") from error


@dataclass(frozen=True, slots=True)
class Line(Generic[A]):
    """An improving answer, or the last one; ``answer`` is None while nothing has been found.

    Of a review the lines before the last have a ``decision`` each instead.
    """

    final: bool
    answer: A | None
    progress: StreamProgress | None = None
    decision: Decision | None = None


def verb(game: str, name: str, answers: type[A], **given: object) -> Call[A]:
    """What a verb of a game is asked; an option that is None is left to the service.

    A review takes a search for each move of its record, any other verb one.
    """
    body = {option: sent(value) for option, value in given.items() if value is not None}
    limits = body.get("limits", {})
    searches = _moves(body["record"]) if "record" in body else 1
    request = Request(
        f"{path('v1', 'games', game)}/{name}",
        body,
        searches=searches if "limits" in given else 0,
        time_ms=limits.get("time_ms"),
    )
    return Call(request, answers)


def get(answers: type[A], *parts: str) -> Call[A]:
    """What is read at an address."""
    return Call(Request(path(*parts)), answers)


def path(*parts: str) -> str:
    """An address, each part of it escaped."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def sent(value: object) -> Any:
    """A value of a request as JSON: of what has a position its text, of a model what is set."""
    if isinstance(value, Positioned):
        return value.text
    if isinstance(value, BaseModel):
        return {name: sent(member) for name, member in value if member is not None}
    if isinstance(value, Mapping):
        return {name: sent(member) for name, member in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [*map(sent, value)]
    return value


def address(url: str) -> httpx2.URL:
    """The address of a service; raises ``ValueError`` where ``url`` is none."""
    try:
        found = httpx2.URL(url)
    except httpx2.InvalidURL as error:
        raise ValueError(f"{url!r} is not an address: {error}") from None
    if found.scheme not in {"http", "https"} or not found.host:
        raise ValueError(f"{url!r} is not an address: write http://host:port")
    return found


def bearer(key: str | None) -> dict[str, str]:
    """The headers that name a client by its key; raises ``ValueError``, which never shows it."""
    return {} if key is None else {"Authorization": f"Bearer {sendable(key)}"}


def sendable(key: str) -> str:
    """A key that a header can hold; raises ``ValueError``, which never shows it."""
    if not (key.isascii() and key.isprintable()):
        raise ValueError("the key has characters that a key never has")
    return key


def _moves(record: str | Mapping[str, Any]) -> int:
    """The moves of a record; of the text form its words, which are no fewer."""
    return len(record.split() if isinstance(record, str) else record.get("moves", ()))


def _member(answers: type[A], value: object) -> A | None:
    return None if value is None else answers.model_validate(value, extra="ignore")


def _checked(answers: type[A], content: bytes) -> A:
    try:
        return answers.model_validate_json(content, extra="ignore")
    except ValidationError as error:
        found = content[:100].decode(errors="replace")
        raise Unreachable(f"what came back is no answer of Kibitz: {found!r}") from error
