"""Sentences of hints recomputed by naive checkers, on thousands of positions of every game.

Positions from the play of each game are asked for a hint at the level ``why``, what it says at the
levels ``nudge`` and ``area``, and for the analysis that repeats its search. Each sentence is a code
and the facts it names; the checker of the code recomputes them from the position alone. One false
sentence is a bug.
"""

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from benchmarks.common import command, following, show
from kibitz.contract.options import Limits
from kibitz.solvers.catalogue import SOLVERS
from tests.conformance.hints import said_of
from tests.naive.reasons.case import case_of, checkers_of

BATCH: Final = 25  # positions made from one seed, by one process
SHOWN: Final = 20  # false sentences printed


@dataclass(frozen=True)
class Checked:
    """Positions of a game that were asked, how often each code was said, and what was false."""

    positions: int
    codes: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)


def check(seed: int, game: str, limits: Limits) -> Checked:
    """Check every reason of a batch of positions."""
    module = checkers_of(game)
    codes: Counter[str] = Counter()
    false = []
    for position in module.positions(BATCH, seed):
        case = case_of(game, position, limits, seed=str(seed))
        for reason in said_of(case):
            codes[reason.code] += 1
            if not module.CHECKERS[reason.code](case, reason.args):
                false.append(f"{position.to_text()}: {reason.code}: {reason.text}")
    return Checked(BATCH, codes, false)


def row_of(game: str, batches: Sequence[Checked]) -> list[str]:
    """The row of a game: positions, sentences, codes seen of those there are, false sentences."""
    codes = sum((batch.codes for batch in batches), Counter[str]())
    false = sum(len(batch.false) for batch in batches)
    seen = f"{len(codes)} of {len(checkers_of(game).CHECKERS)}"
    positions = sum(batch.positions for batch in batches)
    return [game, f"{positions:,}", f"{codes.total():,}", seen, str(false)]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--game", nargs="+", choices=[*SOLVERS], help="all by default")
    parser.add_argument("--positions", type=int, default=5_000, help="of each game, at least")
    parser.add_argument("--iterations", type=int, default=64, help="of each hint")
    parser.add_argument("--nodes", type=int, default=2_000, help="of each hint, cards known")
    parser.add_argument("--seed", type=int, default=1, help="of the first batch")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)


def run(args: argparse.Namespace) -> None:
    """Check and print a row for each game; false sentences go to standard error."""
    limits = Limits(iterations=args.iterations, nodes=args.nodes, memory_mb=64)
    count = -(-args.positions // BATCH)
    seeds = range(args.seed, args.seed + count)
    context = multiprocessing.get_context("spawn")
    rows = []
    with ProcessPoolExecutor(args.processes, mp_context=context) as pool:
        for game in args.game or SOLVERS:
            task = partial(check, game=game, limits=limits)
            done = [*following(pool.map(task, seeds), count, f"{game}, batches of {BATCH}")]
            rows.append(row_of(game, done))
            for said in [said for batch in done for said in batch.false][:SHOWN]:
                print(said, file=sys.stderr)
    header = ["game", "positions", "sentences", "codes seen", "false"]
    show("Sentences of hints, recomputed", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
