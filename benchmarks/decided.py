"""How many deals are decided under the default limits, and how many of them can be won.

Two sets: PySolFC deals 100001 to 100500 with ``wrap`` on and off, and 10,000 deals of our own
seeds with ``wrap`` on, whose winnable share comes with Wilson's 95 % interval. Every won deal's
line is replayed with ``--verify``.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

from benchmarks.common import PYSOLFC_FIRST, command, dealt, following, on_off, share_text, show
from kibitz.contract.answers import Verdict
from kibitz.jobs.study import decided
from kibitz.solvers.budget import Cancel
from kibitz.solvers.knotty_nines.solver import KnottyNinesSolver

SOLVER: Final = KnottyNinesSolver()


def verdict_of(seed: int, source: str, *, wrap: bool, verify: bool) -> Verdict:
    """What a study says of one deal under the default limits of ``solve``."""
    answer = decided(SOLVER, seed, {"wrap": wrap}, source, SOLVER.default_limits["solve"], Cancel())
    if verify and answer.moves is not None:
        replayed = SOLVER.verify(dealt(seed, source, wrap=wrap), answer.moves)
        if not replayed.won:
            raise AssertionError(f"deal {seed} of {source}: the line does not win: {replayed}")
    return answer.verdict or Verdict.UNKNOWN


def count(seeds: Sequence[int], source: str, *, wrap: bool, verify: bool) -> list[str]:
    """One row: verdicts counted, the winnable share, and the longest that a deal took."""
    counted: Counter[Verdict] = Counter()
    slowest = 0.0
    for seed in following(seeds, len(seeds), f"{source}, wrap {on_off(wrap)}"):
        began = time.perf_counter()
        counted[verdict_of(seed, source, wrap=wrap, verify=verify)] += 1
        slowest = max(slowest, time.perf_counter() - began)
    won, unknown = counted[Verdict.SOLVABLE], counted[Verdict.UNKNOWN]
    return [
        f"{source} {seeds[0]} to {seeds[-1]}",
        on_off(wrap),
        f"{won:,}",
        f"{counted[Verdict.UNSOLVABLE]:,}",
        f"{unknown:,}",
        share_text(won, len(seeds) - unknown),
        f"{slowest:.2f} s",
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--pysolfc", type=int, default=500, help="PySolFC deals from 100001 on")
    parser.add_argument("--seeds", type=int, default=10_000, help="deals of our own seeds from 0")
    parser.add_argument("--verify", action="store_true", help="replay the line of every won deal")


def run(args: argparse.Namespace) -> None:
    """Count and print."""
    for wrap in (True, False):  # load the kernels: a compilation is not a slow deal
        verdict_of(2, "kibitz", wrap=wrap, verify=True)
    numbers = range(PYSOLFC_FIRST, PYSOLFC_FIRST + args.pysolfc)
    rows = []
    if numbers:
        rows += [count(numbers, "pysolfc", wrap=w, verify=args.verify) for w in (True, False)]
    if args.seeds:
        rows.append(count(range(args.seeds), "kibitz", wrap=True, verify=args.verify))
    header = ["deals", "wrap", "winnable", "lost", "unknown", "share winnable", "slowest deal"]
    show("Deals decided under the default limits", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
