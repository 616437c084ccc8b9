"""Every turn of Knock Rummy: what a player's choices make against each kind of opponent.

One seat plays by the policy among opponents who all knock as one kind of
`heuristics.knock_rummy.kinds` does. At each of its choices a player is asked too. Where it would
move otherwise, both moves are played out by the same table with the real hands of all, what nobody
has seen yet in a new order each time; the differences of a hand are added up, as in
:mod:`benchmarks.margin`. So a figure is by how many points a hand a player's choices are ahead of
the policy's among such opponents, each choice by itself, the policy going on. ``all kinds`` is the
mean by their shares at the deal.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from benchmarks.common import command, following, show
from benchmarks.knock_rummy_knocks import limit_for
from benchmarks.players import factory
from benchmarks.unseen import UNSEEN
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.play import apply_move
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import ENDED
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS
from kibitz.heuristics.knock_rummy.policy import policy_move
from kibitz.heuristics.knock_rummy.reached import REACHED
from kibitz.jobs.duplicates import CHOICE, WORLD, estimate, key, view_of
from kibitz.solvers.player import View

GAME: Final = KnockRummy()
SHUFFLE: Final = UNSEEN[GAME.name].shuffle


@kernel
def usual_move(state: State, seat: int, limits: Reals) -> int:
    """What the seat to move plays: ``seat`` by the policy, others knock by ``limits``, by turns."""
    return policy_move(state[0], limit_for(state[0], seat, limits))


@kernel
def play_out(
    state: State, moves: tuple[int, int], seat: int, limits: Reals, seed: Word, paid: Reals
) -> None:
    """Fill ``paid`` [move, round] with what two moves pay ``seat``, in the same orders of cards."""
    dealt, work = state.copy(), state.copy()
    stream = np.zeros(1, np.uint64)
    for number in range(paid.shape[1]):
        start_stream(stream, seed, number)
        dealt[0] = state[0]
        SHUFFLE(dealt, stream)
        for i in range(2):
            work[0] = dealt[0]
            apply_move(work[0], moves[i])
            while work[0].phase != ENDED:
                apply_move(work[0], usual_move(work, seat, limits))
            paid[i, number] = work[0].payments[seat] / UNIT


def choices(
    rules: Mapping[str, Any], number: int, seat: int, limits: Reals, seed: int
) -> Iterator[tuple[State, View, int]]:
    """Where ``seat`` has a choice in a deal: the state, its view of it, the policy's move."""
    deal = GAME.deal(str(number), rules)
    state, ply = GAME.state(deal), 0
    while not protocol.run_over(state):
        move = int(usual_move(state, seat, limits))
        if int(state[0]["turn"]) == seat and len(GAME.legal(state)) > 1:
            yield state.copy(), view_of(GAME, state, deal, seat, key(seed, number, ply)), move
        protocol.run_apply(state, move)
        ply += 1


def earned(
    names: Sequence[str],
    efforts: Limits,
    rules: Mapping[str, Any],
    number: int,
    limits: Reals,
    rounds: int,
    seed: int,
) -> list[float]:
    """By how much the choices of each player are ahead of the policy's, a mean over its seats."""
    found, seats = np.zeros(len(names)), int(rules["players"])
    for seat in range(seats):
        for ply, (state, view, usual) in enumerate(choices(rules, number, seat, limits, seed)):
            for i, name in enumerate(names):
                asked = replace(view, state=view.state.copy())
                player, roll = factory(GAME, name)(GAME, efforts), key(seed, number, ply, CHOICE)
                move = player.choose(GAME, asked, seat, roll)
                if move != usual:
                    paid = np.zeros((2, rounds))
                    roll = key(seed, number, ply, WORLD)
                    play_out(state, (move, usual), seat, limits, np.uint64(roll), paid)
                    found[i] += float((paid[0] - paid[1]).mean())
    return list(found / seats)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--names", nargs="+", default=["search@0.1", "search"])
    parser.add_argument("--seats", type=int, default=2, help="players at the table")
    parser.add_argument("--deals", type=int, default=200, help="for each kind, two or more")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--rounds", type=int, default=200, help="to value a move")
    parser.add_argument("--seed", type=int, default=1, help="of all that is rolled")
    parser.add_argument("--iterations", type=int, default=8_000, help="of a player's move")


def run(args: argparse.Namespace) -> None:
    """Ask, play on and print."""
    effort = Limits(iterations=args.iterations, memory_mb=256)
    rules, row = {"players": args.seats}, args.seats - 2
    gains = np.zeros((args.deals, len(KINDS), len(args.names)))
    for i in following(range(args.deals), args.deals, "deals"):
        for k, limits in enumerate(LIMITS[:, row].astype(np.float64)):
            gains[i, k] = earned(
                args.names, effort, rules, args.first + i, limits, args.rounds, args.seed
            )
    mixed = np.einsum("ikn,k->in", gains, REACHED[row, 0])
    rows = [
        [name]
        + [str(estimate(gains[:, k, n].tolist())) for k in range(len(KINDS))]
        + [str(estimate(mixed[:, n].tolist()))]
        for n, name in enumerate(args.names)
    ]
    header = ["player", *KINDS, "all kinds"]
    title = f"Knock Rummy, {args.seats} players: points a hand ahead of the policy, by opponents"
    show(title, header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
