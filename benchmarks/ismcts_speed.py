"""Iterations a second of the search for hidden cards, from openings of Knaves with random playouts.

One thread, processor seconds of that thread. Every batch searches one seeded deal in every way, so
that other work on the machine weighs on all of them alike. The record is that of Knaves under a
name of its own, without judgement: the figures tell the engine's speed, not a policy's.
"""

import argparse
import time
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import command, following, show
from benchmarks.speed import interval
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knaves import play
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.state import SEATS, STATE
from kibitz.games.protocol import State, implements
from kibitz.heuristics.plain import without_judgement
from kibitz.jobs.players.knaves_former import RULES
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search

RECORD: Final = np.dtype([("plain", np.int8), *STATE.descr])
for _name, _kernel in RULES.items():
    implements(getattr(protocol, _name), RECORD)(_kernel)
without_judgement(RECORD)

WAYS: Final[dict[str, SearchOptions]] = {
    "flat, racing": SearchOptions(tree_depth=1, root="racing", playout="random", settle=False),
    "flat, UCB1": SearchOptions(tree_depth=1, playout="random", settle=False),
    "tree, UCB1": SearchOptions(playout="random", settle=False),
    "tree, PUCT": SearchOptions(playout="random", selection="puct", settle=False),
}


def opening(seed: int) -> State:
    """The state of a fresh deal, seat 1 to lead."""
    game = Knaves()
    known, state = game.state(game.deal(str(seed))), np.zeros(1, RECORD)
    for name in STATE.names or ():
        state[name] = known[name]
    return state


def measure(seed: int, options: SearchOptions, iterations: int) -> tuple[int, float]:
    """Iterations run and processor seconds."""
    setting = Setting(SEATS, play.MAX_MOVES)
    budget = Budget(Limits(iterations=iterations))
    search = Search(opening(seed), setting, options, budget, seed=seed)
    began = time.thread_time()
    found = search.run()
    return found.iterations, time.thread_time() - began


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--openings", type=int, default=20, help="batches, a deal in each")
    parser.add_argument("--iterations", type=int, default=80_000, help="iterations of a search")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    for options in WAYS.values():
        measure(0, options, 1_000)
    table = np.zeros((args.openings, len(WAYS), 2))
    for seed in following(range(args.openings), args.openings, "openings"):
        for way, options in enumerate(WAYS.values()):
            table[seed, way] = measure(seed, options, args.iterations)
    rows = []
    for way, name in enumerate(WAYS):

        def speed(chosen: npt.NDArray[np.int64], way: int = way) -> float:
            iterations, seconds = table[chosen, way].sum(axis=0)
            return float(iterations / seconds)

        every = np.arange(args.openings)
        rows.append([name, f"{speed(every):,.0f}", interval(speed, args.openings)])
    title = f"Iterations a second, one thread, {args.openings} × {args.iterations:,}"
    show(title, ["search", "iterations/s", "95 % interval"], rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
