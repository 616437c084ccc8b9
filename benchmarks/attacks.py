"""Attacks over HTTP on a real server while a normal client asks for moves: who is held up by what?

Each attack runs alone. A client in a process of its own asks for the moves of a position fifty
times a second and times each answer; before the first attack it does so undisturbed. Threads, files
and resident memory of the server are read before and after each attack, from ``/proc``.

Attackers and the client share the machine with the server, so that some of the delay is theirs.
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.common import command, following, show
from benchmarks.malformed import ASKED, END, HOST, JSON, MALFORMED, SMALL, VERB, with_body
from benchmarks.server import running

GAME: Final = "/v1/games/knotty-nines/"
EVERY_SECONDS: Final = 0.02  # between two questions of the normal client
SETTLE_SECONDS: Final = 10.0  # that the server may take to be as it was
TIMEOUT: Final = 60.0

Attack = Callable[[int, argparse.Namespace], Awaitable[str]]


def normal_client(port: int, pipe: Pipe) -> None:
    """Ask for moves again and again; send the milliseconds of each when asked for them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    connection.request("POST", GAME + "deal", SMALL, {"Content-Type": "application/json"})
    body = json.dumps({"position": json.loads(connection.getresponse().read())["text"]})
    times: list[float] = []
    while True:
        if pipe.poll():
            if pipe.recv() is None:
                return
            pipe.send(times)
            times = []
        began = time.perf_counter()
        connection.request("POST", GAME + "moves", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        took = time.perf_counter() - began
        times.append(1000 * took if response.status == http.HTTPStatus.OK else np.inf)
        time.sleep(max(0.0, EVERY_SECONDS - took))


def state_of(process: int) -> tuple[int, int, int]:
    """The threads, open files and resident megabytes of a process."""
    folder = Path(f"/proc/{process}")
    memory = next(
        int(line.split()[1])
        for line in (folder / "status").read_text("ascii").splitlines()
        if line.startswith("VmRSS")
    )
    threads, files = (sum(1 for _ in (folder / part).iterdir()) for part in ("task", "fd"))
    return threads, files, memory // 1024


async def whole(port: int, request: bytes) -> bytes:
    """All that is answered to a request until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    found = b""
    with suppress(OSError):
        writer.write(request)
        while part := await asyncio.wait_for(reader.read(65_536), TIMEOUT):
            found += part
    writer.close()
    return found


def said(answer: bytes) -> str:
    """The status of the last answer, or that there was none."""
    last = answer.rpartition(b"HTTP/1.1 ")[2]
    return last[:3].decode() if last else "closed"


async def trickle(port: int, begun: bytes) -> str:
    """Send a byte a second after ``begun`` until the server closes; its answer and the seconds."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.perf_counter()
    answer = asyncio.create_task(reader.read())
    writer.write(begun)
    while not answer.done():
        with suppress(OSError):
            writer.write(b"a")
            await writer.drain()
        await asyncio.wait({answer}, timeout=1.0)
    writer.close()
    with suppress(OSError):
        return f"{said(answer.result())} after {time.perf_counter() - began:.0f} s"
    return "reset"


def counted(found: list[str]) -> str:
    """``408 after 20 s: 200`` for each thing found."""
    return ", ".join(f"{what}: {number}" for what, number in Counter(found).most_common(5))


async def slow_heads(port: int, args: argparse.Namespace) -> str:
    """Headers a byte a second."""
    begun = ASKED + b"X: "
    return counted(await asyncio.gather(*(trickle(port, begun) for _ in range(args.many))))


async def slow_bodies(port: int, args: argparse.Namespace) -> str:
    """Bodies a byte a second."""
    begun = VERB + JSON + b"Content-Length: 1000\r\n\r\n{"
    return counted(await asyncio.gather(*(trickle(port, begun) for _ in range(args.many))))


async def hoarding(port: int, args: argparse.Namespace) -> str:
    """More connections than there may be, with nothing said on them."""
    opened = [asyncio.open_connection("127.0.0.1", port) for _ in range(6 * args.many)]
    pairs = await asyncio.gather(*opened)

    async def fate(reader: asyncio.StreamReader) -> str:
        try:
            return said(await asyncio.wait_for(reader.read(), 2))
        except TimeoutError:
            return "kept open"
        except OSError:
            return "reset"

    found = await asyncio.gather(*(fate(reader) for reader, _ in pairs))
    for _, writer in pairs:
        writer.close()
    return counted(found)


async def idle(port: int, args: argparse.Namespace) -> str:
    """Connections that ask for something and are then kept for nothing."""

    async def one() -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASKED + END)
        began = time.perf_counter()
        answer = await reader.read()
        writer.close()
        return f"{said(answer)}, closed after {time.perf_counter() - began:.0f} s"

    return counted(await asyncio.gather(*(one() for _ in range(args.many))))


async def unread(port: int, args: argparse.Namespace) -> str:
    """Answers that nobody reads."""
    request = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\n" + HOST + END

    async def one() -> str:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        began = time.perf_counter()
        try:
            while time.perf_counter() - began < TIMEOUT:
                writer.write(request * 5)
                await asyncio.sleep(1)
                await writer.drain()
        except OSError:
            return f"dropped after {time.perf_counter() - began:.0f} s"
        finally:
            writer.transport.abort()
        return "kept"

    return counted(await asyncio.gather(*(one() for _ in range(args.many // 4))))


async def streams(port: int, args: argparse.Namespace) -> str:
    """Streams that are left after their first line, two at a time."""
    deal = json.loads((await whole(port, with_body(SMALL))).rpartition(b"\r\n\r\n")[2])["text"]
    hidden = deal.rpartition("~")[0] + "~43"
    head = f"POST {GAME}analyze HTTP/1.1\r\n".encode() + JSON + b"Accept: application/x-ndjson\r\n"
    found = []

    async def some(first: int) -> None:
        for number in range(first, args.streams, 2):
            body = json.dumps({"position": hidden, "seed": number}).encode()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            found.append(said(await reader.readuntil(END + END)))
            with suppress(OSError):
                await reader.readline()
            writer.transport.abort()

    await asyncio.gather(*(some(first) for first in range(2)))
    return counted(found)


async def endless(port: int, args: argparse.Namespace) -> str:
    """Chunked bodies without an end."""
    part = b"10000\r\n" + b" " * 65_536 + END

    async def one() -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(VERB + JSON + b"Transfer-Encoding: chunked\r\n\r\n")
        answer, sent = asyncio.create_task(reader.readuntil(b"}]}")), 0
        with suppress(OSError):
            while sent < 1_000:
                writer.write(part)
                await writer.drain()
                sent += 1
        writer.transport.abort()
        answer.cancel()
        await asyncio.wait({answer})
        ok = not answer.cancelled() and answer.exception() is None
        return (said(answer.result()) if ok else "reset") + (" and closed" if sent < 1_000 else "")

    return counted(await asyncio.gather(*(one() for _ in range(args.many // 10))))


async def pipelined(port: int, args: argparse.Namespace) -> str:
    """A thousand requests in a row on each of five connections."""
    requests = (ASKED + END) * 999 + ASKED + b"Connection: close\r\n\r\n"
    answers = await asyncio.gather(*(whole(port, requests) for _ in range(args.many // 40)))
    return counted(
        [said(b"HTTP/1.1 " + each) for a in answers for each in a.split(b"HTTP/1.1 ")[1:]]
    )


async def parameters(port: int, args: argparse.Namespace) -> str:
    """Addresses with 1,500 parameters."""
    query = b"&".join(b"a%d=b" % number for number in range(1_500))
    request = b"GET /v1/games?" + query + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    return counted([said(await whole(port, request)) for _ in range(args.many)])


def refusal(name: str) -> Attack:
    """One malformed request again and again."""
    request, status, problem = MALFORMED[name]

    async def repeated(port: int, args: argparse.Namespace) -> str:
        answers = [await whole(port, request) for _ in range(args.many)]
        one = all(answer.count(b"HTTP/1.1 ") == 1 for answer in answers)
        fine = all(said(answer) == str(status) and problem.encode() in answer for answer in answers)
        return counted([said(answer) for answer in answers]) + (
            f", one {problem}" if one and fine else ", NOT as stated"
        )

    return repeated


ATTACKS: Final[dict[str, Attack]] = {
    "headers a byte a second": slow_heads,
    "bodies a byte a second": slow_bodies,
    "connections kept without use": idle,
    "more connections than allowed": hoarding,
    "answers nobody reads": unread,
    "streams left after a line": streams,
    "the same streams again": streams,
    "bodies without end": endless,
    "1,000 requests in a row": pipelined,
    "1,500 parameters": parameters,
    **{name: refusal(name) for name in MALFORMED},
}


async def for_a_while(attack: Attack, port: int, args: argparse.Namespace) -> str:
    """An attack, again and again for ``args.least`` seconds; what came of it the last time."""
    end = time.perf_counter() + args.least
    while True:
        done = await attack(port, args)
        if time.perf_counter() >= end:
            return done


def settled(process: int, files: int) -> tuple[int, int, int]:
    """The state of the server once it has no more than ``files`` open, or does not get there."""
    end = time.perf_counter() + SETTLE_SECONDS
    while (now := state_of(process))[1] > files and time.perf_counter() < end:
        time.sleep(0.1)
    return now


def run(args: argparse.Namespace) -> None:
    """Attack and print."""
    ours, theirs = multiprocessing.Pipe()
    with running() as (port, _, process):
        client = multiprocessing.get_context("spawn").Process(
            target=normal_client, args=(port, theirs), daemon=True
        )
        client.start()

        def times() -> list[float]:
            ours.send("times")
            found: list[float] = ours.recv()
            return found

        times()
        time.sleep(args.undisturbed)
        rows = [_row("none", "", times(), [state_of(process)] * 2)]
        wanted = {name: attack for name, attack in ATTACKS.items() if args.only in name}
        for name, attack in following(wanted.items(), len(wanted), "attacks"):
            before = state_of(process)
            times()
            done = asyncio.run(for_a_while(attack, port, args))
            felt = times()
            rows.append(_row(name, done, felt, [before, settled(process, before[1])]))
        ours.send(None)
        client.join()
    header = ["attack", "what the service did", "asked", "median ms", "p99 ms", "longest ms"]
    header += ["threads", "files", "MB"]
    show(
        f"A normal client during attacks; {args.many} of each unless it says otherwise",
        header,
        rows,
    )


def _row(name: str, done: str, felt: list[float], states: list[tuple[int, int, int]]) -> list[str]:
    times = np.array(felt or [np.nan])
    cells = [np.median(times), np.percentile(times, 99), times.max()]
    kept = [f"{before} → {after}" for before, after in zip(*states, strict=True)]
    return [name, done, str(len(felt)), *(f"{cell:.1f}" for cell in cells), *kept]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--many", type=int, default=200, help="connections or requests of each")
    parser.add_argument("--streams", type=int, default=500, help="streams opened and left")
    parser.add_argument("--undisturbed", type=float, default=10, help="seconds without attack")
    parser.add_argument("--least", type=float, default=1.5, help="seconds of each attack")
    parser.add_argument("--only", default="", help="only attacks whose name holds this")


if __name__ == "__main__":
    command(__doc__, add_options, run)
