"""What every answer carries, and what is counted and logged about it."""

import re

import pytest
import structlog

from kibitz.api import metrics
from tests.api.fakes import PATH

TIMING = re.compile(r"(kernel;dur=\d+\.\d{3}, )?total;dur=\d+\.\d{3}")
PATHS = [
    "/v1/games",
    "/healthz",
    "/readyz",
    "/metrics",
    "/docs",
    "/redoc",
    "/openapi.json",
    "/nothing",
]


@pytest.mark.parametrize("path", PATHS)
def test_headers_of_every_answer(client, path):
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert TIMING.fullmatch(headers["server-timing"])
    assert headers["x-request-id"]


@pytest.mark.parametrize("path", PATHS)
def test_head_is_get_without_a_body(client, path):
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]
    if path != "/metrics":  # which counts the request between the two
        assert head.headers["content-length"] == get.headers["content-length"]


def test_verbs_tell_the_time_in_the_kernel(client):
    headers = client.post(PATH + "deal", json={"seed": 1}).headers
    times = [float(part.split("dur=")[1]) for part in headers["server-timing"].split(", ")]
    assert headers["server-timing"].startswith("kernel;")
    assert 0 < times[0] < times[1]


def test_request_ids_are_taken_over_when_they_are_harmless(client):
    def answered(asked):
        return client.get("/healthz", headers={"X-Request-Id": asked}).headers["x-request-id"]

    assert answered("Job-7_a.b") == "Job-7_a.b"
    for harmful in ("a b", "x" * 65, "<script>", '"', ""):
        assert re.fullmatch(r"[0-9a-f]{32}", answered(harmful))
    assert answered("") != answered("")


def test_a_fault_of_the_service_gives_nothing_away(fake_client):
    body = {"position": fake_client.post(PATH + "deal", json={"seed": 1}).json()["text"]}
    with structlog.testing.capture_logs() as logs:
        response = fake_client.post(
            PATH + "analyze", json=body, headers={"X-Request-Id": "lost-42"}
        )
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-request-id"] == "lost-42"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.json()["type"] == "/problems/internal"
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert [entry["event"] for entry in logs] == ["unexpected fault", "request"]
    assert {entry["request_id"] for entry in logs} == {"lost-42"}
    assert {entry["log_level"] for entry in logs} == {"error"}


def test_the_access_line(fake_client, solver):
    solver.go_on.set()
    body = {"position": fake_client.post(PATH + "deal", json={"seed": 1}).json()["text"]}
    with structlog.testing.capture_logs() as logs:
        fake_client.post(PATH + "solve", json=body)
        fake_client.get("/" + "x" * 500)
        fake_client.post(PATH + "solve", json=body)
    solved, lost, again = logs
    assert solved.pop("ms") > 0
    assert solved.pop("queue_ms") >= 0
    assert len(solved.pop("request_id")) == 32
    assert solved == {
        "event": "request",
        "log_level": "info",
        "method": "POST",
        "route": PATH + "solve",
        "status": 200,
        "stopped_by": "solved",
        "nodes": 7,
        "cache": "miss",
    }
    assert (again["stopped_by"], again["nodes"], again["cache"]) == ("solved", 0, "hit")
    assert (lost["route"], lost["status"]) == ("unmatched", 404)


@pytest.mark.parametrize("gathered", [1, 3, metrics.GATHERED])
def test_metrics(fake_client, solver, gathered, monkeypatch):
    monkeypatch.setattr(metrics, "GATHERED", gathered)
    solver.go_on.set()
    body = {"position": fake_client.post(PATH + "deal", json={"seed": 1}).json()["text"]}
    for nodes in (10, 20, 30, 30):
        fake_client.post(PATH + "solve", json=body | {"limits": {"nodes": nodes}})
    fake_client.request("BREW", "/pot")
    text = fake_client.get("/metrics").text
    route = f'route="{PATH}solve"'
    for line in (
        f'kibitz_requests_total{{method="POST",{route},status="200"}} 4.0',
        'kibitz_requests_total{method="other",route="unmatched",status="404"} 1.0',
        f"kibitz_request_seconds_count{{{route}}} 4.0",
        'kibitz_searches_total{game="knotty-nines",stopped_by="solved",verb="solve"} 3.0',
        'kibitz_nodes_total{game="knotty-nines",verb="solve"} 21.0',
        'kibitz_iterations_total{game="knotty-nines",verb="solve"} 0.0',
        'kibitz_cache_total{game="knotty-nines",result="miss",verb="solve"} 3.0',
        'kibitz_cache_total{game="knotty-nines",result="hit",verb="solve"} 1.0',
        'kibitz_queue_seconds_count{lane="interactive"} 3.0',
        'kibitz_lane_calls{lane="interactive",state="running"} 0.0',
        "kibitz_streams 0.0",
    ):
        assert line in text.splitlines()


def test_applications_count_apart(client, fake_client):
    assert client.get("/metrics").text != fake_client.get("/metrics").text
