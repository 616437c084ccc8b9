"""Beliefs at K'nack: what is read from who laid which card, against counting all deals alike.

Players of a kind play at all seats. At every fifth move the seat to move is asked how likely each
copy of each card that it does not see is in each other hand, and pays the negative logarithm of the
chance that it gave to what is so. Less is better; who reads anything into chance pays for it.
"""

import argparse
from math import log
from typing import Final

import numpy as np

from benchmarks.common import following, show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.protocol import State
from kibitz.heuristics.knack.beliefs import HAND, Beliefs, beliefs, beliefs_by_play
from kibitz.heuristics.knack.likelihood import HANDS
from kibitz.jobs.duplicates import estimate, key, view_of
from kibitz.jobs.players import GAMES, factory
from kibitz.solvers.player import Player

EVERY: Final = 5  # moves
LEAST: Final = 1e-4  # the smallest chance that is believed
WORLDS: Final = 2048
HEADER: Final = ("players", "deals", "all deals alike", "by who laid what", "better by")


def surprise(found: Beliefs, state: State, seat: int) -> float:
    """Nats that ``seat`` pays for the cards in the other hands, by card held there."""
    paid, held = 0.0, 0
    for other in range(int(state[0]["players"])):
        hand = state[0]["hands"][other][: int(state[0]["held"][other])].tolist()
        held += len(hand) * (other != seat)
        for card in np.flatnonzero(found.unseen).tolist() if other != seat else ():
            has = hand.count(card)
            chance = min(1.0 - LEAST, max(LEAST, float(found.chances[card, HAND + other])))
            paid -= has * log(chance) + (int(found.unseen[card]) - has) * log(1.0 - chance)
    return paid / max(1, held)


def deal_of(player: Player, number: int, players: int) -> list[tuple[float, float]]:
    """What is paid in a deal each time: counting all deals alike, and by who laid what."""
    game = GAMES["knack"]
    deal = game.deal(str(number), {"players": players})
    state, found, ply = game.state(deal), [], 0
    while not protocol.run_over(state):
        seat = int(protocol.run_turn(state))
        view = view_of(game, state, deal, seat, key(number, ply, 0))
        if ply % EVERY == EVERY - 1:
            seen = game.state(game.as_seen(game.position(state, deal), seat))
            even = beliefs(seen, seat, WORLDS, key(number, ply, 2))
            read = beliefs_by_play(seen, seat, even, HANDS // players, key(number, ply, 2))
            alike = surprise(even, state, seat)
            found.append((alike, alike if read is None else surprise(read, state, seat)))
        legal = game.legal(state)
        move = legal[0]
        if len(legal) > 1:
            move = player.choose(game, view, seat, key(number, ply, 1))
        protocol.run_apply(state, move)
        ply += 1
    return found


def row(name: str, players: int, first: int, deals: int, iterations: int) -> list[str]:
    """A row of the table; the interval is over deals."""
    player = factory(GAMES["knack"], name)(GAMES["knack"], Limits(iterations=iterations))
    numbers = following(range(first, first + deals), deals, f"{name}, deals")
    found = [deal for number in numbers if (deal := deal_of(player, number, players))]
    alike, read = (estimate([float(np.mean(d, 0)[n]) for d in found]) for n in (0, 1))
    better = estimate([float(np.mean([a - b for a, b in deal])) for deal in found])
    gain = f"{better.mean:+.4f} ({better.low:+.4f} … {better.high:+.4f})"
    return [f"{players} {name}", f"{deals:,}", f"{alike.mean:.4f}", f"{read.mean:.4f}", gain]


def main() -> None:
    """Entry point of ``python -m benchmarks.knack_beliefs``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--names", nargs="+", default=["heuristic", "greedy", "random"])
    parser.add_argument("--players", nargs="+", type=int, default=[2, 3, 4])
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=200, help="of those who search")
    args = parser.parse_args()
    rows = [
        row(name, players, args.first, args.deals, args.iterations)
        for players in args.players
        for name in args.names
    ]
    show("K'nack: nats a card held by others", HEADER, rows)


if __name__ == "__main__":
    main()
