"""Strength: players of a game against each other on duplicate deals, each beside a null match.

Every hero meets every rival: of each deal one hero among rivals at every seat, and one rival among
heroes at every seat. Figures are points a hand by which a hero does better than a rival, with 95 %
intervals over the deals. Unless ``--no-null`` is given each hero also meets itself, and that
interval should contain zero.

Players have equal time (``--ms``) or equal iterations (``--iterations``) a move; under iterations
a match repeats. See :mod:`benchmarks.match` for what keeps it fair and :mod:`benchmarks.players`
for how to add a player.
"""

import argparse
import json
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from benchmarks.common import following, show
from benchmarks.match import HERO, RIVAL, DealResult, estimate, play_deal
from benchmarks.players import GAMES, factory, names
from solvers.budget import Limits
from solvers.player import Player

WARM_LIMITS: Final = Limits(iterations=10)
HEADER: Final = ("hero : rival", "deals", "hands", "one hero", "one rival", "all", "ms a move")


@dataclass(frozen=True)
class Match:
    """A hero and a rival by name at a game, its switches as JSON, and what a move may take."""

    game: str
    rules: str
    hero: str
    rival: str
    limits: Limits
    seed: int


@cache
def players_of(match: Match) -> list[Player]:
    """The hero and the rival, made once in a process, their kernels compiled before the clock."""
    game, rules = GAMES[match.game], json.loads(match.rules)
    made = [factory(game, name) for name in (match.hero, match.rival)]
    play_deal(game, [make(game, WARM_LIMITS) for make in made], 0, rules, 0)
    return [make(game, match.limits) for make in made]


def play(match: Match, deal: int) -> DealResult:
    """One deal of a match."""
    game, rules = GAMES[match.game], json.loads(match.rules)
    return play_deal(game, players_of(match), deal, rules, match.seed)


def row(match: Match, results: Sequence[DealResult]) -> list[str]:
    """One row of the table."""
    pairs = [result.pair for result in results if result.pair is not None]
    times = []
    for kind in (HERO, RIVAL):
        decisions = sum(result.decisions[kind] for result in results)
        seconds = sum(result.seconds[kind] for result in results)
        times.append(f"{1000 * seconds / max(decisions, 1):.1f}")
    return [
        f"{match.hero} : {match.rival}",
        f"{len(results):,}",
        f"{sum(result.hands for result in results):,}",
        str(estimate([result.lone for result in results])),
        str(estimate(pairs)) if pairs else "–",
        str(estimate([result.both for result in results])),
        " : ".join(times),
    ]


def pairings(heroes: Sequence[str], rivals: Sequence[str], *, null: bool) -> list[tuple[str, str]]:
    """Every hero with every other rival, and with itself where ``null``."""
    found = []
    for hero in heroes:
        found += [(hero, rival) for rival in rivals if rival != hero]
        found += [(hero, hero)] if null else []
    return found


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--game", choices=[*GAMES], default="knaves")
    parser.add_argument("--rules", type=json.loads, default={}, help="switches, as JSON")
    parser.add_argument("--heroes", nargs="+", default=["openspiel"], help="names or module:name")
    parser.add_argument("--rivals", nargs="+", help="names or module:name; all there are")
    parser.add_argument("--no-null", action="store_true", help="no hero meets itself")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--deals", type=int, default=100, help="deals of each match, two or more")
    parser.add_argument("--seed", type=int, default=1, help="of all that players roll")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--ms", type=int, default=200, help="milliseconds a move")
    effort.add_argument("--iterations", type=int, help="instead of --ms: repeatable")
    parser.add_argument("--processes", type=int, default=1, help="deals played at once")


def limits_of(args: argparse.Namespace) -> Limits:
    """What a move may take."""
    if args.iterations is not None:
        return Limits(iterations=args.iterations, memory_mb=256)
    return Limits(time_ms=args.ms, memory_mb=256)


def run(args: argparse.Namespace) -> None:
    """Play and print."""
    game, limits = GAMES[args.game], limits_of(args)
    rivals = args.rivals or names(game)
    for name in {*args.heroes, *rivals}:
        factory(game, name)
    numbers = range(args.first, args.first + args.deals)
    rows: list[list[str]] = []
    context: Any = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.processes, mp_context=context) as pool:
        for hero, rival in pairings(args.heroes, rivals, null=not args.no_null):
            match = Match(game.name, json.dumps(args.rules), hero, rival, limits, args.seed)
            results = pool.map(partial(play, match), numbers)
            words = f"{hero} : {rival}, deals"
            rows.append(row(match, list(following(results, len(numbers), words))))
    effort = f"{args.ms} ms" if args.iterations is None else f"{args.iterations:,} iterations"
    show(f"{game.title}: points a hand, {effort} a move", HEADER, rows)


def main() -> None:
    """Entry point of ``python -m benchmarks.strength``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
