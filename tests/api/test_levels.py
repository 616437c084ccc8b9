"""All levels of a hint come from one search, asked for one after the other or together."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from kibitz.contract.answers import HintAnswer, Spent, StoppedBy
from kibitz.contract.options import LEVELS
from kibitz.solvers.budget import Progress
from kibitz.solvers.solver import Advice
from kibitz.solvers.wording import effective
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, FakeSolver, wait_for

TEXT = "knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~43"


class Adviser(FakeSolver):
    """Each of its searches advises another move, and is stopped by time."""

    def advise(self, position, options, budget, listener=None):  # noqa: ARG002
        self.searches += 1
        move = f"{self.searches}>9"

        def hint(level, stopped):
            return HintAnswer(
                level=level,
                text=f"{level}: {move}",
                move=move,
                verdict=None,
                stopped_by=stopped,
                spent=Spent(),
                limits=effective(budget.limits),
                seed=options.seed,
            )

        now = Advice(lambda level: hint(level, StoppedBy.CANCELLED))
        self.started.release()
        while not self.go_on.wait(0.001):
            listener(Progress(1, None, "searches", found=lambda: now))
            if budget.stopped():
                return now
        return Advice(lambda level: hint(level, StoppedBy.TIME))


@pytest.fixture
def adviser():
    return Adviser()


@pytest.fixture
def client(adviser):
    app = create_app(
        Settings(database_url=None), solvers={"knotty-nines": adviser}, warm=warm_nothing
    )
    with TestClient(app) as client:
        wait_until_ready(client)
        yield client


def ask(client, level, **more):
    return client.post(PATH + "hint", json={"position": TEXT, "level": level} | more)


def test_another_level_is_cut_from_the_same_search(client, adviser):
    adviser.go_on.set()
    texts = [ask(client, level).json()["text"] for level in LEVELS]
    assert texts == [f"{level}: 1>9" for level in LEVELS]
    assert adviser.searches == 1
    assert ask(client, "why").json()["text"] == "why: 1>9"  # by its bytes
    tags = {ask(client, level).headers["etag"] for level in LEVELS}
    assert len(tags) == len(LEVELS)
    for other in ({"seed": "2"}, {"limits": {"nodes": 7}}, {"information": "hidden"}):
        ask(client, "why", **other)
    assert adviser.searches == 4
    counted = client.get("/metrics").text
    assert 'kibitz_cache_total{game="knotty-nines",result="miss",verb="hint"} 4.0' in counted


def test_several_levels_come_from_one_search(client, adviser):
    adviser.go_on.set()
    body = {"position": TEXT, "levels": ["why", "nudge", "why"]}
    several = client.post(PATH + "hint", json=body).json()
    assert {level: hint["text"] for level, hint in several["hints"].items()} == {
        "nudge": "nudge: 1>9",
        "why": "why: 1>9",
    }
    single = ask(client, "why").json()
    assert {**several["hints"]["why"], "level": "why"} == {
        name: value for name, value in single.items() if name not in several
    }
    headers = {"accept": "application/x-ndjson"}
    lines = client.post(PATH + "hint", json=body, headers=headers).text.splitlines()
    assert json.loads(lines[-1])["answer"] == several
    assert adviser.searches == 1


def test_requests_for_different_levels_share_a_search_under_way(client, adviser):
    with ThreadPoolExecutor(len(LEVELS)) as pool:
        asked = [pool.submit(ask, client, level) for level in LEVELS]
        in_flight = client.app.state.service.searches._in_flight
        wait_for(
            lambda: (
                sum(in_flight.waiters for in_flight in in_flight._in_flight.values()) == len(LEVELS)
            )
        )
        adviser.go_on.set()
        texts = [one.result().json()["text"] for one in asked]
    assert texts == [f"{level}: 1>9" for level in LEVELS]
    assert adviser.searches == 1


def test_streams_of_different_levels_get_their_own_lines(client, adviser):
    def stream(level):
        headers = {"accept": "application/x-ndjson"}
        body = {"position": TEXT, "level": level}
        with client.stream("POST", PATH + "hint", json=body, headers=headers) as response:
            return [json.loads(line) for line in response.iter_lines()]

    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(stream, level) for level in ("nudge", "why")]
        in_flight = client.app.state.service.searches._in_flight
        wait_for(
            lambda: any(
                set(in_flight._lines) == {"nudge", "why"}
                for in_flight in in_flight._in_flight.values()
            )
        )
        adviser.go_on.set()
        nudges, whys = (one.result() for one in asked)
    assert adviser.searches == 1
    for lines, level in ((nudges, "nudge"), (whys, "why")):
        assert lines[-1]["final"]
        told = [line["answer"] for line in lines if "answer" in line]
        assert told
        assert all(answer["text"] == f"{level}: 1>9" for answer in told)


def test_a_search_goes_on_while_somebody_waits_for_any_level(client, adviser):
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask, client, "move")
        adviser.started.acquire()
        adviser.go_on.set()
        assert first.result().status_code == 200
    assert ask(client, "nudge").json()["text"] == "nudge: 1>9"
    assert adviser.searches == 1
