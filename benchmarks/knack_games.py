"""Whole random games of K'nack a second, and iterations of its search, one thread.

Each game is dealt anew from what seat 0 sees of a fresh deal, and played to its end by moves that
are each as likely as the other. Processor seconds of the one thread, in batches, with 95 %
bootstrap intervals over the batches. Between the batches the same deals are made without being
played, so that the table also says what a deal costs, the copy of the state included.

A second table has the search that hints ask, with its policy in the playouts: iterations a second
over decisions spread over games of the policy, and those at the first decision after the free card
is laid, from where playouts are longest. Intervals are over the deals.
"""

import argparse
import time
from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import command, following, show
from benchmarks.speed import interval
from benchmarks.unseen import UNSEEN
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.game import Knack
from kibitz.games.protocol import Moves, State
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knack.grouping import grouped
from kibitz.solvers.knack.widening import OPTIONS, search_groups

KINDS: Final[dict[str, dict[str, Any]]] = {
    "2 players": {},
    "2 players, called by the move": {"knack_call": "explicit"},
    "3 players": {"players": 3},
    "4 players, for places": {"players": 4, "play_on_for_places": True},
    "6 players": {"players": 6},
    "6 players, packs of 36": {"players": 6, "pack": 36},
}


@kernel
def play_games(root: State, work: State, count: int, moves: Moves, stream: Stream) -> int:
    """Play ``count`` random games from the start ``root``; how many moves they took."""
    total = 0
    for _ in range(count):
        work[0] = root[0]
        protocol.redeal(work[0], 0, stream)
        while not protocol.over(work[0]):
            protocol.apply(work[0], protocol.random_move(work[0], moves, stream))
            total += 1
    return total


@kernel
def deal_only(root: State, work: State, count: int, stream: Stream) -> None:
    """Deal ``count`` times what seat 0 does not see."""
    for _ in range(count):
        work[0] = root[0]
        protocol.redeal(work[0], 0, stream)


def measure(kind: str, batches: int, size: int) -> list[str]:
    """One row: games a second, moves a game, and microseconds for a deal."""
    game = Knack()
    root = game.state(game.deal("1", KINDS[kind]))
    work, moves = root.copy(), np.empty(game.max_moves, np.int64)
    stream = np.zeros(1, np.uint64)
    spent = np.zeros((batches, 2))
    played = 0
    play_games(root, work, 1, moves, stream)
    deal_only(root, work, 1, stream)
    for number in following(range(batches), batches, f"batches, {kind}"):
        start_stream(stream, np.uint64(number), np.uint64(0))
        began = time.thread_time()
        played += play_games(root, work, size, moves, stream)
        between = time.thread_time()
        deal_only(root, work, size, stream)
        spent[number] = between - began, time.thread_time() - between

    def speed(chosen: npt.NDArray[np.int64]) -> float:
        return float(size * len(chosen) / spent[chosen, 0].sum())

    dealing = 1e6 * spent[:, 1].sum() / (batches * size)
    every = f"{speed(np.arange(batches)):,.0f} ({interval(speed, batches)})"
    length = f"{played / (batches * size):.1f}"
    return [kind, f"{batches} × {size:,}", every, length, f"{dealing:.1f}"]


def decisions(seed: int, players: int) -> list[State]:
    """Each sixth decision of a game of the policy, as the seat to move sees it.

    The first of them is the first one after the free card is laid.
    """
    game, found = Knack(), []
    deal = game.deal(str(seed), {"players": players})
    state = game.state(deal).copy()
    while not protocol.run_over(state):
        if state[0]["field"]["count"] and len(game.legal(state)) > 1:
            found.append(
                game.state(game.as_seen(game.position(state, deal), int(state[0]["turn"])))
            )
        protocol.run_apply(state, UNSEEN["knack"].policy(state))
    return found[::6]


def searched(seed: int, players: int, iterations: int) -> list[tuple[int, float]]:
    """Iterations and processor seconds of a search of each of the :func:`decisions`."""
    game, found = Knack(), []
    for seen in decisions(seed, players):
        groups = grouped(seen, game.legal(seen))
        budget = Budget(Limits(iterations=iterations))
        began = time.thread_time()
        games = search_groups(seen, groups, budget, ignore, seed, replace(OPTIONS, settle=False))
        found.append((games.games, time.thread_time() - began))
    return found


def search_row(players: int, deals: int, iterations: int) -> list[str]:
    """One row of the second table."""
    searched(0, players, 100)
    spent = np.zeros((deals, 2, 2))
    for seed in following(range(deals), deals, f"deals, {players} players"):
        of_deal = np.array(searched(seed, players, iterations))
        spent[seed] = of_deal.sum(axis=0), of_deal[0]
    row = [f"{players} players", f"{deals}"]
    for part in range(2):

        def speed(chosen: npt.NDArray[np.int64], part: int = part) -> float:
            count, seconds = spent[chosen, part].sum(axis=0)
            return float(count / seconds)

        row.append(f"{speed(np.arange(deals)):,.0f} ({interval(speed, deals)})")
    return row


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--batches", type=int, default=20, help="batches of games")
    parser.add_argument("--size", type=int, default=2_000, help="games in a batch")
    parser.add_argument("--deals", type=int, default=20, help="games whose decisions are searched")
    parser.add_argument("--iterations", type=int, default=1_000, help="iterations of a search")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    header = ["K'nack", "played", "games/s", "moves a game", "µs a deal"]
    rows = [measure(kind, args.batches, args.size) for kind in KINDS]
    show("Random games of K'nack a second, one thread", header, rows)
    header = ["K'nack", "deals", "iterations/s", "at the first decision"]
    rows = [search_row(players, args.deals, args.iterations) for players in (2, 3, 4)]
    title = f"Iterations of the search a second, one thread, {args.iterations:,} a decision"
    show(title, header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
