"""Answers kept in memory: by what is asked, within bounds, as long as they hold."""

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.cache import AnswerCache, Wordings
from kibitz.api.in_flight import CachedResponse, Content
from kibitz.api.settings import Settings
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, FakeSolver

TEXT = "knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~43"


def cached(size: int = 100, lasts: float | None = None) -> CachedResponse:
    return CachedResponse({"": Content(b"x" * size, "tag")}, "solved", 1, 0.1, 0.0, lasts)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_answers_used_last_are_kept():
    cache = AnswerCache(2 * (100 + 512))
    for key in "ab":
        cache.keep(key, cached())
    assert cache.find("a")
    cache.keep("c", cached())
    assert [bool(cache.find(key)) for key in "abc"] == [True, False, True]
    cache.keep("a", cached(50))
    assert cache.size == 612 + 562
    cache.keep("long", cached(5000))
    assert cache.find("long") is None
    assert cache.find("a")


def test_answers_hold_for_their_time():
    clock = Clock()
    cache = AnswerCache(10_000, clock)
    cache.keep("ever", cached())
    cache.keep("minute", cached(lasts=60))
    cache.keep("never", cached(lasts=0))
    clock.now = 59
    assert [bool(cache.find(key)) for key in ("ever", "minute", "never")] == [True, True, False]
    clock.now = 60
    assert [bool(cache.find(key)) for key in ("ever", "minute")] == [True, False]
    assert cache.size == 612


@pytest.fixture
def solver():
    solver = FakeSolver()
    solver.go_on.set()
    return solver


@pytest.fixture
def client(solver):
    app = create_app(
        Settings(database_url=None), solvers={"knotty-nines": solver}, warm=warm_nothing
    )
    with TestClient(app) as client:
        wait_until_ready(client)
        yield client


def test_the_same_question_is_searched_for_once_however_it_is_written(client, solver):
    position = client.post(PATH + "play", json={"position": TEXT, "moves": []}).json()["position"]
    bodies = [
        {"position": TEXT},
        {"position": position, "objective": "any", "limits": {}},
        {"limits": {"time_ms": 9_999_999 // 3}, "position": TEXT},
    ]
    answers = [client.post(PATH + "solve", json=body) for body in bodies]
    assert solver.searches == 1
    assert len({answer.content for answer in answers}) == 1
    timings = [answer.headers["server-timing"].split(";")[1].split(",")[0] for answer in answers]
    assert timings == ["desc=miss", "desc=hit", "desc=hit"]
    for other in ({"objective": "shortest"}, {"limits": {"nodes": 5}}):
        client.post(PATH + "solve", json={"position": TEXT} | other)
    assert solver.searches == 3


def test_wordings_are_known_by_their_bytes_as_long_as_there_is_room():
    wordings = Wordings(2)
    for verb, key in (("solve", "a"), ("hint", "b"), ("analyze", "c")):
        wordings.note("whist", verb, b"{}", key, "why")
    known = [wordings.find("whist", verb, b"{}") for verb in ("solve", "hint", "analyze")]
    assert known == [None, ("b", "why"), ("c", "why")]
    assert wordings.find("whist", "hint", b"{ }") is None
    assert wordings.find("bridge", "hint", b"{}") is None


def test_the_same_bytes_are_read_once(client, solver, monkeypatch):
    body = {"position": TEXT}
    first = client.post(PATH + "solve", json=body)
    monkeypatch.setattr(client.app.state.service.searches, "read", None)
    again = client.post(PATH + "solve", json=body)
    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["server-timing"].startswith("cache;desc=hit")
    tagged = client.post(PATH + "solve", json=body, headers={"if-none-match": "*"})
    assert tagged.status_code == 304
    streamed = client.post(PATH + "solve", json=body, headers={"accept": "text/event-stream"})
    assert streamed.text.startswith('data: {"final":true')
    assert solver.searches == 1
    refused = client.post(PATH + "solve", json=body, headers={"content-type": "text/plain"})
    assert refused.status_code == 415


@pytest.mark.parametrize("verb", ["moves", "solve"])
def test_who_has_the_answer_is_told_so(client, verb):
    first = client.post(PATH + verb, json={"position": TEXT})
    tag = first.headers["etag"]
    for names in (tag, f'"0", {tag.removeprefix("W/")}', "*"):
        headers = {"if-none-match": names}
        again = client.post(PATH + verb, json={"position": TEXT}, headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    headers = {"if-none-match": '"0"'}
    assert client.post(PATH + verb, json={"position": TEXT}, headers=headers).status_code == 200


def test_an_answer_cut_short_by_time_is_not_kept_for_ever(client, solver):
    solver.go_on.clear()
    body = {"position": TEXT, "limits": {"time_ms": 5}}
    answer = client.post(PATH + "solve", json=body)
    assert answer.json()["stopped_by"] == "time"
    kept = client.app.state.service.searches._cache._kept
    assert [until is not None for _, until in kept.values()] == [True]
