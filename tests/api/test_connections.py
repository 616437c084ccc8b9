"""What clients may do to a connection: over real sockets, to a server in this process."""

import asyncio
import json
import re
import socket
import threading
from contextlib import contextmanager

import pytest
import structlog

from benchmarks.malformed import (
    ASKED,
    CHUNKED,
    CHUNKS,
    END,
    HOST,
    JSON,
    LAST,
    MALFORMED,
    SMALL,
    VERB,
    framed,
    with_body,
)
from kibitz.api.app import create_app
from kibitz.api.heads import MAX_HEAD_BYTES
from kibitz.api.server import Server, config_of
from kibitz.api.settings import Settings
from tests.api.conftest import warm_nothing
from tests.api.fakes import PATH, FakeSolver, at_most, wait_for

GAMES, DEAL = ASKED, VERB + JSON


@contextmanager
def served(**settings):
    """The port of a server, its connections, and its application."""
    given = {"database_url": None, "rate_limit": None, "workers": 1} | settings
    app = create_app(Settings(**given), solvers={"knotty-nines": FakeSolver()}, warm=warm_nothing)
    server = Server(config_of(app, "127.0.0.1", 0), app.state.service)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    try:
        wait_for(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        wait_for(lambda: status(ask(port, b"GET /readyz HTTP/1.1\r\nHost: x\r\n" + LAST + END)))
        yield port, server.server_state.connections, app.state.service
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def patient():
    with served(client_timeout_ms=20_000) as (port, *_):
        yield port


def ask(port, *parts):
    """All that is answered to some bytes until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        for part in parts:
            client.sendall(part)
        return rest_of(client)


def rest_of(client):
    found = b""
    while part := client.recv(65_536):
        found += part
    return found


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer else None


def problem(answer):
    """The status and the name of the only problem in an answer."""
    assert answer.count(b"HTTP/1.1 ") == 1
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    said = json.loads(body)
    assert said["status"] == status(answer)
    assert said["detail"]
    return said["status"], said["type"].removeprefix("/problems/")


def detail(answer):
    return json.loads(answer.rpartition(b"\r\n\r\n")[2])["detail"]


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_refused_is_refused_once_and_clearly(name, patient):
    request, *answered = MALFORMED[name]
    assert problem(ask(patient, request)) == tuple(answered)


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_said_of_it_is_plain(name, patient):
    said = detail(ask(patient, MALFORMED[name][0]))
    assert not re.search(r"bytearray|codec|Error|None|utf-8 ", said), said
    assert "not HTTP" not in said


@pytest.mark.parametrize("begun", [b"POST", b"GET"])
@pytest.mark.parametrize("split", [False, True], ids=["at once", "in pieces"])
def test_address_and_headers_may_have_so_many_bytes_and_not_one_more(begun, split, patient):
    for length, answered in ((MAX_HEAD_BYTES, 200), (MAX_HEAD_BYTES + 1, 400)):
        body = SMALL if begun == b"POST" else b""
        head = VERB + JSON + b"Content-Length: %d\r\n" % len(body) if body else ASKED
        head += LAST + b"X: "
        head += b"a" * (length - len(head) - 4) + END + END
        assert len(head) == length
        parts = [head[at : at + 1_000] for at in range(0, length, 1_000)] if split else [head]
        assert status(ask(patient, *parts, body)) == answered
        # What follows is not counted, and what comes before neither.
        assert status(ask(patient, END + head + body + b"a" * 50_000)) == answered


def test_headers_without_an_end_are_refused_before_they_are_longer(patient):
    begun = ASKED + b"X: "
    assert problem(ask(patient, begun + b"a" * (MAX_HEAD_BYTES - len(begun)))) == (
        *(400, "bad-request"),
    )


@pytest.mark.parametrize("name", [name for name in MALFORMED if "length" in name])
def test_a_second_request_in_a_body_of_two_lengths_is_not_answered(name, patient):
    request, *_ = MALFORMED[name]
    hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    assert ask(patient, request + hidden).count(b"HTTP/1.1 ") <= 1


def test_a_length_that_is_given_twice_alike_is_one(patient):
    lengths = b"Content-Length: 11\r\nContent-Length: 11\r\n"
    assert status(ask(patient, framed(LAST + lengths))) == 200
    assert status(ask(patient, framed(LAST + CHUNKED, CHUNKS))) == 200


def test_empty_lines_before_a_request_are_skipped(patient):
    small = framed(b"Content-Length: 11\r\n")
    answer = ask(patient, END + small + END + END + small + END, with_body(SMALL))
    assert [status(b"HTTP/1.1 " + part) for part in answer.split(b"HTTP/1.1 ")[1:]] == [200] * 3


@pytest.mark.parametrize(
    ("target", "answered"),
    [
        (b"http://cards.example/v1/games", 200),
        (b"HTTP://cards.example:8000/v1/games?a=b", 200),
        (b"https://[::1]:8000/v1/games", 200),
        (b"http://cards.example/v1/game", 404),
        (b"http://cards.example", 200),
        (b"http://cards.example?a=b", 200),
        (b"ftp://cards.example/v1/games", 404),
    ],
)
def test_an_address_may_be_whole(target, answered, patient):
    request = b"GET " + target + b" HTTP/1.1\r\n" + HOST + LAST + END
    answer = ask(patient, request)
    assert status(answer) == answered
    if target.endswith(b"/game"):
        assert "'/v1/game'" in detail(answer)


def test_the_host_of_a_whole_address_is_the_one_that_counts(patient):
    head = b"POST http://%b/mcp HTTP/1.1\r\nHost: %b\r\n" + LAST
    head += b"Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    head += b"Content-Length: 2\r\n\r\n{}"
    here, elsewhere = b"localhost:%d" % patient, b"elsewhere.example"
    assert status(ask(patient, head % (here, elsewhere))) == status(
        ask(patient, head % (here, here))
    )
    assert status(ask(patient, head % (elsewhere, here))) == 421


def test_who_is_slow_again_and_again_is_one_line_in_the_log(monkeypatch):
    monkeypatch.setattr("kibitz.api.logs.SELDOM_SECONDS", 0.5)
    with structlog.testing.capture_logs() as lines, served(client_timeout_ms=100) as (port, *_):
        for _ in range(3):
            slow = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(20)]
            for client in slow:
                client.sendall(b"G")
            for client in slow:
                assert problem(rest_of(client)) == (408, "too-slow")
                client.close()
        for _ in range(60):
            ask(port, MALFORMED["TLS"][0])
        wait_for(lambda: sum(line.get("times", 1) for line in of(lines, "too slow")) == 60)
        wait_for(lambda: sum(line.get("times", 1) for line in of(lines, "bad HTTP")) == 60)
    assert len(of(lines, "too slow")) < 10
    assert len(of(lines, "bad HTTP")) < 10


def of(lines, event):
    return [line for line in lines if line["event"] == event]


@pytest.mark.parametrize(
    ("named", "clients"),
    [(None, 1), ("", 1), ("192.0.2.1", 1), ("127.0.0.1", 3), ("*", 3)],
)
def test_a_forwarded_address_is_believed_of_named_proxies_only(named, clients, monkeypatch):
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    if named is not None:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", named)
    with served(rate_limit=at_most(1)) as (port, *_):
        asked = [ASKED + LAST + b"X-Forwarded-For: 198.51.100.%d\r\n\r\n" % n for n in range(3)]
        answered = [status(ask(port, request)) for request in asked]
    assert answered == [200] * clients + [429] * (3 - clients)


def test_thousands_of_parameters_change_nothing(patient):
    query = b"&".join(b"a%d=b" % number for number in range(1_500))
    assert (
        status(ask(patient, b"GET /v1/games?" + query + b" HTTP/1.1\r\nHost: x\r\n" + LAST + END))
        == 200
    )


def test_requests_in_a_row_are_answered_in_their_order(patient):
    names = [b"number-%d" % number for number in range(1_000)]
    one = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: "
    answer = ask(
        patient,
        *(one + name + END + END for name in names[:-1]),
        one + names[-1] + END + LAST + END,
    )
    ids = [line[14:] for line in answer.split(b"\r\n") if line.startswith(b"x-request-id: ")]
    assert ids == names


@pytest.mark.parametrize("whole", [False, True])
def test_an_endless_body_is_refused_and_the_connection_closed(whole, patient):
    length = (
        b"Content-Length: 100000000\r\n\r\n" if whole else b"Transfer-Encoding: chunked\r\n\r\n"
    )
    part = b" " * 65_536 if whole else b"10000\r\n" + b" " * 65_536 + END
    with socket.create_connection(("127.0.0.1", patient), timeout=60) as client:
        client.sendall(DEAL + length + part * 5)
        answer = b""
        while not answer.endswith(b"}"):
            answer += client.recv(65_536)
        assert problem(answer) == (413, "body-too-large")
        with pytest.raises(OSError, match=r"reset|pipe"):
            client.sendall(part * 1_000)


def test_a_body_that_is_longer_than_it_may_be_costs_its_sender_no_connection(patient):
    long = b" " * 400_000
    head = DEAL + b"Content-Length: %d\r\n\r\n" % len(long)
    answer = ask(patient, head + long, with_body(SMALL))
    assert [status(b"HTTP/1.1 " + part) for part in answer.split(b"HTTP/1.1 ")[1:]] == [413, 200]


@pytest.mark.parametrize(
    "begun",
    [b"G", GAMES, DEAL + b"Content-Length: 11\r\n\r\n{", GAMES + END + b"GET /v1"],
    ids=["a byte", "headers", "body", "second request"],
)
def test_who_sends_too_slowly_is_refused_and_others_go_on(begun):
    with served(client_timeout_ms=300) as (port, open_ones, service):
        slow = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(20)]
        for client in slow:
            client.sendall(begun)
        assert status(ask(port, with_body(SMALL))) == 200
        for client in slow:
            answer = rest_of(client)
            first, _, last = answer.rpartition(b"HTTP/1.1 ")
            assert problem(b"HTTP/1.1 " + last) == (408, "too-slow")
            assert (status(first) if first else 200) == 200
            client.close()
        wait_for(lambda: not open_ones)
        assert 'kibitz_refused_total{reason="slow"} 20.0' in service.metrics.page().decode()


def test_who_goes_on_sending_reads_why_it_was_refused():
    with served(client_timeout_ms=100) as (port, open_ones, service):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
            client.sendall(GAMES)
            wait_for(lambda: b'reason="slow"} 1.0' in service.metrics.page())
            client.sendall(b"X: " + b"a" * 10_000)
            assert problem(rest_of(client)) == (408, "too-slow")
        wait_for(lambda: not open_ones)
        assert b'reason="slow"} 1.0' in service.metrics.page()


def test_a_byte_now_and_then_does_not_help():
    with served(client_timeout_ms=400) as (port, *_):
        with socket.create_connection(("127.0.0.1", port), timeout=0.05) as client:
            answer = b""
            for _ in range(200):
                client.sendall(b"G")
                try:
                    answer = client.recv(65_536)
                    break
                except TimeoutError:
                    continue
        assert problem(answer) == (408, "too-slow")


def test_a_connection_that_is_never_used_is_closed_without_a_word():
    with served(client_timeout_ms=100) as (port, *_):
        assert ask(port) == b""


def test_the_connection_that_waits_longest_makes_room_for_a_new_one():
    with served(max_connections=3) as (port, open_ones, _):
        waiting = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(3)]
        wait_for(lambda: len(open_ones) == 3)
        assert status(ask(port, with_body(SMALL))) == 200
        assert rest_of(waiting[0]) == b""
        waiting[1].sendall(with_body(SMALL))
        assert status(rest_of(waiting[1])) == 200
        for client in waiting:
            client.close()


def test_one_more_than_can_be_answered_is_refused():
    with served(max_connections=1, max_time_ms=None) as (port, _, service):
        position = json.loads(ask(port, with_body(SMALL)).rpartition(b"\r\n\r\n")[2])["text"]
        body = json.dumps({"position": position}).encode()
        head = f"POST {PATH}solve HTTP/1.1\r\n".encode() + JSON
        with socket.create_connection(("127.0.0.1", port), timeout=60) as first:
            first.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            wait_for(lambda: not service.searches.idle)
            with socket.create_connection(("127.0.0.1", port), timeout=60) as second:
                assert problem(rest_of(second)) == (503, "busy")
        wait_for(lambda: service.searches.idle)


def test_who_does_not_read_is_dropped():
    with served(client_timeout_ms=200) as (port, open_ones, _), socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        wait_for(lambda: open_ones)
        wait_for(lambda: not open_ones)


def test_who_does_not_read_makes_room():
    with served(max_connections=1) as (port, open_ones, _), socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        wait_for(lambda: any(each._unread for each in open_ones))
        assert status(ask(port, with_body(SMALL))) == 200
