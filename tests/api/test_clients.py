"""Who asks and how often: keys, addresses, limits, in memory and in Redis."""

import asyncio
import shutil
import socket
import stat
import subprocess

import pytest
import structlog
from limits import parse
from pydantic import ValidationError
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.clients import Clients, TooMany, Unauthorized, key_line, new_key, read_keys
from kibitz.api.settings import Settings
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import FakeSolver, at_most, wait_for

REDIS = shutil.which("redis-server")


def bearer(key):
    return {"authorization": f"Bearer {key}"}


@pytest.fixture
def keys(tmp_path):
    """A file with two keys, one of which may ask twice a minute, and the keys."""
    plain, slow = new_key(), new_key()
    lines = ["# keys", "", key_line("plain", plain), key_line("slow", slow, at_most(2))]
    path = tmp_path / "keys"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path, plain, slow


def serving(**settings):
    app = create_app(
        Settings(database_url=None, **settings),
        solvers={"knotty-nines": FakeSolver()},
        warm=warm_nothing,
    )
    return TestClient(app)


def test_one_request_too_many_of_an_address():
    with serving(rate_limit=at_most(3)) as client:
        wait_until_ready(client)
        found = [client.get("/v1/games") for _ in range(4)]
        assert [answer.status_code for answer in found] == [200, 200, 200, 429]
        refused = found[-1]
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.headers["x-request-id"]
        assert 1 <= int(refused.headers["retry-after"]) <= parse(at_most(3)).get_expiry()
        assert refused.json()["type"] == "/problems/too-many-requests"
        assert refused.json()["detail"] == "more than 3 requests in 25 years"
        assert client.get("/healthz").status_code == 200
        assert 'kibitz_refused_total{reason="rate"} 1.0' in client.get("/metrics").text


def test_clients_are_counted_apart(keys):
    path, plain, slow = keys
    with serving(rate_limit=at_most(3), api_keys=path) as client:
        wait_until_ready(client)
        for key, times in ((None, 3), (plain, 3), (slow, 2)):
            headers = bearer(key) if key else {}
            found = [client.get("/v1/games", headers=headers) for _ in range(times + 1)]
            assert [answer.status_code for answer in found] == [200] * times + [429]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("a socket", "another", False),
    ],
)
def test_clients_without_a_key_are_told_apart_by_address(one, other, same):
    clients = Clients("3/minute", "memory://", None)
    assert (clients.client(None, one).identity == clients.client(None, other).identity) == same


def test_keys_may_be_required(keys):
    path, plain, _ = keys
    with serving(rate_limit=None, api_keys=path, require_key=True) as client:
        wait_until_ready(client)
        with structlog.testing.capture_logs() as logs:
            assert client.get("/v1/games", headers=bearer(plain)).status_code == 200
        assert logs[-1]["client"] == "plain"
        assert plain not in str(logs)
        for headers in ({}, bearer(new_key()), {"authorization": "Basic eDp5"}, bearer("ü")):
            encoded = {name: value.encode("latin-1") for name, value in headers.items()}
            refused = client.get("/v1/games", headers=encoded)
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"] == "Bearer"
            assert refused.json()["type"] == "/problems/unauthorized"
        assert client.get("/readyz").status_code == 200
        assert 'kibitz_refused_total{reason="key"} 4.0' in client.get("/metrics").text


def test_only_hashes_are_kept(keys):
    path, plain, slow = keys
    text = path.read_text("utf-8")
    assert plain not in text
    assert slow not in text
    assert {name for name, _ in read_keys(path).values()} == {"plain", "slow"}
    assert stat.S_ISREG(path.stat().st_mode)


def test_a_key_file_lists_all_that_is_wrong(tmp_path):
    path = tmp_path / "keys"
    digest = "0" * 64
    path.write_text(f"one:{digest}\ntwo:12\nthree:{digest}:often\n", "utf-8")
    with pytest.raises(ValidationError, match="line 2: not name:hash") as caught:
        Settings(api_keys=path)
    assert "line 3: 'often' is not a rate" in str(caught.value)
    with pytest.raises(ValidationError, match="cannot be read"):
        Settings(api_keys=tmp_path / "none")


@pytest.mark.parametrize(
    "bad", [{"rate_limit": "often"}, {"rate_limit_url": "https://example.org"}]
)
def test_settings_that_cannot_be_used(bad):
    with pytest.raises(ValidationError, match="is n"):
        Settings(**bad)


@pytest.mark.parametrize("rate", ["2/minute", "2 per minute", "2 / 5 minutes", " 2/minute\n"])
def test_a_rate_of_a_key_may_have_spaces(tmp_path, rate):
    path = tmp_path / "keys"
    path.write_text(key_line("slow", new_key(), rate) + "\n", "utf-8")
    ((name, kept),) = read_keys(path).values()
    assert name == "slow"
    assert kept is not None
    assert parse(kept) == parse(rate)


def test_names_of_keys():
    with pytest.raises(ValueError, match="'a b' is not 1 to 64 letters"):
        key_line("a b", new_key())
    with pytest.raises(ValueError, match="'seldom' is not a rate"):
        key_line("a", new_key(), "seldom")


def test_a_store_that_is_down_refuses_nobody():
    clients = Clients("1/minute", "redis://127.0.0.1:1", None)

    async def ask():
        client = clients.client(None, "10.0.0.1")
        with structlog.testing.capture_logs() as logs:
            await clients.count(client)
            await clients.count(client)
        await clients.close()
        return logs

    logs = asyncio.run(ask())
    assert [entry["event"] for entry in logs] == ["counting failed"]


@pytest.fixture
def redis(tmp_path):
    """The address of a Redis server of our own."""
    assert REDIS
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [REDIS, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", tmp_path]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def answers():
        with socket.socket() as link:
            return link.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_for(answers, 60)
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


@pytest.mark.skipif(REDIS is None, reason="needs redis-server: apt-get install redis-server")
def test_counts_in_redis_are_shared(redis):
    async def ask():
        one, other = (Clients(at_most(2), redis, None) for _ in range(2))
        client = one.client(None, "10.0.0.1")
        await one.count(client)
        await other.count(client)
        with pytest.raises(TooMany) as caught:
            await one.count(client)
        await one.count(one.client(None, "10.0.0.2"))
        for clients in (one, other):
            await clients.close()
        return caught.value.retry_s

    assert 1 <= asyncio.run(ask()) <= parse(at_most(2)).get_expiry()


def test_unknown_schemes():
    with pytest.raises(Unauthorized, match="should be Bearer"):
        Clients(None, "memory://", None).client("Digest x", "10.0.0.1")
