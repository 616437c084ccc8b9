"""The command line and HTTP give the same answers, byte for byte."""

import json
import time

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from tests.cli.helpers import ENDING, GAME, HIDDEN, LOST, WINNABLE, run

LIMITED = ("--nodes", "5000", "--iterations", "20", "--time-ms", "9000")
LIMITS = {"nodes": 5000, "iterations": 20, "time_ms": 9000}
QUESTIONS = {
    "games": (["games"], "GET", "/v1/games", None),
    "rules": (["rules"], "GET", "/v1/games/knotty-nines", None),
    "deal": (
        ["deal", "--seed", "24", "--source", "pysolfc", "--rules", "wrap=off"],
        *("POST", "deal", {"seed": 24, "source": "pysolfc", "rules": {"wrap": False}}),
    ),
    "deal wanted": (
        ["deal", "--seed", "24", "--want", "solvable", "--difficulty", "hard"],
        *("POST", "deal", {"seed": 24, "want": {"verdict": "solvable", "difficulty": "hard"}}),
    ),
    "moves": (["moves", ENDING], "POST", "moves", {"position": ENDING}),
    "show": (["show", WINNABLE], "POST", "play", {"position": WINNABLE, "moves": []}),
    "play": (["play", ENDING, "5>2"], "POST", "play", {"position": ENDING, "moves": ["5>2"]}),
    "view": (["view", WINNABLE], "POST", "view", {"position": WINNABLE, "seat": 0}),
    "verify": (["verify", ENDING, "5>2"], "POST", "verify", {"position": ENDING, "moves": ["5>2"]}),
    "solve": (
        ["solve", WINNABLE, "--objective", "shortest"],
        *("POST", "solve", {"position": WINNABLE, "objective": "shortest"}),
    ),
    "unknown": (
        ["solve", LOST, "--nodes", "1", "--time-ms", "9000"],
        *("POST", "solve", {"position": LOST, "limits": {"nodes": 1, "time_ms": 9000}}),
    ),
    "hint": (
        ["hint", ENDING, "--level", "why", *LIMITED],
        *("POST", "hint", {"position": ENDING, "level": "why", "limits": LIMITS}),
    ),
    "analyze": (
        ["analyze", HIDDEN, "--seed", "7", "--multi-pv", "3", *LIMITED],
        *("POST", "analyze", {"position": HIDDEN, "seed": "7", "multi_pv": 3, "limits": LIMITS}),
    ),
    "choose": (
        ["choose", HIDDEN, "--level", "casual", "--seed", "7"],
        *("POST", "choose", {"position": HIDDEN, "level": "casual", "seed": "7"}),
    ),
    "best": (
        ["choose", HIDDEN, "--level", "best", *LIMITED],
        *("POST", "choose", {"position": HIDDEN, "level": "best", "limits": LIMITS}),
    ),
    "bad strength": (
        ["choose", ENDING, "--level", "strng", "--seed", "-1"],
        *("POST", "choose", {"position": ENDING, "level": "strng", "seed": "-1"}),
    ),
    "hidden stock": (["solve", HIDDEN], "POST", "solve", {"position": HIDDEN}),
    "illegal move": (
        ["play", ENDING, "1>1"],
        *("POST", "play", {"position": ENDING, "moves": ["1>1"]}),
    ),
    "bad level": (
        ["hint", ENDING, "--level", "x"],
        *("POST", "hint", {"position": ENDING, "level": "x"}),
    ),
    "bad position": (["solve", '{"stock": 1}'], "POST", "solve", {"position": {"stock": 1}}),
    "bad want": (
        ["deal", "--seed", "1", "--want", "x"],
        "POST",
        "deal",
        {"seed": 1, "want": {"verdict": "x"}},
    ),
    "bad seed": (["deal", "--seed", "-5"], "POST", "deal", {"seed": "-5"}),
}


@pytest.fixture(scope="module")
def http():
    app = create_app(Settings(database_url=None))
    with TestClient(app) as client:
        while client.get("/readyz").status_code != 200:
            time.sleep(0.01)
        yield client


@pytest.mark.parametrize(("args", "method", "path", "body"), QUESTIONS.values(), ids=QUESTIONS)
def test_same_bytes(http, args, method, path, body):
    address = path if path.startswith("/") else f"/v1/games/{GAME.name}/{path}"
    response = http.request(method, address, json=body)
    ended = run(*args, "--json")
    assert ended.out == response.text + "\n"
    assert json.loads(ended.out) == response.json()
    assert (ended.code == 2) == (response.status_code == 422)
