"""What the service adds to a search: server time less kernel time, read from ``Server-Timing``.

A real server with default settings answers ``solve`` for PySolFC deals over one connection, one
request at a time, a few rounds of all of them. Every answer is searched for: nothing is kept in
memory, and the answer book keeps other objectives than the default one only.
"""

import argparse
import http.client
import json
import re
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import numpy as np

from benchmarks.common import PYSOLFC_FIRST, command, dealt, following, show
from benchmarks.server import running

ADDRESS: Final = "/v1/games/knotty-nines/solve"
HEADERS: Final = {"Content-Type": "application/json"}
_TIMING: Final = re.compile(r"(\w+);dur=([0-9.]+)")


@dataclass(frozen=True)
class Answered:
    """How long one request took, in milliseconds: in the verb, in the service, for the client."""

    kernel: float
    total: float
    round_trip: float


def ask(connection: http.client.HTTPConnection, body: bytes) -> Answered:
    """Post one request and read how long it took."""
    began = time.perf_counter()
    connection.request("POST", ADDRESS, body, HEADERS)
    response = connection.getresponse()
    text = response.read()
    round_trip = 1000 * (time.perf_counter() - began)
    if response.status != HTTPStatus.OK:
        raise RuntimeError(f"{response.status}: {text.decode()}")
    timing = dict(_TIMING.findall(response.headers["Server-Timing"]))
    return Answered(float(timing["kernel"]), float(timing["total"]), round_trip)


def ask_all(port: int, bodies: list[bytes], words: str) -> list[Answered]:
    """Post all requests, one after the other over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        return [ask(connection, body) for body in following(bodies, len(bodies), words)]
    finally:
        connection.close()


def row(name: str, answers: list[Answered]) -> list[str]:
    """Median and 99th percentile of what the service adds, and of the whole."""
    kernel = np.array([answer.kernel for answer in answers])
    added = np.array([answer.total for answer in answers]) - kernel
    trips = np.array([answer.round_trip for answer in answers])
    cells = [name, str(len(answers)), f"{np.median(kernel):.2f}"]
    for times in (added, trips):
        cells += [f"{np.median(times):.2f}", f"{np.percentile(times, 99):.2f}"]
    return cells


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--deals", type=int, default=200, help="PySolFC deals from 100001 on")
    parser.add_argument("--rounds", type=int, default=3, help="times that all of them are asked")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    bodies = [
        json.dumps({"position": dealt(number, "pysolfc", wrap=True).to_text()}).encode()
        for number in range(PYSOLFC_FIRST, PYSOLFC_FIRST + args.deals)
    ]
    with running(CACHE_MB="0") as (port, *_):
        ask_all(port, bodies[:1], "first contact")
        rounds = [ask_all(port, bodies, f"round {i + 1}") for i in range(args.rounds)]
    header = ["round", "requests", "kernel median", "added median", "added p99"]
    header += ["round trip median", "round trip p99"]
    rows = [row(str(number), answers) for number, answers in enumerate(rounds, 1)]
    rows.append(row("all", [answer for answers in rounds for answer in answers]))
    show("HTTP: milliseconds per solve", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
