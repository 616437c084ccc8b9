"""How many deals of the solitaires can be won, under many rules: what docs/winnability.md shows.

``python -m benchmarks.winnability`` goes on from the deals that docs/winnability.json holds, round
by round, ten times as many deals of each kind in each round, until each kind has as many as it is
to have, ``--minutes`` are over, or Ctrl-C is pressed. Then it writes the tables and the pictures of
the page. With ``--minutes 0`` it only writes them. The limits are of nodes and of memory, so that
the same deals have the same verdicts on any machine.
"""

import argparse
import json
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.common import ROOT, command, following
from benchmarks.winnability_page import PAGE, write_page
from kibitz.cli.search import interruptible
from kibitz.contract.base import plain
from kibitz.contract.jobs import StudyResult
from kibitz.contract.options import Limits
from kibitz.jobs.kinds import read_job
from kibitz.jobs.local import run_here
from kibitz.jobs.tally import Tally
from kibitz.solvers.budget import Cancel

DATA: Final = ROOT / "docs" / "winnability.json"
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
SLICE: Final = 1_000  # deals before the first look at the clock, then twice as many each time ...
SLICE_SECONDS: Final = 1.0  # ... until they take so long
NODES: Final = {"knotty-nines": 1_000_000, "knack-solitaire": 100_000}
MEMORY_MB: Final = 256
MOST: Final = 1_000_000
SHEET_MOST: Final = 10_000_000


class Kind(NamedTuple):
    """Deals of a game under some rules: how many there are to be, and what part of a round."""

    game: str
    rules: dict[str, Any]
    aim: int = MOST
    share: float = 1.0

    @property
    def name(self) -> str:
        """The game and the switches that differ from the default, as JSON."""
        return f"{self.game} {json.dumps(self.rules)}"


def anchored(size: int, **rules: Any) -> dict[str, Any]:
    """Rules with a square anchored field."""
    return {**rules, "field": {"width": size, "height": size}, "anchored": True}


KNOTTY: Final = [
    Kind("knotty-nines", {**piles, **wrap}, MOST if piles or wrap else SHEET_MOST)
    for wrap in ({}, {"wrap": False})
    for piles in ({}, *({"piles": count} for count in (4, 5, 6, 7, 8, 10, 11, 12)))
]
STUCK: Final = [
    Kind("knotty-nines", {**kind.rules, "win": "stock_empty_and_stuck"}) for kind in KNOTTY
]
KNACK: Final = [
    Kind("knack-solitaire", {}),
    Kind("knack-solitaire", {"jokers": 0}),
    Kind("knack-solitaire", {"pack": 36}),
    Kind("knack-solitaire", {"redeal": "turn_over"}, share=0.1),
    Kind("knack-solitaire", {"jokers": 0, "redeal": "turn_over"}),
    Kind("knack-solitaire", {"pack": 36, "redeal": "turn_over"}),
    Kind("knack-solitaire", {"redeals": 1}, share=0.1),
    Kind("knack-solitaire", {"jokers": 0, "redeals": 1}),
    Kind("knack-solitaire", {"redeals": 0}, share=0.1),
    Kind("knack-solitaire", {"jokers": 0, "redeals": 0}),
    Kind("knack-solitaire", {"wrap": "none"}, share=0.1),
    Kind("knack-solitaire", {"jokers": 0, "wrap": "none"}),
    Kind("knack-solitaire", {"pack": 36, "wrap": "none"}),
    *(
        Kind("knack-solitaire", anchored(size, **jokers), share=share)
        for size, share in ((13, 0.1), (11, 0.1), (9, 0.05))
        for jokers in ({}, {"jokers": 0})
    ),
]
KINDS: Final = [*KNOTTY, *KNACK, *STUCK]


def load(path: Path = DATA) -> dict[str, Any]:
    """What was counted so far, by the names of the kinds."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def save(found: dict[str, Any], path: Path = DATA) -> None:
    """Keep what was counted, one kind on a line."""
    order = {kind.name: number for number, kind in enumerate(KINDS)}
    lines = [
        f"{json.dumps(name)}: {json.dumps(found[name], separators=(',', ':'))}"
        for name in sorted(found, key=lambda name: order.get(name, len(order)))
    ]
    part = path.with_suffix(".part")
    part.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    part.replace(path)


def extend(kind: Kind, known: dict[str, Any] | None, deals: int, cancel: Cancel) -> dict[str, Any]:
    """What is known of a kind with so many deals more, from the first that is not counted yet.

    Those that are decided before ``cancel`` is set are counted.
    """
    limits = {"nodes": NODES[kind.game], "memory_mb": MEMORY_MB}
    tally, first, commits = Tally(), 0, []
    if known is not None:
        if known["limits"] != limits:
            raise ValueError(f"{kind.name} was counted under other limits: {known['limits']}")
        before = StudyResult.model_validate(known["result"])
        tally, first, commits = Tally().include(before), before.deals, known["commits"]
    asked = {"kind": "study", "game": kind.game, "rules": kind.rules, "limits": limits}
    job = read_job({**asked, "first": first, "last": first + deals - 1}, Limits(), stored=False)
    for rows in run_here(job, cancel):
        tally.add(rows)
    return {
        "game": kind.game,
        "rules": kind.rules,
        "limits": limits,
        "commits": list(dict.fromkeys([*commits, commit()])),
        "result": plain(tally.result()),
    }


@cache
def commit() -> str:
    """The commit that computes, short: that of the first call."""
    done = subprocess.run(
        ["git", "rev-parse", "--short=7", "HEAD"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--minutes", type=float, help="stop after so long; by default at the end")
    parser.add_argument("--only", default="", help="only kinds whose name contains this")
    parser.add_argument("--round", type=int, help="no deals beyond this round")


def run(args: argparse.Namespace) -> None:
    """Count on, keep what was counted, and write the page."""
    stop = None if args.minutes is None else time.monotonic() + 60 * args.minutes
    wanted = [kind for kind in KINDS if args.only in kind.name]
    with interruptible() as cancel:
        for size in ROUNDS:
            if args.round is not None and size > args.round:
                break
            for kind in following(wanted, len(wanted), f"{size:,} deals"):
                count_on(kind, min(round(size * kind.share), kind.aim), stop, cancel)
    write_page(load())
    print(f"{DATA.relative_to(ROOT)} and {PAGE.relative_to(ROOT)} are written.")


def count_on(kind: Kind, aim: int, stop: float | None, cancel: Cancel) -> None:
    """Count deals of a kind until there are so many, or it is time to stop."""
    part = max(1, round(SLICE * kind.share))
    known = load().get(kind.name)
    while not cancel.is_set() and (stop is None or time.monotonic() < stop):
        there = known["result"]["deals"] if known else 0
        if there >= aim:
            return
        began = time.monotonic()
        known = extend(kind, known, min(part, aim - there), cancel)
        if time.monotonic() - began < SLICE_SECONDS:
            part *= 2
        found = load()
        found[kind.name] = known
        save(found)


if __name__ == "__main__":
    command(__doc__, add_options, run)
