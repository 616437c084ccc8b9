"""Work stopped by its flag: processor time until the work has ended, every verb, game, kind of job.

Each piece of work of ``benchmarks/hard_work.py`` is begun and stopped by a flag that is set after
so much processor time, at several moments. Counted is the processor time from then on until the
call has returned. Between two looks at the flag the longest time is noted as well: the flag may be
set at any moment.
"""

import http.client
import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.common import command, following, show
from benchmarks.hard_work import RULES, Work, of_jobs, of_verbs, played
from benchmarks.server import running
from kibitz.games import protocol
from kibitz.games.memory import settle
from kibitz.jobs.job import Cancelled
from kibitz.solvers.budget import Cancel
from kibitz.solvers.catalogue import find

MOMENTS: Final = (0.02, 0.1, 0.3)  # seconds of processor time
AIM_MS: Final = 100.0
WATCHED_SECONDS: Final = 1.0  # after a client has left a server
BEGUN_SECONDS: Final = 0.7  # before it leaves
IDLE_MS: Final = 50.0  # a second, of a server that has loaded everything


class Watch(Cancel):
    """A flag that is set after some processor time, and notes how often it is looked at."""

    def __init__(self, after: float) -> None:
        """Start the clock."""
        super().__init__()
        self.began = self._last = time.process_time()
        self.at = self.began + after
        self.gap = 0.0

    def is_set(self) -> bool:
        """See :meth:`kibitz.solvers.budget.Cancel.is_set`."""
        now = time.process_time()
        self.gap, self._last = max(self.gap, now - self._last), now
        return now >= self.at


@dataclass(slots=True)
class Row:
    """The worst of some pieces of work, in milliseconds of processor time."""

    calls: int = 0
    gap: float = 0.0
    after: float = 0.0
    worst: str = ""

    def add(self, work: Work, gap: float, after: float) -> None:
        """Add a call."""
        self.calls += 1
        if max(gap, after) > max(self.gap, self.after):
            self.worst = work.name
        self.gap, self.after = max(self.gap, gap), max(self.after, after)


def stopped(work: Work, after: float) -> tuple[float, float]:
    """Milliseconds between two looks at most, and from the flag being set to the end."""
    flag = Watch(after)
    with suppress(Cancelled):
        work.call(flag)
    ended = time.process_time()
    return 1000 * flag.gap, 1000 * max(0.0, ended - flag.at)


def measured(works: Iterable[Work], rows: dict[tuple[str, str], Row]) -> None:
    """Stop all these pieces of work and add them to the rows."""
    for work in works:
        row = rows.setdefault((work.game, work.kind), Row())
        stopped(work, MOMENTS[0])  # kernels that only it needs are loaded
        for moment in MOMENTS:
            row.add(work, *stopped(work, moment))


def processor_ms(process: int) -> float:
    """Processor time of another process, on Linux alone, which has a clock for each."""
    return time.clock_gettime_ns(~process << 3 | 2) / 1e6


def asked(port: int, method: str, path: str, body: Any = None) -> http.client.HTTPConnection:
    """A request to a server that is under way."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    content = None if body is None else json.dumps(body)
    connection.request(method, path, content, {"Content-Type": "application/json"})
    return connection


def answered(port: int, method: str, path: str, body: Any = None) -> Any:
    """The JSON that a server answers."""
    connection = asked(port, method, path, body)
    with connection.getresponse() as response:
        found = json.load(response)
    connection.close()
    return found


def over_http() -> Iterator[tuple[str, str, float, float]]:
    """What leaving a server costs it: game, what was left, processor milliseconds before and after.

    Those that it spends when nothing is asked are taken off.
    """
    with running(WORKERS="2", MAX_TIME_MS="none") as (port, _, process):

        def spent(seconds: float) -> float:
            before = processor_ms(process)
            time.sleep(seconds)
            return processor_ms(process) - before

        while (idle := spent(WATCHED_SECONDS)) > IDLE_MS:
            continue
        for name in RULES:
            game = find(name).game
            deal, _ = played(game, {}, 0)
            view = game.as_seen(deal, int(protocol.run_turn(game.state(deal))))
            asking = {"position": view.to_json(), "limits": {"time_ms": 600_000}}
            connection = asked(port, "POST", f"/v1/games/{name}/analyze", asking)
            before = spent(BEGUN_SECONDS)
            connection.close()
            yield name, "analyze, its client leaves", before, spent(WATCHED_SECONDS) - idle
            match = {"kind": "match", "game": name, "hero": "best", "rival": "best", "deals": 9}
            limits = {"limits": {"time_ms": 600_000}}
            found = answered(port, "POST", "/v1/jobs", {**match, **limits})["id"]
            while answered(port, "GET", f"/v1/jobs/{found}")["state"] == "queued":
                time.sleep(0.05)
            before = spent(BEGUN_SECONDS)
            answered(port, "DELETE", f"/v1/jobs/{found}")
            yield name, "match, deleted", before, spent(WATCHED_SECONDS) - idle


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument(
        "--games", nargs="*", default=[*RULES], help="these alone; without any, the service alone"
    )
    parser.add_argument("--no-http", action="store_true", help="leave out the running service")


def run(args: Namespace) -> None:
    """Measure and report."""
    rows: dict[tuple[str, str], Row] = {}
    for name in following(args.games, len(args.games), "games"):
        find(name).warm()
        settle()
        for works in (of_verbs(name), of_jobs(name)):
            measured(works, rows)
    if rows:
        show_worst(rows)
    if not args.no_http and sys.platform == "linux":
        show(
            "Processor time of a running service after its client has left",
            ["game", "left", "ms before", "ms after"],
            ([game, left, f"{a:.0f}", f"{max(0.0, b):.0f}"] for game, left, a, b in over_http()),
        )


def show_worst(rows: Mapping[tuple[str, str], Row]) -> None:
    """The table of what was stopped in this process."""
    show(
        "Milliseconds of processor time until work that was stopped has ended",
        ["game", "work", "times stopped", "between two looks", "after the flag", "longest in"],
        (
            [game, kind, str(r.calls), f"{r.gap:.0f}", f"{r.after:.0f}", r.worst]
            for (game, kind), r in rows.items()
        ),
    )
    worst = max(max(row.gap, row.after) for row in rows.values())
    print(f"longest of all: {worst:.0f} ms of processor time, {AIM_MS:.0f} are the aim\n")


if __name__ == "__main__":
    command(__doc__, add_options, run)
