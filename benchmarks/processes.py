"""One service in one process and in two, behind one port: quick verbs, kept answers, searches.

Clients in processes of their own each ask one request after the other over one connection. They
share the machine with the service, so the rates are less than those of a service alone.
"""

import argparse
import http.client
import json
import multiprocessing
import time
from typing import Any, Final

from benchmarks.common import command, show
from benchmarks.server import running
from kibitz.solvers.catalogue import SOLVERS

GAME: Final = "knotty-nines"
CLIENTS: Final = 4
SEARCH: Final = {"limits": {"nodes": 20_000}}
SEARCHES: Final = 20_000  # deals of one client, more than it gets through: a second answer is kept


def bodies(kind: str, client: int) -> tuple[str, list[bytes]]:
    """The verb and the bodies that one client sends in turn."""
    first = 1 + 100_000 * client
    many = range(first, first + (SEARCHES if kind == "searches" else 1))
    verb = "moves" if kind == "quick verbs" else "solve"
    options: dict[str, Any] = {} if kind == "quick verbs" else SEARCH
    positions = (SOLVERS[GAME].game.deal(str(number)).to_text() for number in many)
    return verb, [json.dumps({"position": each, **options}).encode() for each in positions]


def ask(port: int, kind: str, client: int, seconds: float, ready: Any, counted: Any) -> None:
    """Once all are ready, ask for so many seconds; put the answers a second into ``counted``."""
    verb, sent = bodies(kind, client)
    path, headers = f"/v1/games/{GAME}/{verb}", {"Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", port)
    ready.wait()
    done, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        connection.request("POST", path, sent[done % len(sent)], headers)
        answer = connection.getresponse()
        answer.read()
        done += answer.status == http.HTTPStatus.OK
    assert kind != "searches" or done <= len(sent)
    counted.put(done / seconds)


def rate(port: int, kind: str, seconds: float) -> float:
    """Answers a second to all clients together."""
    context = multiprocessing.get_context("spawn")
    counted, ready = context.Queue(), context.Barrier(CLIENTS)
    clients = [
        context.Process(target=ask, args=(port, kind, number, seconds, ready, counted))
        for number in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    found = sum(float(counted.get()) for _ in clients)
    for client in clients:
        client.join()
    return found


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    kinds = ("quick verbs", "kept answers", "searches")
    rates: dict[int, list[float]] = {}
    for processes in (1, 2):
        with running(processes, JOB_WORKERS="0") as (port, _, _):
            rates[processes] = [rate(port, kind, args.seconds) for kind in kinds]
    rows = [[str(number), *(f"{each:,.0f}" for each in some)] for number, some in rates.items()]
    show("Answers a second", ["processes", *kinds], rows)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--seconds", type=float, default=15, help="for each figure")


if __name__ == "__main__":
    command(__doc__, add_options, run)
