"""Open endgames of Knaves: time and nodes of the exact search, and what the players are worth.

Endgames come from rounds played by chance. Times are processor seconds of one thread, the table
emptied before each; medians come with a bootstrap 95 % interval over the endgames.
"""

import argparse
import time
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import command, following, show
from kibitz.games import protocol
from kibitz.games.knaves.game import Knaves
from kibitz.games.protocol import State
from kibitz.solvers.knaves.exact import Objective, OpenSearch, slots_for, solve_open
from kibitz.solvers.knaves.frames import Memory, new_memory
from training.knaves.selfplay import NAIVE, NAMES, PLAYOUT, RANDOM, RULE, match

RESAMPLES: Final = 10_000
NO_LIMIT: Final = 1 << 60
OBJECTIVES: Final[tuple[Objective, ...]] = ("max_n", "paranoid")
PAIRS: Final = ((RULE, RANDOM), (RULE, NAIVE), (NAIVE, RANDOM), (PLAYOUT, RULE), (RULE, RULE))


def ending(seed: int, tricks: int) -> State:
    """A round of which so many tricks are left, after moves by chance."""
    game, random = Knaves(), Random(seed)
    state = game.state(game.deal(str(seed)))
    while state[0]["count"] < 3 * (13 - tricks):
        protocol.run_apply(state, random.choice(game.legal(state)))
    return state


def timed(memory: Memory, state: State, objective: Objective) -> tuple[float, int]:
    """Seconds and nodes of one search."""
    memory.table["key"] = 0
    search = OpenSearch(memory, state, objective, 0)
    began = time.thread_time()
    search.advance(NO_LIMIT)
    return time.thread_time() - began, search.visited()


def median_text(milliseconds: npt.NDArray[np.float64]) -> str:
    """``1.20 (1.10 … 1.31)``: a median with its bootstrap interval."""
    rng = np.random.default_rng(1)
    drawn = rng.choice(milliseconds, (RESAMPLES, len(milliseconds)))
    low, high = np.percentile(np.median(drawn, axis=1), [2.5, 97.5])
    return f"{np.median(milliseconds):.3f} ({low:.3f} … {high:.3f})"


def row(tricks: int, objective: Objective, number: int) -> list[str]:
    """What one kind of endgame takes."""
    memory = new_memory(slots_for(tricks))
    timed(memory, ending(0, tricks), objective)
    seeds = range(1, 1 + number)
    found = [
        timed(memory, ending(seed, tricks), objective)
        for seed in following(seeds, number, f"{tricks} tricks, {objective}")
    ]
    seconds, nodes = np.array(found).T
    return [
        str(tricks),
        objective,
        str(number),
        median_text(1e3 * seconds),
        f"{1e3 * np.percentile(seconds, 90):.3f}",
        f"{np.median(nodes):,.0f}",
        f"{nodes.sum() / seconds.sum() / 1e6:.1f}",
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--endgames", type=int, default=200, help="endgames of each size")
    parser.add_argument("--most", type=int, default=7, help="tricks of the largest")
    parser.add_argument("--deals", type=int, default=20_000, help="deals of the players' matches")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    solve_open(ending(0, 2))  # load the kernels: a compilation is not a slow endgame
    rows = [
        row(tricks, objective, args.endgames)
        for tricks in range(3, args.most + 1)
        for objective in OBJECTIVES
    ]
    header = ["tricks", "objective", "endgames", "median ms", "90 % ms", "nodes", "M nodes/s"]
    show("Open endgames solved exactly, one thread", header, rows)
    lines = []
    for one, other in PAIRS:
        margin = match(one, other, args.deals)
        low, high = margin.mean - 1.96 * margin.error, margin.mean + 1.96 * margin.error
        lines.append([NAMES[one], NAMES[other], f"{margin.mean:+.3f} ({low:+.3f} … {high:+.3f})"])
    title = f"Points a round more than the mean of two rivals, {args.deals:,} deals in 3 seatings"
    show(title, ["player", "rivals", "points"], lines)


if __name__ == "__main__":
    command(__doc__, add_options, run)
