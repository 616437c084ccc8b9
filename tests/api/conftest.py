from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.logs import configure_logs
from kibitz.api.readiness import Kernels
from kibitz.api.settings import Settings
from tests.api.fakes import PATH, FakeSolver, wait_for


@pytest.fixture(autouse=True, scope="session")
def short_logs() -> None:
    """Logs as the service writes them, shown when a test fails."""
    configure_logs(Settings(database_url=None))


def wait_until_ready(client: TestClient) -> None:
    wait_for(lambda: client.get("/readyz").status_code == 200, 600)


# The kernels of an application that needs none to be compiled or loaded.
warm_nothing = Kernels(lambda _: None, compiled=lambda _: True)


@pytest.fixture(scope="session")
def app() -> FastAPI:
    """The real application, without an answer book or cache."""
    settings = Settings(database_url=None, max_queue=1000, rate_limit=None, cache_mb=0)
    return create_app(settings)


@pytest.fixture(scope="session")
def client(app: FastAPI) -> Iterator[TestClient]:
    """A client of the real application, which is ready."""
    with TestClient(app) as client:
        wait_until_ready(client)
        yield client


Ask = Callable[..., dict[str, object]]


@pytest.fixture(scope="session")
def ask(client: TestClient) -> Ask:
    """Ask a verb of Knotty Nines and take its answer, which must be a 200."""

    def ask(verb: str, **body: object) -> dict[str, object]:
        response = client.post(PATH + verb, json=body)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"] == "application/json"
        found: dict[str, object] = response.json()
        return found

    return ask


@pytest.fixture
def solver() -> FakeSolver:
    return FakeSolver()


@pytest.fixture
def fake_client(solver: FakeSolver) -> Iterator[TestClient]:
    """A client of an application whose searches ``solver`` does."""
    settings = Settings(
        database_url=None, workers=1, max_queue=1, max_time_ms=None, rate_limit=None
    )
    app = create_app(settings, solvers={"knotty-nines": solver}, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        yield client
