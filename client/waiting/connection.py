"""The connection: sends requests, again where that is of use, and reads answers and streams."""

import time
from collections.abc import Generator
from types import TracebackType
from typing import Self, TypeVar

import httpx2
from pydantic import BaseModel

from kibitz.client.calls import Call, Line, Request, address, bearer
from kibitz.client.errors import Refused, Unreachable, lost, refusal
from kibitz.client.retrying import RETRIES, TIMEOUT, check_patience, pause

A = TypeVar("A", bound=BaseModel)


class Connection:
    """The service at one address."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        key: str | None = None,
        *,
        retries: int = RETRIES,
        timeout: float = TIMEOUT,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """Ask the service at ``url``, with a ``key`` where it gives keys.

        ``timeout``: seconds to wait for a byte, besides the time that a search may take. Raises
        ``ValueError`` for a ``url`` or a ``key`` that is none, and for less than no retry or no
        time at all; ``TypeError`` for what is no number.
        """
        check_patience(retries, timeout)
        self._retries, self._timeout = retries, timeout
        self._http = httpx2.Client(
            base_url=address(url), headers=bearer(key), follow_redirects=True, transport=transport
        )

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        self.close()

    def _ask(self, call: Call[A]) -> A:
        content = self._content(call.request)
        return call.read(content)

    def _content(self, request: Request) -> bytes:
        response = self._send(request, stream=False)
        return response.content

    def _stream(self, call: Call[A]) -> Generator[Line[A]]:
        """The lines of a stream; leaving the loop over them closes it, which ends the search."""
        lines = self._lines(call.streamed())
        try:
            for text in lines:
                line = call.line(text)
                yield line
                if line.final:
                    return
        finally:
            lines.close()
        raise Unreachable("the stream ended before its last answer")

    def _lines(self, request: Request) -> Generator[str]:
        response = self._send(request, stream=True)
        try:
            yield from response.iter_lines()
        except httpx2.RequestError as error:
            raise lost(error, self._http.base_url) from error
        finally:
            response.close()

    def _send(self, request: Request, *, stream: bool) -> httpx2.Response:
        """The response of a request that is answered; raises what is left when the tries are up."""
        tried = 0
        while True:
            response = self._try(request, stream=stream)
            if isinstance(response, httpx2.Response):
                return response
            wait = pause(response, tried)
            if wait is None or tried >= self._retries:
                raise response.settled()
            time.sleep(wait)
            tried += 1

    def _try(self, request: Request, *, stream: bool) -> httpx2.Response | Refused | Unreachable:
        """One try: the response, or what to raise in its place."""
        try:
            asked = request.of(self._http, self._timeout)
            response = self._http.send(asked, stream=stream)
            if response.is_success:
                return response
            try:
                response.read()
            finally:
                response.close()
        except httpx2.RequestError as error:
            failure = lost(error, self._http.base_url)
            failure.__cause__ = error
            return failure
        return refusal(response)
