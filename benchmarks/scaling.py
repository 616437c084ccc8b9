"""One big study by one worker and by two, and many tiny jobs, at a PostgreSQL database.

The workers are ``kibitz worker`` processes with one compute thread each. In every round the same
study is done by one of them and by two, the order changing from round to round. The speed-up is the
ratio of the two times from the begin of the job to its end. From 40 % to 90 % of the deals, the
transactions that write are counted, and all transactions, each per worker and second. Then two
workers do many studies of one deal each, submitted by several clients.
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from math import exp, log
from typing import Final

from sqlalchemy import create_engine, text

from benchmarks.common import command, show
from kibitz.jobs.duplicates import estimate
from kibitz.jobs.kinds import read_job
from kibitz.jobs.owners import Owner
from kibitz.jobs.store import JobStore
from tests.jobs import postgres
from tests.jobs.helpers import CAP, Processes, store_at

LOOK_SECONDS: Final = 1.0
STEADY: Final = (0.4, 0.9)  # the share of the deals that is done while transactions are counted
CLIENTS: Final = 20
_ALIVE: Final = text("SELECT count(*) FROM kibitz_executors WHERE seen_at > now() - interval '9 s'")
_EXTENSION: Final = text("CREATE EXTENSION IF NOT EXISTS pg_walinspect")
_PLACE: Final = text("SELECT pg_current_wal_flush_lsn()::text")
# One record of the log for each transaction that has written anything.
_WRITES: Final = text(
    "SELECT coalesce(sum(count), 0) FROM pg_get_wal_stats(CAST(:since AS pg_lsn), "
    "CAST(:until AS pg_lsn), true) WHERE \"resource_manager/record_type\" = 'Transaction/COMMIT'"
)
_COMMITS: Final = text(
    "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
)
_KNOWN: Final = text("SELECT to_regclass('kibitz_executors') IS NOT NULL")


@dataclass(frozen=True, slots=True)
class Measured:
    """One study: the seconds it took, and transactions per worker and second."""

    seconds: float
    writes: float
    transactions: float


class Counter:
    """Counts the transactions of a database."""

    def __init__(self, store: JobStore) -> None:
        """Connect."""
        self._engine = create_engine(store.url, isolation_level="AUTOCOMMIT")
        self._writes = 0
        with self._engine.connect() as connection:
            connection.execute(_EXTENSION)
            self._place = str(connection.execute(_PLACE).scalar_one())

    def read(self) -> tuple[int, int]:
        """Those that have written anything, and those that were committed."""
        with self._engine.connect() as connection:
            place = str(connection.execute(_PLACE).scalar_one())
            if place != self._place:
                span = {"since": self._place, "until": place}
                self._writes += int(connection.execute(_WRITES, span).scalar_one())
                self._place = place
            return self._writes, int(connection.execute(_COMMITS).scalar_one())

    def alive(self) -> int:
        """How many processes run jobs."""
        with self._engine.connect() as connection:
            if not connection.execute(_KNOWN).scalar_one():
                return 0
            return int(connection.execute(_ALIVE).scalar_one())


@contextmanager
def workers(answers: str, number: int, counter: Counter) -> Iterator[None]:
    """So many workers, which run jobs from then on."""
    with Processes() as processes:
        variables = {
            "KIBITZ_DATABASE_URL": answers,
            "KIBITZ_WORKERS": "1",
            "KIBITZ_LOG_LEVEL": "error",
        }
        started = [processes.start("kibitz.cli.main", "worker", **variables) for _ in range(number)]
        while counter.alive() != number:
            time.sleep(LOOK_SECONDS)
        yield
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def big(store: JobStore, counter: Counter, deals: int, number: int) -> Measured:
    """One study of so many deals by ``number`` workers."""
    asked = {"kind": "study", "game": "knotty-nines", "first": 0, "last": deals - 1}
    name = store.submit(read_job(asked, CAP)).id
    while store.status(name).progress.done < deals * STEADY[0]:
        time.sleep(LOOK_SECONDS)
    before, began = counter.read(), time.monotonic()
    while store.status(name).progress.done < deals * STEADY[1]:
        time.sleep(LOOK_SECONDS)
    took, after = time.monotonic() - began, counter.read()
    while any(each.id == name for each in store.still_open()):
        time.sleep(LOOK_SECONDS)
    found = store.status(name)
    assert (found.state, found.progress.done) == ("done", deals)
    assert found.started_at is not None
    assert found.ended_at is not None
    span = datetime.fromisoformat(found.ended_at) - datetime.fromisoformat(found.started_at)
    writes, all_of_them = ((b - a) / took / number for a, b in zip(before, after, strict=True))
    return Measured(span.total_seconds(), writes, all_of_them)


def tiny(store: JobStore, jobs: int) -> float:
    """Tiny jobs a second, from the first submission to the last end."""
    began, names = time.monotonic(), list[str]()
    for number in range(jobs):
        asked = {"kind": "study", "game": "knotty-nines", "first": number, "last": number}
        owner = Owner(f"address:192.0.2.{number % CLIENTS}")
        names.append(store.submit(read_job(asked, CAP), owner=owner).id)
    while store.still_open():
        time.sleep(LOOK_SECONDS)
    return len(names) / (time.monotonic() - began)


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    programs = postgres.binaries()
    if programs is None:
        print(postgres.ABSENT)
        return
    found: dict[int, list[Measured]] = {1: [], 2: []}
    with postgres.server(programs) as answers:
        store = store_at(answers)
        store.still_open()  # makes the tables
        counter = Counter(store)
        for turn in range(args.rounds):
            for number in (1, 2) if turn % 2 == 0 else (2, 1):
                with workers(answers, number, counter):
                    big(store, counter, args.deals // 20, number)
                    found[number].append(big(store, counter, args.deals, number))
        with workers(answers, 2, counter):
            rate = tiny(store, args.jobs)
        store.close()
    rows = [
        [
            str(number),
            *(
                f"{sum(getattr(each, name) for each in some) / len(some):.2f}"
                for name in ("seconds", "writes", "transactions")
            ),
        ]
        for number, some in found.items()
    ]
    header = ["workers", "seconds", "writes a worker and second", "transactions"]
    show(f"A study of {args.deals:,} deals, {args.rounds} rounds", header, rows)
    ratios = [log(a.seconds / b.seconds) for a, b in zip(found[1], found[2], strict=True)]
    if len(ratios) > 1:
        speed_up = estimate(ratios)
        low, mean, high = (exp(x) for x in (speed_up.low, speed_up.mean, speed_up.high))
        print(f"Two workers are {mean:.2f} times as fast as one (95 %: {low:.2f} to {high:.2f})")
    else:
        print(f"Two workers are {exp(ratios[0]):.2f} times as fast as one")
    print(f"Tiny jobs a second, two workers: {rate:.1f}")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--deals", type=int, default=100_000, help="of the big study")
    parser.add_argument("--rounds", type=int, default=5, help="each with one and two workers")
    parser.add_argument("--jobs", type=int, default=200, help="tiny ones")


if __name__ == "__main__":
    command(__doc__, add_options, run)
