"""Playouts of Knaves by the policy, and the search around them: this checkout against another.

Both run in processes of their own and take turns, batch after batch, the same work in each batch:
openings played out by the policy; then positions of its rounds, searched by the shipped setting.
Counted is processor time of one thread. What came out is compared bit by bit and must be the same,
unless ``--different`` says that the other checkout may play otherwise. The ratio is the geometric
mean over the batches, with a 95 % interval.

``--other`` is the directory of a checkout with its ``.venv``.
"""

import argparse
import os
import subprocess
import sys
import time
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.policy import rule_move
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.forest import new_workspaces
from kibitz.solvers.ismcts.options import Setting, dials_of
from kibitz.solvers.ismcts.playout import play_all
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knaves.analysis import OPTIONS

OPENINGS: Final = 40  # of a batch
PLAYOUTS: Final = 2_000
PLAYED: Final = (0, 8, 17, 25)  # cards before the positions of a batch that are searched
ITERATIONS: Final = 2_000
WORK: Final = ("playouts", "search")


def play(batch: int) -> tuple[int, float, int]:
    """Play out the openings of a batch: how many playouts, seconds, a checksum of what they pay."""
    game = Knaves()
    deals = [game.state(game.deal(str(OPENINGS * batch + i))) for i in range(OPENINGS)]
    states = np.tile(np.concatenate(deals), PLAYOUTS // OPENINGS)
    workspaces, dials = new_workspaces(1, Setting(SEATS, MAX_MOVES), None), dials_of(OPTIONS, 0)
    numbers, values = np.arange(len(states)), np.zeros((len(states), SEATS))
    work, table, seed = states[:1].copy(), np.zeros(0), np.uint64(batch)
    began = time.thread_time()
    play_all(states, work, workspaces, table, dials, seed, numbers, values)
    return len(states), time.thread_time() - began, zlib.crc32(values.tobytes())


def search(batch: int) -> tuple[int, float, int]:
    """Search the positions of a batch: how many playouts, seconds, a checksum of the findings."""
    game, options, setting = Knaves(), replace(OPTIONS, settle=False), Setting(SEATS, MAX_MOVES)
    count, seconds, sum_of_all = 0, 0.0, 0
    moves = np.zeros(MAX_MOVES + 1, np.int64)
    for seed, played in enumerate(PLAYED, len(PLAYED) * batch):
        position = game.deal(str(seed))
        for _ in range(played):
            state = game.state(position)
            move = rule_move(state[0], moves, protocol.run_legal(state, moves))
            position = game.play(position, [game.move_text(int(move))])
        view = game.state(game.as_seen(position, int(game.state(position)[0]["turn"])))
        budget = Budget(Limits(iterations=ITERATIONS))
        looking = Search(view, setting, options, budget, seed=seed)
        began = time.thread_time()
        found = looking.run()
        seconds += time.thread_time() - began
        count += found.iterations
        said = repr([(row.move, row.value, row.visits) for row in found.moves])
        sum_of_all = zlib.crc32(said.encode(), sum_of_all)
    return count, seconds, sum_of_all


def serve() -> None:
    """Answer batches by name and number, line by line."""
    for line in sys.stdin:
        name, batch = line.split()
        count, seconds, checksum = (play if name == "playouts" else search)(int(batch))
        print(count, seconds, checksum, flush=True)


def started(checkout: Path) -> subprocess.Popen[str]:
    """A process that answers with the code of a checkout."""
    return subprocess.Popen(
        [str(checkout / ".venv/bin/python"), str(Path(__file__).resolve()), "--serve"],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def asked(process: subprocess.Popen[str], name: str, batch: int) -> tuple[float, int]:
    """Playouts a second of a batch, and the checksum of what they came to."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{name} {batch}\n")
    process.stdin.flush()
    count, seconds, checksum = process.stdout.readline().split()
    return int(count) / float(seconds), int(checksum)


def row(name: str, processes: list[subprocess.Popen[str]], batches: int, *, same: bool) -> str:
    """A row of the table; raises ``AssertionError`` where the two came to different things."""
    speeds = np.zeros((batches, 2))
    for process in processes:
        asked(process, name, 0)
    for batch in range(batches):
        sums = [0, 0]
        for k in (0, 1) if batch % 2 else (1, 0):
            speeds[batch, k], sums[k] = asked(processes[k], name, batch)
        assert sums[0] == sums[1] or not same, f"batch {batch} of {name} came out differently"
    logs = np.log(speeds[:, 0] / speeds[:, 1])
    half = 1.96 * logs.std(ddof=1) / np.sqrt(batches)
    ratio, low, high = np.exp([logs.mean(), logs.mean() - half, logs.mean() + half])
    here, there = np.median(speeds, axis=0)
    return f"| {name} | {here:,.0f} | {there:,.0f} | {ratio:.2f} ({low:.2f} … {high:.2f}) |"


def main() -> None:
    """Entry point of ``python -m benchmarks.playouts``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--other", type=Path, help="the directory of the other checkout")
    parser.add_argument("--batches", type=int, default=20)
    parser.add_argument("--different", action="store_true", help="results need not be the same")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve()
        return
    if args.other is None:
        parser.error("--other is needed: the directory of a checkout")
    processes = [started(root) for root in (Path(__file__).resolve().parent.parent, args.other)]
    print("| work | here, playouts/s | there | ratio |\n|---|---|---|---|")
    for name in WORK:
        print(row(name, processes, args.batches, same=not args.different), flush=True)
    for process in processes:
        process.communicate()


if __name__ == "__main__":
    main()
