"""The exchanges that hold both clients to the same behaviour: ``tests/golden/exchanges.json``.

Each has a call, what is sent for it, what the service answered and what the client makes of that.
``python -m tests.client.exchanges`` asks services again and writes the file; with ``--check`` it
changes nothing and fails where an answer has another structure than the recorded one. ``last``
says that a client returns what the last answer has: as ``json``, ``text``, ``bytes`` or ``lines``.
"""

import argparse
import base64
import json
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2

from kibitz.api.clients import key_line, new_key
from kibitz.client import Kibitz, Refused
from tests.client.calls import CUT, LOST, PAGE, PLAIN, SILENT, STRICT, Asked, calls
from tests.client.replaying import EXCHANGES, Json, as_sent, expected, replay

KEPT = ("content-type", "retry-after")
WINDOW = 10  # seconds, as they are counted from midnight
LIMIT = f"1/{WINDOW}second"
METRICS_LINES = 6


class Recorder(httpx2.BaseTransport):
    """A transport that keeps the requests and their answers."""

    def __init__(self, key: str) -> None:
        """Keep ``key`` out of what is kept."""
        self._http, self._key = httpx2.HTTPTransport(), key
        self.sent: list[Json] = []
        self.answers: list[Json] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Pass a request on."""
        response = self._http.handle_request(request)
        content = response.read()
        sent = as_sent(request)
        if "authorization" in sent["headers"]:
            sent["headers"]["authorization"] = "Bearer {key}"
        self.sent.append(sent)
        headers = {name: response.headers[name] for name in KEPT if name in response.headers}
        answer: Json = {"status": response.status_code, "headers": headers}
        self.answers.append(answer | stored(request.url.path, content))
        return httpx2.Response(response.status_code, headers=headers, content=content)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


def stored(path: str, content: bytes) -> Json:
    """An answer as it is stored: of the metrics a few lines, of the description where it lies."""
    if path == "/openapi.json":
        return {"file": "docs/openapi.json"}
    if path == "/metrics":
        return {"text": "".join(content.decode().splitlines(keepends=True)[:METRICS_LINES])}
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def record() -> list[Json]:
    """All exchanges, with answers of services that are started for it."""
    from tests.api.test_server import serving

    found: dict[str, Json] = {}
    key, job = new_key(), ""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "keys").write_text(key_line("reader", key, LIMIT) + "\n", "utf-8")
        settings = {
            PLAIN: {
                "KIBITZ_DATABASE_URL": f"sqlite:///{folder}/answers.sqlite",
                "KIBITZ_JOB_WORKERS": "1",
            },
            STRICT: {"KIBITZ_API_KEYS": f"{folder}/keys", "KIBITZ_REQUIRE_KEY": "true"},
        }
        ports = {
            service: stack.enter_context(serving(**variables))[1]
            for service, variables in settings.items()
        }
        for asked in calls():
            exchange = begun(asked, job)
            if asked.script:
                exchange["answers"] = [scripted(each, found) for each in asked.script]
            else:
                while asked.name == "with a key" and time.time() % WINDOW > WINDOW / 2:
                    time.sleep(0.1)  # the next request shall be of the same window
                address = f"http://127.0.0.1:{ports[asked.service]}"
                exchange["answers"] = ask(address, exchange, key)
            outcome = replay(exchange)
            if asked.method == "submit":
                job = outcome["returned"]["id"]
            found[asked.name] = exchange | outcome | shortened(exchange, outcome)
    for exchange in found.values():
        if "last" in exchange:
            exchange.pop("returned", None)
            exchange.pop("items", None)
    return [*found.values()]


def begun(asked: Asked, job: str) -> Json:
    """An exchange without its answers."""
    arguments = {
        name: job if value == "{job}" else value for name, value in asked.arguments.items()
    }
    client: Json = {"retries": asked.retries, "timeout": 60.0}
    if asked.script == (SILENT,):
        client["timeout"] = 0.02
    if asked.key:
        client["key"] = asked.key
    return {"name": asked.name, "client": client, "method": asked.method, "arguments": arguments}


def ask(address: str, exchange: Json, key: str) -> list[Json]:
    """The answers of a service to what a call sends."""
    recorder = Recorder(key)
    given = (
        {**exchange["client"], "key": key} if "key" in exchange["client"] else exchange["client"]
    )
    with Kibitz(address, transport=recorder, **given) as kibitz, suppress(Refused):
        got = getattr(kibitz, exchange["method"])(**exchange["arguments"])
        if isinstance(got, Generator):
            for _ in got:
                pass
    return recorder.answers


def scripted(name: str, found: dict[str, Json]) -> Any:
    """The answer that a script names."""
    if name in {LOST, SILENT}:
        return name
    if name == PAGE:
        return {"status": 200, "headers": {"content-type": "text/html"}, "text": "<html></html>"}
    answer: Json = found[name.removesuffix(CUT)]["answers"][-1]
    if not name.endswith(CUT):
        return answer
    text = answer["text"]
    pieces = text.split("\n\n") if "event-stream" in answer["headers"]["content-type"] else []
    first = "\n\n".join(pieces[:-2]) + "\n\n" if pieces else text[: text.index("\n") + 20]
    return answer | {"text": first, "broken": True}


def shortened(exchange: Json, outcome: Json) -> Json:
    """``last``, where a client returns just what the last answer has."""
    for last in ("json", "text", "bytes", "lines"):
        with suppress(ValueError, KeyError, TypeError):
            if (
                expected(
                    exchange | {"last": last} | {"sent": outcome["sent"], "waits": outcome["waits"]}
                )
                == outcome
            ):
                return {"last": last}
    return {}


def shape(value: Any) -> Any:
    """The structure of a JSON value: names and kinds, no figures."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(shape(item), sort_keys=True) for item in value})
    return "number" if type(value) in {int, float} else type(value).__name__


def structure(exchange: Json) -> Json:
    """What of an exchange does not change as long as the service answers as it did."""
    found = []
    for answer in exchange["answers"]:
        if answer in (LOST, SILENT):
            found.append(answer)
            continue
        kind = answer["headers"]["content-type"] if answer["status"] != 204 else ""
        said: Any = None
        if "json" in kind and "text" in answer and not answer.get("broken"):
            said = json.loads(answer["text"].splitlines()[-1])
            if isinstance(said, dict) and said.get("state") == "cancelled":
                # Whether the job had just begun depends on how busy the machine is.
                said = {name: said[name] for name in said.keys() - {"started_at", "result"}}
            said = shape(said)
        found.append({"status": answer["status"], "kind": kind, "said": said})
    members = ("method", "client", "last")
    kept: Json = {name: exchange.get(name) for name in members}
    return kept | {"answers": found, "raised": shape(exchange.get("raised"))}


def differences(old: list[Json], new: list[Json]) -> list[str]:
    """The names of the exchanges whose structure is not what it was."""
    before, after = ({each["name"]: structure(each) for each in some} for some in (old, new))
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def main(arguments: list[str]) -> int:
    """Record, or compare; the exit code is 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    new = record()
    if not parser.parse_args(arguments).check:
        text = json.dumps(new, indent=1, ensure_ascii=False)
        EXCHANGES.write_text(text + "\n", "utf-8")
        return 0
    found = differences(json.loads(EXCHANGES.read_text("utf-8")), new)
    print("\n".join(found) or "The service answers as it did.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
