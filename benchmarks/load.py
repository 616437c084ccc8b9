"""The service under load: hints at half and at twice the rate it can sustain, from another process.

A real server, two cores' worth of threads by default. First clients ask one after the other, as
many as the server has threads, which tells the sustainable rate; then requests come at fixed rates
whether or not the ones before have been answered (an open loop, spaced evenly), every one for
another deal so that no answer is there already. Latencies are those of the client, of what was
answered with 200; the rest must be a 503 or 429. The first seconds at each rate are left out.

Then: how soon a stream begins and how soon a search ends when its reader leaves, and what a cached
answer takes in the server.
"""

import argparse
import asyncio
import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2
import numpy as np

from benchmarks.common import command, show
from benchmarks.server import running

GAME: Final = "knotty-nines"
SETTLING_SECONDS: Final = 5.0
TIMEOUT: Final = 60.0
RUNNING: Final = 'kibitz_lane_calls{lane="interactive",state="running"} 0.0'
REFUSED: Final = frozenset({429, 503})
_TOTAL: Final = re.compile(r"total;dur=([0-9.]+)")


@dataclass
class Run:
    """What came back at one rate: milliseconds of what was answered, and all statuses."""

    answered: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    hung: int = 0
    without_wait: int = 0

    @property
    def p99(self) -> float:
        """The 99th percentile of what was answered."""
        return float(np.percentile(self.answered, 99)) if self.answered else float("nan")


class Asking:
    """Hints for one deal after another."""

    def __init__(self, http: httpx2.AsyncClient, ms: int, seed: int) -> None:
        self._http = http
        self._ms = ms
        self._seed = seed
        self._positions: list[str] = []

    async def prepare(self, count: int) -> None:
        """Deal the positions that will be asked about, so that asking is one request."""
        for _ in range(count):
            self._seed += 1
            answer = await self._http.post(f"/v1/games/{GAME}/deal", json={"seed": self._seed})
            self._positions.append(answer.json()["text"])

    async def once(self, run: Run, *, counted: bool) -> None:
        """Ask for a hint and note how it ended."""
        body = {
            "position": self._positions.pop(),
            "information": "hidden",
            "limits": {"time_ms": self._ms},
        }
        began = time.perf_counter()
        try:
            answer = await self._http.post(f"/v1/games/{GAME}/hint", json=body)
        except httpx2.TransportError:
            run.hung += 1
            return
        ms = 1000 * (time.perf_counter() - began)
        if not counted:
            return
        run.statuses[answer.status_code] += 1
        if answer.status_code in REFUSED:
            run.refused.append(ms)
            run.without_wait += "retry-after" not in answer.headers
        else:
            run.answered.append(ms)


async def sustainable(asking: Asking, threads: int, seconds: float) -> float:
    """Hints a second when as many clients as threads ask one after the other."""
    run = Run()
    end = time.perf_counter() + seconds

    async def client() -> None:
        while time.perf_counter() < end:
            await asking.once(run, counted=True)

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(threads)))
    return len(run.answered) / (time.perf_counter() - began)


async def at_rate(asking: Asking, rate: float, seconds: float) -> Run:
    """Hints asked ``rate`` times a second, evenly spaced, for ``seconds`` after settling."""
    run = Run()
    tasks = []
    began = time.perf_counter()
    for number in range(int(rate * (seconds + SETTLING_SECONDS))):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        counted = number / rate >= SETTLING_SECONDS
        tasks.append(asyncio.create_task(asking.once(run, counted=counted)))
    await asyncio.gather(*tasks)
    return run


async def first_lines(http: httpx2.AsyncClient, streams: int, seed: int) -> tuple[Any, Any]:
    """Milliseconds to the first line of streams, and from leaving them to the end of the search."""
    firsts, ends = [], []
    for number in range(streams):
        deal = await http.post(f"/v1/games/{GAME}/deal", json={"seed": seed + number})
        body = {"position": deal.json()["text"], "information": "hidden"}
        headers = {"Accept": "application/x-ndjson"}
        began = time.perf_counter()
        async with http.stream(
            "POST", f"/v1/games/{GAME}/analyze", json=body, headers=headers
        ) as response:
            lines = response.aiter_lines()
            await anext(lines)
            firsts.append(1000 * (time.perf_counter() - began))
            await anext(lines)
        left = time.perf_counter()
        while RUNNING not in (await http.get("/metrics")).text:  # noqa: ASYNC110 - the server's
            await asyncio.sleep(0.001)
        ends.append(1000 * (time.perf_counter() - left))
    return np.array(firsts), np.array(ends)


async def cached(http: httpx2.AsyncClient, times: int, seed: int) -> tuple[Any, Any]:
    """Milliseconds in the server, and for the client, of an answer that is kept."""
    deal = await http.post(f"/v1/games/{GAME}/deal", json={"seed": seed})
    body = json.dumps({"position": deal.json()["text"], "limits": {"time_ms": 200}})
    inside, outside = [], []
    for number in range(times + 1):
        began = time.perf_counter()
        answer = await http.post(
            f"/v1/games/{GAME}/hint", content=body, headers={"Content-Type": "application/json"}
        )
        took = 1000 * (time.perf_counter() - began)
        found = _TOTAL.search(answer.headers["server-timing"])
        if number and found:
            inside.append(float(found[1]))
            outside.append(took)
    return np.array(inside), np.array(outside)


async def measure(port: int, args: argparse.Namespace) -> None:
    """All of it, against one server."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=256)
    address = f"http://127.0.0.1:{port}"
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=TIMEOUT) as http:
        threads = (await http.get("/v1/capabilities")).json()["workers"]
        asking = Asking(http, args.ms, args.seed)
        most = int(threads * args.calibrate * 1000 / args.ms) + 2 * threads
        await asking.prepare(most)
        rate = await sustainable(asking, threads, args.calibrate)
        rows, runs = [], []
        for factor in (0.5, 1.0, 2.0):
            await asking.prepare(int(factor * rate * (args.seconds + SETTLING_SECONDS)) + 1)
            runs.append(await at_rate(asking, factor * rate, args.seconds))
            rows.append(_row(factor, factor * rate, runs[-1]))
        header = ["load", "a second", "answered", "refused", "other", "hung"]
        header += ["median ms", "p99 ms", "longest ms", "refusal p99 ms"]
        show(f"Hints of {args.ms} ms, {threads} threads, {rate:.1f} a second", header, rows)
        ratio = runs[2].p99 / runs[0].p99
        told = f"{ratio:.2f}, refusals without Retry-After: {sum(r.without_wait for r in runs)}"
        print(f"p99 at twice the rate over p99 at half of it: {told}\n")
        firsts, ends = await first_lines(http, args.streams, args.seed + 500_000)
        inside, outside = await cached(http, args.cached, args.seed + 600_000)
        header = ["what", "times", "median ms", "p99 ms", "longest ms"]
        rows = [
            _times("first line of a stream", firsts),
            _times("end of the search after its reader left", ends),
            _times("cached answer, in the server", inside),
            _times("cached answer, for the client", outside),
        ]
        show("Streams and cached answers", header, rows)


def _row(factor: float, rate: float, run: Run) -> list[str]:
    answered, refused = np.array(run.answered or [np.nan]), np.array(run.refused or [np.nan])
    fine = run.statuses[200]
    said_no = sum(run.statuses[status] for status in REFUSED)
    return [
        f"{factor:g} ×",
        f"{rate:.1f}",
        str(fine),
        str(said_no),
        str(run.statuses.total() - fine - said_no),
        str(run.hung),
        f"{np.median(answered):.0f}",
        f"{np.percentile(answered, 99):.0f}",
        f"{answered.max():.0f}",
        f"{np.percentile(refused, 99):.0f}",
    ]


def _times(name: str, times: Any) -> list[str]:
    cells = (np.median(times), np.percentile(times, 99), times.max())
    return [name, str(len(times)), *(f"{cell:.2f}" for cell in cells)]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--ms", type=int, default=100, help="time limit of a hint")
    parser.add_argument("--seconds", type=float, default=30, help="at each rate")
    parser.add_argument("--calibrate", type=float, default=10, help="seconds to find the rate")
    parser.add_argument("--streams", type=int, default=50, help="streams begun and left")
    parser.add_argument("--cached", type=int, default=500, help="times a kept answer is asked for")
    parser.add_argument("--seed", type=int, default=1_000_000, help="first deal")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    with running() as (port, *_):
        asyncio.run(measure(port, args))


if __name__ == "__main__":
    command(__doc__, add_options, run)
