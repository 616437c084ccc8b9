"""Knocking in the first turn of Knock Rummy: what the choice makes against kinds of opponents.

Hands of the first to play, who has drawn and would be left with many points unmatched. Whether it
should knock depends on when the others would. So each choice is played on against every kind of
opponent in `heuristics.knock_rummy.kinds`, all of that kind; the player goes on by the
policy. Waiting is the policy's discard. ``knock`` always knocks with what leaves it least, ``wait``
never does. Unseen cards are dealt evenly, which is exact: nobody else has had a turn.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numba import int64

from benchmarks.common import command, following, show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.play import DRAW, KNOCK, apply_move
from kibitz.games.knock_rummy.state import ENDED, TO_DISCARD, KnockRummyState
from kibitz.games.knock_rummy.worlds import deal_hidden
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.judgement import (
    WEIGHTS,
    barred_of,
    best_discard,
)
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS
from kibitz.heuristics.knock_rummy.partners import live_cards
from kibitz.heuristics.knock_rummy.policy import policy_move, sharp_limit
from kibitz.heuristics.knock_rummy.reached import REACHED
from kibitz.heuristics.knock_rummy.turns import age_of
from kibitz.jobs.duplicates import CHOICE, WORLD, estimate, key, view_of
from kibitz.jobs.players import factory
from kibitz.solvers.player import View

GAME: Final = KnockRummy()
LEAST, MOST = 40, 70  # points that a knock leaves
NEVER: Final = -1  # deadwood to knock with


@kernel
def choices(state: State) -> tuple[int, int, int]:
    """The policy's discard, the knock that leaves least, and how much that leaves."""
    record = state[0]
    live = live_cards(record, int64(record.turn))
    hand = record.hands[record.turn]
    found = best_discard(record, hand, barred_of(record), live, WEIGHTS)
    return policy_move(record, NEVER), KNOCK + found.bare, found.least


@kernel
def limit_for(state: KnockRummyState, seat: int, limits: Reals) -> int:
    """With how much the seat to move knocks: ``seat`` by the policy, others by ``limits``."""
    if state.phase != TO_DISCARD:
        return 0
    return sharp_limit(state) if state.turn == seat else int64(limits[age_of(state)])


@kernel
def play_on(view: State, move: int, limits: Reals, seed: Word, paid: Reals) -> None:
    """What ``move`` pays the seat to move, by world; the others knock by ``limits``, by turns."""
    work = view.copy()
    stream = np.zeros(1, np.uint64)
    seat = int64(view[0].turn)
    for i in range(len(paid)):
        start_stream(stream, seed, i)
        work[0] = view[0]
        deal_hidden(work[0], seat, stream)
        apply_move(work[0], move)
        while work[0].phase != ENDED:
            limit = limit_for(work[0], seat, limits)
            apply_move(work[0], policy_move(work[0], limit))
        paid[i] = work[0].payments[seat] / 60.0


def first_turns(rules: Mapping[str, Any], first: int, seed: int) -> Iterator[View]:
    """Views of the first to play who has drawn and has from ``LEAST`` to ``MOST`` left."""
    number = first
    while True:
        deal = GAME.deal(str(number), rules)
        state = GAME.state(deal)
        protocol.run_apply(state, DRAW)
        if LEAST <= choices(state)[2] <= MOST:
            yield view_of(GAME, state, deal, int(state[0]["turn"]), key(seed, number))
        number += 1


def knocks(name: str, view: View, limits: Limits, seed: int) -> bool:
    """Whether the player called ``name`` ends the hand."""
    if name in {"wait", "knock"}:
        return name == "knock"
    asked = replace(view, state=view.state.copy())
    seat = int(view.state[0]["turn"])
    return factory(GAME, name)(GAME, limits).choose(GAME, asked, seat, seed) >= KNOCK


def ahead(view: View, limits: Reals, rounds: int, seed: int) -> float:
    """By how much the knock is ahead of waiting among opponents who knock by ``limits``."""
    discard, knock, _ = choices(view.state)
    paid = np.zeros((2, rounds))
    for row, move in zip(paid, (knock, discard), strict=True):
        play_on(view.state, move, limits, np.uint64(seed), row)
    return float((paid[0] - paid[1]).mean())


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--names", nargs="+", default=["search@0.1", "search", "knock"])
    parser.add_argument("--seats", type=int, default=2, help="players at the table")
    parser.add_argument("--hands", type=int, default=200, help="positions, two or more")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--rounds", type=int, default=1_000, help="of each choice and kind")
    parser.add_argument("--seed", type=int, default=1, help="of all that is rolled")
    parser.add_argument("--iterations", type=int, default=8_000, help="of a player's move")


def run(args: argparse.Namespace) -> None:
    """Ask, play on and print."""
    effort = Limits(iterations=args.iterations, memory_mb=256)
    row = args.seats - 2
    gains = np.zeros((args.hands, len(KINDS)))
    choice = np.zeros((len(args.names), args.hands), np.bool_)
    source = first_turns({"players": args.seats}, args.first, args.seed)
    for i, view in zip(following(range(args.hands), args.hands, "hands"), source, strict=False):
        gains[i] = [
            ahead(view, limits[row].astype(np.float64), args.rounds, key(args.seed, i, WORLD))
            for limits in LIMITS
        ]
        choice[:, i] = [knocks(n, view, effort, key(args.seed, i, CHOICE)) for n in args.names]
    mixed = gains @ REACHED[row, 0]
    columns = [*gains.T, mixed, gains.min(axis=1)]
    rows = [
        [name, f"{100 * knocked.mean():.0f} %"]
        + [str(estimate((column * knocked).tolist())) for column in columns]
        for name, knocked in zip(args.names, choice, strict=True)
    ]
    header = ["player", "knocks", *KINDS, "all kinds", "the worst for it"]
    show(f"Knock Rummy, {args.seats} players: points ahead of waiting, by opponents", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
