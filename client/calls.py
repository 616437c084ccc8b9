"""Calls and answers without the network: what to ask for, and how to read what comes back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar
from urllib.parse import quote

import httpx2
from pydantic import BaseModel

from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    SolveAnswer,
    VerifyAnswer,
)
from kibitz.contract.base import Answer
from kibitz.contract.record import PlayedGame
from kibitz.contract.replies import (
    CapabilitiesAnswer,
    ChooseAnswer,
    DealAnswer,
    GameAnswer,
    GamesAnswer,
    MovesAnswer,
    NextAnswer,
    PlayAnswer,
    StreamProgress,
    ViewAnswer,
)
from kibitz.contract.review import Decision, ReviewAnswer

A = TypeVar("A", bound=Answer)

Position = str | Mapping[str, Any]
AskedRecord = str | Mapping[str, Any] | PlayedGame
SearchVerb = Literal["solve", "hint", "analyze"]

NDJSON: Final = "application/x-ndjson"
RETRIED: Final = frozenset({429, 503})
LONGEST_WAIT: Final = 30.0  # seconds before a refused call is tried again


class Refused(Exception):
    """The service answered with a problem (RFC 9457).

    ``errors`` lists every fault with the ``pointer`` to it, a ``code`` and a ``message``;
    ``retry_after``: seconds after which to ask again, None where that is of no use.
    """

    def __init__(
        self, status: int, problem: Mapping[str, Any], retry_after: float | None = None
    ) -> None:
        """Take the members of a problem."""
        self.status = status
        self.kind = str(problem.get("type", "about:blank"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        self.errors: Sequence[Mapping[str, str]] = problem.get("errors", ())
        self.retry_after = retry_after
        super().__init__(f"{status} {self.title}: {self.detail}")


@dataclass(frozen=True, slots=True)
class Call(Generic[A]):
    """What to ask and the model of the answer; ``body`` None reads, else it is posted."""

    path: str
    answers: type[A]
    body: Mapping[str, Any] | None = None
    method: Literal["DELETE"] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def request(self, client: "httpx2.Client | httpx2.AsyncClient") -> httpx2.Request:
        """The request of a plain call."""
        method = self.method or ("GET" if self.body is None else "POST")
        return client.build_request(method, self.path, json=self.body, headers=self.headers)

    def stream(self, client: "httpx2.Client | httpx2.AsyncClient") -> httpx2.Request:
        """The request of a stream of improving answers."""
        headers = {"Accept": NDJSON}
        return client.build_request("POST", self.path, json=self.body, headers=headers)

    def read(self, response: httpx2.Response) -> A:
        """The answer; raises ``Refused``."""
        check(response)
        return self.answers.model_validate_json(response.content, extra="ignore")

    def line(self, text: str) -> "Line[A]":
        """A line of a stream; raises ``Refused`` when it reports a problem."""
        said = json.loads(text)
        if said.get("problem"):
            raise Refused(said["problem"]["status"], said["problem"])
        answer, progress = said.get("answer"), said.get("progress")
        decision = said.get("decision")
        return Line(
            said["final"],
            None if answer is None else self.answers.model_validate(answer, extra="ignore"),
            None if progress is None else StreamProgress.model_validate(progress, extra="ignore"),
            None if decision is None else Decision.model_validate(decision, extra="ignore"),
        )


@dataclass(frozen=True, slots=True)
class Line(Generic[A]):
    """An improving answer, or the last one; ``answer`` is None while nothing has been found.

    Of a review the lines before the last have a ``decision`` each instead.
    """

    final: bool
    answer: A | None
    progress: StreamProgress | None
    decision: Decision | None = None


def check(response: httpx2.Response) -> None:
    """Raise ``Refused`` for a response that is no answer; it must have been read."""
    if response.status_code < 400:
        return
    try:
        problem = response.json()
    except ValueError:
        problem = {"title": response.reason_phrase, "detail": response.text[:200]}
    wait = response.headers.get("retry-after", "")
    raise Refused(response.status_code, problem, float(wait) if wait.isdecimal() else None)


def pause(response: httpx2.Response, tries_left: int) -> float | None:
    """Seconds to wait before a refused call is tried again; None when it is not to be."""
    if response.status_code not in RETRIED or not tries_left:
        return None
    wait = response.headers.get("retry-after", "")
    return min(float(wait), LONGEST_WAIT) if wait.isdecimal() else None


def bearer(key: str | None) -> dict[str, str]:
    """The headers that name a client by its key."""
    return {} if key is None else {"Authorization": f"Bearer {key}"}


GAMES: Final = Call("/v1/games", GamesAnswer)
CAPABILITIES: Final = Call("/v1/capabilities", CapabilitiesAnswer)


def _path(game: str, *verb: str) -> str:
    """The address of a game or of one of its verbs; the name is escaped."""
    return "/".join(("/v1/games", quote(game, safe=""), *verb))


def game(name: str) -> Call[GameAnswer]:
    """Everything about one game."""
    return Call(_path(name), GameAnswer)


def deal(
    game: str,
    seed: str | int,
    rules: Mapping[str, Any] | None,
    source: str,
    want: Mapping[str, Any] | None,
    match: Mapping[str, Any],
) -> Call[DealAnswer]:
    """A fresh deal."""
    given = {"seed": seed, "source": source, "rules": rules, "want": want, **match}
    body = {name: value for name, value in given.items() if value is not None}
    return Call(_path(game, "deal"), DealAnswer, body)


def view(game: str, position: Position, seat: int) -> Call[ViewAnswer]:
    """The position as a seat sees it."""
    return Call(_path(game, "view"), ViewAnswer, {"position": position, "seat": seat})


def next_round(game: str, position: Position, seed: str | int) -> Call[NextAnswer]:
    """The next round of a match."""
    return Call(_path(game, "next"), NextAnswer, {"position": position, "seed": seed})


def moves(game: str, position: Position) -> Call[MovesAnswer]:
    """The legal moves."""
    return Call(_path(game, "moves"), MovesAnswer, {"position": position})


def play(game: str, position: Position, moves: Sequence[str]) -> Call[PlayAnswer]:
    """The position after some moves."""
    body = {"position": position, "moves": list(moves)}
    return Call(_path(game, "play"), PlayAnswer, body)


def verify(game: str, position: Position, moves: Sequence[str]) -> Call[VerifyAnswer]:
    """Whether some moves are legal and win."""
    body = {"position": position, "moves": list(moves)}
    return Call(_path(game, "verify"), VerifyAnswer, body)


def solve(game: str, position: Position, options: Mapping[str, Any]) -> Call[SolveAnswer]:
    """Whether a position can be won."""
    return Call(_path(game, "solve"), SolveAnswer, _asked(position, options))


def hint(game: str, position: Position, options: Mapping[str, Any]) -> Call[HintAnswer]:
    """One piece of advice."""
    return Call(_path(game, "hint"), HintAnswer, _asked(position, options))


def hints(
    game: str, position: Position, levels: Sequence[str], options: Mapping[str, Any]
) -> Call[HintsAnswer]:
    """Advice of several levels."""
    asked = {"levels": list(levels), **options}
    return Call(_path(game, "hint"), HintsAnswer, _asked(position, asked))


def analyze(game: str, position: Position, options: Mapping[str, Any]) -> Call[AnalyzeAnswer]:
    """Every legal move valued."""
    return Call(_path(game, "analyze"), AnalyzeAnswer, _asked(position, options))


def choose(game: str, position: Position, options: Mapping[str, Any]) -> Call[ChooseAnswer]:
    """The move of an opponent of some strength."""
    return Call(_path(game, "choose"), ChooseAnswer, _asked(position, options))


def review(game: str, record: AskedRecord, options: Mapping[str, Any]) -> Call[ReviewAnswer]:
    """The moves of a game that was played, judged."""
    body = {"record": _given(record), **_choices(options)}
    return Call(_path(game, "review"), ReviewAnswer, body)


def _asked(position: Position, options: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a search: what is None is left to the service."""
    return {"position": position, **_choices(options)}


def _choices(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _given(value) for name, value in options.items() if value is not None}


def _given(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    return value
