"""``/mcp``: over HTTP in both modes, behind the limits, keys, hosts and origins of the service."""

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from mcp.client.client import Client
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.clients import key_line
from kibitz.api.settings import Settings
from tests.api.assistants.conftest import MODES
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import FakeSolver, wait_for
from tests.docs_refresh import plain_environment

POSITION = "knotty-nines~~6D.2C.8H.5D.KD.QH.3S.JC.8C~43"
PATH = "/mcp"
INFO = {"name": "test", "version": "0"}
ASKED = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": INFO}
FIRST = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ASKED}
ACCEPT = {"Accept": "application/json, text/event-stream"}
# What of the library is there before it is loaded, and what the first request loads.
IMPORTS = """
import sys
from starlette.testclient import TestClient
from kibitz.api.app import create_app
from kibitz.api.assistants.http import load
from kibitz.api.readiness import Kernels
from kibitz.api.settings import Settings
FIRST = %r
app = create_app(Settings(database_url=None), warm=Kernels(lambda _: None, lambda _: True))
with TestClient(app) as client:
    assert client.get("/healthz").status_code == 200
    early = {"mcp", "mcp_types", "jsonschema"} & set(sys.modules)
    load()
    before = set(sys.modules)
    headers = {"Host": "localhost", "Accept": "application/json, text/event-stream"}
    assert client.post("/mcp", json=FIRST, headers=headers).status_code == 200
    # What the background start of jobs imports meanwhile is no matter of this request.
    library = ("mcp", "jsonschema", "kibitz.api.assistants")
    late = [name for name in set(sys.modules) - before if name.startswith(library)]
print(sorted(early), late)
"""


def client_of(**settings):
    """A client of an application that needs no kernels."""
    given = Settings(database_url=None, workers=1, **{"mcp_hosts": "testserver", **settings})
    return TestClient(create_app(given, solvers={"knotty-nines": FakeSolver()}, warm=warm_nothing))


def greeted(client, **headers):
    """The response to the first message of an assistant."""
    return client.post(PATH, json=FIRST, headers={**ACCEPT, **headers})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_live(lasting_service, mode, path):
    heard = []

    async def hear(done, total, message):
        heard.append((done, message))

    async def converse():
        async with Client(lasting_service + path, mode=mode) as client:
            dealt = await client.call_tool("deal", {"game": "knaves", "seed": "7"})
            asked = {"position": dealt.structured_content["position"], "iterations": 4000}
            asked["seed"] = f"{MODES.index(mode)}{len(path)}"
            return await client.call_tool("hint", asked, progress_callback=hear)

    result = asyncio.run(converse())
    assert result.structured_content["answer"]["level"] == "why"
    assert result.content[0].text.startswith(result.structured_content["answer"]["text"])
    done = [each for each, _ in heard]
    assert done
    assert done == sorted(set(done))
    assert all("iterations" in message for _, message in heard)


@pytest.mark.parametrize("mode", MODES)
def test_who_leaves_ends_the_search(lasting_service, mode):
    def cancelled():
        page = httpx2.get(f"{lasting_service}/metrics").text.splitlines()
        counts = [line for line in page if 'stopped_by="cancelled"' in line and "_total{" in line]
        return sum(float(line.rpartition(" ")[2]) for line in counts)

    async def converse():
        async with Client(lasting_service + PATH, mode=mode) as client:
            dealt = await client.call_tool("deal", {"game": "knaves", "seed": "7"})
            position = dealt.structured_content["position"]
            asked = {"position": position, "time_ms": 10_000, "seed": str(MODES.index(mode))}
            begun = asyncio.Event()

            async def hear(*_):
                begun.set()

            call = client.call_tool("analyze", asked, progress_callback=hear)
            asking = asyncio.create_task(call)
            heard = asyncio.create_task(begun.wait())
            await asyncio.wait((asking, heard), return_when=asyncio.FIRST_COMPLETED)
            assert not asking.done()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await asyncio.to_thread(wait_for, lambda: cancelled() > before, 8)

    before = cancelled()
    asyncio.run(converse())


def test_only_known_hosts_and_sites_may_ask():
    with client_of(cors_origins="https://cards.example") as client:
        assert greeted(client).status_code == 200
        for host in ("evil.example", "localhost.evil.example", "testserver.evil.example:80"):
            assert greeted(client, Host=host).status_code == 421, host
        for host in ("localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "testserver:9"):
            assert greeted(client, Host=host).status_code == 200, host
        for origin in ("https://evil.example", "null", "http://localhost.evil.example"):
            assert greeted(client, Origin=origin).status_code == 403, origin
        for origin in ("https://cards.example", "http://localhost:5173", "http://127.0.0.1"):
            assert greeted(client, Origin=origin).status_code == 200, origin
    with client_of(mcp_hosts="*", cors_origins="*") as client:
        assert greeted(client, Host="any.example", Origin="https://a.example").status_code == 200
    for wrong in ("https://cards.example", "cards example", "cards.example:x"):
        with pytest.raises(ValueError, match="is neither"):
            Settings(mcp_hosts=wrong)


def test_keys_and_rates_hold_as_everywhere(tmp_path):
    keys = Path(tmp_path) / "keys"
    keys.write_text(key_line("ann", "kbz_secret", "2/hour") + "\n", "utf-8")
    with client_of(api_keys=keys, require_key=True) as client:
        assert greeted(client).status_code == 401
        known = {"Authorization": "Bearer kbz_secret"}
        assert [greeted(client, **known).status_code for _ in range(3)] == [200, 200, 429]
        page = client.get("/metrics").text
    assert 'kibitz_requests_total{method="POST",route="/mcp",status="200"} 2.0' in page


def test_bodies_and_methods_are_limited():
    with client_of(max_body_bytes=1000) as client:
        long = {**FIRST, "params": {"x": "x" * 1000}}
        assert client.post(PATH, json=long, headers=ACCEPT).status_code == 413
        refused = client.put(PATH, json=FIRST)
        assert (refused.status_code, refused.headers["allow"]) == (405, "DELETE, GET, HEAD, POST")


def test_sessions_end_with_the_service_and_begin_anew():
    client = client_of()
    for _ in range(2):
        with client:
            wait_until_ready(client)
            assert greeted(client).status_code == 200


def test_a_session_is_open_to_its_own_key_alone(tmp_path):
    keys = Path(tmp_path) / "keys"
    lines = (key_line(name, f"kbz_{name}") for name in ("ann", "ben"))
    keys.write_text("\n".join(lines) + "\n", "utf-8")
    ann, ben = ({"Authorization": f"Bearer kbz_{name}"} for name in ("ann", "ben"))
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    with client_of(api_keys=keys) as client:

        def asked(session, key):
            headers = {**ACCEPT, **key, "Mcp-Session-Id": session}
            answer = client.post(PATH, json=listing, headers=headers)
            return answer.status_code, answer.text

        sessions = [greeted(client, **key).headers["mcp-session-id"] for key in (ann, {})]
        unknown = asked("0" * 32, ann)
        assert unknown[0] == 404
        for session, owner in zip(sessions, (ann, {}), strict=True):
            for key in (ann, ben, {}):
                found = asked(session, key)
                assert (found[0] == 200) if key == owner else (found == unknown)
            others = {**ben, "Mcp-Session-Id": session}
            assert client.delete(PATH, headers=others).status_code == 404
            assert asked(session, owner)[0] == 200


def test_no_request_imports_the_library():
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS % FIRST],
        capture_output=True,
        text=True,
        check=True,
        env=plain_environment(),
    )
    assert done.stdout.splitlines()[-1] == "[] []"
