"""Malformed requests against a real server: none may be a 5xx, and none may leave anything behind.

Bodies are valid requests with a few places changed, cut or doubled, almost-JSON and plain bytes;
headers and verbs are wrong now and then, and one request in twenty breaks the rules of HTTP or
hangs up halfway. Memory and open files of the server are read from its own ``/metrics``.
"""

import argparse
import http.client
import json
import random
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from benchmarks.common import command, following, show
from benchmarks.server import running

GAMES: Final = (
    *("knotty-nines", "knack-solitaire", "knaves", "knack", "knock-rummy", "hand-knee-foot"),
)
VERBS: Final = ("deal", "moves", "play", "solve", "verify", "hint", "analyze")
JUNK: Final[Sequence[Any]] = (
    *(None, True, False, 0, -1, 1e308, 2**63, "", "6C", "??", "\x00", "é" * 9, "9" * 300),
    *([], {}, [[]] * 20, {"a": {"b": [1]}}, "knotty-nines~~", "1>2", [None] * 50),
)
LETTERS: Final = '{}[]",:0123456789eE+-.\\u ntf'
_CUT_SHORT: Final = (
    b"POST /v1/games/knaves/hint HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)
_WATCHED: Final = ("process_resident_memory_bytes", "process_open_fds")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all the places in a JSON value."""
    found = [path]
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(item, (*path, key))
    return found


def mutated(value: Any, dice: random.Random) -> Any:
    """``value`` with one place replaced, removed or doubled."""
    path = dice.choice(places(value))
    if not path:
        return dice.choice(JUNK)
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    last = path[-1]
    match dice.randrange(3):
        case 0:
            inner[last] = dice.choice(JUNK)
        case 1:
            del inner[last]
        case _ if isinstance(inner, list):
            inner.insert(last, inner[last])
        case _:
            inner[f"{last}2"] = inner[last]
    return copy


def body_of(valid: Any, dice: random.Random) -> bytes:
    """A body that is malformed, or at least strange."""
    match dice.randrange(8):
        case 0:
            return dice.randbytes(dice.randrange(200))
        case 1:
            return "".join(dice.choices(LETTERS, k=dice.randrange(80))).encode()
        case 2:
            text = json.dumps(valid).encode()
            return text[: dice.randrange(len(text))]
        case 3:
            return b"[" * dice.randrange(1, 100_000)
        case _:
            for _ in range(dice.randrange(1, 4)):
                valid = mutated(valid, dice)
            return json.dumps(valid).encode()


def requests(port: int, dice: random.Random) -> dict[str, Any]:
    """A valid request of every verb of every game, and some jobs, by path."""
    found: dict[str, Any] = {}
    limits = {"time_ms": 5, "nodes": 200, "iterations": 4}
    for game in GAMES:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = json.dumps({"seed": str(dice.randrange(1000))})
        kind = {"Content-Type": "application/json"}
        connection.request("POST", f"/v1/games/{game}/deal", body, kind)
        position = json.loads(connection.getresponse().read())["position"]
        connection.close()
        verbs = {verb: {"position": position} for verb in VERBS}
        verbs["deal"] = {"seed": "1", "rules": position.get("rules"), "source": "kibitz"}
        verbs["play"] = verbs["verify"] = {"position": position, "moves": ["1>2"]}
        for verb in ("solve", "hint", "analyze"):
            verbs[verb] = {"position": position, "limits": limits}
        found |= {f"/v1/games/{game}/{verb}": body for verb, body in verbs.items()}
    # The paths differ only where that does not matter, so that all kinds are among them.
    study = {"kind": "study", "game": GAMES[0], "first": 0, "last": 1, "limits": {"nodes": 9}}
    match = {"kind": "match", "game": "knaves", "hero": "rule", "rival": "random", "deals": 1}
    for number, job in enumerate((study, match)):
        found[f"/v1/jobs?{number}"] = job
    return found


def headers_of(dice: random.Random) -> dict[str, str]:
    """Headers that are right most of the time."""
    headers = {"Content-Type": "application/json"}
    match dice.randrange(12):
        case 0:
            headers["Content-Type"] = dice.choice(["", "text/plain", "application/json;charset=x"])
        case 1:
            headers["Accept"] = dice.choice(["application/x-ndjson", "text/event-stream", ";;q=,"])
        case 2:
            headers["If-None-Match"] = dice.choice(["*", '"', "W/"])
        case 3:
            headers["Authorization"] = dice.choice(["Bearer", "Basic x", "Bearer \xff"])
        case 4:
            headers["Content-Encoding"] = "gzip"
    return headers


def broken(port: int, dice: random.Random) -> int:
    """A request that is no HTTP, or ends early; its status, 0 without one."""
    raw = dice.choice(
        [
            dice.randbytes(100),
            b"GET / HTTP/9\r\n\r\n",
            b"POST /v1/games HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            _CUT_SHORT,
            b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        ]
    )
    with socket.create_connection(("127.0.0.1", port), timeout=60) as link, suppress(OSError):
        link.sendall(raw)
        link.shutdown(socket.SHUT_WR)
        words = link.recv(100).split()
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
    return 0


def watched(port: int) -> tuple[float, float]:
    """Megabytes and open files of the server."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith(_WATCHED))
    memory, files = (float(found[name]) for name in _WATCHED)
    return memory / 2**20, files


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Send them and print what came back."""
    dice = random.Random(args.seed)
    statuses: Counter[int] = Counter()
    rows = []
    with running() as (port, *_):
        valid = requests(port, dice)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for number in following(range(args.requests + 1), args.requests, "malformed requests"):
            if number % max(1, args.requests // 10) == 0:
                memory, files = watched(port)
                rows.append([str(number), f"{memory:.0f}", f"{files:.0f}"])
            if dice.random() < 0.05:
                statuses[broken(port, dice)] += 1
                continue
            asked = dice.choice(list(valid))
            path = asked + ("x" if dice.random() < 0.02 else "")
            method = "PUT" if dice.random() < 0.02 else "POST"
            body = body_of(valid[asked], dice)
            try:
                connection.request(method, path, body, headers_of(dice))
                response = connection.getresponse()
                response.read()
                statuses[response.status] += 1
            except (http.client.HTTPException, OSError):
                statuses[0] += 1
                connection.close()
        connection.close()
    show("Memory of the server", ["requests", "megabytes", "open files"], rows)
    counts = [[str(status or "none"), str(count)] for status, count in sorted(statuses.items())]
    show("Answers to malformed requests", ["status", "requests"], counts)
    failures = sum(count for status, count in statuses.items() if status >= 500)
    print(f"5xx: {failures}\n")


if __name__ == "__main__":
    command(__doc__, add_options, run)
