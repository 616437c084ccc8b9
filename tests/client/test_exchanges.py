"""Recorded exchanges hold the Python and the JavaScript client to the same behaviour.

``python -m tests.client.exchanges`` records them again.
"""

import inspect
import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from kibitz.client import AsyncKibitz, Kibitz
from tests.client import exchanges as recording
from tests.client import twin
from tests.client.replaying import EXCHANGES, ROOT, Json, expected, replay, replay_awaiting

FOUND: list[Json] = json.loads(EXCHANGES.read_text("utf-8"))
DESCRIPTION: Json = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))
DRIVER = ROOT / "tests" / "client" / "replay.js"
VERB = re.compile(r"/v1/games/([a-z-]+)/([a-z]+)")
every_exchange = pytest.mark.parametrize("exchange", FOUND, ids=lambda each: each["name"])


@every_exchange
def test_the_client_that_waits(exchange):
    assert replay(exchange) == expected(exchange)


@every_exchange
def test_the_client_for_event_loops(exchange):
    assert replay_awaiting(exchange) == expected(exchange)


@pytest.fixture(scope="module")
def outcomes():
    """What the JavaScript client makes of every exchange."""
    if shutil.which("node") is None:
        pytest.skip("no Node.js")
    command = ["node", str(DRIVER), str(ROOT / "web" / "kibitz.js"), str(EXCHANGES), str(ROOT)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return json.loads(ended.stdout)


@every_exchange
def test_the_javascript_client(exchange, outcomes):
    assert in_floats(outcomes[exchange["name"]]) == in_floats(expected(exchange))


def in_floats(value: Json) -> Any:
    """A JSON value with whole numbers as exact as JavaScript has them."""
    return json.loads(json.dumps(value), parse_int=lambda digits: int(float(digits)))


def routes() -> set[tuple[str, str, bool]]:
    """What the service answers: method, path with names for what varies, whether it streams."""
    found = set()
    for path, methods in DESCRIPTION["paths"].items():
        game = re.sub(r"^/v1/games/[a-z-]+", "/v1/games/{game}", path)
        for method, operation in methods.items():
            kinds = {
                kind
                for status, answer in operation["responses"].items()
                if status.startswith("2")
                for kind in answer.get("content", {})
            }
            found.add((method.upper(), game, False))
            if "application/x-ndjson" in kinds:
                found.add((method.upper(), game, True))
    return found


def exchanged(path: str) -> str:
    """A path that was sent, with names for what varies."""
    path = path.partition("?")[0]
    path = re.sub(r"^/v1/games/[^/]+", "/v1/games/{game}", path)
    path = re.sub(r"^/v1/jobs/[^/]+", "/v1/jobs/{id}", path)
    return re.sub(r"^/problems/[^/]+", "/problems/{name}", path)


def test_every_route_has_a_method_in_both_clients():
    sent = {
        (
            request["method"],
            exchanged(request["path"]),
            request["headers"].get("accept") == "application/x-ndjson",
        )
        for exchange in FOUND
        for request in exchange["sent"]
    }
    assert sent == routes()


def options_of(schema: Json) -> set[str]:
    """The names of what a request may hold."""
    return set(
        DESCRIPTION["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["properties"]
    )


def test_every_option_of_a_verb_is_a_typed_argument():
    asked: dict[str, set[str]] = {}
    for path, methods in DESCRIPTION["paths"].items():
        if found := VERB.fullmatch(path):
            body = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
            asked.setdefault(found[2], set()).update(options_of(body))
    asked["hint"].remove("levels")
    asked["hints"] = (asked["hint"] | {"levels"}) - {"level"}
    streams = {"solving": "solve", "hinting": "hint", "analyzing": "analyze"}
    streams |= {"choosing": "choose", "reviewing": "review"}
    asked |= {name: asked[verb] for name, verb in streams.items()}
    for kind in (Kibitz, AsyncKibitz):
        for name, options in asked.items():
            parameters = inspect.signature(getattr(kind, name)).parameters
            assert set(parameters) == {"self", "game", *options}, name
            assert all(each.annotation is not Any for each in parameters.values())


def test_the_client_that_waits_is_made_from_the_other():
    assert twin.main(["--check"]) == 0


def test_the_service_answers_as_recorded():
    assert recording.differences(FOUND, recording.record()) == []


def test_what_counts_as_another_answer():
    old = [each for each in FOUND if each["name"] in {"games", "table", "lost for good"}]
    assert recording.differences(old, old) == []
    (games,) = (each for each in old if each["name"] == "games")
    text = games["answers"][0]["text"]
    other = [{**games["answers"][0], "text": text.replace('"players"', '"seats"')}]
    changed = [each if each is not games else games | {"answers": other} for each in old]
    assert recording.differences(old, changed) == ["games"]
    assert recording.differences(old, changed[1:]) == ["games"]
