"""From the start of the process until ``/readyz`` answers 200, with the kernels in the cache."""

import argparse
import statistics

from benchmarks.common import command, following, show
from benchmarks.server import running


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--runs", type=int, default=5, help="starts after a first, uncounted one")


def run(args: argparse.Namespace) -> None:
    """Start servers and print how long they took."""
    times = []
    for _ in following(range(args.runs + 1), args.runs + 1, "starts"):
        with running() as (_, seconds, _):
            times.append(seconds)
    counted = times[1:]
    cells = [str(len(counted))]
    cells += [f"{f(counted):.2f} s" for f in (statistics.median, min, max)]
    show("Process start to ready, warm cache", ["runs", "median", "fastest", "slowest"], [cells])


if __name__ == "__main__":
    command(__doc__, add_options, run)
