"""Compressed answers, and requests of scripts from other sites."""

import gzip
import zlib
from collections.abc import Callable
from typing import Any

import pytest
import zstandard
from fastapi.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.browsers import most_wanted
from kibitz.api.settings import Settings
from tests.api.fakes import PATH, at_most, make_ready

SITE = "https://cards.example"
OTHER = "https://elsewhere.example"
UNPACKING: dict[str, Callable[[], Any]] = {
    "gzip": lambda: zlib.decompressobj(16 + zlib.MAX_WBITS),
    "zstd": lambda: zstandard.ZstdDecompressor().decompressobj(),
}
PREFLIGHT = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization, content-type, if-none-match",
}


def sharing(**settings):
    app = create_app(Settings(database_url=None, **settings))
    make_ready(app)
    return TestClient(app)


@pytest.fixture(scope="module")
def shared():
    return sharing(cors_origins=f"{SITE}, https://two.example:8443", rate_limit=at_most(2))


@pytest.mark.parametrize(
    ("coding", "unpack"),
    [("gzip", gzip.decompress), ("zstd", zstandard.ZstdDecompressor().decompressobj().decompress)],
    ids=["gzip", "zstd"],
)
def test_long_answers_are_compressed_for_who_asks(shared, coding, unpack):
    path, client = "/v1/games/knaves", sharing()
    plain = client.get(path, headers={"accept-encoding": "identity"})
    with client.stream("GET", path, headers={"accept-encoding": coding}) as response:
        packed = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == coding
    assert response.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert response.headers["etag"] == plain.headers["etag"]
    assert len(packed) < len(plain.content) / 2
    assert unpack(packed) == plain.content
    known = {"if-none-match": plain.headers["etag"], "accept-encoding": coding}
    assert client.get(path, headers=known).status_code == 304


def test_short_answers_are_not(client):
    assert "content-encoding" not in client.get("/healthz").headers


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
@pytest.mark.parametrize("form", ["application/x-ndjson", "text/event-stream"])
def test_compressed_streams_come_line_by_line(solver, fake_client, coding, form):
    text = fake_client.post(PATH + "deal", json={"seed": 1}).json()["text"]
    headers = {"accept": form, "accept-encoding": coding}
    body = {"position": text}
    with fake_client.stream("POST", PATH + "solve", json=body, headers=headers) as response:
        assert response.headers["content-encoding"] == coding
        unpacked = UNPACKING[coding]()
        chunks = map(unpacked.decompress, response.iter_raw())
        assert b'"final":false' in next(chunks)  # while the search goes on
        solver.go_on.set()
        assert b'"final":true' in b"".join(chunks)


def test_a_preflight_is_answered_and_not_counted(shared):
    for _ in range(5):
        answer = shared.options(PATH + "hint", headers={"origin": SITE, **PREFLIGHT})
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == SITE


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [
        ("gzip", "gzip"),
        ("gzip;q=0.5, zstd;q=0.4", "gzip"),
        ("gzip;q=0.5, zstd;q=0.5", "zstd, gzip"),
        ("*;q=0.3, zstd;q=0", "gzip"),
        ("gzip;q=0.5, identity", "identity"),
        ("gzip;q=0, br", "identity"),
        ("gzip;q=much", "identity"),
        ("", "identity"),
    ],
)
def test_the_coding_wanted_most(accepted, wanted):
    assert most_wanted(accepted) == wanted


def test_weights_of_codings_are_kept():
    client = sharing()
    for accepted, coding in (("gzip;q=0.9, zstd;q=0.1", "gzip"), ("zstd, gzip;q=0.9", "zstd")):
        answer = client.get("/v1/capabilities", headers={"accept-encoding": accepted})
        assert answer.headers["content-encoding"] == coding
    for accepted in ("gzip;q=0", "gzip;q=0.5, identity;q=0.9"):
        answer = client.get("/v1/capabilities", headers={"accept-encoding": accepted})
        assert "content-encoding" not in answer.headers


def test_another_site_is_refused(shared):
    answer = shared.options(PATH + "hint", headers={"origin": OTHER, **PREFLIGHT})
    assert answer.status_code == 400
    assert "access-control-allow-origin" not in answer.headers


def test_answers_and_problems_may_be_read_by_the_site():
    client = sharing(cors_origins=SITE, rate_limit=at_most(2))
    for status in (200, 404, 429):
        path = "/nothing" if status == 404 else "/v1/games"
        answer = client.get(path, headers={"origin": SITE})
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == SITE
        assert "Retry-After" in answer.headers["access-control-expose-headers"]
        assert "Origin" in answer.headers["vary"]
    strange = client.get("/v1/games", headers={"origin": OTHER})
    assert "access-control-allow-origin" not in strange.headers


def test_all_sites_or_none():
    asked = {"origin": OTHER}
    answer = sharing(cors_origins="*").get("/v1/games", headers=asked)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in sharing().get("/v1/games", headers=asked).headers


@pytest.mark.parametrize("origin", ["cards.example", "https://cards.example/", "https://a/b"])
def test_what_is_no_origin(origin):
    with pytest.raises(ValueError, match="neither"):
        Settings(cors_origins=origin)
