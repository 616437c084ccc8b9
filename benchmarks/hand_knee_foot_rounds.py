"""Full random rounds of Hand, Knee and Foot a second, copies of its record, and redeals.

One thread. Each rate is that of the fastest of several batches, for the machine may be shared, with
the median beside it. Deals are those of seeds 0, 1 …, the moves are drawn evenly.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Final

import numpy as np

from benchmarks.common import show
from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.moves import MOVES
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State

PLAYERS: Final = (2, 3, 4, 6)
_GAME: Final = HandKneeFoot()


@kernel
def play_out(state: State, stream: Stream) -> int:
    """Play a round to its end by even chance, in place; the number of moves."""
    moves = np.empty(MOVES, np.int64)
    count = 0
    while not protocol.over(state[0]):
        protocol.apply(state[0], protocol.random_move(state[0], moves, stream))
        count += 1
    return count


@kernel
def play_rounds(roots: State, rounds: int, stream: Stream) -> int:
    """Play so many rounds from the roots in turn; the number of moves."""
    work = roots[:1].copy()
    count = 0
    for number in range(rounds):
        work[0] = roots[number % len(roots)]
        count += play_out(work, stream)
    return count


@kernel
def copy_records(roots: State, copies: int) -> int:
    """Copy records so many times; a sum that needs all copies."""
    work = roots[:1].copy()
    total = 0
    for number in range(copies):
        work[0] = roots[number % len(roots)]
        total += work[0].turn + work[0].stock_size
    return total


@kernel
def redeal_roots(roots: State, redeals: int, stream: Stream) -> None:
    """Redeal the roots in turn so many times, for their first seat."""
    work = roots[:1].copy()
    for number in range(redeals):
        work[0] = roots[number % len(roots)]
        protocol.redeal(work[0], 0, stream)


def roots_of(players: int, deals: int) -> State:
    """The states of the first deals for so many players."""
    rules = {"players": players}
    return np.concatenate([_GAME.state(_GAME.deal(str(n), rules)) for n in range(deals)])


def seconds(work: Callable[[], object], batches: int) -> list[float]:
    """Processor seconds of this thread for each batch."""
    found = []
    for _ in range(batches):
        began = time.thread_time()
        work()
        found.append(time.thread_time() - began)
    return found


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this benchmark."""
    parser.add_argument("--batches", type=int, default=9, help="batches of each kind")
    parser.add_argument("--rounds", type=int, default=1_000, help="rounds in a batch")


def run(args: argparse.Namespace) -> None:
    """Measure and show the table."""
    stream = np.zeros(1, np.uint64)
    start_stream(stream, np.uint64(1), np.uint64(0))
    rows = []
    for players in PLAYERS:
        roots = roots_of(players, 100)
        play_rounds(roots, 1, stream)
        moves = 0

        def batch(roots: State = roots) -> None:
            nonlocal moves
            moves += play_rounds(roots, args.rounds, stream)

        spent = seconds(batch, args.batches)
        per_round = moves / (args.batches * args.rounds)
        rates = (args.rounds / min(spent), args.rounds / median(spent))
        rows.append([f"rounds, {players} players", *(f"{r:,.0f} / s" for r in rates), per_round])
    roots = roots_of(4, 8)
    copies, redeals = 1_000_000, 10_000
    copy_records(roots, 1)
    redeal_roots(roots, 1, stream)
    for name, work, count, unit, scale in (
        ("copy of a record", lambda: copy_records(roots, copies), copies, "ns", 1e9),
        ("redeal", lambda: redeal_roots(roots, redeals, stream), redeals, "µs", 1e6),
    ):
        spent = [scale * one / count for one in seconds(work, args.batches)]
        rows.append([name, f"{min(spent):.1f} {unit}", f"{median(spent):.1f} {unit}", 0.0])
    show(
        "Hand, Knee and Foot by even chance, one thread",
        ["what", "fastest batch", "median batch", "moves a round"],
        [[*row[:3], f"{row[3]:.0f}" if row[3] else ""] for row in rows],
    )
