"""How much a player makes of its own moves against the policy, most of the luck taken out.

The games are those of :mod:`benchmarks.strength`, one hero among players of the policy at every
seat, on the same deals and with the same figure. Games differ by much whoever plays, so that figure
may need thousands of deals. Beside it stands another of the same expectation: wherever the hero
plays another move than the policy would, both moves are played out by the policy, many times, with
the real hands of all and with what nobody has seen yet in a new order; the differences of a game
are added up. A game comes to what the same game of the policy comes to, plus just these, plus luck
that has no expectation:

    the sum over a game of E[payoff | after its move] - E[payoff | after the policy's],

for the policy plays without chance, and nothing that anybody does depends on cards that nobody has
seen. (Kakade and Langford, 2002, call it the performance difference.)

``--rival`` names another player than the policy, for instance a search. Then the hero sits among
these, and what counts are the moves that the rival would play otherwise. They are valued by the
policy as well, which plays on where the rival would, so the second figure is only about what the
first one is expected to be.
"""

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import Any, Final

import numpy as np

from benchmarks.common import add_processes, effort_of, following, pool_of, show
from benchmarks.players import factory
from benchmarks.strength import limits_of
from benchmarks.unseen import UNSEEN, Unseen
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.jobs.duplicates import CHOICE, HERO, RIVAL, WORLD, estimate, key, sides_of, view_of
from kibitz.jobs.players import GAMES
from kibitz.solvers.player import Player, View

HEADER: Final = (
    *("hero : rival", "deals", "hands", "one hero", "earned by its own moves"),
    *("played otherwise", "ms a move"),
)


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand with one hero: how far ahead it ended, by which of its own moves, and what it took.

    ``ahead``, ``earned``: as in :func:`ahead_by`. ``asked``: decisions of the hero; ``changed``:
    those where the policy plays otherwise.
    """

    ahead: float
    earned: float
    asked: int
    changed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Trial:
    """Who is tried at which game, and how: ``rounds`` are played out for each move that differs.

    ``rival``: None for the policy.
    """

    game: str
    rules: Mapping[str, Any]
    hero: str
    rival: str | None
    limits: Limits
    seed: int
    rounds: int


def ahead_by(state: State, side: int, sides: Sequence[int]) -> float:
    """How much more a seat of team ``side`` has made than one of the others: means of payoffs.

    ``state``: a game that is over.
    """
    payoffs = np.zeros(len(sides))
    protocol.run_payoff(state, payoffs)
    mine = np.array(sides) == side
    return float(payoffs[mine].mean() - payoffs[~mine].mean())


def worth_more(
    unseen: Unseen,
    state: State,
    moves: tuple[int, int],
    value: Callable[[State], float],
    seed: int,
    rounds: int,
) -> float:
    """By how much the first move is worth more than the second, a mean over ``rounds``.

    ``value``: of a game that is over. The policy plays on at all seats, in the same orders of
    unseen cards after both moves.
    """
    dealt, work = state.copy(), state.copy()
    stream = np.empty(1, np.uint64)
    total = 0.0
    for number in range(rounds):
        start_stream(stream, np.uint64(seed), np.uint64(number))
        dealt[0] = state[0]
        unseen.shuffle(dealt, stream)
        for move, sign in zip(moves, (1, -1), strict=True):
            work[0] = dealt[0]
            protocol.run_apply(work, move)
            unseen.play_on(work)
            total += sign * value(work)
    return total / rounds


class PolicyPlayer:
    """The policy by which games are played out, as a player."""

    def __init__(self, policy: Callable[[State], int]) -> None:
        """Play by it."""
        self.policy = policy

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        return int(self.policy(view.state))


def play_hand(
    trial: Trial, hero: Player, rival: Player, deal: Any, side: int, hand: int
) -> HandResult:
    """Play a deal, the hero as team ``side`` and the rival elsewhere.

    ``hand``: the key of all that is rolled, as in :mod:`kibitz.jobs.duplicates`.
    """
    game, unseen = GAMES[trial.game], UNSEEN[trial.game]
    state, sides = game.state(deal), sides_of(game, deal)

    def value(over: State) -> float:
        return ahead_by(over, side, sides)

    ply, asked, changed, earned, seconds = 0, 0, 0, 0.0, 0.0
    while not protocol.run_over(state):
        seat = int(protocol.run_turn(state))
        legal = game.legal(state)
        move = usual = legal[0]
        if len(legal) > 1:
            view = view_of(game, state, deal, seat, key(hand, ply, WORLD))
            copy = replace(view, state=view.state.copy())
            move = usual = rival.choose(game, copy, seat, key(hand, ply, CHOICE, RIVAL))
            if sides[seat] == side:
                began = time.perf_counter()
                move = hero.choose(game, view, seat, key(hand, ply, CHOICE))
                seconds += time.perf_counter() - began
                asked += 1
        if move != usual:
            earned += worth_more(unseen, state, (move, usual), value, key(hand, ply), trial.rounds)
            changed += 1
        protocol.run_apply(state, move)
        ply += 1
    return HandResult(value(state), earned, asked, changed, seconds)


def play_deal(trial: Trial, number: int) -> list[HandResult]:
    """Deal ``number`` with the hero as each team in turn."""
    game = GAMES[trial.game]
    hero = factory(game, trial.hero)(game, trial.limits)
    rival: Player = PolicyPlayer(UNSEEN[trial.game].policy)
    if trial.rival is not None:
        rival = factory(game, trial.rival)(game, trial.limits)
    deal = game.deal(str(number), trial.rules)
    hand = key(trial.seed, number)
    return [
        play_hand(trial, hero, rival, deal, side, key(hand, HERO, side))
        for side in range(max(sides_of(game, deal)) + 1)
    ]


def row(trial: Trial, results: Sequence[Sequence[HandResult]]) -> list[str]:
    """One row of the table."""
    hands = [hand for deal in results for hand in deal]
    asked = sum(hand.asked for hand in hands)
    rules = "".join(f", {name} {value}" for name, value in trial.rules.items())
    return [
        f"{trial.hero} : {trial.rival or UNSEEN[trial.game].name}{rules}",
        f"{len(results):,}",
        f"{len(hands):,}",
        str(estimate([fmean(hand.ahead for hand in deal) for deal in results])),
        str(estimate([fmean(hand.earned for hand in deal) for deal in results])),
        f"{sum(hand.changed for hand in hands)} of {asked}",
        f"{1000 * sum(hand.seconds for hand in hands) / max(1, asked):.0f}",
    ]


def main() -> None:
    """Entry point of ``python -m benchmarks.margin``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=[*UNSEEN], default="knack")
    parser.add_argument("--rules", type=json.loads, default={}, help="switches, as JSON")
    parser.add_argument("--hero", default="search", help="a player, with dials or without")
    parser.add_argument("--rival", help="a player that plays at all other seats; the policy")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--deals", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=200, help="to value a move")
    parser.add_argument("--seed", type=int, default=1, help="of all that the hero rolls")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--ms", type=int, default=200, help="milliseconds a move")
    effort.add_argument("--iterations", type=int, help="instead of --ms: repeatable")
    add_processes(parser)
    args = parser.parse_args()
    limits = limits_of(args)
    trial = Trial(args.game, args.rules, args.hero, args.rival, limits, args.seed, args.rounds)
    numbers = range(args.first, args.first + args.deals)
    with pool_of(args) as pool:
        results = list(following(pool.map(partial(play_deal, trial), numbers), args.deals, "deals"))
    show(f"{GAMES[args.game].title}: {effort_of(args)} a move", HEADER, [row(trial, results)])


if __name__ == "__main__":
    main()
