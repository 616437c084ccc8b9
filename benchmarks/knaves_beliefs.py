"""Beliefs at Knaves: what is read from the cards played, against counting all deals alike.

Three players of a kind play rounds. Before every fourth card the seat to play is asked where each
card that it does not see lies, and pays the negative logarithm of the chance that it gave to the
place where the card is. Less is better; who reads anything into chance pays for it.
"""

import argparse
from math import log
from statistics import fmean
from typing import Final

from benchmarks.common import following, show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knaves.bitboards import cards_in, place_of
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import State
from kibitz.heuristics.knaves.beliefs import OUT, beliefs
from kibitz.heuristics.knaves.likelihood import beliefs_by_play
from kibitz.heuristics.knaves.network import Reals
from kibitz.jobs.duplicates import estimate, key, view_of
from kibitz.jobs.players import GAMES, factory
from kibitz.solvers.player import Player

EVERY: Final = 4  # cards
LEAST: Final = 1e-4  # the smallest chance that is believed
HEADER: Final = ("players", "rounds", "all deals alike", "by play", "better by")


def surprise(chances: Reals, state: State, seat: int) -> float:
    """Nats that ``seat`` pays for a card it does not see, on average."""
    paid = []
    for row in range(OUT + 1):
        if row != seat:
            cards = cards_in(int(state[0]["hands"][row] if row < SEATS else state[0]["out"]))
            given = (float(chances[row, place_of(card)]) for card in cards)
            paid += [-log(max(LEAST, chance)) for chance in given]
    return sum(paid) / len(paid)


def round_of(player: Player, number: int, worlds: int) -> tuple[float, float]:
    """What is paid in a round: counting all deals alike, and by play."""
    game = GAMES["knaves"]
    deal = game.deal(str(number), {})
    state = game.state(deal)
    alike, read = [], []
    while not protocol.run_over(state):
        seat, ply = int(protocol.run_turn(state)), int(state[0]["count"])
        view = view_of(game, state, deal, seat, key(number, ply, 0))
        if ply and ply % EVERY == 0:
            counted = beliefs(view.state, seat)
            weighed = beliefs_by_play(view.state, seat, worlds, key(number, ply, 2))
            alike.append(surprise(counted, state, seat))
            read.append(surprise(counted if weighed is None else weighed[0], state, seat))
        protocol.run_apply(state, player.choose(game, view, seat, key(number, ply, 1)))
    return fmean(alike), fmean(read)


def row(name: str, first: int, rounds: int, iterations: int, worlds: int) -> list[str]:
    """A row of the table."""
    player = factory(GAMES["knaves"], name)(GAMES["knaves"], Limits(iterations=iterations))
    found = [
        round_of(player, number, worlds)
        for number in following(range(first, first + rounds), rounds, f"{name}, rounds")
    ]
    alike, read = estimate([a for a, _ in found]), estimate([b for _, b in found])
    better = estimate([a - b for a, b in found])
    told = f"{better.mean:+.4f} ({better.low:+.4f} … {better.high:+.4f})"
    return [name, f"{rounds:,}", f"{alike.mean:.4f}", f"{read.mean:.4f}", told]


def main() -> None:
    """Entry point of ``python -m benchmarks.knaves_beliefs``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", nargs="+", default=["random", "rule", "judgement", "flat"])
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=2_000, help="of those who search")
    parser.add_argument("--worlds", type=int, default=1024, help="deals weighed each time")
    args = parser.parse_args()
    rows = [
        row(name, args.first, args.rounds, args.iterations, args.worlds) for name in args.players
    ]
    show("Knaves: nats a card for where it lies", HEADER, rows)


if __name__ == "__main__":
    main()
