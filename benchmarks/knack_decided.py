"""K'nack Solitaire: how many deals are decided, how many can be won, and how fast.

Deals of our own seeds from 0 on, with the order of every shuffle known, under several sets of
rules. Each deal has a limit of time; the winnable share comes with Wilson's 95 % interval, and with
the ends that it would have if every undecided deal were lost, or won. Times are processor seconds
of one thread. With ``--verify`` every winning line is replayed.
"""

import argparse
import time
from collections import Counter
from typing import Any, Final

from benchmarks.common import command, following, share_text, show
from kibitz.contract.answers import Proof, Verdict
from kibitz.contract.options import Limits
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.jobs.study import decided
from kibitz.solvers.budget import Cancel
from kibitz.solvers.intervals import wilson
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver

GAME: Final = KnackSolitaire()
SOLVER: Final = KnackSolitaireSolver()
MEMORY_MB: Final = 256

# Name, switches, deals of ten thousand, milliseconds a deal.
SETS: Final[list[tuple[str, dict[str, Any], float, int]]] = [
    ("52 cards", {"jokers": 0}, 1.0, 1_000),
    ("54 cards", {}, 1.0, 1_000),
    ("36 cards", {"pack": 36}, 1.0, 1_000),
    ("52 cards, turned over", {"jokers": 0, "redeal": "turn_over"}, 1.0, 1_000),
    ("54 cards, no redeal", {"redeals": 0}, 0.1, 1_000),
    ("54 cards, no wrap", {"wrap": "none"}, 0.1, 1_000),
    ("52 cards, 13 × 13", {"jokers": 0}, 0.2, 2_000),
    ("52 cards, 11 × 11", {"jokers": 0}, 0.2, 2_000),
    ("52 cards, 9 × 9", {"jokers": 0}, 0.05, 2_000),
    ("54 cards, 13 × 13", {}, 0.05, 2_000),
    ("54 cards, 11 × 11", {}, 0.05, 2_000),
    ("54 cards, 9 × 9", {}, 0.02, 2_000),
]


def rules_of(name: str, switches: dict[str, Any]) -> dict[str, Any]:
    """The switches of a set; a name that ends with a size is played on an anchored field."""
    if "×" not in name:
        return switches
    width, _, height = name.partition(", ")[2].partition(" × ")
    size = {"width": int(width), "height": int(height)}
    return {**switches, "field": size, "anchored": True}


def count(name: str, rules: dict[str, Any], deals: int, time_ms: int, *, verify: bool) -> list[str]:
    """One row: verdicts, the winnable share, speed, and the longest that a deal took."""
    counted: Counter[Verdict | None] = Counter()
    limits = Limits(time_ms=time_ms, memory_mb=MEMORY_MB)
    bounds = 0
    spent = slowest = 0.0
    for seed in following(range(deals), deals, name):
        began, clock = time.thread_time(), time.perf_counter()
        found = decided(SOLVER, seed, rules, "kibitz", limits, Cancel())
        spent += time.thread_time() - began
        slowest = max(slowest, time.perf_counter() - clock)
        counted[found.verdict] += 1
        bounds += found.proof is Proof.BOUND
        if verify and found.moves is not None:
            end = GAME.play(GAME.deal(str(seed), rules), found.moves)
            if end.cards_left:
                raise AssertionError(f"deal {seed}, {name}: the line does not win: {found.moves}")
    won, lost = counted[Verdict.SOLVABLE], counted[Verdict.UNSOLVABLE]
    unknown = deals - won - lost
    ends = f"{100 * wilson(won, deals)[0]:.2f} … {100 * wilson(won + unknown, deals)[1]:.2f} %"
    return [
        name,
        f"{deals:,}",
        f"{won:,}",
        f"{lost:,} ({bounds:,})",
        f"{unknown:,} ({100 * unknown / deals:.2f} %)",
        share_text(won, deals - unknown),
        ends,
        f"{deals / max(spent, 1e-9):,.0f}",
        f"{slowest:.2f} s",
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--deals", type=int, default=10_000, help="deals of the fastest sets")
    parser.add_argument("--sets", default="", help="only sets whose name contains this")
    parser.add_argument("--verify", action="store_true", help="replay every winning line")


def run(args: argparse.Namespace) -> None:
    """Count and print."""
    rows = []
    for name, switches, share, time_ms in SETS:
        if args.sets not in name:
            continue
        rules = rules_of(name, switches)
        for seed in range(3):  # load the kernels: a compilation is not a slow deal
            decided(SOLVER, seed, rules, "kibitz", Limits(nodes=20_000), Cancel())
        deals = max(1, round(share * args.deals))
        rows.append(count(name, rules, deals, time_ms, verify=args.verify))
    header = ["set", "deals", "winnable", "lost (by bound)", "unknown", "share winnable"]
    header += ["unknown either way", "deals/s", "slowest"]
    show("K'nack Solitaire: deals decided", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
