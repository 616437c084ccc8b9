"""The connection: sends requests, again where that is of use, and reads answers and streams."""

import asyncio
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Self, TypeVar

import httpx2
from pydantic import BaseModel

from kibitz.client.calls import Call, Line, Request, address, bearer
from kibitz.client.errors import Refused, Unreachable, lost, refusal
from kibitz.client.retrying import RETRIES, TIMEOUT, check_patience, pause

A = TypeVar("A", bound=BaseModel)


class AsyncConnection:
    """The service at one address."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        key: str | None = None,
        *,
        retries: int = RETRIES,
        timeout: float = TIMEOUT,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        """Ask the service at ``url``, with a ``key`` where it gives keys.

        ``timeout``: seconds to wait for a byte, besides the time that a search may take. Raises
        ``ValueError`` for a ``url`` or a ``key`` that is none, and for less than no retry or no
        time at all; ``TypeError`` for what is no number.
        """
        check_patience(retries, timeout)
        self._retries, self._timeout = retries, timeout
        self._http = httpx2.AsyncClient(
            base_url=address(url), headers=bearer(key), follow_redirects=True, transport=transport
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        """Itself."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        await self.close()

    async def _ask(self, call: Call[A]) -> A:
        content = await self._content(call.request)
        return call.read(content)

    async def _content(self, request: Request) -> bytes:
        response = await self._send(request, stream=False)
        return response.content

    async def _stream(self, call: Call[A]) -> AsyncGenerator[Line[A]]:
        """The lines of a stream; leaving the loop over them closes it, which ends the search."""
        lines = self._lines(call.streamed())
        try:
            async for text in lines:
                line = call.line(text)
                yield line
                if line.final:
                    return
        finally:
            await lines.aclose()
        raise Unreachable("the stream ended before its last answer")

    async def _lines(self, request: Request) -> AsyncGenerator[str]:
        response = await self._send(request, stream=True)
        try:
            async for text in response.aiter_lines():
                yield text
        except httpx2.RequestError as error:
            raise lost(error, self._http.base_url) from error
        finally:
            await response.aclose()

    async def _send(self, request: Request, *, stream: bool) -> httpx2.Response:
        """The response of a request that is answered; raises what is left when the tries are up."""
        tried = 0
        while True:
            response = await self._try(request, stream=stream)
            if isinstance(response, httpx2.Response):
                return response
            wait = pause(response, tried)
            if wait is None or tried >= self._retries:
                raise response.settled()
            await asyncio.sleep(wait)
            tried += 1

    async def _try(
        self, request: Request, *, stream: bool
    ) -> httpx2.Response | Refused | Unreachable:
        """One try: the response, or what to raise in its place."""
        try:
            asked = request.of(self._http, self._timeout)
            response = await self._http.send(asked, stream=stream)
            if response.is_success:
                return response
            try:
                await response.aread()
            finally:
                await response.aclose()
        except httpx2.RequestError as error:
            failure = lost(error, self._http.base_url)
            failure.__cause__ = error
            return failure
        return refusal(response)
