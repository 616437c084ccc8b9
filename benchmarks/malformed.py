"""Requests that are not HTTP, or not what the service takes: each is refused by one problem."""

from typing import Final

VERB: Final = b"POST /v1/games/knotty-nines/deal HTTP/1.1\r\n"
END: Final = b"\r\n"
LAST: Final = b"Connection: close\r\n"
HOST: Final = b"Host: x\r\n"
JSON: Final = HOST + b"Content-Type: application/json\r\n"
SMALL: Final = b'{"seed": 1}'
CHUNKED: Final = b"Transfer-Encoding: chunked\r\n"
CHUNKS: Final = b"b\r\n" + SMALL + b"\r\n0\r\n\r\n"
ASKED: Final = b"GET /v1/games HTTP/1.1\r\n" + HOST


def with_body(body: bytes, headers: bytes = b"") -> bytes:
    """A request for a deal, the last on its connection."""
    return VERB + JSON + LAST + headers + b"Content-Length: %d\r\n\r\n" % len(body) + body


def framed(headers: bytes, body: bytes = SMALL) -> bytes:
    """A request for a deal whose ``headers`` say how long its body is."""
    return VERB + JSON + headers + END + body


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
    "two Hosts": (b"GET /v1/games HTTP/1.1\r\n" + HOST + b"Host: y\r\n\r\n", 400, "bad-request"),
    "a Host that is none": (*(b"GET /v1/games HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "bad-request"),),
    "two lengths": (
        *(ASKED + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400, "bad-request"),
    ),
    "two lengths in one header": (*(framed(b"Content-Length: 11, 12\r\n"), 400, "bad-request"),),
    "length below 0": (*(framed(b"Content-Length: -5\r\n"), 400, "bad-request"),),
    "length with a sign": (*(framed(b"Content-Length: +11\r\n"), 400, "bad-request"),),
    "length that is no number": (*(framed(b"Content-Length: 0x0b\r\n"), 400, "bad-request"),),
    "length of 20 digits": (
        *(framed(LAST + b"Content-Length: 10000000000000000000\r\n"), 413, "body-too-large"),
    ),
    "length of 23 digits": (
        *(framed(b"Content-Length: 99999999999999999999999\r\n"), 413, "body-too-large"),
    ),
    "length of 5,000 digits": (
        *(framed(b"Content-Length: " + b"9" * 5_000 + END), 413, "body-too-large"),
    ),
    "length and chunks": (
        *(framed(b"Content-Length: 11\r\n" + CHUNKED, CHUNKS), 400, "bad-request"),
    ),
    "chunks and length": (
        *(framed(CHUNKED + b"Content-Length: 21\r\n", CHUNKS), 400, "bad-request"),
    ),
    "length and a second request in chunks": (
        *(framed(b"Content-Length: 5\r\n" + CHUNKED, b"0\r\n\r\n" + ASKED + END), 400),
        "bad-request",
    ),
    "chunks in HTTP/1.0": (
        VERB.replace(b"1.1", b"1.0") + JSON + CHUNKED + END + CHUNKS,
        *(400, "bad-request"),
    ),
    "chunked twice": (*(framed(CHUNKED + CHUNKED, CHUNKS), 400, "bad-request"),),
    "chunked twice in one header": (
        *(framed(b"Transfer-Encoding: chunked, chunked\r\n", CHUNKS), 400, "bad-request"),
    ),
    "chunked, then something else": (
        *(framed(b"Transfer-Encoding: chunked, identity\r\n", CHUNKS), 400, "bad-request"),
    ),
    "chunked with a control character": (
        *(framed(b"Transfer-Encoding: \x0bchunked\r\n", CHUNKS), 400, "bad-request"),
    ),
    "a space before a colon": (
        *(framed(b"Transfer-Encoding : chunked\r\n", CHUNKS), 400, "bad-request"),
    ),
    "a folded header": (*(framed(b"X: a\r\n b\r\n" + CHUNKED, CHUNKS), 400, "bad-request"),),
    "a folded Transfer-Encoding": (
        *(framed(b"Transfer-Encoding:\r\n chunked\r\n", CHUNKS), 400, "bad-request"),
    ),
    "a folded first header": (*(VERB + b" X: a\r\n" + JSON + LAST + END, 400, "bad-request"),),
    "a bare line feed between headers": (
        *(framed(b"X: a\n" + CHUNKED, CHUNKS), 400, "bad-request"),
    ),
    "bare line feeds all over": (
        *(b"GET /v1/games HTTP/1.1\nHost: x\nConnection: close\n\n", 400, "bad-request"),
    ),
    "a bare line feed after the headers": (*(ASKED + LAST + b"\n", 400, "bad-request"),),
    "a bare carriage return": (*(framed(b"X: a\rY: b\r\n" + CHUNKED, CHUNKS), 400, "bad-request"),),
    "a header without a colon": (*(framed(b"X\r\n"), 400, "bad-request"),),
    "a zero byte in a header": (*(framed(b"X: a\x00b\r\n"), 400, "bad-request"),),
    "a chunk of no length": (*(framed(CHUNKED, b"x\r\n"), 400, "bad-request"),),
    "a chunk that is too long": (
        *(framed(CHUNKED, b"5\r\n" + SMALL + b"\r\n0\r\n\r\n"), 400, "bad-request"),
    ),
    "a bare line feed after the length of a chunk": (
        *(framed(CHUNKED, b"b\n" + SMALL + b"\r\n0\r\n\r\n"), 400, "bad-request"),
    ),
    "a bare line feed after a chunk": (
        *(framed(CHUNKED, b"b\r\n" + SMALL + b"\n0\r\n\r\n"), 400, "bad-request"),
    ),
    "a bare line feed in a trailer": (
        *(framed(CHUNKED, b"b\r\n" + SMALL + b"\r\n0\r\nX: a\n\r\n"), 400, "bad-request"),
    ),
    "a folded trailer": (
        *(framed(CHUNKED, b"b\r\n" + SMALL + b"\r\n0\r\nX: a\r\n b\r\n\r\n"), 400),
        "bad-request",
    ),
    "trailers of 40 kB": (
        *(framed(CHUNKED, b"b\r\n" + SMALL + b"\r\n0\r\nX: " + b"a" * 40_000), 400),
        "bad-request",
    ),
    "a chunk extension of 40 kB": (
        *(framed(CHUNKED, b"b;" + b"a" * 40_000 + END), 400, "bad-request"),
    ),
    "an address of a user": (
        *(b"GET http://a@b/v1/games HTTP/1.1\r\n" + HOST + LAST + END, 400, "bad-request"),
    ),
    "an address without a host": (
        *(b"GET http:///v1/games HTTP/1.1\r\n" + HOST + LAST + END, 400, "bad-request"),
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
