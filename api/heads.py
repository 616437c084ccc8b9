"""The heads of requests, read as strictly as RFC 9112 asks, and of a length that is exact.

A proxy and the service must agree on where a request ends, or its sender may hide a second one in
it. h11 takes some of what two servers may read differently: a body whose length is given twice, in
bytes and by chunks, headers that go on in the next line, and line feeds without a carriage return.
"""

import re
from http import HTTPStatus
from typing import Final

import h11
from h11._receivebuffer import ReceiveBuffer

from kibitz.games.faults import quote

MAX_HEAD_BYTES: Final = 16_384  # of an address and its headers, the empty line after them included
_END: Final = b"\r\n"
_LAST: Final = _END + _END
_BLANKS: Final = (b" ", b"\t")
_HOST: Final = rb"(?:\[[0-9A-Za-z:.%_~-]+\]|[0-9A-Za-z._~!$&'()*+,;=%-]+)(?::[0-9]*)?"
_HOST_HEADER: Final = re.compile(b"(?:%b)?" % _HOST)
_SCHEME: Final = re.compile(rb"(?i)https?://")
_WHOLE: Final = re.compile(rb"(?i)https?://(?P<host>%b)(?P<path>(?:[/?].*)?)" % _HOST)
_LENGTH: Final = re.compile(rb"(?i)content-length:[ \t]*0*[1-9][0-9]{19,}[ \t]*")
# By how h11 begins to say it.
_SAID: Final = {
    "illegal request line": "the first line should be a method, an address and HTTP/1.1",
    "illegal header line": "a header should be written Name: value",
    "illegal chunk header": "a chunk should begin with its length, a hexadecimal number",
    "malformed chunk footer": "a chunk is longer than it says",
    "conflicting Content-Length": "the Content-Length is given twice, differently",
    "bad Content-Length": "the Content-Length should be a whole number",
    "multiple Transfer-Encoding": "the Transfer-Encoding is given twice",
    "Only Transfer-Encoding": "the Transfer-Encoding should be chunked and nothing else",
    "Missing mandatory Host": "the Host header is missing",
    "Found multiple Host": "the Host header is given twice",
}


class Refused(h11.RemoteProtocolError):
    """A request that breaks the rules of HTTP, or declares too long a body; the text says how."""


class Heads(h11.Connection):
    """The parser of one connection of a server: h11's, which refuses more.

    Raises ``Refused`` where h11 raises ``RemoteProtocolError``. An address with scheme and host
    (RFC 9112, 3.2.2) is taken for its path, and its host for that of the request.
    """

    def __init__(self) -> None:
        """Begin to read."""
        super().__init__(h11.SERVER, MAX_HEAD_BYTES)
        self._lines = _Lines()
        self._receive_buffer = self._lines

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event; see :meth:`h11.Connection.next_event`."""
        if self.their_state is h11.IDLE:
            self._lines.skip_empty()
        try:
            event = super().next_event()
            return _checked(event) if isinstance(event, h11.Request) else event
        except Refused:
            self._process_error(self.their_role)
            raise
        except h11.RemoteProtocolError as error:
            raise self._refused(str(error)) from None

    def _refused(self, said: str) -> Refused:
        """What h11 says, in words of ours."""
        if said.startswith("bad Content-Length") and self._lines.declare_too_much:
            return Refused("too long a body", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        known = next((begun for begun in _SAID if said.startswith(begun)), None)
        if known is None:
            return Refused("the request breaks the rules of HTTP/1.1")
        given = next((line for line in self._lines.taken if said.endswith(repr(line))), None)
        shown = "" if given is None else f", not {quote(given.strip().decode('latin-1'))}"
        return Refused(_SAID[known] + shown)


class _Lines(ReceiveBuffer):
    """What has been received, taken apart into lines, which end with CR LF and with nothing less.

    Heads and trailers are taken out whole, chunks line by line. ``taken``: what was taken out last.
    """

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[bytearray] = []

    @property
    def declare_too_much(self) -> bool:
        """Whether the lines taken out last declare a body longer than h11 can read."""
        return any(_LENGTH.fullmatch(line) for line in self.taken)

    def skip_empty(self) -> None:
        """Drop the empty lines before a request."""
        while self._data.startswith(_END):
            self._extract(len(_END))

    def maybe_extract_lines(self) -> list[bytearray] | None:
        """The lines up to the first empty one, without it; None while it has not come."""
        if self._data.startswith(_END):
            self._extract(len(_END))
            return []
        found = self._data.find(_LAST, self._multiple_lines_search)
        whole = found >= 0
        end = found + len(_LAST) if whole else len(self._data)
        start = self._multiple_lines_search
        if self._data.count(b"\n", start, end) > self._data.count(_END, max(0, start - 1), end):
            raise Refused("a line ends with a line feed alone, without a carriage return")
        if end > MAX_HEAD_BYTES - (not whole):
            said = f"address and headers may be {MAX_HEAD_BYTES:,} bytes long, these are longer"
            raise Refused(said)
        if not whole:
            self._multiple_lines_search = max(0, end - len(_LAST) + 1)
            return None
        head = self._extract(end)[: -len(_LAST)]
        if head.startswith(_BLANKS) or _END + b" " in head or _END + b"\t" in head:
            raise Refused("a header goes on in the next line: it should be one line")
        self.taken = head.split(_END)
        return self.taken

    def maybe_extract_next_line(self) -> bytearray | None:
        """The first line, its end included; None while that has not come."""
        line = super().maybe_extract_next_line()
        if len(self._data if line is None else line) > MAX_HEAD_BYTES:
            raise Refused(f"the first line of a chunk may be {MAX_HEAD_BYTES:,} bytes long")
        self.taken = [] if line is None else [line]
        return line

    def is_next_line_obviously_invalid_request_line(self) -> bool:
        """Whether what has come cannot become a request; half an empty line can."""
        return self._data != b"\r" and super().is_next_line_obviously_invalid_request_line()


def _checked(request: h11.Request) -> h11.Request:
    """A request that has a single length, with its address as a path; raises ``Refused``."""
    headers = dict(request.headers)
    if b"transfer-encoding" in headers:
        if b"content-length" in headers:
            raise Refused("the body should have a Content-Length or be chunked, not both")
        if request.http_version < b"1.1":
            raise Refused("a chunked body needs HTTP/1.1")
    host = headers.get(b"host", b"")
    if not _HOST_HEADER.fullmatch(host):
        raise Refused(f"the Host header cannot be {quote(host.decode('latin-1'))}")
    if request.target.startswith(b"/") or not _SCHEME.match(request.target):
        return request
    whole = _WHOLE.fullmatch(request.target)
    if whole is None:
        raise Refused(f"{quote(request.target.decode('ascii'))} is not an address of HTTP")
    others = [(name, value) for name, value in request.headers if name != b"host"]
    path = whole["path"] if whole["path"].startswith(b"/") else b"/" + whole["path"]
    return h11.Request(
        method=request.method,
        target=path,
        headers=[(b"Host", whole["host"]), *others],
        http_version=request.http_version,
    )
