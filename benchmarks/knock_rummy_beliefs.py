"""Beliefs at Knock Rummy: hands as they ripen, against hands as they are dealt, and as they are.

Players of a kind play hands. At every discard the seat to move is asked two things of each other
seat that has had a turn: where the cards are that it does not see, and how much deadwood the seat
has. For the first it pays the negative logarithm of the chance that it gave to the place where each
card is. Of the second the means are shown, and how often the truth lay in the middle half of what
was believed, which should be half the time. Less is better for the rest; who reads anything into
chance pays for it.
"""

import argparse
from dataclasses import dataclass
from math import log
from statistics import fmean
from typing import Final

import numpy as np

from benchmarks.common import following, show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.beliefs import STOCK, by_play, counted, turns_by_seat
from kibitz.jobs.duplicates import estimate, key, view_of
from kibitz.jobs.players import GAMES, factory
from kibitz.solvers.knock_rummy.analysis import WORLD_STEPS
from kibitz.solvers.player import Player

LEAST: Final = 1e-4  # the smallest chance that is believed
HEADER: Final = (
    *("players", "hands", "nats alike", "nats by play", "better by"),
    *("deadwood", "alike", "by play", "middle half, alike", "by play"),
)


@dataclass
class Told:
    """What was believed over the hands of a player, and what was so."""

    alike: list[float]
    played: list[float]
    dead: list[float]
    dead_alike: list[float]
    dead_played: list[float]
    in_alike: list[bool]
    in_played: list[bool]


def surprise(chances: Reals, state: State) -> float:
    """Nats that are paid for a card that is not seen, on average."""
    record, paid = state[0], []
    unseen = chances.sum(axis=0) > 0
    for place in np.flatnonzero(unseen):
        held = [int(record["hands"][s]) >> int(place) & 1 for s in range(int(record["players"]))]
        row = held.index(1) if 1 in held else STOCK
        paid.append(-log(max(LEAST, float(chances[row, place]))))
    return fmean(paid)


def look(told: Told, state: State, view: State, worlds: int, steps: int, seed: int) -> None:
    """Ask the seat to move once: ``view`` is what it may know of ``state``."""
    seat = int(protocol.run_turn(state))
    plain = counted(view, seat)
    alike = by_play(view, seat, worlds, 0, seed, None)
    read = by_play(view, seat, worlds, steps, seed, None)
    chances = np.where(plain > 0, read.chances, 0.0)
    told.alike.append(surprise(plain, state))
    told.played.append(surprise(chances, state))
    for other, turns in enumerate(turns_by_seat(view)):
        if other != seat and turns:
            truth = int(deadwood(state[0], state[0]["hands"][other]))
            told.dead.append(truth)
            for ripe, means, inside in (
                (alike, told.dead_alike, told.in_alike),
                (read, told.dead_played, told.in_played),
            ):
                low, high = np.quantile(ripe.dead[:, other], (0.25, 0.75))
                means.append(float(ripe.dead[:, other].mean()))
                inside.append(bool(low <= truth <= high))


def ask_along(
    told: Told, player: Player, number: int, rules: object, worlds: int, steps: int
) -> None:
    """Play a hand and ask in it."""
    game = GAMES["knock-rummy"]
    deal = game.deal(str(number), rules)
    state = game.state(deal)
    ply = 0
    while not protocol.run_over(state):
        seat = int(protocol.run_turn(state))
        view = view_of(game, state, deal, seat, key(number, ply, 0))
        others = [n for other, n in enumerate(turns_by_seat(view.state)) if other != seat]
        if int(state[0]["phase"]) == TO_DISCARD and any(others):
            look(told, state, view.state, worlds, steps, key(number, ply, 2))
        protocol.run_apply(state, player.choose(game, view, seat, key(number, ply, 1)))
        ply += 1


def row(name: str, args: argparse.Namespace, players: int) -> list[str]:
    """A row of the table."""
    game = GAMES["knock-rummy"]
    player = factory(game, name)(game, Limits(iterations=args.iterations))
    told = Told([], [], [], [], [], [], [])
    words = f"{name}, {players} players, hands"
    for number in following(range(args.hands), args.hands, words):
        ask_along(told, player, number, {"players": players}, args.worlds, args.steps)
    better = estimate([a - b for a, b in zip(told.alike, told.played, strict=True)])
    return [
        f"{name}, {players}",
        f"{args.hands:,}",
        f"{fmean(told.alike):.4f}",
        f"{fmean(told.played):.4f}",
        f"{better.mean:+.4f} ({better.low:+.4f} … {better.high:+.4f})",
        *(f"{fmean(means):.1f}" for means in (told.dead, told.dead_alike, told.dead_played)),
        *(f"{100 * fmean(inside):.0f} %" for inside in (told.in_alike, told.in_played)),
    ]


def main() -> None:
    """Entry point of ``python -m benchmarks.knock_rummy_beliefs``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", nargs="+", default=["random", "rule", "judgement", "search"])
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=1_000, help="of those who search")
    parser.add_argument("--worlds", type=int, default=512, help="deals drawn each time")
    parser.add_argument("--steps", type=int, default=WORLD_STEPS, help="that lead each of them")
    args = parser.parse_args()
    rows = [row(name, args, seats) for seats in args.seats for name in args.players]
    show("Knock Rummy: what is believed of cards and of deadwood", HEADER, rows)


if __name__ == "__main__":
    main()
