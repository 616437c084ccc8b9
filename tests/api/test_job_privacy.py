"""Whose jobs are seen by whom: by every address of a job, with keys, without, and by guessing."""

import hashlib
import re
from itertools import permutations

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.clients import key_line, new_key
from kibitz.api.settings import Settings
from kibitz.solvers.catalogue import SOLVERS
from tests.api.conftest import wait_until_ready, warm_nothing

STUDY = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 19, "chunk_size": 2}
OTHER = {**STUDY, "last": 18}
# What can be asked about a job, and the status where the job may be seen.
ASKED = (("GET", ""), ("GET", "/deals.csv"), ("GET", "/chart.png"), ("DELETE", ""),
         ("GET", "/events"))  # fmt: skip
WITH_KEYS = ("ann", "bob")


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """An application that keeps jobs, runs none, and knows two keys."""
    folder = tmp_path_factory.mktemp("private")
    keys = {name: new_key() for name in WITH_KEYS}
    file = folder / "keys"
    file.write_text("\n".join(key_line(name, key) for name, key in keys.items()))
    settings = Settings(
        database_url=f"sqlite:///{folder}/answers.sqlite", job_workers=0, api_keys=file
    )
    app = create_app(settings, solvers={"knotty-nines": SOLVERS["knotty-nines"]}, warm=warm_nothing)
    with TestClient(app) as client:
        wait_until_ready(client)
        app.state.keys = keys
        yield app


@pytest.fixture(scope="module")
def who(app):
    """Clients with a key each, and two without one, at addresses of their own."""
    clients = {name: TestClient(app, client=("203.0.113.9", 9)) for name in WITH_KEYS}
    for name, client in clients.items():
        client.headers["authorization"] = f"Bearer {app.state.keys[name]}"
    strangers = {"here": "192.0.2.1", "there": "192.0.2.2"}
    return clients | {name: TestClient(app, client=(ip, 9)) for name, ip in strangers.items()}


def submitted(client, body=STUDY, key=None):
    headers = {} if key is None else {"Idempotency-Key": key}
    response = client.post("/v1/jobs", json=body, headers=headers)
    assert response.status_code == 202, response.text
    name: str = response.json()["id"]
    return name


def untagged(response):
    """An answer without what differs between any two requests."""
    kept = {k: v for k, v in response.headers.items() if k not in {"x-request-id", "server-timing"}}
    return response.status_code, kept, response.text


@pytest.mark.parametrize("key", [None, "mine"], ids=["random", "by key"])
def test_a_job_of_a_client_with_a_key_does_not_exist_for_others(who, key):
    for owner in WITH_KEYS:
        name = submitted(who[owner], key=key)
        nothing = "0" * len(name)
        for other in who.keys() - {owner}:
            for method, path in ASKED:
                asked = who[other].request(method, f"/v1/jobs/{name}{path}")
                absent = who[other].request(method, f"/v1/jobs/{nothing}{path}")
                status, headers, text = untagged(absent)
                assert status == 404
                assert untagged(asked) == (status, headers, text.replace(nothing, name))
        assert who[owner].get(f"/v1/jobs/{name}").json()["state"] == "queued"
        for method, path in ASKED:
            assert who[owner].request(method, f"/v1/jobs/{name}{path}").status_code == 200


def test_a_job_of_a_client_without_a_key_is_seen_by_whoever_has_its_id(who):
    for asking in who.values():
        name = submitted(who["here"])
        for method, path in ASKED:
            assert asking.request(method, f"/v1/jobs/{name}{path}").status_code == 200


def test_lists_show_nobody_elses_jobs(who):
    for client in who.values():
        submitted(client)
        submitted(client, key="listed")
    listed = {
        name: {each["id"] for each in client.get("/v1/jobs", params={"limit": 200}).json()["jobs"]}
        for name, client in who.items()
    }
    assert listed["here"] == listed["there"] == set()
    assert listed["ann"]
    assert listed["bob"]
    assert not listed["ann"] & listed["bob"]
    for name in listed["bob"]:
        assert who["bob"].get(f"/v1/jobs/{name}").status_code == 200
    assert who["here"].get("/v1/jobs", params={"limit": 0}).status_code == 422


def test_ids_cannot_be_guessed(who):
    """Not from an idempotency key, nor from what the service has sent for others."""
    keys, found = ("1", "2", "first study", "ann\x00x", "ann"), []
    for client in who.values():
        found += [submitted(client, key=key) for key in keys if key.isprintable()]
        found += [submitted(client) for _ in range(2)]
    assert len({*found}) == len(found)
    assert all(re.fullmatch(r"[0-9a-f]{32}", name) for name in found)
    for digest in (hashlib.sha256, hashlib.sha1, hashlib.md5):
        for key in keys:
            for whole in (key, f"ann\0{key}", f"key:ann\0{key}", f"address:192.0.2.1\0{key}"):
                assert digest(whole.encode()).hexdigest()[:32] not in found


def test_a_key_finds_the_job_of_its_sender_alone(who):
    for client in who.values():
        first = submitted(client, key="the same")
        assert submitted(client, key="the same") == first
    for one, other in permutations(who.values(), 2):
        assert submitted(one, key="the same") != submitted(other, key="the same")


def test_a_key_of_another_request_gives_nothing_of_it_away(who):
    for client in who.values():
        name = submitted(client, key="twice")
        refused = client.post("/v1/jobs", json=OTHER, headers={"Idempotency-Key": "twice"})
        assert refused.status_code == 422
        assert [error["code"] for error in refused.json()["errors"]] == ["key_reused"]
        assert name not in refused.text
        assert str(STUDY["last"]) not in refused.text
    # Others have not used it.
    fresh = {name: submitted(client, OTHER, key="once") for name, client in who.items()}
    assert len({*fresh.values()}) == len(who)


def test_another_process_finds_the_same_job_by_the_same_key(app, who, tmp_path):
    name = submitted(who["here"], key="across")
    url = f"sqlite:///{app.state.service.jobs.store.url.database}"
    other = create_app(
        Settings(database_url=url, job_workers=0),
        solvers={"knotty-nines": SOLVERS["knotty-nines"]},
        warm=warm_nothing,
    )
    with TestClient(other, client=("192.0.2.1", 9)) as client:
        wait_until_ready(client)
        assert submitted(client, key="across") == name
    elsewhere = create_app(
        Settings(database_url=f"sqlite:///{tmp_path}/answers.sqlite", job_workers=0),
        solvers={"knotty-nines": SOLVERS["knotty-nines"]},
        warm=warm_nothing,
    )
    with TestClient(elsewhere, client=("192.0.2.1", 9)) as client:
        wait_until_ready(client)
        assert submitted(client, key="across") != name
