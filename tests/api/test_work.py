"""Threads, queues, and searches that nobody waits for any more."""

import asyncio
import threading

import pytest
import structlog
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from kibitz.contract.answers import StoppedBy
from kibitz.jobs.worker_pool import Load
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, call, make_ready, wait_for

POSITION = {
    "tableau": [["4C"], ["5H"], ["QC"], ["5D"], ["2D"], ["7H"], ["AH"], ["7S"], ["2C"]],
    "stock": {"count": 43},
}
BODY = {"position": POSITION}


def test_a_client_that_hangs_up_stops_its_search(solver):
    app = create_app(
        Settings(database_url=None, max_time_ms=None),
        solvers={"knotty-nines": solver},
        warm=warm_nothing,
    )
    sent = []

    async def request():
        make_ready(app)
        scope, messages = call(PATH + "solve", BODY)
        gone = asyncio.Event()

        async def receive():
            if messages:
                return messages.pop(0)
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        running = asyncio.create_task(app(scope, receive, send))
        await asyncio.to_thread(solver.started.acquire)
        assert not running.done()
        gone.set()
        await asyncio.wait_for(running, 60)

    asyncio.run(request())
    wait_for(lambda: solver.stopped == [StoppedBy.CANCELLED])
    assert sent == []
    wait_for(lambda: app.state.service.searches.pool.load("interactive").running == 0)
    text = app.state.service.metrics.page().decode()
    assert 'stopped_by="cancelled",verb="solve"} 1.0' in text
    assert 'status="499"} 1.0' in text


def test_a_client_that_hangs_up_while_it_sends(solver):
    app = create_app(
        Settings(database_url=None), solvers={"knotty-nines": solver}, warm=warm_nothing
    )
    make_ready(app)
    scope, _ = call(PATH + "solve", BODY)
    messages = [
        {"type": "http.request", "body": b'{"position":', "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent = []

    async def receive():
        return messages.pop(0)

    async def send(message):
        sent.append(message)

    with structlog.testing.capture_logs() as logs:
        asyncio.run(app(scope, receive, send))
    assert sent == []
    assert [(entry["log_level"], entry["status"]) for entry in logs] == [("info", 499)]


def test_a_waiting_request_is_taken_out_of_the_queue(solver):
    app = create_app(
        Settings(database_url=None, max_time_ms=None, workers=1, max_queue=1),
        solvers={"knotty-nines": solver},
        warm=warm_nothing,
    )
    service = app.state.service
    make_ready(app)

    async def request(gone, nodes):
        scope, messages = call(PATH + "solve", BODY | {"limits": {"nodes": nodes}})

        async def receive():
            if messages:
                return messages.pop(0)
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            """Nobody reads the answers."""

        await app(scope, receive, send)

    async def both():
        first, second = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(request(first, 1000))
        await asyncio.to_thread(solver.started.acquire)
        waiting = asyncio.create_task(request(second, 2000))
        await asyncio.to_thread(wait_for, lambda: service.searches.pool.load("interactive").waiting)
        second.set()
        await asyncio.wait_for(waiting, 60)
        assert service.searches.pool.load("interactive") == Load(1, 0)
        first.set()
        await asyncio.wait_for(running, 60)

    asyncio.run(both())
    assert solver.searches == 1


def test_a_full_queue_is_a_503_and_the_rules_still_answer(fake_client, solver):
    answers = []

    def solve(nodes):
        body = BODY | {"limits": {"nodes": nodes}}
        answers.append(fake_client.post(PATH + "solve", json=body))

    threads = [threading.Thread(target=solve, args=(nodes,)) for nodes in (1000, 2000)]
    threads[0].start()
    solver.started.acquire()  # the queue has room for the second only once the first is out of it
    threads[1].start()
    waiting = 'kibitz_lane_calls{lane="interactive",state="waiting"} 1.0'
    wait_for(lambda: waiting in fake_client.get("/metrics").text)
    refused = fake_client.post(PATH + "solve", json=BODY)
    assert refused.status_code == 503
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["type"] == "/problems/busy"
    assert 'kibitz_refused_total{reason="full"} 1.0' in fake_client.get("/metrics").text
    assert fake_client.post(PATH + "moves", json=BODY).status_code == 200
    solver.go_on.set()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200, 200]
    assert fake_client.post(PATH + "solve", json=BODY).status_code == 200


def test_only_so_many_requests_are_open_at_once(solver):
    settings = Settings(database_url=None, max_time_ms=None, rate_limit=None, max_requests=1)
    app = create_app(settings, solvers={"knotty-nines": solver}, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        open_one = threading.Thread(target=lambda: client.post(PATH + "solve", json=BODY))
        open_one.start()
        solver.started.acquire()
        refused = client.get("/v1/games")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert refused.json()["type"] == "/problems/busy"
        for path in ("/healthz", "/readyz", "/metrics"):
            assert client.get(path).status_code == 200
        assert 'kibitz_refused_total{reason="open"} 1.0' in client.get("/metrics").text
        solver.go_on.set()
        open_one.join()
        assert client.get("/v1/games").status_code == 200


@pytest.mark.parametrize("asked", [5, 50])
def test_time_limits_are_capped(solver, asked):
    app = create_app(
        Settings(database_url=None, max_time_ms=20),
        solvers={"knotty-nines": solver},
        warm=warm_nothing,
    )
    with TestClient(app) as client:
        wait_until_ready(client)
        body = BODY | {"limits": {"time_ms": asked}}
        answer = client.post(PATH + "solve", json=body).json()
    assert answer["limits"]["time_ms"] == min(asked, 20)
    assert answer["stopped_by"] == "time"
