"""Connections of clients: none may be held open for nothing, or take the place of others.

uvicorn sets no time within which a request must have come, and none within which an answer must be
read. Here both have one, the number of connections has a limit, and what is not HTTP is answered
by a problem as everything else is.
"""

import asyncio
import logging
import sys
from http import HTTPStatus
from typing import Any, ClassVar, Final

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from kibitz.api.body import BodyTooLarge
from kibitz.api.heads import Heads
from kibitz.api.logs import Seldom
from kibitz.api.metrics import Metrics
from kibitz.api.problems import (
    BAD_REQUEST,
    BUSY,
    TOO_SLOW,
    Problem,
    problem_of,
    problem_response,
)
from kibitz.api.settings import Settings

KEEP_ALIVE_SECONDS: Final = 5  # that a connection without a request stays open
LINGER_SECONDS: Final = 2.0  # that the rest of a body is read whose request has been answered
LINGER_BYTES: Final = 1_048_576  # of it, at most
READ_SECONDS: Final = 10.0  # that a client has to read what was sent before it is closed
LOOK_SECONDS: Final = 0.25  # between two looks for requests that have not come
_CLOSE: Final = (b"connection", b"close")
_RECEIVING: Final = frozenset({h11.IDLE, h11.SEND_BODY})
# uvicorn would write a line for each request that is not HTTP.
_ERRORS: Final = logging.getLogger("uvicorn.error.connections")
_ERRORS.setLevel(logging.ERROR)


class Waiting:
    """The connections that wait for their clients, the one that waits longest first.

    They wait for the whole of a request, or for the client to read on.
    """

    def __init__(self, seconds: float) -> None:
        """A client has ``seconds``, from when its connection is ready for it."""
        self._seconds = seconds
        self._until: dict[Connection, float] = {}
        self._looking = False

    def add(self, connection: "Connection") -> None:
        """Begin to wait for a client, unless it is waited for already."""
        if connection not in self._until:
            self._until[connection] = connection.loop.time() + self._seconds
            self._look_soon(connection.loop)

    def remove(self, connection: "Connection") -> None:
        """The client has done its part, or is gone."""
        self._until.pop(connection, None)

    def give_way(self) -> bool:
        """Close the connection that waits longest; whether there was one."""
        longest = next(iter(self._until), None)
        if longest is None:
            return False
        self.remove(longest)
        longest.give_way()
        return True

    def _look_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._looking:
            self._looking = True
            loop.call_later(LOOK_SECONDS, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._looking = False
        now = loop.time()
        late = []
        for connection, until in self._until.items():
            if until > now:
                break
            late.append(connection)
        for connection in late:
            self.remove(connection)
            connection.too_slow()
        if self._until:
            self._look_soon(loop)


class Connection(H11Protocol):
    """One connection; see :func:`connections_of`."""

    waiting: ClassVar[Waiting]
    settings: ClassVar[Settings]
    metrics: ClassVar[Metrics]
    seldom: ClassVar[Seldom]
    most: ClassVar[int]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Made by the server for each connection that it accepts."""
        super().__init__(config, server_state, app_state, _loop)
        self.conn = Heads()
        self.logger = _ERRORS
        self._timer: asyncio.TimerHandle | None = None  # until it is closed without ceremony
        self._refused = False
        self._unread = False  # whether the client leaves an answer unread
        self._left: int | None = None  # bytes that are still read of an answered request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request; where there are too many, one that waits gives way."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if len(self.connections) > self.most and not self.waiting.give_way():
            self.metrics.refused("connections")
            self._refuse(Problem(BUSY, f"{self.most} connections are open"))
            self._end()
            return
        self.waiting.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.waiting.remove(self)
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is the rest of a request that is answered already."""
        if self._left is not None:
            self._left -= len(data)
            if self._left < 0:
                self._end()
                return
        if self._over():
            return
        super().data_received(data)
        if not self._over():
            self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, or read on for a moment, so that the answer is not lost."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._end()
        elif self.conn.their_state is h11.SEND_BODY and self._left is None:
            self._linger()
        self._look()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that nothing was asked on for ``KEEP_ALIVE_SECONDS``."""
        if not self.transport.is_closing():
            super().timeout_keep_alive_handler()
            self._end()

    def pause_writing(self) -> None:
        """Wait for the client, which does not read."""
        super().pause_writing()
        self._unread = True
        self._look()

    def resume_writing(self) -> None:
        """The client reads."""
        self._unread = False
        super().resume_writing()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Answer what breaks the rules of HTTP, or declares too long a body."""
        error = sys.exception()
        problem = Problem(BAD_REQUEST, str(error or msg))
        if getattr(error, "error_status_hint", None) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            problem = problem_of(BodyTooLarge(self.settings.max_body_bytes))
        self.metrics.refused("http")
        self.seldom.info("bad HTTP", detail=problem.detail)
        self._refuse(problem)

    def too_slow(self) -> None:
        """Close a connection that has waited too long for its client."""
        seconds = self.settings.client_timeout_ms / 1000
        said = f"the request has not come within {seconds:g} seconds"
        if self._unread:
            said = f"the answer was not read for {seconds:g} seconds"
        if self._left is None and (self._unread or self._begun):
            self.metrics.refused("slow")
            self.seldom.info("too slow", detail=said)
        self._leave(Problem(TOO_SLOW, said))

    def give_way(self) -> None:
        """Close a connection that waits for its client, to make room for another."""
        self.metrics.refused("connections")
        self._leave(Problem(BUSY, f"{self.most} connections are open"))

    def _over(self) -> bool:
        """Whether nothing that comes matters any more."""
        return self._refused or self.transport.is_closing()

    @property
    def _begun(self) -> bool:
        """Whether a part of the request that is waited for has come."""
        return self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])

    def _leave(self, problem: Problem) -> None:
        """Close; a client that has begun a request learns why."""
        if self._unread or self._left is not None:
            self.transport.abort()
        elif self._begun:
            self._refuse(problem)
        else:  # it would take a problem for the answer to its next request
            self._end()

    def _should_upgrade(self) -> bool:
        """Never: the request is answered as if it had not asked for another protocol."""
        return False

    def _look(self) -> None:
        """Wait for the rest of a request, or no longer."""
        if self.transport.is_closing():
            self.waiting.remove(self)
        elif self._unread or self.conn.their_state in _RECEIVING:
            self.waiting.add(self)
        else:
            self.waiting.remove(self)
        if self._left is not None and self.conn.their_state is not h11.SEND_BODY:
            self._left = None  # the rest has come
            self._stop_timer()

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem and close soon, unless an answer has begun: then close."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # for whoever waits for the body
            cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE} and not self.transport.is_closing():
            response = problem_response(problem)
            status = response.status_code
            headers = [*self.server_state.default_headers, *response.raw_headers, _CLOSE]
            events = (
                h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status]),
                h11.Data(data=bytes(response.body)),
                h11.EndOfMessage(),
            )
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self._refused = True
            self._linger()
            self.waiting.add(self)
        else:
            self._end()

    def _linger(self) -> None:
        """Read on for a moment: closing now might lose the answer on its way."""
        self._left = LINGER_BYTES
        self._stop_timer()
        self._timer = self.loop.call_later(LINGER_SECONDS, self._end)

    def _end(self) -> None:
        """Close; what the client does not read in time is dropped."""
        self.waiting.remove(self)
        self.transport.close()
        self._abort_after(READ_SECONDS)

    def _abort_after(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def connections_of(settings: Settings, metrics: Metrics, most: int) -> type[Connection]:
    """The class of the connections of a server, of which ``most`` may be open at a time.

    A request must have come whole, headers and body, ``client_timeout_ms`` after its connection was
    ready for it, and a client that has stopped to read must go on within that time. One connection
    more than ``most`` takes the place of the one that waits longest for its client; where all are
    being answered, it is refused.
    """

    class Limited(Connection):
        """With the limits of one server."""

    Limited.waiting = Waiting(settings.client_timeout_ms / 1000)
    Limited.settings, Limited.metrics, Limited.most = settings, metrics, most
    Limited.seldom = Seldom("kibitz.connections")
    return Limited
