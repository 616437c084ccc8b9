"""kibitz serve and warm."""

import hashlib
import http.client
import re
import signal
import socket

import pytest

import kibitz.api.assistants.stdio
import kibitz.api.server
import kibitz.api.worker
from kibitz.cli import kernels
from kibitz.games.kernel import CACHE_DIR
from tests.cli.helpers import codes, environment, run, start


@pytest.fixture
def served(monkeypatch):
    """What ``kibitz.api.server.serve`` was called with; nothing is served."""
    calls = []
    monkeypatch.setattr(kibitz.api.server, "serve", lambda *args: calls.append(args))
    before = signal.getsignal(signal.SIGPIPE)
    yield calls
    signal.signal(signal.SIGPIPE, before)


def port_of(log):
    """The port that the log of a starting service names."""
    for line in log:
        found = re.search(rb"http://127\.0\.0\.1:([0-9]+)", line)
        if found:
            return int(found[1])
    raise AssertionError("the service ended")


class TestServe:
    def test_defaults_are_the_settings(self, served):
        assert run("serve").code == 0
        assert served == [(None, None, None)]

    def test_options_win(self, served):
        assert run("serve", "--host", "0.0.0.0", "--port", "0").code == 0
        assert served == [("0.0.0.0", 0, None)]

    @pytest.mark.parametrize("command", ["serve", "mcp", "worker"])
    def test_hung_up_clients_end_nothing(self, served, monkeypatch, command):
        monkeypatch.setattr(kibitz.api.worker, "work", lambda *args: served.append(args))
        monkeypatch.setattr(kibitz.api.assistants.stdio, "serve", lambda: served.append(()))
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        run(command)
        assert len(served) == 1
        assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN

    def test_bad_settings_are_told_by_their_variables(self, served, monkeypatch):
        monkeypatch.setenv("KIBITZ_PORT", "http")
        monkeypatch.setenv("KIBITZ_WORKERS", "0")
        ended = run("serve")
        assert (ended.code, ended.out, served) == (2, "", [])
        first, second = ended.err.splitlines()
        assert first.startswith("error: KIBITZ_PORT: ")
        assert second.startswith("error: KIBITZ_WORKERS: ")

    def test_a_process_of_its_own(self):
        changed = environment(KIBITZ_DATABASE_URL="none")
        with start("serve", "--port", "0", env=changed) as process:
            address = ("127.0.0.1", port_of(process.stderr))
            # A client that hangs up without taking its answer does no harm.
            for _ in range(3):
                with socket.create_connection(address) as rude:
                    rude.sendall(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
            client = http.client.HTTPConnection(*address, timeout=60)
            client.request("GET", "/healthz")
            assert client.getresponse().status == 200
            client.close()
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()
            code = process.wait(timeout=60)
        assert code == 0
        assert b"Traceback" not in rest


class TestWarm:
    def test_tells_where_and_how_long(self):
        run("warm")
        ended = run("warm")
        assert ended.code == 0
        where = re.escape(str(CACHE_DIR))
        assert re.fullmatch(rf"Kernels ready after [0-9.]+ seconds in {where}\n", ended.out)
        assert ended.err == ""

    def test_json(self):
        answer = run("warm", "--json").json
        assert answer.keys() == {"cache_dir", "seconds"}
        assert answer["cache_dir"] == str(CACHE_DIR)


def test_a_game_that_cannot_be_compiled_ends_it_with_the_reason(monkeypatch):
    monkeypatch.setattr(kernels, "compile_all", lambda **_: ["compiling knack ended with 1"])
    with pytest.raises(OSError, match="compiling knack ended with 1"):
        run("warm")


def test_usage():
    assert codes(run("warm", "--cold", "--json")) == ["usage"]


class TestKey:
    def test_the_key_is_shown_once_and_its_hash_is_kept(self):
        ended = run("key", "phone.app", "--rate", "5/second")
        assert ended.code == 0
        name, digest, rate = ended.out.strip().split(":")
        key = ended.err.strip().removeprefix("key: ")
        assert (name, rate) == ("phone.app", "5/second")
        assert digest == hashlib.sha256(key.encode()).hexdigest()
        assert len(key) > 40

    def test_what_cannot_be_a_key(self):
        assert "'a b' is not 1 to 64" in run("key", "a b").err
        ended = run("key", "a", "--rate", "often")
        assert (ended.code, ended.out) == (2, "")
        assert "'often' is not a rate" in ended.err
