"""What a client raises: the service refuses, is busy, or cannot be reached."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, Self

import httpx2
from pydantic import ValidationError

from kibitz.contract.problems import Problem, ProblemFault

BUSY: Final = frozenset({429, 503})
SHOWN: Final = 200  # characters of an answer that is no problem


class Unreachable(ConnectionError):
    """Nothing that can be read came back: no service there, a connection lost, or a timeout.

    ``again``: whether the same request may well be answered if it is sent once more.
    """

    def __init__(self, message: str, *, again: bool = False) -> None:
        """Say what happened."""
        self.again = again
        super().__init__(message)

    def settled(self) -> Self:
        """Itself, once it was tried often enough."""
        self.again = False
        return self


class Refused(Exception):
    """The service answered with a problem (RFC 9457), which is ``problem``.

    ``errors`` lists every fault with the ``pointer`` to it, a ``code`` and a ``message``.
    """

    def __init__(self, problem: Problem) -> None:
        """Take a problem."""
        self.problem = problem
        super().__init__(f"{problem.status} {problem.title}: {problem.detail}")

    def settled(self) -> Self:
        """Itself: a refusal stays what it is."""
        return self

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return self.problem.status

    @property
    def errors(self) -> list[ProblemFault]:
        """Every fault of the request."""
        return self.problem.errors


class Busy(Refused):
    """Refused for now, with 429 or 503; ``retry_after``: seconds until it is of use to ask again.

    That is None where the service does not say.
    """

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        """Take a problem, and when to ask again."""
        self.retry_after = retry_after
        super().__init__(problem)


def refusal(response: httpx2.Response) -> Refused:
    """What to raise for a response that is no answer; it must have been read."""
    status, headers = response.status_code, response.headers
    try:
        given = response.json()
    except ValueError:
        given = None
    title = response.reason_phrase or f"Status {status}"
    return _refused(given, status, title, response.text, headers.get("retry-after"))


def late_refusal(problem: Mapping[str, Any]) -> Refused:
    """What to raise for a problem that ends a stream."""
    return _refused(problem, int(problem.get("status", 500)), "", "", None)


def _refused(given: object, status: int, title: str, text: str, later: str | None) -> Refused:
    known = {"type": "about:blank", "title": title, "status": status, "errors": []}
    own = {"status": status} if isinstance(given, dict) else {"detail": text[:SHOWN]}
    try:
        said = given if isinstance(given, dict) else {}
        problem = Problem.model_validate({"detail": "", **known, **said, **own}, extra="ignore")
    except ValidationError:
        problem = Problem.model_validate({**known, "detail": text[:SHOWN]})
    return Busy(problem, seconds_until(later)) if status in BUSY else Refused(problem)


def seconds_until(retry_after: str | None) -> float | None:
    """What the header ``Retry-After`` says in seconds, also as a date; None for anything else."""
    if retry_after is None:
        return None
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        when = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (when - datetime.now(UTC)).total_seconds()) if when.tzinfo else None


_LOST: Final = (httpx2.ConnectTimeout, httpx2.NetworkError, httpx2.RemoteProtocolError)


def lost(error: httpx2.RequestError, url: httpx2.URL | str) -> Unreachable:
    """What to raise for an error of the transport. After a timeout the search may still run."""
    said = str(error) or type(error).__name__
    return Unreachable(f"{url} gave no answer: {said}", again=isinstance(error, _LOST))
