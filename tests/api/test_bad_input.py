"""Everything that can be wrong with a request, and the problem that says so."""

import json

import pytest

from kibitz.contract.problems import Problem
from tests.api.fakes import PATH


@pytest.fixture(scope="module")
def position(ask):
    return ask("deal", seed=9)["position"]


def refused(response, status):
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert Problem.model_validate(problem).status == status
    assert problem["title"]
    assert problem["detail"]
    return problem


def post(client, verb, content, **headers):
    headers = {"content-type": "application/json", **headers}
    return client.post(PATH + verb, content=content, headers=headers)


def found(problem):
    return {(error["pointer"], error["code"]) for error in problem["errors"]}


def test_all_faults_of_a_request_are_listed_at_once(client, position):
    tableau = [list(pile) for pile in position["tableau"]]
    twice = tableau[0][0]
    tableau[8] = []
    tableau = tableau[:8]
    tableau[1] = [twice]
    tableau[2] = ["1X"]
    body = {
        "position": {"tableau": tableau, "stock": position["stock"], "foundation": []},
        "limits": {"time_ms": 0, "speed": 3},
        "objective": "fastest",
        "colour": "red",
    }
    problem = refused(client.post(PATH + "solve", json=body), 422)
    assert found(problem) >= {
        ("/position/tableau/1/0", "card_twice"),
        ("/position/tableau/2/0", "unknown_card"),
        ("/position/foundation", "unknown_field"),
        ("/limits/time_ms", "too_small"),
        ("/limits/speed", "unknown_field"),
        ("/objective", "unknown_value"),
        ("/colour", "unknown_field"),
    }
    assert any(error["pointer"] == "/position/tableau" for error in problem["errors"])
    assert problem["detail"] == f"{len(problem['errors'])} things are wrong with the request"
    assert "'1X'" in str(problem["errors"])


def test_all_faults_of_a_deal_are_listed_at_once(client):
    body = {"seed": 1.5, "rules": {"piles": 99, "jokers": 2}, "hurry": True}
    problem = refused(client.post(PATH + "deal", json=body), 422)
    assert found(problem) == {
        ("/seed", "bad_seed"),
        ("/rules/piles", "too_large"),
        ("/rules/jokers", "unknown_switch"),
        ("/hurry", "unknown_field"),
    }


def test_values_of_a_deal_are_checked_beside_its_fields(client):
    body = {"seed": "x", "rules": {"piles": 3}, "source": "kibitz", "hurry": True}
    problem = refused(client.post(PATH + "deal", json=body), 422)
    assert found(problem) == {
        ("/seed", "bad_seed"),
        ("/rules/piles", "too_small"),
        ("/hurry", "unknown_field"),
    }
    body = {"seed": [], "source": "house", "rules": 3, "hurry": True}
    problem = refused(client.post(PATH + "deal", json=body), 422)
    assert {error["pointer"] for error in problem["errors"]} == {
        *("/seed", "/source", "/rules", "/hurry")
    }


@pytest.mark.parametrize(
    ("verb", "missing"),
    [
        ("deal", ["/seed"]),
        ("moves", ["/position"]),
        ("play", ["/position", "/moves"]),
        ("verify", ["/position", "/moves"]),
        ("solve", ["/position"]),
        ("hint", ["/position"]),
        ("analyze", ["/position"]),
    ],
)
def test_required_fields_are_missed(client, verb, missing):
    problem = refused(client.post(PATH + verb, json={}), 422)
    assert found(problem) == {(pointer, "missing") for pointer in missing}


@pytest.mark.parametrize("verb", ["deal", "moves", "solve", "review", "melds", "jobs"])
def test_what_is_asked_for_stands_in_the_body(client, verb):
    path = {"melds": "/v1/games/knock-rummy/melds", "jobs": "/v1/jobs"}.get(verb, PATH + verb)
    problem = refused(client.post(path + "?seed=3&rules=&seed=4", json={"seed": 1}), 422)
    assert found(problem) == {("", "unknown_field")}
    assert [error["message"].split()[0] for error in problem["errors"]] == ["'seed'", "'rules'"]


@pytest.mark.parametrize("body", [[], "x", 3, None, True])
def test_a_body_that_is_no_object(client, body):
    problem = refused(post(client, "solve", json.dumps(body).encode()), 422)
    assert found(problem) == {("", "not_an_object")}


def test_an_illegal_move_is_named_by_its_index(client, position):
    body = {"position": position, "moves": ["9>9", "1>2"]}
    problem = refused(client.post(PATH + "play", json=body), 422)
    assert found(problem) == {("/moves/0", "illegal_move")}
    assert "'9>9'" in problem["detail"]


def test_unknown_seeds_and_sources(client):
    for body, pointer in [
        ({"seed": -1}, "/seed"),
        ({"seed": 2**64}, "/seed"),
        ({"seed": "ms1"}, "/seed"),
        ({"seed": 10**90}, "/seed"),
        ({"seed": "1", "source": "house"}, "/source"),
    ]:
        problem = refused(client.post(PATH + "deal", json=body), 422)
        assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_no_more_than_a_hundred_faults_are_listed(client):
    body = {"position": {"tableau": [["?"] * 50] * 5, "stock": []}}
    problem = refused(client.post(PATH + "moves", json=body), 422)
    assert len(problem["errors"]) == 100
    assert problem["detail"].endswith("the first 100 are listed")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"position":\n  }', "line 2, column 3: expecting value, at '}'"),
        (b"", "line 1, column 1: expecting value, at the end of the text"),
        (b'{"seed": 1, }', "line 1, column 11: a comma before the closing '}', at ', }'"),
        (b'{"rules":\n [1,]}', "line 2, column 4: a comma before the closing ']', at ',]}'"),
        (b'{"seed": 1} 2', "line 1, column 13: extra data, at '2'"),
        (b'{"seed": 1,\n "seed": 2}', "'seed' is there twice in one object"),
        (b'{"NaN": NaN}', "line 1, column 9: NaN is not JSON"),
        (b'{"seed": -Infinity}', "line 1, column 10: -Infinity is not JSON"),
        (b'{"seed": 1e999}', "line 1, column 10: '1e999' is too large a number"),
        (b'{"seed": ' + b"9" * 5000 + b"}", f"'{'9' * 40}…' is too long a number"),
        (b'{"seed": "1}', "a string is not ended: it starts at line 1, column 10"),
        (b'{"seed": "1\n"}', "line 1, column 12: a string holds a line break"),
        (b'{"seed": "\\ud800"}', "half a surrogate pair"),
        (b'{"\\udfff": 1}', "half a surrogate pair"),
        (b'{"seed": "\xff"}', "byte 10, 0xff, is not UTF-8"),
        (b'\xef\xbb\xbf{"seed": 1}', "line 1, column 1: "),
        (b"[" * 33 + b"]" * 33, "nested deeper than 32 levels"),
        (b"[" * 32 + b"1" + b"]" * 32, "nested deeper than 32 levels"),
        (b"[" * 100_000, "nested deeper than 32 levels"),
        (b'{"a":' * 40_000, "nested deeper than 32 levels"),
    ],
)
def test_broken_json(client, content, said):
    problem = refused(post(client, "deal", content), 400)
    assert said in problem["detail"]


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "application/json; charset=utf-16"},
        {"content-type": "application/jsonp"},
        {"content-type": ""},
        {"content-encoding": "gzip"},
    ],
)
def test_bodies_that_are_not_declared_as_plain_json(client, headers):
    refused(post(client, "deal", b'{"seed": 1}', **headers), 415)


@pytest.mark.parametrize(
    "declared",
    ["application/json", "Application/JSON;charset=UTF-8", 'application/json; charset="utf-8"'],
)
def test_bodies_that_are(client, declared):
    assert post(client, "deal", b'{"seed": 1}', **{"content-type": declared}).status_code == 200


def test_a_body_without_a_declaration(client):
    response = client.request("POST", PATH + "deal", content=b'{"seed": 1}')
    assert "there is none" in refused(response, 415)["detail"]


def test_a_body_that_is_too_large(client):
    problem = refused(post(client, "deal", b" " * 262_145), 413)
    assert "262,144" in problem["detail"]
    assert post(client, "deal", b'{"seed": 1}'.ljust(262_144)).status_code == 200


def test_a_body_that_grows_too_large_while_it_is_sent(client):
    def chunks():
        for _ in range(300):
            yield b" " * 1000

    refused(post(client, "deal", chunks()), 413)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/nothing", "there is nothing at '/nothing'"),
        ("/v1/games/whist", "'whist' is not a game here: knotty-nines"),
        ("/v1/games/whist/solve", "'whist' is not a game here: knotty-nines"),
        ("/v1/games/knotty-nines/win", "the verbs are deal, moves, play, "),
        ("/v1/games/knotty-nines/analyse", "; did you mean 'analyze'?"),
        ("/v1/games/", "'' is not a game here"),
        ("/v1/games/knotty-nines/", "there is nothing at"),
        ("/problems/boredom", "'boredom' is none of broken-json, "),
    ],
)
def test_addresses_that_are_not_there(client, path, said):
    assert said in refused(client.get(path, follow_redirects=False), 404)["detail"]
    if not path.startswith("/problems"):
        assert said in refused(client.post(path, json={}), 404)["detail"]


def test_other_methods(client):
    for method, path, allowed in [
        ("GET", PATH + "solve", "POST"),
        ("HEAD", PATH + "solve", "POST"),
        ("PUT", PATH + "solve", "POST"),
        ("OPTIONS", PATH + "solve", "POST"),
        ("POST", "/v1/games", "GET, HEAD"),
        ("TRACE", "/healthz", "GET, HEAD"),
    ]:
        response = client.request(method, path)
        assert response.headers["allow"] == allowed
        if method == "HEAD":
            assert (response.status_code, response.content) == (405, b"")
        else:
            refused(response, 405)


def test_every_problem_has_a_page(client):
    problem = post(client, "deal", b"{").json()
    page = client.get(problem["type"]).json()
    assert (page["type"], page["status"]) == (problem["type"], 400)
    assert "JSON" in page["meaning"]


def test_problems_quote_any_text_without_breaking(client):
    body = json.dumps({"seed": "\x00\u2028\U0001f0cf" * 5, "\x1b[31m": 1})
    problem = refused(post(client, "deal", body.encode()), 422)
    assert found(problem) >= {("/\x1b[31m", "unknown_field")}
