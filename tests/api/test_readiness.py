"""Serving first: each game answers when its kernels are there, and says how far they are before."""

import threading

import numba
import numpy as np
import pytest
import structlog
from starlette.testclient import TestClient

from kibitz.api import routes
from kibitz.api.app import create_app
from kibitz.api.readiness import LONGEST_WAIT, Kernels
from kibitz.api.settings import Settings
from kibitz.contract.replies import ReadyAnswer
from kibitz.games.knack.game import Knack
from kibitz.games.knaves.game import Knaves
from kibitz.solvers.budget import Progress
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, FakeSolver, wait_for

NINES, KNAVES, KNACK = "knotty-nines", "knaves", "knack"


def fake_solver(game):
    """A solver of a game whose searches no test here asks for."""
    solver = FakeSolver()
    solver.game = game
    return solver


class SlowKernels:
    """Kernels whose compiling and loading a test lets go on, game by game."""

    def __init__(self):
        self.begun: list[str] = []
        self.loaded: list[str] = []
        self.settled = 0
        self.compiled = {name: threading.Event() for name in (NINES, KNAVES, KNACK)}
        self.broken: set[str] = set()
        self.threads: set[threading.Thread] = set()

    def compile_one(self, name, listener, stop):
        self.threads.add(threading.current_thread())
        self.begun.append(name)
        listener(Progress(1, 4, "kernels", "rules"))
        while not self.compiled[name].wait(0.001) and not stop.is_set():
            pass
        if name in self.broken:
            raise OSError("no space left on the device of the machine room")

    def load(self, name):
        self.threads.add(threading.current_thread())
        self.loaded.append(name)

    def settle(self):
        self.settled += 1

    def kernels(self, there=()):
        return Kernels(self.load, lambda name: name in there, self.compile_one, self.settle)


@pytest.fixture
def one_core(monkeypatch):
    """One game is compiled at a time."""
    monkeypatch.setattr("kibitz.solvers.compiling.cores", lambda: 1)


def application(kernels):
    solvers = {NINES: FakeSolver(), KNAVES: fake_solver(Knaves()), KNACK: fake_solver(Knack())}
    return create_app(Settings(database_url=None), solvers=solvers, warm=kernels)


def deal(client, game):
    return client.post(f"/v1/games/{game}/deal", json={"seed": 1})


def states(client):
    return {game["name"]: game["state"] for game in client.get("/readyz").json()["games"]}


@pytest.mark.usefixtures("one_core")
def test_a_game_is_refused_with_how_far_it_is_until_its_kernels_are_there():
    slow = SlowKernels()
    with TestClient(application(slow.kernels())) as client:
        wait_for(lambda: slow.begun == [NINES])
        refused = deal(client, NINES)
        assert refused.status_code == 503
        assert refused.headers["content-type"] == "application/problem+json"
        assert 1 <= int(refused.headers["retry-after"]) <= LONGEST_WAIT
        problem = refused.json()
        assert problem["type"] == "/problems/warming"
        assert "Knotty Nines are being compiled: 1 of 4 steps in" in problem["detail"]
        first = problem["games"][0]
        assert (first["name"], first["state"], first["done"], first["total"]) == (
            *(NINES, "compiling"),
            *(1, 4),
        )
        assert client.get("/healthz").json() == {"status": "ok"}
        slow.compiled[NINES].set()
        wait_for(lambda: deal(client, NINES).status_code == 200)
        assert deal(client, KNAVES).status_code == 503


@pytest.mark.usefixtures("one_core")
def test_readyz_lists_the_games_until_all_are_ready():
    slow = SlowKernels()
    with TestClient(application(slow.kernels(there={KNAVES}))) as client:
        wait_for(lambda: states(client)[KNAVES] == "ready")
        refused = client.get("/readyz")
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        assert states(client) == {NINES: "compiling", KNAVES: "ready", KNACK: "waiting"}
        listed = client.get("/v1/games").json()["games"]
        assert [game["ready"] for game in listed] == [False, True, False]
        assert client.get("/v1/games/knaves").json()["ready"] is True
        assert client.get("/v1/games/knack").json()["ready"] is False
        assert slow.settled == 0
        for compiled in slow.compiled.values():
            compiled.set()
        wait_until_ready(client)
        games = [{"name": name, "state": "ready"} for name in (NINES, KNAVES, KNACK)]
        assert client.get("/readyz").json() == {"status": "ready", "games": games}
        assert all(game["ready"] for game in client.get("/v1/games").json()["games"])
        wait_for(lambda: slow.settled == 1)


@pytest.mark.usefixtures("one_core")
def test_a_game_that_is_asked_for_goes_to_the_front():
    for asked, order in ((None, [NINES, KNACK, KNAVES]), (KNAVES, [NINES, KNAVES, KNACK])):
        slow = SlowKernels()
        with TestClient(application(slow.kernels())) as client:
            wait_for(slow.begun.__len__)
            assert slow.begun == [NINES]
            if asked:
                assert deal(client, asked).status_code == 503
            for compiled in slow.compiled.values():
                compiled.set()
            wait_until_ready(client)
        assert slow.begun == order


def test_nothing_is_compiled_or_loaded_in_a_request_or_the_event_loop():
    slow = SlowKernels()
    with TestClient(application(slow.kernels())) as client:
        for compiled in slow.compiled.values():
            compiled.set()
        wait_until_ready(client)
    assert {thread.name for thread in slow.threads} == {"kibitz-compile", "kibitz-warm"}


def test_a_game_whose_kernels_fail_does_not_hold_up_the_others():
    slow = SlowKernels()
    slow.broken.add(KNACK)
    with TestClient(application(slow.kernels())) as client:
        for compiled in slow.compiled.values():
            compiled.set()
        wait_for(lambda: states(client)[KNACK] == "failed")
        wait_for(lambda: deal(client, NINES).status_code == 200)
        wait_for(lambda: deal(client, KNAVES).status_code == 200)
        for refused in (deal(client, KNACK), client.get("/readyz")):
            assert refused.status_code == 503
            assert refused.json()["type"] == "/problems/not-started"
            assert "machine room" not in refused.text
        assert "K'nack could not be loaded" in deal(client, KNACK).json()["detail"]


def test_kernels_that_cannot_be_loaded():
    def load(name):
        raise OSError("no space left on the device of the machine room")

    app = create_app(
        Settings(database_url=None),
        solvers={NINES: FakeSolver()},
        warm=Kernels(load, compiled=lambda _: True),
    )
    with TestClient(app) as client:
        wait_for(lambda: app.state.service.readiness.games[NINES].state == "failed")
        response = client.post(PATH + "deal", json={"seed": 1})
        assert response.status_code == 503
        assert response.json()["type"] == "/problems/not-started"
        assert "machine room" not in response.text
        assert client.get("/readyz").status_code == 503


def test_the_description_has_no_examples_of_a_game_that_is_not_ready(monkeypatch):
    slow = SlowKernels()
    # The solvers here search until they are stopped.
    monkeypatch.setattr(routes, "answer_to", lambda *_: ReadyAnswer(status="ready", games=[]))

    def examples(client, game):
        paths = client.get("/openapi.json").json()["paths"]
        body = paths[f"/v1/games/{game}/solve"]["post"]["requestBody"]
        return body["content"]["application/json"].get("examples")

    with TestClient(application(slow.kernels(there={KNAVES}))) as client:
        wait_for(lambda: states(client)[KNAVES] == "ready")
        assert examples(client, KNAVES)
        assert not examples(client, KNACK)
        for compiled in slow.compiled.values():
            compiled.set()
        wait_until_ready(client)
        assert examples(client, KNACK)


def test_it_ends_while_something_is_compiled():
    slow = SlowKernels()
    with TestClient(application(slow.kernels())) as client:
        wait_for(lambda: slow.begun)
        assert client.get("/healthz").status_code == 200
    wait_for(lambda: not any(thread.is_alive() for thread in slow.threads))
    assert slow.loaded == []


def test_what_is_compiled_after_ready_is_counted_and_logged():
    add = numba.njit(lambda one, two: one + two)
    kernels = Kernels(lambda _: add(1, 2), compiled=lambda _: True)
    app = create_app(Settings(database_url=None), solvers={NINES: FakeSolver()}, warm=kernels)
    counted = "kibitz_kernel_compilations_total"
    with structlog.testing.capture_logs() as logs, TestClient(app) as client:
        wait_until_ready(client)
        assert f"{counted} 0.0" in client.get("/metrics").text
        add(1.0, 2.0)
        assert f"{counted} 1.0" in client.get("/metrics").text
        add(3.0, 4.0)
        assert f"{counted} 1.0" in client.get("/metrics").text
    # Applications of other tests may be ready in this process, and log what they hear as well.
    late = [entry for entry in logs if entry["event"] == "compiled after ready"]
    assert ("warning", "float64, float64") in [(one["log_level"], one["types"]) for one in late]
    assert all("lambda" in entry["kernel"] for entry in late)
    assert app.state.service.readiness.ready
    with TestClient(app) as client:
        add(np.float32(1), 2)
        assert f"{counted} 2.0" in client.get("/metrics").text
    add(1, 2.0)
    assert app.state.service.metrics.page().count(f"{counted} 2.0".encode()) == 1


def test_a_service_that_needs_nothing_is_ready_soon():
    app = create_app(Settings(database_url=None), solvers={NINES: FakeSolver()}, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        assert deal(client, NINES).status_code == 200
