"""How much a player of Hand, Knee and Foot makes of its own turns, most of the luck taken out.

``python -m benchmarks.hand_knee_foot_margin``. The matches are those of :mod:`benchmarks.strength`
against the policy, on the same deals and with the same figure. Rounds differ by thousands of points
whoever plays, so that figure needs hundreds of deals. Beside it stands another of the same
expectation: wherever the hero plays another move than the policy would, both moves are played out
by the policy, many times, with the real hands of all and with everything that nobody has seen yet,
stock, knees and feet, in a new order; the differences of a round are added up. What a round comes
to differs from the same round of the policy by just these, and by luck that has no expectation:

    the sum over a round of E[payoff | after its move] - E[payoff | after the policy's],

for the policy plays without chance, and nothing that it does depends on cards that nobody has seen.
"""

import argparse
import pickle
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np
from numba import int64, uint64

from benchmarks.common import following, show
from games import protocol
from games.chance import Stream, Word, shuffle, start_stream
from games.hand_knee_foot.game import HandKneeFoot
from games.hand_knee_foot.kinds import KINDS
from games.hand_knee_foot.play import apply_move, is_over, pay
from games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE, MOST_SEATS
from games.hand_knee_foot.state import IN_FOOT, IN_HAND, PLACES
from games.kernel import kernel
from games.protocol import Moves, State
from heuristics.hand_knee_foot.policy import rule_move
from heuristics.hand_knee_foot.weights import Reals
from jobs.duplicates import CHOICE, HERO, WORLD, estimate, key, sides_of, tables, view_of
from jobs.players import factory
from solvers.budget import Limits
from solvers.player import Player

GAME: Final = HandKneeFoot()
HEADER: Final = (
    *("hero : rival", "players", "deals", "points a hand", "earned by its own turns"),
    *("played otherwise", "ms a move"),
)


@kernel
def shuffle_unseen(state: Any, stream: Stream) -> None:
    """Put what nobody has seen, the stock and all knees and feet, in a new order."""
    cards = np.empty(PLACES, np.int64)
    count = 0
    for seat in range(state.players):
        for kind in range(KINDS):
            for _ in range(state.knees[seat, kind] + state.feet[seat, kind]):
                cards[count] = kind
                count += 1
            state.knees[seat, kind] = 0
            state.feet[seat, kind] = 0
    for i in range(state.stock_size):
        cards[count] = state.cards[i]
        count += 1
    shuffle(stream, cards, count)
    for seat in range(state.players):
        for _ in range(KNEE_SIZE if state.stage[seat] == IN_HAND else 0):
            count -= 1
            state.knees[seat, cards[count]] += 1
        for _ in range(FOOT_SIZE if state.stage[seat] != IN_FOOT else 0):
            count -= 1
            state.feet[seat, cards[count]] += 1
    for i in range(state.stock_size):
        state.cards[i] = cards[i]


@kernel
def play_both(root: State, moves: Moves, seat: int, seed: Word, gains: Reals) -> None:
    """Fill ``gains`` with what ``seat`` makes more by the first of two moves, deal by deal."""
    work, dealt = root.copy(), root.copy()
    stream, payoffs = np.empty(1, np.uint64), np.empty(MOST_SEATS)
    for i in range(len(gains)):
        start_stream(stream, seed, uint64(i))
        dealt[0] = root[0]
        shuffle_unseen(dealt[0], stream)
        gains[i] = 0.0
        for k in range(2):
            work[0] = dealt[0]
            apply_move(work[0], moves[k])
            while not is_over(work[0]):
                apply_move(work[0], rule_move(work[0]))
            pay(work[0], payoffs)
            gains[i] += payoffs[int64(seat)] * (1 - 2 * k)


@kernel
def policy_move(state: State) -> int:
    """What the policy plays."""
    return rule_move(state[0])


@dataclass(frozen=True, slots=True)
class HandResult:
    """A round with one hero: its payoff, what its own turns made of it, and what it took.

    ``asked``: decisions of the hero; ``changed``: those where the policy plays otherwise.
    """

    payoff: float
    earned: float
    asked: int
    changed: int
    seconds: float


def play_hand(hero: Player, deal: Any, side: int, hand: int, rounds: int) -> HandResult:
    """Play a deal, the hero as team ``side`` and the policy elsewhere.

    ``hand``: the key of all that is rolled, as in :mod:`jobs.duplicates`. ``rounds``: played out
    to value a turn that is not the policy's.
    """
    state = GAME.state(deal)
    ply, asked, changed, earned, seconds = 0, 0, 0, 0.0, 0.0
    while (outcome := GAME.outcome(state)) is None:
        seat = int(protocol.run_turn(state))
        legal = GAME.legal(state)
        move = usual = int(policy_move(state))
        if len(legal) > 1 and seat % int(state[0]["teams"]) == side:
            view = view_of(GAME, state, deal, seat, key(hand, ply, WORLD))
            began = time.perf_counter()
            move = hero.choose(GAME, view, seat, key(hand, ply, CHOICE))
            seconds += time.perf_counter() - began
            asked += 1
        if move != usual:
            gains = np.empty(rounds)
            play_both(state, np.array([move, usual]), seat, np.uint64(key(hand, ply)), gains)
            earned += float(gains.mean())
            changed += 1
        protocol.run_apply(state, move)
        ply += 1
    return HandResult(outcome.payoffs[side], earned, asked, changed, seconds)


def play_deal(hero: Player, number: int, players: int, seed: int, rounds: int) -> list[HandResult]:
    """Deal ``number`` with the hero as each team in turn."""
    deal = GAME.deal(str(number), {"players": players})
    seats = tables(sides_of(GAME, deal), HERO)
    hand = key(seed, number)
    return [play_hand(hero, deal, at, key(hand, HERO, at), rounds) for at in range(len(seats))]


def share_of(values: list[float], teams: int) -> float:
    """By how much a hero does better than a rival, payoffs of all teams adding up to nothing."""
    return fmean(values) * teams / (teams - 1)


def main() -> None:
    """Entry point of ``python -m benchmarks.hand_knee_foot_margin``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hero", default="search", help="a player, with dials or without")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--rounds", type=int, default=400, help="to value a turn")
    parser.add_argument("--seed", type=int, default=1, help="of all that the hero rolls")
    parser.add_argument("--keep", type=Path, help="a file for the result of each round")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--ms", type=int, default=500, help="milliseconds a move")
    effort.add_argument("--iterations", type=int, help="instead of --ms: repeatable")
    args = parser.parse_args()
    limits = Limits(time_ms=args.ms, memory_mb=256)
    if args.iterations is not None:
        limits = Limits(iterations=args.iterations, memory_mb=256)
    hero = factory(GAME, args.hero)(GAME, limits)
    teams = GAME.deal("0", {"players": args.players}).rules.teams
    plain, earned, hands = [], [], []
    numbers = range(args.first, args.first + args.deals)
    for number in following(numbers, args.deals, "deals"):
        found = play_deal(hero, number, args.players, args.seed, args.rounds)
        hands += found
        plain.append(share_of([hand.payoff for hand in found], teams))
        earned.append(share_of([hand.earned for hand in found], teams))
        if len(plain) > 1:
            print(number, estimate(plain), estimate(earned), file=sys.stderr, flush=True)
        if args.keep:
            args.keep.write_bytes(pickle.dumps(hands))
    row = [f"{args.hero} : heuristic", str(args.players), str(len(plain))]
    row += [str(estimate(plain)), str(estimate(earned))]
    asked = max(1, sum(hand.asked for hand in hands))
    row += [f"{fmean(hand.changed for hand in hands):.1f} of {fmean(h.asked for h in hands):.1f}"]
    row += [f"{1000 * sum(hand.seconds for hand in hands) / asked:.0f}"]
    effort_text = f"{args.ms} ms" if args.iterations is None else f"{args.iterations:,} iterations"
    show(f"Hand, Knee and Foot, {effort_text} a move", HEADER, [row])


if __name__ == "__main__":
    main()
