"""``review`` over HTTP: whole, a line for each decision, refused with every fault, kept, a job."""

import json
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.knotty_nines.deal import write_plain_text
from kibitz.games.record import read, write
from kibitz.solvers.catalogue import SOLVERS
from tests.api.test_streams import NDJSON, SSE, lines_of

LIMITS = {"iterations": 300, "nodes": 20_000}


def body_of(name: str, length: int = 4, **more: Any) -> dict[str, Any]:
    """The first legal moves of a deal, to be reviewed."""
    game, moves = SOLVERS[name].game, list[str]()
    start = game.deal("6")
    state = game.state(start)
    while len(moves) < length:
        move = game.legal(state)[0]
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    record = {"position": start.to_json(), "moves": moves}
    return {"record": record, "limits": LIMITS, **more}


@pytest.mark.parametrize("name", SOLVERS)
def test_a_decision_comes_with_each_line(client, name):
    path, body = f"/v1/games/{name}/review", body_of(name)
    whole = client.post(path, json=body)
    assert whole.status_code == 200, whole.text
    for form in (NDJSON, SSE):
        lines = lines_of(client.post(path, json=body, headers=form))
        assert [line["final"] for line in lines] == [False] * (len(lines) - 1) + [True]
        assert lines[-1]["answer"] == whole.json()
        told = [line["decision"] for line in lines if "decision" in line]
        assert sorted(told, key=lambda d: d["ply"]) == whole.json()["decisions"]
        progress = [line["progress"] for line in lines if "decision" in line]
        assert [each["done"] for each in progress] == [*range(1, len(told) + 1)]


@pytest.mark.parametrize("name", SOLVERS)
def test_a_record_is_given_in_both_forms(client, name):
    path, game = f"/v1/games/{name}/record", SOLVERS[name].game
    names = [f"player {seat}" for seat in "abcd"[: game.seats(game.state(game.deal("6")))]]
    given = body_of(name)["record"] | {"seats": names, "result": "none"}
    found = client.post(path, json={"record": given}).json()
    assert found["record"] == given | {"game": name}
    assert found["text"] == write(game, read(game, given))
    for form in found.values():
        assert client.post(path, json={"record": form}).json() == found


def test_what_is_wrong_with_a_record_has_its_line(client):
    text = "game: knaves\nseats: Ann, Ben, Cleo\nsource: kibitz 2\nresutl: x\n1. Cleo: 7C Ann: 99"
    answer = client.post("/v1/games/knaves/record", json={"record": text, "foo": 1})
    assert answer.status_code == 422
    faults = [(fault["pointer"], fault["message"]) for fault in answer.json()["errors"]]
    said = "\n".join(f"{pointer}: {message}" for pointer, message in faults)
    assert "/foo: " in said
    assert "line 4: 'resutl' is no heading of a record; did you mean 'result'?" in said
    assert "line 5: " in said
    assert {pointer.split("/")[1] for pointer, _ in faults} == {"foo", "record"}


def test_each_fault_of_a_record_is_named_once(client):
    def faults(text):
        answer = client.post("/v1/games/knaves/record", json={"record": text})
        assert answer.status_code == 422
        return [fault["message"] for fault in answer.json()["errors"]]

    twice = faults("seats: A, B, C\nsetas: D, E, F\nsource: kibitz 2")
    assert twice == ["line 2: 'setas' is no heading of a record; did you mean 'seats'?"]
    assert len(faults("setas: D, E, F\nseats: A, B, C\nsource: kibitz 2")) == 1
    rules = faults("source: kibitz 5\nrules: foo=1,target=30,target=20")
    assert len(rules) == 2
    assert any("'foo'" in message for message in rules)
    names = faults("seats: Ann, Ben\nsource: kibitz 2\n1. Ann: 7C Cleo: 99")
    assert [message.partition(": ")[2] for message in names[:1]] == ["2 names for 3 seats"]
    assert not any("Cleo" in message for message in names)
    plain = write_plain_text(SOLVERS["knotty-nines"].game.deal("6"))
    assert len(faults(plain + "Move a card from stack 0 to stack 1")) == 1
    record = {"source": "kibitz 2", "seats": ["1. FC", "Ann", "Ben"]}
    assert client.post("/v1/games/knaves/record", json={"record": record}).status_code == 422


def test_a_deal_of_another_solver_is_a_record(client):
    path, position = "/v1/games/knotty-nines/record", SOLVERS["knotty-nines"].game.deal("6")
    found = client.post(path, json={"record": write_plain_text(position)}).json()["record"]
    assert (found["position"], found["moves"]) == (position.to_json(), [])


def test_equal_requests_have_equal_bytes(client):
    body = body_of("knaves", seats=[0], turns={"first": 0, "last": 2}, seed="5")
    first, second = (client.post("/v1/games/knaves/review", json=body) for _ in range(2))
    assert first.content == second.content
    assert first.headers["etag"] == second.headers["etag"]
    assert {each["seat"] for each in first.json()["decisions"]} == {0}


def test_the_text_form_is_taken_as_well(client):
    body = body_of("knaves")
    game = SOLVERS["knaves"].game
    record = read(game, {**body["record"], "seats": ["Ann", "Ben", "Cleo"]})
    told = client.post("/v1/games/knaves/review", json={**body, "record": write(game, record)})
    assert told.status_code == 200, told.text
    assert [seat["name"] for seat in told.json()["seats"]] == ["Ann", "Ben", "Cleo"]
    plain = client.post("/v1/games/knaves/review", json=body).json()
    assert told.json()["decisions"] == plain["decisions"]


def test_every_fault_is_listed(client):
    body = body_of("knaves")
    body["record"]["moves"][1] = "ZZ"
    asked = {**body, "seats": [-1], "utility": "fame", "seed": "x", "nonsense": 1}
    response = client.post("/v1/games/knaves/review", json=asked)
    assert response.status_code == 422
    pointers = [error["pointer"] for error in response.json()["errors"]]
    assert sorted(pointers) == ["/nonsense", "/record/moves/1", "/seats/0", "/seed", "/utility"]


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"seats": [3]}, "/seats/0"),
        ({"turns": {"first": 4}}, "/turns/first"),
        ({"turns": {"first": 2, "last": 1}}, "/turns/last"),
        ({"seats": [0, 0]}, "/seats/1"),
        ({"record": None}, "/record"),
        ({"record": "game: knack"}, "/record/game"),
    ],
)
def test_what_does_not_go_together_is_refused(client, more, pointer):
    response = client.post("/v1/games/knaves/review", json={**body_of("knaves"), **more})
    assert response.status_code == 422, response.text
    assert pointer in [error["pointer"] for error in response.json()["errors"]]


def test_ranges_that_are_none_are_said_plainly(client):
    def said(body):
        response = client.post("/v1/games/knaves/review", json=body)
        return [error["message"] for error in response.json()["errors"]]

    body = body_of("knaves", length=1)
    after = "the record has 1 move: none is at 3, which is move 4"
    assert said({**body, "turns": {"first": 3}}) == [after]
    before = "last is 0, before first, which is 3"
    assert said({**body, "turns": {"first": 3, "last": 0}}) == [before, after]
    assert said({**body, "seats": [1, 1]}) == ["seat 1 is given twice"]


def test_a_seat_whose_hand_is_hidden_cannot_be_judged(client):
    game, body = SOLVERS["knaves"].game, body_of("knaves")
    seen = game.as_seen(game.read(body["record"]["position"]), 1)
    body["record"] = {"position": seen.to_json(), "moves": body["record"]["moves"]}
    found = client.post("/v1/games/knaves/review", json=body)
    assert [seat["seat"] for seat in found.json()["seats"]] == [1]
    assert "luck" not in found.json()
    refused = client.post("/v1/games/knaves/review", json={**body, "seats": [0]})
    assert refused.json()["errors"][0]["code"] == "hand_hidden"


def test_a_decision_is_as_small_as_it_can_be(client):
    found = client.post("/v1/games/knaves/review", json=body_of("knaves")).json()
    for decision in found["decisions"]:
        assert None not in decision.values()
        assert len(json.dumps(decision)) < 12_000
