"""Streams: improving answers in two forms, the last one final, stopped when nobody listens."""

import asyncio
import json
import threading

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.body import ASKED
from kibitz.api.responses import wanted_form
from kibitz.api.settings import Settings
from kibitz.games.faults import BadInput
from kibitz.solvers.catalogue import SOLVERS
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, call, make_ready, wait_for

NDJSON, SSE = {"accept": "application/x-ndjson"}, {"accept": "text/event-stream"}
STACKED = {
    "tableau": [["4C"], ["5H"], ["QC"], ["5D"], ["2D"], ["7H"], ["AH"], ["7S"], ["2C"]],
    "stock": {"count": 43},
}
BODY = {"position": STACKED}


def lines_of(response):
    """The objects of a stream that was read to its end."""
    assert response.status_code == 200, response.text
    if response.headers["content-type"].startswith("application/x-ndjson"):
        assert response.text.endswith("\n")
        return [json.loads(line) for line in response.text.splitlines()]
    events = response.text.removesuffix("\n\n").split("\n\n")
    assert all(event.startswith("data: ") and "\n" not in event for event in events)
    return [json.loads(event.removeprefix("data: ")) for event in events]


@pytest.mark.parametrize("form", [NDJSON, SSE], ids=["ndjson", "sse"])
@pytest.mark.parametrize("verb", ["analyze", "hint"])
@pytest.mark.parametrize("game", SOLVERS)
def test_answers_improve(client, game, verb, form):
    text = client.post(f"/v1/games/{game}/deal", json={"seed": "6"}).json()["text"]
    body = {"position": text, "information": "hidden", "limits": {"time_ms": 250}}
    response = client.post(f"/v1/games/{game}/{verb}", json=body, headers=form)
    assert response.headers["vary"] == "Accept, Accept-Encoding"
    assert "content-length" not in response.headers
    lines = lines_of(response)
    assert [line["final"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert all(line.keys() <= {"final", "progress", "answer"} for line in lines)
    told = [line["answer"] for line in lines if "answer" in line]
    assert told[-1]["stopped_by"] != "cancelled"
    assert len(told) >= 2 or told[-1]["stopped_by"] != "time"
    if len(told) > 2:
        assert told[0]["stopped_by"] == "cancelled"


def test_the_last_line_is_the_answer(client, ask):
    body = {"position": ask("deal", seed=9)["text"], "limits": {"nodes": 20}}
    plain = client.post(PATH + "solve", json=body)
    last = client.post(PATH + "solve", json=body, headers=NDJSON).text.splitlines()[-1]
    assert last == f'{{"final":true,"answer":{plain.text}}}'


@pytest.mark.parametrize("form", [NDJSON, SSE], ids=["ndjson", "sse"])
def test_what_cannot_be_asked_has_its_status(client, form):
    response = client.post(PATH + "solve", json=BODY, headers=form)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["errors"][0]["code"] == "stock_hidden"


def test_a_fault_after_the_first_line_is_told_in_the_last(solver, fake_client, monkeypatch):
    def solve(*_: object) -> None:
        solver.started.release()
        assert solver.go_on.wait(60)
        raise BadInput.one("/position", "late", "found out late")

    monkeypatch.setattr(solver, "solve", solve)
    with fake_client.stream("POST", PATH + "solve", json=BODY, headers=NDJSON) as response:
        lines = response.iter_lines()
        first = json.loads(next(lines))
        solver.go_on.set()
        last = json.loads(next(lines))
    assert first == {"final": False}
    assert last["final"]
    assert "answer" not in last
    assert last["problem"]["errors"][0]["message"] == "found out late"


async def streamed(app, read):
    """Ask for a stream; ``read`` is given the messages sent and hangs up when it returns."""
    make_ready(app)
    scope, messages = call(PATH + "solve", BODY)
    scope["headers"] = [
        (b"content-type", b"application/json"),
        (b"accept", b"application/x-ndjson"),
    ]
    gone, sent = asyncio.Event(), []

    async def receive():
        if messages:
            return messages.pop(0)
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    running = asyncio.create_task(app(scope, receive, send))
    await asyncio.to_thread(wait_for, lambda: read(sent))
    gone.set()
    await asyncio.wait_for(running, 60)
    return sent


def test_a_reader_that_leaves_stops_the_search_behind_every_layer(solver):
    app = create_app(
        Settings(database_url=None, max_time_ms=None),
        solvers={"knotty-nines": solver},
        warm=warm_nothing,
    )
    sent = asyncio.run(streamed(app, lambda sent: len(sent) >= 3))
    wait_for(lambda: solver.stopped == ["cancelled"])
    assert b'"final":true' not in b"".join(message.get("body", b"") for message in sent)
    text = app.state.service.metrics.page().decode()
    assert 'status="499"} 1.0' in text
    assert "kibitz_streams 0.0" in text


def test_a_reader_that_is_gone_before_the_first_line_is_sent(solver):
    """The generator of the lines has not begun then, so it cannot be what leaves the search."""
    app = create_app(
        Settings(database_url=None, max_time_ms=None),
        solvers={"knotty-nines": solver},
        warm=warm_nothing,
    )
    make_ready(app)
    scope, messages = call(PATH + "solve", BODY)
    scope["headers"] = [
        (b"content-type", b"application/json"),
        (b"accept", b"application/x-ndjson"),
    ]

    async def request():
        begun = asyncio.Event()

        async def receive():
            if messages:
                return messages.pop(0)
            await begun.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            begun.set()
            await asyncio.Event().wait()

        await asyncio.wait_for(app(scope, receive, send), 60)

    asyncio.run(request())
    wait_for(lambda: solver.stopped == ["cancelled"])
    assert not app.state.service.searches._in_flight._in_flight


def test_equal_requests_share_a_search_until_the_last_has_left(solver):
    app = create_app(
        Settings(database_url=None, max_time_ms=None),
        solvers={"knotty-nines": solver},
        warm=warm_nothing,
    )
    answers = []
    with TestClient(app) as client:
        wait_until_ready(client)
        forms: list[dict[str, str]] = [{}, {}, NDJSON]
        threads = [
            threading.Thread(
                target=lambda form=form: answers.append(
                    client.post(PATH + "solve", json=BODY, headers=form)
                )
            )
            for form in forms
        ]
        for thread in threads:
            thread.start()
        joined = 'result="joined",verb="solve"} 2.0'
        wait_for(lambda: joined in client.get("/metrics").text)
        solver.go_on.set()
        for thread in threads:
            thread.join()
        kept = client.post(PATH + "solve", json=BODY, headers=SSE)
    assert solver.searches == 1
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200]
    assert [line["final"] for line in lines_of(kept)] == [True]


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, "json"),
        ("*/*", "json"),
        ("text/html", "json"),
        ("application/x-ndjson", "ndjson"),
        ("Text/Event-Stream; charset=utf-8", "sse"),
        ("application/json, application/x-ndjson;q=0.9", "json"),
        ("application/json;q=0.1, application/x-ndjson;q=0.9, text/event-stream;q=0.5", "ndjson"),
        ("text/event-stream;q=0", "json"),
        ("text/event-stream;q=high", "json"),
        ("application/x-ndjson, */*", "ndjson"),
    ],
)
def test_accept(accept, form):
    headers = [(b"accept", accept.encode())] if accept else []
    scope = {"type": "http", "headers": headers, ASKED: dict(headers)}
    assert wanted_form(Request(scope)) == form
