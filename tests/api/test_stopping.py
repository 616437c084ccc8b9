"""A service that is told to stop: what it says meanwhile, and what becomes of its jobs."""

import http.client
import json
import signal

from tests.api.fakes import PATH, wait_for
from tests.api.test_server import HIDDEN, RUNNING, ask, serving
from tests.jobs.helpers import check_once, jobs_run_here, kept, store_at, study

JSON = {"Content-Type": "application/json"}


def test_who_distributes_requests_sees_it_stop_while_a_search_goes_on():
    with serving(KIBITZ_MAX_TIME_MS="none", KIBITZ_GRACE_MS="600000") as (process, port, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = json.dumps({"position": HIDDEN, "limits": {"time_ms": 3_000_000}})
        connection.request("POST", PATH + "analyze", body, JSON)
        wait_for(lambda: RUNNING in ask(port, "GET", "/metrics")[2])
        process.send_signal(signal.SIGTERM)
        wait_for(lambda: ask(port, "GET", "/readyz")[0] == 503)
        job = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 9}
        for method, path, asked in (
            ("GET", "/readyz", None),
            ("POST", PATH + "moves", {"position": HIDDEN}),
            ("POST", PATH + "solve", {"position": HIDDEN}),
            ("POST", "/v1/jobs", job),
        ):
            status, headers, content = ask(port, method, path, asked)
            assert (status, headers["retry-after"]) == (503, "1")
            assert json.loads(content)["type"] == "/problems/stopping"
        assert ask(port, "GET", "/healthz")[0] == 200
        assert RUNNING in ask(port, "GET", "/metrics")[2]
        connection.close()
        assert process.wait(60) in {0, -signal.SIGTERM}


def test_a_job_is_left_at_a_chunk_and_its_events_end(tmp_path):
    url = f"sqlite:///{tmp_path}/answers.sqlite"
    job = study(deals=100)
    asked = {"kind": "study", "game": job.game, "first": 0, "last": 99, "chunk_size": 1}
    with serving(KIBITZ_DATABASE_URL=url) as (process, port, _):
        place = json.loads(ask(port, "POST", "/v1/jobs", asked)[2])["id"]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", f"/v1/jobs/{place}/events")
        response = connection.getresponse()
        assert response.readline() == b"id: 0\n"
        process.send_signal(signal.SIGTERM)
        told = response.read()
        response.close()
        connection.close()
        assert b"event: progress" in told
        assert b"event: end" not in told
        assert process.wait(60) in {0, -signal.SIGTERM}
    store = store_at(url)
    assert 0 < kept(store, place) < len(job.chunks())
    with jobs_run_here(store.url):
        check_once(store, place, job)
    store.close()
