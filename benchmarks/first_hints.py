"""The first hint of a service that is ready: every game and number of players, asked once.

Each is a deal of its own, seen by the seat to move, with the time limit alone. What was compiled
or loaded within a request would show here.
"""

import argparse
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import httpx2

from benchmarks.common import command, following, show
from benchmarks.server import running

TIMEOUT: Final = 600.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--ms", type=int, default=100, help="time limit of each hint")


def tables(http: httpx2.Client) -> Iterator[tuple[str, int | None]]:
    """Every game of the service with every number of players; None where there is one player."""
    for game in http.get("/v1/games").raise_for_status().json()["games"]:
        name = game["name"]
        about = http.get(f"/v1/games/{name}").raise_for_status().json()
        players = about["rules"]["properties"].get("players")
        counts = players_of(players) if players else [None]
        for count in counts:
            yield name, count


def players_of(switch: dict[str, Any]) -> list[int]:
    """The values of the switch ``players``."""
    if "enum" in switch:
        return [int(value) for value in switch["enum"]]
    return list(range(switch["minimum"], switch["maximum"] + 1))


def run(args: argparse.Namespace) -> None:
    """Start a server, ask for every hint once and print how long each took."""
    rows = []
    with (
        running() as (port, *_),
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT) as http,
    ):
        asked = list(tables(http))
        for name, count in following(asked, len(asked), "first hints"):
            rules = {} if count is None else {"players": count}
            deal = http.post(f"/v1/games/{name}/deal", json={"seed": "11", "rules": rules})
            if deal.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
                continue  # a number of players that the game does not have
            body = {
                "position": deal.raise_for_status().json()["text"],
                "information": "hidden",
                "level": "why",
                "limits": {"time_ms": args.ms},
            }
            began = time.perf_counter()
            hint = http.post(f"/v1/games/{name}/hint", json=body).raise_for_status().json()
            took = 1_000 * (time.perf_counter() - began)
            over = took - args.ms
            samples = f"{hint['spent']['samples']:,}"
            cells = [name, "" if count is None else str(count), f"{took:.0f} ms", f"{over:+.0f} ms"]
            rows.append([*cells, samples, hint["stopped_by"]])
    header = ["game", "players", "first hint", "over the limit", "samples", "stopped by"]
    show(f"First hints after ready, {args.ms} ms each", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
