"""Jobs while the processes that run them are killed: each ends once, as if nothing had happened.

Two processes, a service and one that only runs jobs, share a database: first SQLite, then
PostgreSQL where it is installed. Studies, matches, reviews, analyses and batches are submitted all
the time; every few seconds one of the processes, or the server of PostgreSQL, is killed
(``kill -9``) and another one started.
At the end every job must be done, each of its chunks kept once, each of its events sent once, with
the result that the same job has in a process of its own.
"""

import argparse
import os
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from benchmarks.common import command, show
from benchmarks.fuzz import GAMES
from kibitz.jobs.errors import JobsUnavailable
from kibitz.jobs.job import Job
from kibitz.jobs.kinds import read_job
from kibitz.jobs.store import JobStore
from kibitz.solvers.catalogue import SOLVERS
from tests.jobs import postgres
from tests.jobs.helpers import CAP, Processes, check_once, store_at
from tests.jobs.postgres import Server

SOLITAIRES: Final = GAMES[:2]
OTHERS: Final = GAMES[2:]
LIMITS: Final = {"iterations": 500, "nodes": 20_000}
BEAT_SECONDS: Final = 0.25
ENDING_SECONDS: Final = 600.0  # after the last kill: jobs wait for each other on a busy machine
BIG: Final = 0.5  # of studies: they are divided among the processes


def random_job(dice: random.Random) -> Job:
    """A job of some seconds at most, whose result depends on its request alone."""
    kind = dice.choice(("study", "match", "review", "analyze", "batch"))
    seed = str(dice.randrange(10_000))
    if kind == "study":
        asked: dict[str, Any] = {"game": dice.choice(SOLITAIRES), "first": int(seed)}
        big = dice.random() < BIG
        asked |= {"last": int(seed) + 2_999} if big else {"last": int(seed) + 99, "chunk_size": 5}
    elif kind == "match":
        asked = {"game": dice.choice(OTHERS), "hero": "casual", "rival": "random"}
        asked |= {"first": int(seed), "deals": 10}
    else:
        game = SOLVERS[dice.choice(GAMES)].game
        position = game.deal(seed)
        text = position.to_text()
        asked = {"game": game.name, "limits": LIMITS}
        if kind == "batch":
            others = [game.deal(str(number)).to_text() for number in range(4)]
            asked |= {"verb": "analyze", "positions": [text, *others]}
        elif kind == "review":
            moves = game.legal(game.state(position))[:1]  # none in a few deals of Knotty Nines
            asked["record"] = {"position": text, "moves": [*map(game.move_text, moves)]}
        else:
            asked["position"] = text
    return read_job({"kind": kind, **asked}, CAP)


class Victims:
    """The processes that run jobs, and the server of their database, to be killed one by one."""

    def __init__(self, processes: Processes, answers: str, server: Server | None) -> None:
        self._processes, self._answers, self._server = processes, answers, server
        self._running = [self._start(number) for number in range(2)]
        self.killed = 0
        self.servers_killed = 0

    def kill_one(self, dice: random.Random) -> None:
        """Kill a process and start one of its sort."""
        number = dice.randrange(len(self._running) + (self._server is not None))
        if number == len(self._running) and self._server is not None:
            self._server.kill()
            self.servers_killed += 1
            return
        victim = self._running[number]
        victim.kill()
        victim.wait()
        self._running[number] = self._start(number)
        self.killed += 1

    def _start(self, number: int) -> "subprocess.Popen[bytes]":
        if number:
            return self._processes.run_jobs(self._answers)
        variables = {"KIBITZ_DATABASE_URL": self._answers, "KIBITZ_LOG_LEVEL": "error"}
        return self._processes.start("kibitz.cli.main", "serve", "--port", "0", **variables)


def upset(store: JobStore, victims: Victims, args: argparse.Namespace) -> dict[str, Job]:
    """Submit jobs and kill processes for the time that is asked for; the jobs by their ids."""
    dice = random.Random(args.seed)
    jobs: dict[str, Job] = {}
    now = time.monotonic()
    end, next_kill = now + 60 * args.minutes, now + args.every
    while time.monotonic() < end:
        with suppress(JobsUnavailable):  # the connection is that to a server which was killed
            if len(store.still_open()) < args.open:
                job = random_job(dice)
                jobs[store.submit(job).id] = job
        if time.monotonic() >= next_kill:
            victims.kill_one(dice)
            next_kill = time.monotonic() + dice.uniform(0.5, 1.5) * args.every
        time.sleep(BEAT_SECONDS)
    return jobs


@contextmanager
def databases() -> Iterator[dict[str, tuple[str, Server | None]]]:
    """The addresses of fresh databases by name, with their servers where they have one."""
    programs = postgres.binaries()
    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, tuple[str, Server | None]] = {}
        found["SQLite"] = f"sqlite:///{folder}/answers.sqlite", None
        if programs is None:
            yield found
            return
        with Server(programs) as server:
            yield found | {"PostgreSQL": (server.address, server)}


def run(args: argparse.Namespace) -> None:
    """Kill, check and print."""
    os.environ["KIBITZ_LOG_LEVEL"] = "error"
    rows = []
    with databases() as found:
        for name, (answers, server) in found.items():
            store = store_at(answers)
            part = argparse.Namespace(**{**vars(args), "minutes": args.minutes / len(found)})
            with Processes() as processes:
                victims = Victims(processes, answers, server)
                jobs = upset(store, victims, part)
                store.close()
                store = store_at(answers)  # whose connections are to the server that is left
                wrong = [fault for each, job in jobs.items() if (fault := _fault(store, each, job))]
            store.close()
            kinds = ", ".join(
                f"{n} {kind}" for kind, n in Counter(j.kind for j in jobs.values()).items()
            )
            killed = [str(victims.killed), str(victims.servers_killed)]
            rows.append([name, *killed, str(len(jobs)), kinds, str(len(wrong))])
            print(*wrong, sep="\n")
    header = ["database", "processes killed", "servers killed", "jobs", "of which"]
    show(f"{args.minutes:g} minutes of kill -9", [*header, "not as undisturbed"], rows)


def _fault(store: JobStore, name: str, job: Job) -> str:
    """What is wrong with a job that should have ended as if undisturbed; nothing if it has."""
    try:
        check_once(store, name, job, ENDING_SECONDS)
    except AssertionError as error:
        return f"{job.kind} of {job.game}, {name}: {error}"
    return ""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument(
        "--minutes", type=float, default=2.0, help="in all, waiting for the end not included"
    )
    parser.add_argument("--every", type=float, default=6.0, help="seconds between two kills, about")
    parser.add_argument("--open", type=int, default=6, help="jobs that wait or run at a time")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")


if __name__ == "__main__":
    command(__doc__, add_options, run)
