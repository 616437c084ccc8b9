"""Requests that are not HTTP, or not what the service takes: each is refused by one problem."""

from typing import Final

VERB: Final = b"POST /v1/games/knotty-nines/deal HTTP/1.1\r\n"
END: Final = b"\r\n"
LAST: Final = b"Connection: close\r\n"
HOST: Final = b"Host: x\r\n"
JSON: Final = HOST + b"Content-Type: application/json\r\n"
SMALL: Final = b'{"seed": 1}'
ASKED: Final = b"GET /v1/games HTTP/1.1\r\n" + HOST


def with_body(body: bytes, headers: bytes = b"") -> bytes:
    """A request for a deal, the last on its connection."""
    return VERB + JSON + LAST + headers + b"Content-Length: %d\r\n\r\n" % len(body) + body


# By what is wrong with it: the request, the status and the name of the problem.
MALFORMED: Final[dict[str, tuple[bytes, int, str]]] = {
    "address of 40 kB": (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n", 400, "bad-request"),
    "header of 40 kB": (ASKED + b"X: " + b"a" * 40_000 + END + END, 400, "bad-request"),
    "9,000 headers": (
        *(ASKED + b"".join(b"X%d: a\r\n" % number for number in range(9_000)) + END, 400),
        "bad-request",
    ),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), 400, "bad-request"),
    "HTTP/2 preface": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "bad-request"),
    "no Host": (b"GET /v1/games HTTP/1.1\r\n\r\n", 400, "bad-request"),
    "two lengths": (
        *(ASKED + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400, "bad-request"),
    ),
    "length below 0": (VERB + JSON + b"Content-Length: -5\r\n\r\n", 400, "bad-request"),
    "length of 23 digits": (
        *(VERB + JSON + b"Content-Length: 99999999999999999999999\r\n\r\n", 400, "bad-request"),
    ),
    "length too short": (
        VERB + JSON + LAST + b"Content-Length: 5\r\n\r\n" + SMALL,
        *(400, "broken-json"),
    ),
    "unknown coding of transfer": (
        *(VERB + JSON + LAST + b"Transfer-Encoding: gzip\r\n\r\n", 400, "bad-request"),
    ),
    "WebSocket": (
        *(ASKED + b"Connection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n", 400, "bad-request"),
    ),
    "TRACE": (b"TRACE /v1/games HTTP/1.1\r\n" + HOST + LAST + END, 405, "method-not-allowed"),
    "CONNECT": (b"CONNECT a.example:443 HTTP/1.1\r\n" + HOST + LAST + END, 404, "not-found"),
    "address out of the tree": (
        b"GET /%00%ff/../etc/passwd HTTP/1.1\r\n" + HOST + LAST + END,
        *(404, "not-found"),
    ),
    "gzip": (with_body(SMALL, b"Content-Encoding: gzip\r\n"), 415, "not-json"),
    "nested 100,000 deep": (with_body(b"[" * 100_000 + b"]" * 100_000), 400, "broken-json"),
    "number of 200,000 digits": (
        with_body(b'{"seed": ' + b"9" * 200_000 + b"}"),
        *(400, "broken-json"),
    ),
    "NaN": (with_body(b'{"seed": NaN}'), 400, "broken-json"),
    "a key twice": (with_body(b'{"seed": 1, "seed": 2}'), 400, "broken-json"),
    "not UTF-8": (with_body(b'{"seed": "\xff"}'), 400, "broken-json"),
    "body of 100 MB": (
        *(VERB + JSON + LAST + b"Content-Length: 100000000\r\n\r\n", 413, "body-too-large"),
    ),
}
