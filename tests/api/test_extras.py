"""What one game alone answers, over HTTP and in a terminal."""

import json

from kibitz.contract.base import plain
from kibitz.games.hand_knee_foot.scoresheet import EXAMPLE, score_answer, score_text
from tests.cli.helpers import run

PATH = "/v1/games/hand-knee-foot/score"


def test_a_round_given_as_counts_is_scored(client):
    response = client.post(PATH, json=EXAMPLE)
    assert response.status_code == 200
    assert response.json() == plain(score_answer(EXAMPLE))
    ended = run("ask", "hand-knee-foot", "score", json.dumps(EXAMPLE), "--json")
    assert (ended.code, ended.out) == (0, response.text + "\n")
    told = run("ask", "hand-knee-foot", "score", json.dumps(EXAMPLE))
    assert told.out.splitlines() == score_text(score_answer(EXAMPLE))


def test_every_fault_is_told(client):
    body = {"teams": [{"melded": {"X": 1}, "red_threes": -1}, {}], "round": 9}
    response = client.post(PATH, json=body)
    assert response.status_code == 422
    errors = response.json()["errors"]
    assert [error["pointer"] for error in errors] == [
        "/round",
        "/teams/0/red_threes",
        "/teams/0/melded/X",
    ]
    ended = run("ask", "hand-knee-foot", "score", json.dumps(body), "--json")
    assert ended.code == 2
    assert json.loads(ended.out)["errors"] == errors


def test_a_verb_that_is_not_there_names_the_questions_as_well(client):
    response = client.post("/v1/games/hand-knee-foot/nothing", json={})
    assert response.status_code == 404
    assert response.json()["detail"].endswith(", analyze, choose, review, score")


def test_the_description_has_it(client):
    document = client.get("/openapi.json").json()
    operation = document["paths"][PATH]["post"]
    assert operation["summary"] == "Score a finished round given as counts"
    schemas = document["components"]["schemas"]
    assert "teams" in schemas["HandKneeFootScoreRequest"]["required"]
    assert "next_dealer" in schemas["HandKneeFootScoreAnswer"]["properties"]


def test_questions_that_are_not_there():
    ended = run("ask", "knaves", "score", "{}")
    assert ended.code == 2
    assert "hand-knee-foot score" in ended.err
