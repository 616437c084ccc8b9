"""Improving answers as they come: NDJSON or server-sent events, from one generator.

Every line is an object with ``final``; those before the last one have ``progress`` and, once
something has been found, ``answer``. The last one has ``"final": true`` and either ``answer`` or
``problem``.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kibitz.api.in_flight import while_connected
from kibitz.api.responses import CSV_TYPE, NDJSON_TYPE, SSE_TYPE, Form, to_bytes
from kibitz.contract.base import Answer
from kibitz.contract.replies import StreamProgress
from kibitz.contract.review import ReviewAnswer
from kibitz.solvers.budget import Progress
from kibitz.solvers.reviewing import said_of

T = TypeVar("T")


STREAM_TYPES: Final[dict[Form, str]] = {"ndjson": NDJSON_TYPE, "sse": SSE_TYPE}
_FRAMES: Final = {"ndjson": (b"", b"\n"), "sse": (b"data: ", b"\n\n"), None: (b"", b"")}


def line_of(progress: Progress | None, answer: Answer | None) -> bytes:
    """A line before the last one."""
    so_far = None if progress is None else _bytes_of(progress)
    return _line(final=False, progress=so_far, answer=None if answer is None else to_bytes(answer))


def piece_of(progress: Progress, decision: Answer) -> bytes:
    """A line with a decision of a review, which no other line has."""
    return _line(final=False, progress=_bytes_of(progress), decision=to_bytes(decision))


def _bytes_of(progress: Progress) -> bytes:
    done, total, unit, best = progress.done, progress.total, progress.unit, progress.best
    return to_bytes(StreamProgress(done=done, total=total, unit=unit, best=best))


def last_line(answer: bytes) -> bytes:
    """The last line, with the same bytes as the answer without a stream."""
    return _line(final=True, answer=answer)


def failed_line(problem: dict[str, Any]) -> bytes:
    """The last line of a stream that had begun before something went wrong."""
    return _line(final=True, problem=to_bytes(problem))


def _line(*, final: bool, **members: bytes | None) -> bytes:
    """A line with the members that there are, JSON each."""
    there = {"final": b"true" if final else b"false", **members}
    shown = (b'"%s":%s' % (name.encode(), text) for name, text in there.items() if text is not None)
    return b"{%s}" % b",".join(shown)


async def lines_of(content: bytes, *, piecewise: bool) -> AsyncGenerator[bytes]:
    """The lines of an answer that is there already."""
    if piecewise:
        decisions = ReviewAnswer.model_validate_json(content).decisions
        for number, decision in enumerate(decisions, 1):
            progress = Progress(number, len(decisions), "decisions", said_of(decision))
            yield piece_of(progress, decision)
    yield last_line(content)


async def until(end: asyncio.Event, items: AsyncGenerator[T]) -> AsyncGenerator[T]:
    """The ``items`` as they come, until ``end`` is set; then ``items`` is closed."""
    ended = asyncio.create_task(end.wait())
    try:
        while not end.is_set():
            item = asyncio.ensure_future(anext(items))
            try:
                await asyncio.wait((item, ended), return_when=asyncio.FIRST_COMPLETED)
                if not item.done():
                    return
                yield item.result()
            except StopAsyncIteration:
                return
            finally:
                item.cancel()
                await asyncio.gather(item, return_exceptions=True)
    finally:
        ended.cancel()
        await items.aclose()


class StreamResponse(Response):
    """A response that sends lines as they come and ends when its client disconnects.

    ``left`` is called at the end, however it comes; ``counted`` is entered meanwhile.
    """

    def __init__(
        self,
        form: Form | None,
        lines: AsyncGenerator[bytes],
        left: Callable[[], None] = lambda: None,
        counted: AbstractContextManager[Any] | None = None,
        *,
        whole: bool = False,
        tag: str | None = None,
    ) -> None:
        """Send ``lines`` in a form that is a stream; ``whole``: they are in that form already.

        None: of a table that is always a stream, and has a ``tag``.
        """
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept"}
        if tag is not None:
            headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no", "ETag": tag}
        super().__init__(media_type=STREAM_TYPES[form] if form else CSV_TYPE, headers=headers)
        del self.headers["content-length"]
        self._before, self._after = _FRAMES[None if whole else form]
        self._lines, self._left = lines, left
        self._counted = counted or nullcontext()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send everything; raises ``ClientGone`` when the client hangs up first."""

        async def send_all() -> None:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            async for line in self._lines:
                body = self._before + line + self._after
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        try:
            with self._counted:
                await while_connected(receive, send_all())
        finally:
            self._left()
            await self._lines.aclose()
