"""What decisions cost: how far the chosen move is behind the best one, for several players.

One decision of each deal, in a game that the policy plays at all seats, is put to every player,
under each limit. The moves are played out by the policy many times, in the same deals for all,
which are not those of the players: first all of them a few times, then, in other deals, those that
were best and those that somebody chose. In Hand, Knee and Foot the moves are whole turns, as far as
they are planned. A few dozen positions tell settings apart that matches would need hundreds of
deals for; but what is measured is one move, the policy playing on, and deals as the search itself
takes them to be.

The best move is best by those rounds too, so with few of them ``behind the best`` is a little too
much, the same for all. ``less than …`` is free of that: by how much a player loses less than the
one that was named first, or than itself under the limit before, position by position.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import fmean, median
from typing import Any, Final

import numpy as np

from benchmarks.common import following, show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import State
from kibitz.jobs.duplicates import CHOICE, WORLD, Estimate, estimate, key, view_of
from kibitz.jobs.players import GAMES, factory, hand_knee_foot, knack, knaves, knock_rummy
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.analysis import search_rows
from kibitz.solvers.hand_knee_foot.candidates import few_rows
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Findings
from kibitz.solvers.knack.worlds import SETTING as KNACK_SETTING
from kibitz.solvers.knock_rummy.analysis import SETTING as RUMMY_SETTING
from kibitz.solvers.player import Player, View

POLICY: Final = "policy"  # whatever the game calls it
HEADER: Final = (
    *("player", "limit", "positions", "behind the best", "less than the first"),
    *("less than with the limit before", "best", "median ms"),
)
SHORT_LIST: Final = 12  # best moves by a few rounds that are played out many times
FIRST_PART: Final = 8  # the few rounds are so small a part of the many
Line = tuple[int, ...]  # the moves that a decision is about, mostly one


@dataclass(frozen=True, slots=True)
class Subject:
    """How a game is asked: its policy's name, the dials of its search, and how lines are valued.

    ``lines``: what is compared in a position. ``search``: values lines, by their places.
    """

    policy: str
    options: SearchOptions
    lines: Callable[[Game, State], list[Line]]
    search: Callable[[State, Sequence[Line], SearchOptions, Budget, int], Findings]


def legal_moves(game: Game, state: State) -> list[Line]:
    """Every legal move."""
    return [(move,) for move in game.legal(state)]


def plain(setting: Setting) -> Callable[..., Findings]:
    """The search of a game whose moves are its candidates."""

    def run(
        view: State, lines: Sequence[Line], options: SearchOptions, budget: Budget, seed: int
    ) -> Findings:
        moves = [move for (move,) in lines]
        found = Search(view, setting, options, budget, seed=seed, candidates=moves).run()
        rows = (replace(row, move=moves.index(row.move)) for row in found.moves)
        return replace(found, moves=tuple(rows))

    return run


def turns(_game: Game, view: State) -> list[Line]:
    """The turns of Hand, Knee and Foot that a hint compares."""
    return few_rows(view)


def of_turns(
    view: State, lines: Sequence[Line], options: SearchOptions, budget: Budget, seed: int
) -> Findings:
    """The search of Hand, Knee and Foot."""
    return search_rows(view, lines, (), 1, options, budget, ignore, seed)


KNAVES: Final = Setting(SEATS, MAX_MOVES)
SUBJECTS: Final[Mapping[str, Subject]] = {
    "knaves": Subject("judgement", knaves.SHIPPED, legal_moves, plain(KNAVES)),
    "knack": Subject("heuristic", knack.SHIPPED, legal_moves, plain(KNACK_SETTING)),
    "knock-rummy": Subject("judgement", knock_rummy.SHIPPED, legal_moves, plain(RUMMY_SETTING)),
    "hand-knee-foot": Subject("heuristic", hand_knee_foot.SHIPPED, turns, of_turns),
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A position with a choice: what the seat to move is shown, and what is compared."""

    view: View
    seat: int
    lines: list[Line]

    def asked(self) -> View:
        """The view for one player more, who may change it."""
        return replace(self.view, state=self.view.state.copy())


def decisions(game: Game, rules: Any, first: int, seed: int) -> Iterator[Decision]:
    """One decision of a deal from ``first`` on, any as likely as the other, where it has lines."""
    lines_of = SUBJECTS[game.name].lines
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
                here, seen = Decision(view, seat, []), seen + 1
                if rng.random() * seen < 1:
                    kept = here
                move = policy.choose(game, here.asked(), seat, key(seed, number, ply, CHOICE))
            protocol.run_apply(state, move)
            ply += 1
        if kept is not None:
            lines = lines_of(game, kept.view.state)
            if len(lines) > 1:
                yield replace(kept, lines=lines)
        number += 1


def values_of(
    game: Game, decision: Decision, chosen: Sequence[Line], rounds: int, seed: int
) -> dict[Line, float]:
    """What lines are worth to the seat, over so many rounds in the same deals.

    Of many lines, those that are best in a few rounds in other deals, and those ``chosen``.
    """
    subject = SUBJECTS[game.name]
    options = replace(
        subject.options, drop_at=1e9, settle=False, judgement_scale=0.0, judgement_error=inf
    )

    def means(lines: list[Line], rounds: int, seed: int) -> dict[Line, float]:
        budget = Budget(Limits(iterations=rounds * len(lines), memory_mb=256))
        found = subject.search(decision.view.state.copy(), lines, options, budget, seed)
        return {lines[row.move]: row.value for row in found.moves}

    lines = decision.lines
    if len(lines) > SHORT_LIST:
        first = means(lines, max(2, rounds // FIRST_PART), key(seed, 0))
        lines = sorted(lines, key=lambda line: -first[line])[:SHORT_LIST]
    return means(sorted({*lines, *chosen}), rounds, key(seed, 1))


def line_of(player: Player, game: Game, decision: Decision, seed: int) -> Line:
    """What a player chooses: its move, in Hand, Knee and Foot its turn where it plans one."""
    view = decision.asked()
    if isinstance(player, hand_knee_foot.PLANNERS):
        return player.turn(view, decision.seat, seed)
    return (player.choose(game, view, decision.seat, seed),)


class Asked:
    """What a player chose, decision by decision."""

    def __init__(self, game: Game, name: str, limits: Limits, effort: str) -> None:
        """Ask the player called ``name``, anew each time: no decision follows another."""
        self.name, self.effort, self.best = name, effort, 0
        self.losses, self.seconds = list[float](), list[float]()
        own = SUBJECTS[game.name].policy if name == POLICY else name
        self._game, self._limits, self._make = game, limits, factory(game, own)

    def choose(self, decision: Decision, seed: int) -> Line:
        """What the player chooses in a decision."""
        player: Player = self._make(self._game, self._limits)
        began = time.process_time()
        line = line_of(player, self._game, decision, seed)
        self.seconds.append(time.process_time() - began)
        return line

    def judge(self, line: Line, values: Mapping[Line, float]) -> None:
        """Note what the choice of a line cost, by what all are worth."""
        self.losses.append(max(values.values()) - values[line])
        self.best += self.losses[-1] == 0.0

    def row(self, first: "Asked", before: "Asked | None") -> list[str]:
        """One row of the table; ``before``: the same player under the limit before."""
        count = len(self.losses)
        return [
            self.name,
            self.effort,
            str(count),
            f"{fmean(self.losses):.4g} ± {estimate(self.losses).error:.2g}",
            "" if self is first else _less(self, first),
            "" if before is None else _less(self, before),
            f"{100 * self.best / count:.0f} %",
            f"{1000 * median(self.seconds):.0f}",
        ]


def _less(one: Asked, other: Asked) -> str:
    """By how much the first of two loses less, with the 95 % interval."""
    less: Estimate = estimate([b - a for a, b in zip(one.losses, other.losses, strict=True)])
    return f"{less.mean:+.4g} ({less.low:+.3g} … {less.high:+.3g})"


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
    effort.add_argument(
        "--iterations", type=int, nargs="+", default=[4_000], help="limits of a player's move"
    )
    effort.add_argument("--ms", type=int, nargs="+", help="instead of iterations")


def run(args: argparse.Namespace) -> None:
    """Ask and print."""
    game = GAMES[args.game]
    efforts = [
        (Limits(iterations=limit, memory_mb=256), f"{limit:,} iterations")
        for limit in args.iterations
    ]
    if args.ms is not None:
        efforts = [(Limits(time_ms=limit, memory_mb=256), f"{limit:,} ms") for limit in args.ms]
    asked: list[Asked] = []
    before: list[Asked | None] = []
    for name in args.players:
        row = None
        for limits, effort in efforts[:1] if name == POLICY else efforts:
            before.append(row)
            row = Asked(game, name, limits, "–" if name == POLICY else effort)
            asked.append(row)
    source = decisions(game, args.rules, args.first, args.seed)
    numbers = following(range(args.positions), args.positions, f"{game.title}, positions")
    for number, decision in zip(numbers, source, strict=False):
        seed = key(args.seed, number, CHOICE)
        lines = [player.choose(decision, seed) for player in asked]
        values = values_of(game, decision, lines, args.rounds, key(args.seed, number, WORLD))
        for player, line in zip(asked, lines, strict=True):
            player.judge(line, values)
    rows = [player.row(asked[0], own) for player, own in zip(asked, before, strict=True)]
    show(f"{game.title}: points lost a decision", HEADER, rows)
