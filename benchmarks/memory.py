"""The memory of a service that lives long: mixed searches, streams, jobs and faults, all games.

One real server with a small cache, so that answers that are kept fill it early. Several clients ask
for whatever the dice say: of ten operations about five are searches, two streams (every other one
left after its first line), one a job that is followed to its end, one a deal that is played on, and
one a request that is refused. Resident memory, threads and open files are read from ``/proc``.
"""

import argparse
import http.client
import json
import random
import threading
import time
from collections import Counter
from typing import Any, Final

from benchmarks.attacks import state_of
from benchmarks.common import command, show
from benchmarks.fuzz import GAMES
from benchmarks.server import running

VERBS: Final = ("hint", "analyze", "choose", "solve", "review")
SOLITAIRES: Final = GAMES[:2]
SEARCH: Final = {"time_ms": 20, "iterations": 200, "nodes": 5_000}
ENDED: Final = frozenset({"done", "failed", "cancelled"})
POLL_SECONDS: Final = 0.05
TIMEOUT: Final = 120.0


class Client:
    """Asks one thing after another over a connection of its own."""

    def __init__(self, port: int, dice: random.Random) -> None:
        self._port, self._dice = port, dice
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self.statuses: Counter[str] = Counter()

    def ask(self, path: str, body: object = None, method: str = "POST") -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        text = None if body is None else json.dumps(body)
        self._http.request(method, path, text, {"Content-Type": "application/json"})
        response = self._http.getresponse()
        return response.status, json.loads(response.read())

    def operate(self) -> None:
        """Do one operation, whichever the dice say, on a new connection; count how it ended."""
        self._http.close()
        kind = self._dice.choice(("search",) * 5 + ("stream",) * 2 + ("job", "play", "refused"))
        game = self._dice.choice(GAMES)
        self.statuses[f"{kind} {getattr(self, kind)(game)}"] += 1

    def search(self, game: str) -> str:
        """One of the verbs that search."""
        verb = self._dice.choice(VERBS)
        return str(self.ask(f"/v1/games/{game}/{verb}", self._question(game, verb))[0])

    def stream(self, game: str) -> str:
        """An analysis as a stream, read whole or left."""
        http_ = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT)
        body = json.dumps(self._question(game, "analyze"))
        headers = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}
        http_.request("POST", f"/v1/games/{game}/analyze", body, headers)
        response = http_.getresponse()
        response.readline()
        if self._dice.random() < 0.5:
            response.read()
        response.close()
        http_.close()
        return str(response.status)

    def job(self, game: str) -> str:
        """A small job of any kind, followed to its end."""
        kind = self._dice.choice(("solve", "analyze", "review", "batch", "study", "match"))
        if kind in {"study", "match"}:
            first = self._dice.randrange(10_000)
            body: dict[str, Any] = {"first": first, "last": first + 9}
            if kind == "match" and game not in SOLITAIRES:
                body = {"hero": "casual", "rival": "random", "deals": 1, "first": first}
            else:
                kind, game = "study", self._dice.choice(SOLITAIRES)
        elif kind == "batch":
            positions = [self._question(game, "analyze")["position"] for _ in range(2)]
            body = {"verb": "analyze", "positions": positions, "limits": SEARCH}
        else:
            body = self._question(game, kind)
        status, job = self.ask("/v1/jobs", {"kind": kind, "game": game} | body)
        if status != http.HTTPStatus.ACCEPTED:
            return str(status)
        while job["state"] not in ENDED:
            time.sleep(POLL_SECONDS)
            job = self.ask(f"/v1/jobs/{job['id']}", method="GET")[1]
        return str(job["state"])

    def play(self, game: str) -> str:
        """A deal, played on for a move and seen by a seat."""
        position, move = self._dealt(game)
        played = self.ask(f"/v1/games/{game}/play", {"position": position, "moves": [move]})
        seen = {"position": position, "seat": 0}
        return f"{played[0]} {self.ask(f'/v1/games/{game}/view', seen)[0]}"

    def refused(self, game: str) -> str:
        """A request with a fault."""
        body = {"position": f"{game}~~{self._dice.getrandbits(64):x}"}
        return str(self.ask(f"/v1/games/{game}/{self._dice.choice(VERBS)}", body)[0])

    def _dealt(self, game: str) -> tuple[str, str]:
        """A deal and a legal move in it."""
        seed = self._dice.randrange(1_000_000)
        position = self.ask(f"/v1/games/{game}/deal", {"seed": seed})[1]["text"]
        moves = self.ask(f"/v1/games/{game}/moves", {"position": position})[1]["moves"]
        return position, self._dice.choice(moves)["move"]

    def _question(self, game: str, verb: str) -> dict[str, Any]:
        position, move = self._dealt(game)
        if verb == "review":
            return {"record": {"position": position, "moves": [move]}, "limits": SEARCH}
        asked: dict[str, Any] = {"position": position, "limits": SEARCH}
        if verb == "hint":
            asked["level"] = self._dice.choice(("nudge", "area", "move", "why"))
        if verb == "choose":
            asked["level"] = self._dice.choice(("beginner", "casual", "strong", "best"))
        return asked


def run(args: argparse.Namespace) -> None:
    """Ask, and print how the memory grows."""
    each = args.operations // args.points
    with running(CACHE_MB="4", LOG_LEVEL="warning") as (port, _, process):
        clients = [Client(port, random.Random(number)) for number in range(args.clients)]
        rows, first, began = [], 0, time.perf_counter()
        for point in range(1, args.points + 1):
            _operate_all(clients, each)
            threads, files, memory = state_of(process)
            if point * each >= args.settled and not first:
                first = memory
            grown = f"{100 * (memory - first) / first:+.1f} %" if first else "–"
            seconds = time.perf_counter() - began
            cells = (point * each, f"{seconds:.0f}", threads, files, memory, grown)
            rows.append([str(cell) for cell in cells])
            print(*rows[-1], flush=True)
        print()
    header = ["operations", "seconds", "threads", "files", "MB", f"since {args.settled}"]
    show("Memory of one service", header, rows)
    found = sum((client.statuses for client in clients), Counter[str]())
    show("How they ended", ["what", "times"], [[n, str(k)] for n, k in sorted(found.items())])


def _operate_all(clients: list[Client], operations: int) -> None:
    share = operations // len(clients)

    def some(client: Client) -> None:
        for _ in range(share):
            client.operate()

    threads = [threading.Thread(target=some, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--operations", type=int, default=2_000, help="in all")
    parser.add_argument("--settled", type=int, default=1_000, help="growth is measured from there")
    parser.add_argument("--points", type=int, default=20, help="times memory is read")
    parser.add_argument("--clients", type=int, default=4, help="that ask in parallel")


if __name__ == "__main__":
    command(__doc__, add_options, run)
