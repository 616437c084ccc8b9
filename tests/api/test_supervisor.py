"""Several processes behind one port: one limit, one set of jobs, and each is replaced."""

import json
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from kibitz.api.server import CANNOT_START, WRONG_SETTING
from kibitz.api.settings import Settings
from kibitz.api.shared_counts import PLACES, SharedCounts
from kibitz.api.supervisor import SHARED, share_of, whole_of
from tests.api.fakes import at_most
from tests.forked import NAME, ROOT, Python
from tests.jobs.helpers import Processes, wait_for
from tests.jobs.postgres import free_port

LIMIT = 40


def test_shares_come_to_the_whole():
    settings = Settings(workers=7, job_workers=5, max_queue=1, max_connections=1_000)
    shares = [share_of(settings, number, 3) for number in range(3)]
    assert [each.workers for each in shares] == [3, 2, 2]
    assert [each.job_workers for each in shares] == [5, 5, 5]  # of each client, wherever
    assert [each.max_queue for each in shares] == [1, 1, 1]  # none has nothing
    assert sum(each.max_connections for each in shares) == 1_000
    assert share_of(settings, 0, 1) == settings
    assert {*SHARED} <= {*Settings.model_fields}
    whole = whole_of(settings, 3)
    for name in SHARED:
        assert getattr(whole, name) == sum(getattr(each, name) for each in shares)
    assert (whole.workers, whole.max_queue, whole.job_workers) == (7, 3, 5)
    assert whole_of(settings, 1) == settings


@pytest.fixture
def counts(tmp_path):
    """Two processes' view of one file."""
    return [SharedCounts(tmp_path / "counts") for _ in range(2)]


@pytest.mark.anyio
async def test_counts_are_shared_and_run_out(counts):
    one, other = counts
    assert await one.incr("a", 60) == 1
    assert await other.incr("a", 60, 2) == 3
    assert (await one.get("a"), await one.get("b")) == (3, 0)
    assert await one.decr("a") == 2
    assert await one.incr("b", -1) == 1
    assert await other.get("b") == 0
    await one.clear("a")
    assert await other.get("a") == 0
    assert await other.incr("a", 60) == 1


@pytest.mark.anyio
async def test_there_is_always_place_for_one_more(counts, monkeypatch):
    monkeypatch.setattr("kibitz.api.shared_counts.PLACES", 8)
    for number in range(100):
        assert await counts[0].incr(str(number), 60 + number) == 1
        assert await counts[1].get(str(number)) == 1
    assert PLACES > 8


def asked(port, path, body=None):
    """The status and the answer of a request, over a connection of its own."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def listeners(port):
    """The sockets that listen at a port, one for each process that takes connections."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {row[9] for row in rows if row[3] == "0A" and int(row[1].split(":")[1], 16) == port}


def children(pid):
    """The processes that listen for a supervisor."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(pid) and (folder / "comm").read_text().strip() == NAME:
                found.append(int(folder.name))
    return sorted(found)


def test_processes_share_a_port_limits_and_jobs_and_are_replaced(tmp_path):
    port, health = free_port(), free_port(2)
    with Processes(spawning=True) as processes, socket.socket() as taken:
        service = processes.start(
            *("kibitz.cli.main", "serve", "--port", str(port), "--processes", "2"),
            KIBITZ_DATABASE_URL=f"sqlite:///{tmp_path}/answers.sqlite",
            KIBITZ_RATE_LIMIT=at_most(LIMIT),
            KIBITZ_LOG_LEVEL="error",
            KIBITZ_WORKERS="3",
            KIBITZ_HEALTH_PORT=str(health),
        )
        wait_for(lambda: asked(port, "/readyz")[0] == asked(health, "/readyz")[0] == 200)
        wait_for(lambda: len(listeners(port)) == 2)
        began = listeners(port)
        # Each process says what all have together.
        told = {asked(health + number, "/v1/capabilities")[1] for number in range(2)}
        assert len(told) == 1
        limits = json.loads(told.pop())
        assert (limits["workers"], limits["max_queue"], limits["max_requests"]) == (3, 64, 512)
        found = Counter(asked(port, "/v1/games/knaves")[0] for _ in range(2 * LIMIT))
        assert found[429] >= LIMIT
        assert LIMIT - 4 <= found[200] <= LIMIT  # two have been asked for above
        first = children(service.pid)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        # Another takes its health port meanwhile: the next one serves without it.
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        wait_for(lambda: not listeners(health))
        taken.bind(("127.0.0.1", health))
        wait_for(lambda: len({*children(service.pid)} - {first[0]}) == 2)
        wait_for(lambda: len(listeners(port)) == 2 and listeners(port) != began)
        assert all(asked(port, "/readyz")[0] == 200 for _ in range(20))
        service.terminate()
        assert service.wait(timeout=60) == 0
        assert not children(service.pid)
        assert asked(port, "/healthz")[0] == 0


def said(code, **options):
    """What a service writes that is not to start."""
    process = Python(
        *("-m", "kibitz.cli.main", "serve", "--port", str(free_port()), "--processes", "2"),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **options},
        stderr=subprocess.PIPE,
    )
    _, error = process.communicate(timeout=60)
    assert process.returncode == code
    return error.decode()


@pytest.mark.parametrize(("first", "last"), [(0, 1), (65535, 65536)])
def test_health_ports_that_no_machine_has_are_refused(first, last):
    text = said(WRONG_SETTING, KIBITZ_HEALTH_PORT=str(first))
    assert (
        f"KIBITZ_HEALTH_PORT: 2 processes need ports from 1 to 65535, not {first} to {last}" in text
    )


def test_a_health_port_that_is_taken_is_named_before_anything_starts():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        text = said(CANNOT_START, KIBITZ_HEALTH_PORT=str(port - 1))
    assert f"port {port} of 127.0.0.1 is taken by another process; set KIBITZ_HEALTH_PORT" in text
