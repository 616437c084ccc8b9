"""What the service costs compared with a bare route: answers a second of one process.

A real server with default settings and a bare Starlette application under the same web server are
asked in turn, in short slices, over one connection each, once neither has anything left to load.
Each writes a line for each request to a file, the bare one uvicorn's; ``--silent`` spares it that.
A rate counts processor seconds of the server, so that other work of the machine does not matter;
the ratio is the mean over the slices with its 95 % interval. Runs on Linux, whose clocks of other
processes can be read.
"""

import argparse
import http.client
import json
import multiprocessing
import sys
import tempfile
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import numpy as np
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from benchmarks.common import command, dealt, show
from benchmarks.server import free_port, is_ready, running

GAME: Final = "/v1/games/knotty-nines/"
HEADERS: Final = {"Content-Type": "application/json"}
IDLE_SECONDS: Final = 1.0  # of the clock, of which an idle server spends next to nothing


def serve_bare(port: int, log: str | None) -> None:
    """A server with one route that reads its body and answers a few bytes.

    ``log``: the file for the lines that uvicorn writes by default; None for none.
    """

    async def bare(request: Request) -> Response:
        await request.body()
        return JSONResponse({"status": "ok"})

    async def ready(_: Request) -> Response:
        return Response()

    app = Starlette(routes=[Route("/bare", bare, methods=["POST"]), Route("/readyz", ready)])
    if log is None:
        uvicorn.run(app, port=port, log_level="error", access_log=False)
    else:
        with Path(log).open("w", encoding="utf-8") as sys.stdout:
            uvicorn.run(app, port=port)


@dataclass
class Asked:
    """A path of a server, the bodies that it is asked with, in turn, and its rates so far.

    ``process``: the id of the server's.
    """

    name: str
    process: int
    connection: http.client.HTTPConnection
    path: str
    bodies: list[bytes]
    rates: list[float] = field(default_factory=list)

    def ask(self, times: int) -> None:
        """One slice: answers a second of processor time."""
        self.connection.close()  # the server has, if the slices of the others were long
        before = self.spent()
        for number in range(times):
            self.post(self.bodies[number % len(self.bodies)])
        self.rates.append(times / (self.spent() - before))

    def post(self, body: bytes) -> None:
        """One request; raises ``RuntimeError`` for another answer than a 200."""
        self.connection.request("POST", self.path, body, HEADERS)
        response = self.connection.getresponse()
        text = response.read()
        if response.status != HTTPStatus.OK:
            raise RuntimeError(f"{response.status}: {text.decode()}")

    def spent(self) -> float:
        """Processor seconds of the server so far."""
        return time.clock_gettime(~self.process << 3 | 2)  # clock_getcpuclockid(3)

    def wait_until_idle(self) -> None:
        """Wait for what a server that is ready still loads."""
        spent = -1.0
        while self.spent() - spent > 0.05 * IDLE_SECONDS:
            spent = self.spent()
            time.sleep(IDLE_SECONDS)


def row(asked: Asked, bare: Asked) -> list[str]:
    """The mean rate and the ratio with its interval."""
    ratios = np.array(asked.rates) / np.array(bare.rates)
    half = 1.96 * ratios.std(ddof=1) / np.sqrt(len(ratios))
    mean = ratios.mean()
    cells = f"{mean:.2f}", f"{mean - half:.2f} to {mean + half:.2f}"
    return [asked.name, f"{np.mean(asked.rates):.0f}", *cells]


def measure(ours: tuple[int, int], bare: tuple[int, int], args: argparse.Namespace) -> list[Asked]:
    """Ask everything in turn, after each has been asked once; by process and port of a server."""
    texts = [dealt(number, "kibitz", wrap=True).to_text() for number in range(1, 101)]

    def bodies(**options: Any) -> list[bytes]:
        return [json.dumps({"position": text, **options}).encode() for text in texts]

    def asked(name: str, at: tuple[int, int], path: str, *options: bytes) -> Asked:
        process, port = at
        connection = http.client.HTTPConnection("127.0.0.1", port)
        return Asked(name, process, connection, path, list(options))

    everything = [
        asked("bare route", bare, "/bare", *bodies()),
        asked("moves", ours, GAME + "moves", *bodies()),
        asked("solve, kept", ours, GAME + "solve", *bodies(limits={"nodes": 10})),
    ]
    for each in everything:
        for body in each.bodies:
            each.post(body)
        each.wait_until_idle()
    for _ in range(args.slices):
        for each in everything:
            each.ask(args.times)
    return everything


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--slices", type=int, default=20, help="of each path, in turn")
    parser.add_argument("--times", type=int, default=500, help="requests in a slice")
    parser.add_argument("--silent", action="store_true", help="let the bare server log nothing")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    bare_port, folder = free_port(), tempfile.TemporaryDirectory()
    log = None if args.silent else f"{folder.name}/log"
    spawned = multiprocessing.get_context("spawn")
    server = spawned.Process(target=serve_bare, args=(bare_port, log))
    server.start()
    try:
        with running(JOB_WORKERS="0") as (port, _, process):
            while not is_ready(bare_port):
                pass
            everything = measure((process, port), (server.pid or 0, bare_port), args)
    finally:
        server.terminate()
        server.join()
        folder.cleanup()
    header = ["path", "answers per processor second", "of the bare route", "95 % interval"]
    show("What the service costs", header, [row(each, everything[0]) for each in everything])


if __name__ == "__main__":
    command(__doc__, add_options, run)
