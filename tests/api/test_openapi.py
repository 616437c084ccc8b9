"""The description of the service, held against the service by a fuzzer."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from tests.api.fakes import make_ready

CONFIG = SchemathesisConfig.from_path(Path(__file__).with_name("schemathesis.toml"))

FOLDER = TemporaryDirectory()
SETTINGS = Settings(
    database_url=f"sqlite:///{FOLDER.name}/answers.sqlite",
    job_workers=0,
    max_time_ms=20,
    max_iterations=20,
    rate_limit=None,
)

app = create_app(SETTINGS)
make_ready(app)  # else the description would have no examples
schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=CONFIG)


@pytest.fixture(autouse=True, scope="module")
def ready():
    yield
    app.state.service.jobs.stop()
    FOLDER.cleanup()


@schema.parametrize()
def test_requests_made_from_the_description(case):
    case.call_and_validate()


def test_the_examples_of_the_description_work(client):
    paths = client.get("/openapi.json").json()["paths"]
    asked = 0
    for path, operations in paths.items():
        if path == "/v1/jobs":
            continue  # they need a database: tests.api.test_jobs
        body = operations.get("post", {}).get("requestBody")
        for example in body["content"]["application/json"]["examples"].values() if body else ():
            response = client.post(path, json=example["value"])
            assert response.status_code == 200, response.text
            asked += 1
    assert asked >= 8


def test_every_verb_of_every_game_is_described(client):
    document = client.get("/openapi.json").json()
    games = client.get("/v1/games").json()["games"]
    described = set(document["paths"])
    assert described >= {
        f"/v1/games/{game['name']}/{verb}" for game in games for verb in game["verbs"]
    }
    schemas = document["components"]["schemas"]
    position = schemas["KnottyNinesSolveRequest"]["properties"]["position"]
    assert position["oneOf"][0] == {"$ref": "#/components/schemas/KnottyNinesPosition"}
    assert schemas["KnottyNinesSolveRequest"]["properties"]["objective"]["enum"] == [
        *("any", "shortest")
    ]
