"""The service as a process of its own, over real sockets."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
from contextlib import contextmanager

import pytest

from tests.api.fakes import PATH, wait_for
from tests.forked import Python

SERVE = "from kibitz.api.server import serve; serve('127.0.0.1', 0)"
RUNNING = b'kibitz_lane_calls{lane="interactive",state="running"} 1.0'
HIDDEN = {
    "tableau": [["4C"], ["5H"], ["QC"], ["5D"], ["2D"], ["7H"], ["AH"], ["7S"], ["2C"]],
    "stock": {"count": 43},
}


def start(**variables):
    environment = {name: v for name, v in os.environ.items() if not name.startswith("KIBITZ_")}
    if "KIBITZ_CACHE_DIR" in os.environ:
        environment["KIBITZ_CACHE_DIR"] = os.environ["KIBITZ_CACHE_DIR"]
    environment |= {"KIBITZ_DATABASE_URL": "none", "KIBITZ_LOG_JSON": "true"} | variables
    return Python("-c", SERVE, env=environment, stderr=subprocess.PIPE, text=True)


@contextmanager
def serving(**variables):
    """A running service: the process, its port, and the lines it has logged until ready."""
    process = start(**variables)
    try:
        lines, port = [], None
        for line in process.stderr:
            lines.append(json.loads(line))
            found = re.search(r"running on http://127\.0\.0\.1:(\d+)", lines[-1]["event"])
            port = int(found[1]) if found else port
            if port and any(entry["event"] == "ready" for entry in lines):
                break
        assert port, lines
        yield process, port, lines
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.fixture
def lasting(lasting_service):
    """The port of a service whose searches end when their clients are gone, and not before."""
    return int(lasting_service.rpartition(":")[2])


def cancelled(port):
    """How many searches of ``analyze`` were cancelled, of Knotty Nines alone."""
    labels = rb'game="knotty-nines",stopped_by="cancelled",verb="analyze"} (\d+)'
    found = re.search(labels, ask(port, "GET", "/metrics")[2])
    return int(found[1]) if found else 0


def ask(port, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        content = None if body is None else json.dumps(body)
        connection.request(method, path, content, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def test_a_process_answers_logs_and_stops():
    with serving() as (process, port, lines):
        status, headers, body = ask(port, "POST", PATH + "deal", {"seed": 1})
        assert status == 200
        assert json.loads(body)["text"].startswith("knotty-nines~")
        assert "server" not in {name.lower() for name in headers}
        status, headers, body = ask(port, "HEAD", "/v1/games")
        assert (status, body) == (200, b"")
        process.send_signal(signal.SIGINT)
        lines += [json.loads(line) for line in process.stderr]
        assert process.wait(60) == 0
    access = [line for line in lines if line["event"] == "request"]
    assert [line["route"] for line in access] == [PATH + "deal", "/v1/games"]
    assert all(line["level"] == "info" and line["timestamp"] for line in lines)
    assert {line["logger"] for line in lines} == {"kibitz", "kibitz.access", "uvicorn.error"}


def test_a_connection_that_breaks_off_stops_its_search(lasting):
    before = cancelled(lasting)
    seed = str(time.monotonic_ns())  # nobody else waits for it, as the search would go on then
    body = json.dumps({"position": HIDDEN, "seed": seed, "limits": {"time_ms": 3_000_000}})
    head = f"POST {PATH}analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", lasting)) as connection:
        length = f"Content-Length: {len(body)}\r\n\r\n"
        connection.sendall((head + length + body).encode())
        wait_for(lambda: RUNNING in ask(lasting, "GET", "/metrics")[2])
    wait_for(lambda: cancelled(lasting) == before + 1)


@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/event-stream"])
def test_a_stream_begins_at_once_and_stops_with_its_reader(accept, lasting):
    before = cancelled(lasting)
    connection = http.client.HTTPConnection("127.0.0.1", lasting, timeout=60)
    seed = str(time.monotonic_ns())  # nobody else waits for it, as the search would go on then
    body = json.dumps({"position": HIDDEN, "seed": seed, "limits": {"time_ms": 3_000_000}})
    headers = {"Content-Type": "application/json", "Accept": accept}
    connection.request("POST", PATH + "analyze", body, headers)
    response = connection.getresponse()
    assert response.headers["Content-Type"].startswith(accept)
    lines = [response.readline() for _ in range(6)]
    assert b'"final":true' not in b"".join(lines)
    response.close()
    connection.close()
    wait_for(lambda: cancelled(lasting) == before + 1)
    assert b"kibitz_streams 0.0" in ask(lasting, "GET", "/metrics")[2]


def test_a_search_that_takes_too_long_answers_with_what_it_has_when_the_process_stops():
    with serving(KIBITZ_MAX_TIME_MS="none", KIBITZ_GRACE_MS="50") as (process, port, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = json.dumps({"position": HIDDEN, "limits": {"time_ms": 3_000_000}})
        connection.request("POST", PATH + "analyze", body, {"Content-Type": "application/json"})
        wait_for(lambda: RUNNING in ask(port, "GET", "/metrics")[2])
        process.send_signal(signal.SIGTERM)
        response = connection.getresponse()
        answer = json.loads(response.read())
        assert (response.status, answer["stopped_by"]) == (200, "cancelled")
        assert answer["moves"]
        connection.close()
        assert process.wait(60) in {0, -signal.SIGTERM}


def test_a_search_in_progress_is_answered_before_the_process_stops():
    with serving() as (process, port, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = json.dumps({"position": HIDDEN, "limits": {"time_ms": 2000}})
        connection.request("POST", PATH + "analyze", body, {"Content-Type": "application/json"})
        wait_for(lambda: RUNNING in ask(port, "GET", "/metrics")[2])
        process.send_signal(signal.SIGTERM)
        response = connection.getresponse()
        assert response.status == 200
        assert json.loads(response.read())["moves"]
        connection.close()
        assert process.wait(60) in {0, -signal.SIGTERM}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("KIBITZ_PORT", "70000", "KIBITZ_PORT: 'port' should be at most 65,535"),
        ("KIBITZ_LOG_LEVEL", "loud", "KIBITZ_LOG_LEVEL: 'log_level' should be 'debug'"),
    ],
)
def test_settings_that_cannot_be_used(name, value, said):
    process = start(**{name: value})
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.startswith(f"error: {said}")
    assert "Traceback" not in errors
