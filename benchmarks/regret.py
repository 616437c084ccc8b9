"""What decisions cost: how far the chosen move is behind the best one, for several players.

One decision of each deal, in a game that the policy plays at all seats, is put to every player. Of
all its legal moves every one is played out by the policy many times, in the same deals for all,
which are not those of the players. A few dozen positions tell settings apart that matches would
need hundreds of deals for; but what is measured is one move, the policy playing on, and deals as
the search itself takes them to be.

The best move is best by those rounds too, so with few of them ``behind the best`` is a little too
much, the same for all. ``less than the first`` is free of that: by how much a player loses less
than the one that was named first, position by position.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import fmean
from typing import Any, Final

import numpy as np

from benchmarks.common import following, show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import State
from kibitz.jobs.duplicates import CHOICE, WORLD, estimate, key, view_of
from kibitz.jobs.players import GAMES, factory, hand_knee_foot, knack, knaves, knock_rummy
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.analysis import search_rows
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Findings
from kibitz.solvers.knack.posterior import SETTING as KNACK_SETTING
from kibitz.solvers.knock_rummy.analysis import SETTING as RUMMY_SETTING
from kibitz.solvers.player import Player, View

POLICY: Final = "policy"  # whatever the game calls it
HEADER: Final = ("player", "positions", "behind the best", "less than the first", "best", "ms")


@dataclass(frozen=True, slots=True)
class Subject:
    """How a game is asked: its policy's name, the dials of its search, and how moves are valued."""

    policy: str
    options: SearchOptions
    search: Callable[[State, Sequence[int], SearchOptions, Budget, int], Findings]


def plain(setting_of: Callable[[State], Setting]) -> Callable[..., Findings]:
    """The search of a game whose moves are its candidates."""

    def run(
        view: State, moves: Sequence[int], options: SearchOptions, budget: Budget, seed: int
    ) -> Findings:
        setting = setting_of(view)
        return Search(view, setting, options, budget, seed=seed, candidates=moves).run()

    return run


def of_rows(
    view: State, moves: Sequence[int], options: SearchOptions, budget: Budget, seed: int
) -> Findings:
    """The search of Hand, Knee and Foot, every move a turn that the policy goes on with."""
    rows = [(move,) for move in moves]
    found = search_rows(view, rows, (), 1, options, budget, ignore, seed)
    return replace(found, moves=tuple(replace(row, move=moves[row.move]) for row in found.moves))


SUBJECTS: Final[Mapping[str, Subject]] = {
    "knaves": Subject("judgement", knaves.SHIPPED, plain(lambda _: Setting(SEATS, MAX_MOVES))),
    "knack": Subject("heuristic", knack.SHIPPED, plain(lambda _: KNACK_SETTING)),
    "knock-rummy": Subject("judgement", knock_rummy.SHIPPED, plain(lambda _: RUMMY_SETTING)),
    "hand-knee-foot": Subject("heuristic", hand_knee_foot.SHIPPED, of_rows),
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A position with a choice: what the seat to move is shown, and its legal moves."""

    view: View
    seat: int
    moves: list[int]

    def asked(self) -> View:
        """The view for one player more, who may change it."""
        return replace(self.view, state=self.view.state.copy())


def decisions(game: Game, rules: Any, first: int, seed: int) -> Iterator[Decision]:
    """One decision of each deal from ``first`` on, any as likely as the other."""
    policy = factory(game, SUBJECTS[game.name].policy)(game, Limits(memory_mb=64))
    number = first
    while True:
        deal = game.deal(str(number), rules)
        state, ply = game.state(deal), 0
        rng = np.random.default_rng(key(seed, number))
        kept, seen = None, 0
        while not protocol.run_over(state):
            seat, legal = int(protocol.run_turn(state)), game.legal(state)
            move = legal[0]
            if len(legal) > 1:
                view = view_of(game, state, deal, seat, key(seed, number, ply, WORLD))
                if "viewer" in (view.state.dtype.names or ()):
                    view.state[0]["viewer"] = seat
                here, seen = Decision(view, seat, legal), seen + 1
                if rng.random() * seen < 1:
                    kept = here
                move = policy.choose(game, here.asked(), seat, key(seed, number, ply, CHOICE))
            protocol.run_apply(state, move)
            ply += 1
        if kept is not None:
            yield kept
        number += 1


def values_of(game: Game, decision: Decision, rounds: int, seed: int) -> dict[int, float]:
    """What each legal move is worth to the seat, over so many rounds in the same deals."""
    subject = SUBJECTS[game.name]
    options = replace(
        subject.options, drop_at=1e9, settle=False, judgement_scale=0.0, judgement_error=inf
    )
    budget = Budget(Limits(iterations=rounds * len(decision.moves), memory_mb=256))
    found = subject.search(decision.view.state.copy(), decision.moves, options, budget, seed)
    return {row.move: row.value for row in found.moves}


class Asked:
    """What a player chose, decision by decision."""

    def __init__(self, game: Game, name: str, limits: Limits) -> None:
        """Ask the player called ``name``, anew each time: no decision follows another."""
        self.name, self.losses, self.best, self.seconds = name, list[float](), 0, 0.0
        own = SUBJECTS[game.name].policy if name == POLICY else name
        self._game, self._limits, self._make = game, limits, factory(game, own)

    def choose(self, decision: Decision, values: Mapping[int, float], seed: int) -> None:
        """Put a decision to the player, whose moves are worth ``values``."""
        player: Player = self._make(self._game, self._limits)
        view = decision.asked()
        began = time.perf_counter()
        move = player.choose(self._game, view, decision.seat, seed)
        self.seconds += time.perf_counter() - began
        self.losses.append(max(values.values()) - values[move])
        self.best += self.losses[-1] == 0.0

    def row(self, first: "Asked") -> list[str]:
        """One row of the table."""
        count = len(self.losses)
        less = [one - other for one, other in zip(first.losses, self.losses, strict=True)]
        return [
            self.name,
            str(count),
            f"{fmean(self.losses):.4g} ± {estimate(self.losses).error:.2g}",
            "" if self is first else f"{fmean(less):+.4g} ± {estimate(less).error:.2g}",
            f"{100 * self.best / count:.0f} %",
            f"{1000 * self.seconds / count:.0f}",
        ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--game", choices=[*SUBJECTS], default="hand-knee-foot")
    parser.add_argument("--rules", type=json.loads, default={}, help="switches, as JSON")
    parser.add_argument("--players", nargs="+", default=[POLICY, "search"], help="by name")
    parser.add_argument("--positions", type=int, default=40, help="two or more")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--rounds", type=int, default=2_000, help="of each move, to value it")
    parser.add_argument("--seed", type=int, default=1, help="of all that is rolled")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--iterations", type=int, default=4_000, help="of a player's move")
    effort.add_argument("--ms", type=int, help="instead of iterations")


def run(args: argparse.Namespace) -> None:
    """Ask and print."""
    game = GAMES[args.game]
    limits = Limits(iterations=args.iterations, memory_mb=256)
    effort = f"{args.iterations:,} iterations"
    if args.ms is not None:
        limits, effort = Limits(time_ms=args.ms, memory_mb=256), f"{args.ms} ms"
    asked = [Asked(game, name, limits) for name in args.players]
    source = decisions(game, args.rules, args.first, args.seed)
    numbers = following(range(args.positions), args.positions, f"{game.title}, positions")
    for number, decision in zip(numbers, source, strict=False):
        values = values_of(game, decision, args.rounds, key(args.seed, number, WORLD))
        for player in asked:
            player.choose(decision, values, key(args.seed, number, CHOICE))
    rows = [player.row(asked[0]) for player in asked]
    show(f"{game.title}: points lost a decision, {effort} a move", HEADER, rows)
