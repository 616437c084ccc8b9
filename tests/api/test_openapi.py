"""The description of the service: fit for generators, and held against the service by a fuzzer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.python.asgi import get_client

from kibitz.api.app import create_app
from kibitz.api.clients import key_line, new_key
from kibitz.api.settings import Settings
from tests.api.fakes import make_ready
from tests.cases import SHARE, cases
from tests.docs_refresh import OPENAPI

CONFIG = SchemathesisConfig.from_path(Path(__file__).with_name("schemathesis.toml"))
CONFIG.projects.default.generation.update(max_examples=cases(16))
DESCRIBED = json.loads(OPENAPI.read_text("utf-8"))["paths"]
OPERATIONS = [(path, method) for path, methods in DESCRIBED.items() for method in methods]


def with_positions_once(document):
    """The description, where `moves` alone may be asked with positions that are objects.

    All verbs read them alike, and a position is by far the largest part of a request, of which
    next to none that is made at random has the 52 cards. Elsewhere positions are texts.
    """
    document = json.loads(json.dumps(document))
    for name, schema in document["components"]["schemas"].items():
        if re.search("(Request|PlayedGame|AnyPosition)$", name) and "MovesRequest" not in name:
            for part in parts(schema):
                if "anyOf" in part:
                    part["anyOf"] = [
                        way for way in part["anyOf"] if not way.get("$ref", "").endswith("Position")
                    ]
    return document


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    """The description as the fuzzer has read it, and what it takes from the answers."""
    app: Any = create_app(
        Settings(
            database_url=f"sqlite:///{tmp_path_factory.mktemp('openapi')}/answers.sqlite",
            job_workers=0,
            max_time_ms=20,
            max_iterations=20,
            rate_limit=None,
        )
    )
    make_ready(app)  # else the description would have no examples
    schema = schemathesis.openapi.from_dict(with_positions_once(app.openapi()), config=CONFIG)
    schema.app = app
    load_all_checks()
    with get_client(app) as session:
        session.trust_env = False  # no proxies are looked up for each of twenty thousand requests
        yield (
            schema,
            session,
            FeedbackSources(constants_value_source=make_constants_value_source(schema)),
        )
    app.state.service.jobs.stop()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_requests_made_from_the_description(described, path, method):
    """As ``schema.parametrize()``, which makes the requests of all operations in each process."""
    schema, session, feedback = described
    turn = OPERATIONS.index((path, method)) % SHARE
    schema.config.phases.coverage.enabled = turn < cases(SHARE)  # all values at the limits

    def call(case):
        case.call_and_validate(session=session)

    build_operation_test(
        config=schema.config,
        operation=schema[path][method.upper()],
        test_func=call,
        given_kwargs={},
        feedback=feedback,
    )()


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


@pytest.fixture(scope="module")
def document(client):
    return client.get("/openapi.json").json()


@pytest.fixture(scope="module")
def schemas(document):
    return document["components"]["schemas"]


def test_every_verb_of_every_game_is_described(client, document, schemas):
    games = client.get("/v1/games").json()["games"]
    described = set(document["paths"])
    assert described >= {
        f"/v1/games/{game['name']}/{verb}" for game in games for verb in game["verbs"]
    }
    asked = schemas["KnottyNinesSolveRequest"]["properties"]
    position = {"$ref": "#/components/schemas/KnottyNinesPosition"}
    assert asked["position"]["anyOf"] == [position, {"type": "string"}]
    assert asked["objective"]["enum"] == ["any", "shortest"]
    assert schemas["KnottyNinesDealAnswer"]["properties"]["position"].items() >= position.items()
    position = {"$ref": "#/components/schemas/AnyPosition"}
    assert schemas["SolveJob"]["properties"]["position"].items() >= position.items()


def test_the_description_is_the_one_in_the_documents(document):
    """``python -m tests.docs_refresh docs/openapi.json`` writes it anew."""
    assert document == json.loads(OPENAPI.read_text("utf-8"))


def test_no_operation_is_described_by_the_docstring_of_a_library(document):
    operations = [each for methods in document["paths"].values() for each in methods.values()]
    assert not [each for each in operations if "partial" in each.get("description", "")]


def parts(node):
    """Every object in a JSON value."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from parts(inner)


def test_names_are_identifiers_and_the_only_titles(schemas):
    assert {name: schema["title"] for name, schema in schemas.items()} == {n: n for n in schemas}
    assert [name for name in schemas if not re.fullmatch("[A-Z][A-Za-z]*", name)] == []
    described = [part for part in parts(schemas) if {"type", "anyOf", "oneOf"} & part.keys()]
    assert sum(isinstance(part.get("title"), str) for part in described) == len(schemas)
    references = {part["$ref"] for part in parts(schemas) if isinstance(part.get("$ref"), str)}
    assert references <= {f"#/components/schemas/{name}" for name in schemas}


def test_answers_have_all_members_that_are_always_sent_and_may_get_more(schemas):
    answers = {name: each for name, each in schemas.items() if re.search("(Answer|Result)$", name)}
    assert len(answers) > 30
    for schema in answers.values():
        assert {"type": "null"} not in list(parts(schema))
        assert "additionalProperties" not in schema
    hint = schemas["HintAnswer"]
    assert {"level", "text", "stopped_by"} <= set(hint["required"])
    assert not {"move", "verdict", "reasons"} & set(hint["required"])
    assert hint["properties"]["score"]["$ref"].endswith("/Score")


def test_no_member_has_a_default(schemas):
    """With one ``openapi-typescript`` requires the member, ``openapi-python-client`` sends it."""
    properties = [part["properties"] for part in parts(schemas) if "properties" in part]
    assert [field for part in properties for field in part.values() if "default" in field] == []
    source = schemas["KnottyNinesDealRequest"]["properties"]["source"]
    assert source["description"].endswith(' Default: "kibitz".')


def test_answers_are_shown(document):
    for path, operations in document["paths"].items():
        if "post" in operations and path != "/v1/jobs":
            answer = operations["post"]["responses"]["200"]["content"]["application/json"]
            assert answer["example"], path


def test_a_key_is_optional_unless_the_service_requires_one(document, tmp_path):
    assert document["security"] == [{}, {"key": []}]
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    keys = tmp_path / "keys"
    keys.write_text(key_line("reader", new_key()) + "\n", "utf-8")
    app = create_app(Settings(database_url=None, api_keys=keys, require_key=True))
    assert app.openapi()["security"] == [{"key": []}]
