"""A process that only runs jobs says how it is, in the words of the service."""

import urllib.request

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.readiness import Kernels
from kibitz.api.settings import Settings
from kibitz.solvers.catalogue import SOLVERS
from tests.jobs import postgres
from tests.jobs.helpers import Processes, ended, store_at, study, wait_for

SOLITAIRE = {"knotty-nines": SOLVERS["knotty-nines"]}


@pytest.fixture
def clients(tmp_path):
    """A service and a process that only runs jobs, at one database."""
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    settings = Settings(database_url=url, log_level="error", job_workers=1)
    warm = Kernels(lambda _: None, compiled=lambda _: True)
    apps = [
        create_app(settings, solvers=SOLITAIRE, warm=warm, jobs_only=jobs_only)
        for jobs_only in (False, True)
    ]
    with TestClient(apps[0]) as service, TestClient(apps[1]) as worker:
        yield service, worker


def names(page):
    """The names of the metrics of a page."""
    return {line.split()[2] for line in page.splitlines() if line.startswith("# TYPE")}


def test_it_answers_as_the_service_does_and_nothing_else(clients):
    service, worker = clients
    for path in ("/healthz", "/readyz"):
        wait_for(lambda path=path: worker.get(path).status_code == 200)
        wait_for(lambda path=path: service.get(path).status_code == 200)
        assert worker.get(path).json() == service.get(path).json()
    pages = [client.get("/metrics").text for client in clients]
    assert names(pages[0]) == names(pages[1])
    assert 'kibitz_open_jobs{kind="study",state="running"} 0.0' in pages[1]
    for path in ("/v1/games", "/v1/games/knotty-nines/deal", "/"):
        answer = worker.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (
            404,
            "application/problem+json",
        )
        assert "verbs" not in answer.json()["detail"]


def test_the_command_answers_on_its_port_while_it_runs_jobs():
    port = postgres.free_port()

    def page(path):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return answer.read().decode()

    def ready():
        try:
            return page("/readyz")
        except OSError:
            return None

    with postgres.running() as answers, Processes() as processes:
        store = store_at(answers)
        worker = processes.start(
            *("kibitz.cli.main", "worker", "--health-port", str(port)),
            KIBITZ_DATABASE_URL=answers,
            KIBITZ_WORKERS="1",
        )
        wait_for(ready)
        assert '"ready"' in ready()
        assert ended(store, store.submit(study(0, 10)).id).state == "done"
        assert 'kibitz_jobs_total{kind="study",state="done"}' in page("/metrics")
        worker.terminate()
        assert worker.wait(timeout=60) == 0
        store.close()
