"""Jobs over HTTP: submitted, followed, cancelled, and everything that is wrong with them."""

import json
import threading
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.clients import key_line, new_key
from kibitz.api.examples import job_examples
from kibitz.api.settings import Settings
from kibitz.solvers.catalogue import SOLVERS
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.jobs.helpers import wait_for

STUDY = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 19, "chunk_size": 2}
EVENTS = 10


@pytest.fixture(scope="module")
def jobs(tmp_path_factory):
    """A client of an application that keeps jobs and runs them."""
    folder = tmp_path_factory.mktemp("jobs")
    settings = Settings(database_url=f"sqlite:///{folder}/answers.sqlite")
    app = create_app(settings, solvers={"knotty-nines": SOLVERS["knotty-nines"]}, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        yield client


def submitted(client, body, **headers):
    response = client.post("/v1/jobs", json=body, headers=headers)
    assert response.status_code == 202, response.text
    assert response.headers["location"] == f"jobs/{response.json()['id']}"
    place: str = urljoin("/v1/jobs", response.headers["location"])
    return place


def done(client, place):
    wait_for(lambda: client.get(place).json()["state"] not in {"queued", "running"})
    return client.get(place)


def events_of(client, place, **headers):
    response = client.get(place + "/events", headers=headers)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")
    blocks = [block for block in response.text.split("\n\n") if block and block[0] != ":"]
    fields = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
    return [(int(f["id"]), f["event"], json.loads(f["data"])) for f in fields]


def problem(response, status, name):
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == f"/problems/{name}"
    return response.json()


@pytest.fixture(scope="module")
def study(jobs):
    """A study that is done."""
    place = submitted(jobs, STUDY)
    assert done(jobs, place).json()["state"] == "done"
    return place


def test_a_study_from_the_queue_to_its_end(jobs, study):
    response = jobs.get(study)
    found = response.json()
    assert found["progress"] == {"done": 20, "total": 20, "unit": "deals"}
    assert found["result"]["deals"] == 20
    assert "errors" not in found
    again = jobs.get(study, headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


def test_events_can_be_taken_up_again(jobs, study):
    told = events_of(jobs, study)
    assert [number for number, _, _ in told] == list(range(EVENTS + 1))
    assert [kind for _, kind, _ in told] == ["progress"] * EVENTS + ["end"]
    assert [data["done"] for _, _, data in told[:-1]] == list(range(2, 21, 2))
    assert told[-1][2] == jobs.get(study).json()
    assert events_of(jobs, study, **{"Last-Event-ID": "7"}) == told[8:]
    after = jobs.get(study + "/events", headers={"Last-Event-ID": str(EVENTS)})
    assert after.status_code == 204
    bad = jobs.get(study + "/events", headers={"Last-Event-ID": "x"})
    assert problem(bad, 422, "bad-input")["errors"][0]["code"] == "bad_event_id"


def test_what_is_wrong_with_a_wish_for_a_list(jobs):
    asked = {"kind": "x", "state": "y", "limit": "0", "after": "-1"}
    wrong = problem(jobs.get("/v1/jobs", params=asked), 422, "bad-input")
    codes = [error["code"] for error in wrong["errors"]]
    assert codes == ["unknown_kind", "unknown_state", "bad_limit", "bad_after"]


def test_clients_with_keys_have_lists_and_keys_of_their_own(tmp_path):
    keys = {name: new_key() for name in ("ann", "bob")}
    file = tmp_path / "keys"
    file.write_text("\n".join(key_line(name, key) for name, key in keys.items()))
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    app = create_app(Settings(database_url=url, job_workers=0, api_keys=file), warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        ids = {}
        for name, key in keys.items():
            client.headers["authorization"] = f"Bearer {key}"
            place = submitted(client, STUDY, **{"Idempotency-Key": "mine"})
            ids[name] = place.removeprefix("/v1/jobs/")
            listed = client.get("/v1/jobs", params={"kind": "study", "state": "queued"})
            assert listed.headers["cache-control"] == "no-store"
            assert "next" not in listed.json()
            assert [each["id"] for each in listed.json()["jobs"]] == [ids[name]]
            assert client.get("/v1/jobs", params={"kind": "match"}).json() == {"jobs": []}
        assert ids["ann"] != ids["bob"]
        del client.headers["authorization"]
        assert client.get("/v1/jobs").json() == {"jobs": []}


def test_a_database_that_hangs_holds_up_nothing_but_jobs(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    app = create_app(Settings(database_url=url, job_workers=0), warm=warm_nothing)
    go_on = threading.Event()
    with TestClient(app) as client:
        wait_until_ready(client)
        store = app.state.service.jobs.store
        monkeypatch.setattr(store, "_client", lambda: go_on.wait(60) and 1 / 0)
        asking = [
            threading.Thread(target=lambda: client.get("/v1/jobs/" + "0" * 32)) for _ in range(4)
        ]
        try:
            for thread in asking:
                thread.start()
            wait_for(lambda: app.state.service.jobs.waiting == 4)
            assert client.post("/v1/games/knotty-nines/deal", json={"seed": 1}).status_code == 200
            assert client.get("/metrics").status_code == 200
        finally:
            go_on.set()
            for thread in asking:
                thread.join()


def test_the_files_of_a_study(jobs, study):
    table = jobs.get(study + "/deals.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert len(table.text.splitlines()) == 21
    known = {"If-None-Match": table.headers["etag"]}
    assert jobs.get(study + "/deals.csv", headers=known).status_code == 304
    chart = jobs.get(study + "/chart.png")
    assert chart.headers["content-type"] == "image/png"
    assert chart.content.startswith(b"\x89PNG")


def test_a_search_has_the_answer_of_its_verb(jobs):
    position = SOLVERS["knotty-nines"].game.deal("2").to_text()
    limits = {"nodes": 100_000}
    asked = {"position": position, "limits": limits}
    place = submitted(jobs, {"kind": "solve", "game": "knotty-nines", **asked})
    found = done(jobs, place).json()["result"]
    answer = jobs.post("/v1/games/knotty-nines/solve", json=asked).json()
    differ = {"limits"}  # the caps on time are not those of a request
    assert {k: v for k, v in found.items() if k not in differ} == {
        k: v for k, v in answer.items() if k not in differ
    }
    for file in ("deals.csv", "chart.png"):
        detail = problem(jobs.get(f"{place}/{file}"), 404, "not-found")["detail"]
        assert "is no study" in detail


def test_a_job_is_cancelled(jobs):
    place = submitted(jobs, {**STUDY, "last": 500_000, "chunk_size": None})
    response = jobs.delete(place)
    assert response.status_code == 200
    assert response.json()["state"] == "cancelled"
    assert events_of(jobs, place)[-1][2]["state"] == "cancelled"
    assert jobs.delete(place).json()["state"] == "cancelled"


def test_a_review_that_is_cancelled_says_so(jobs):
    game = SOLVERS["knaves"].game
    deal = game.deal("1", {})
    moves: list[str] = []
    while len(moves) < 39:
        state = game.state(game.play(deal, moves))
        moves.append(game.move_text(game.legal(state)[0]))
    record = {"position": deal.to_json(), "moves": moves}
    wanted = {"kind": "review", "game": "knaves", "record": record, "limits": {"time_ms": 2000}}
    place = submitted(jobs, wanted)
    wait_for(lambda: jobs.get(place).json()["progress"]["done"])
    assert jobs.get(place).json()["result"]["stopped_by"] != "cancelled"
    assert jobs.delete(place).json()["state"] == "cancelled"
    result = jobs.get(place).json()["result"]
    assert result["stopped_by"] == "cancelled"
    assert sum(seat.get("not_reached", 0) for seat in result["seats"]) > 0


def test_a_key_finds_its_job(jobs):
    first = submitted(jobs, STUDY, **{"Idempotency-Key": '"one"'})
    assert submitted(jobs, STUDY, **{"Idempotency-Key": '"one"'}) == first
    other = {**STUDY, "last": 18}
    response = jobs.post("/v1/jobs", json=other, headers={"Idempotency-Key": '"one"'})
    assert problem(response, 422, "bad-input")["errors"][0]["code"] == "key_reused"
    response = jobs.post("/v1/jobs", json=STUDY, headers={"Idempotency-Key": "x" * 256})
    assert problem(response, 422, "bad-input")["errors"][0]["code"] == "bad_key"


def test_all_that_is_wrong_is_a_problem(jobs):
    wrong = jobs.post("/v1/jobs", json={**STUDY, "first": 30, "source": "x", "deep": 1})
    pointers = {error["pointer"] for error in problem(wrong, 422, "bad-input")["errors"]}
    assert pointers == {"/last", "/source", "/deep"}
    problem(jobs.post("/v1/jobs", content="{"), 415, "not-json")
    headers = {"Content-Type": "application/json"}
    problem(jobs.post("/v1/jobs", content="{", headers=headers), 400, "broken-json")
    problem(jobs.put("/v1/jobs", json=STUDY), 405, "method-not-allowed")
    for method, path in (
        *(("GET", ""), ("GET", "/events"), ("GET", "/deals.csv"), ("GET", "/chart.png")),
        ("DELETE", ""),
    ):
        problem(jobs.request(method, f"/v1/jobs/none{path}"), 404, "not-found")


def test_the_examples_can_be_sent(jobs):
    for example in job_examples().values():
        place = submitted(jobs, example["value"])
        assert done(jobs, place).json()["state"] == "done"


def test_without_a_database_there_are_no_jobs(client):
    response = client.post("/v1/jobs", json=STUDY)
    assert "names none" in problem(response, 503, "no-jobs")["detail"]
    problem(client.get("/v1/jobs/x"), 503, "no-jobs")


def test_a_process_may_leave_the_jobs_to_others(tmp_path):
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    app = create_app(Settings(database_url=url, job_workers=0), warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        place = submitted(client, STUDY)
        assert client.get(place).json()["state"] == "queued"


def test_more_waiting_jobs_of_a_client_than_may_be_are_refused(tmp_path):
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    settings = Settings(database_url=url, job_workers=0, max_waiting_jobs_per_client=2)
    app = create_app(settings, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        told = client.get("/v1/capabilities").json()
        assert told["max_waiting_jobs_per_client"] == 2
        assert "max_running_jobs_per_client" not in told
        first, _ = [submitted(client, STUDY, **{"Idempotency-Key": key}) for key in ("a", "b")]
        refused = client.post("/v1/jobs", json=STUDY)
        said = problem(refused, 429, "too-many-jobs")
        assert said["detail"].startswith("2 jobs of this client are waiting, as many as may")
        assert int(refused.headers["retry-after"]) >= 1
        assert submitted(client, STUDY, **{"Idempotency-Key": "a"}) == first
        submitted(TestClient(app, client=("192.0.2.1", 9)), STUDY)
        client.delete(first)
        submitted(client, STUDY)


def test_an_analysis_of_no_move_is_refused_when_it_is_submitted(jobs):
    text = jobs.post("/v1/games/knotty-nines/deal", json={"seed": 1}).json()["text"]
    body = {"kind": "analyze", "game": "knotty-nines", "position": text}
    for moves, code in (([], "no_moves"), (["77>78"], "bad_move"), (["1>1"], "illegal_move")):
        refused = jobs.post("/v1/jobs", json=body | {"moves": moves})
        assert refused.status_code == 422
        assert [error["code"] for error in refused.json()["errors"]] == [code]
