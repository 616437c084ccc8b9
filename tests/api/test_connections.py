"""What clients may do to a connection: over real sockets, to a server in this process."""

import asyncio
import json
import socket
import threading
from contextlib import contextmanager

import pytest

from benchmarks.malformed import ASKED, END, JSON, LAST, MALFORMED, SMALL, VERB, with_body
from kibitz.api.app import create_app
from kibitz.api.server import Server, config_of
from kibitz.api.settings import Settings
from tests.api.conftest import warm_nothing
from tests.api.fakes import PATH, FakeSolver, wait_for

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


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_refused_is_refused_once_and_clearly(name, patient):
    request, *answered = MALFORMED[name]
    assert problem(ask(patient, request)) == tuple(answered)


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
