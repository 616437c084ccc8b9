"""Strength: players of a game against each other on duplicate deals, each beside a null match.

Every hero meets every rival: of each deal one hero among rivals at every seat, and one rival among
heroes at every seat. Figures are points a hand by which a hero does better than a rival, with 95 %
intervals over the deals. Unless ``--no-null`` is given each hero also meets itself, and that
interval should contain zero. The last column says who is shown to be better by the whole table at
95 %, by the step-down method of Holm (1979): of twenty equal matches one interval leaves zero out.
Where nobody is named, it is whom :data:`benchmarks.players.TABLES` names.

Players have equal time (``--ms``) or equal iterations (``--iterations``) a move; under iterations
a match repeats. Unless ``--deals`` says how many, each match gets as many deals as fit its share of
``--minutes``. See `jobs.duplicates` for what keeps it fair and `jobs.players` for how
to add a player.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from statistics import NormalDist, fmean
from typing import Final

from benchmarks.common import add_processes, effort_of, following, pool_of, show
from benchmarks.players import TABLES, factory
from kibitz.contract.options import STRENGTHS, Limits
from kibitz.jobs.duplicates import HERO, RIVAL, DealResult, estimate, play_deal, student
from kibitz.jobs.match import MatchJob, play
from kibitz.jobs.players import GAMES
from kibitz.jobs.players.limits import AT_ONCE
from kibitz.jobs.players.random import RandomPlayer

MOST_DEALS: Final = 1_000  # that are chosen by the time they take
REPEATED_DEALS: Final = 100  # of a match limited by iterations
HEADER: Final = (
    *("hero : rival", "deals", "hands", "one hero", "one rival", "all", "ms a move"),
    "shown by the table",
)
LEVEL: Final = 0.05


def played(match: MatchJob, unit: int) -> DealResult:
    """One deal of a match, players from elsewhere among its own."""
    return play(match, unit, factory)


def switches_of(match: MatchJob) -> str:
    """The switches of a match in short: ``, players 4``."""
    return "".join(f", {name} {value}" for name, value in (match.rules or {}).items())


def row(match: MatchJob, results: Sequence[DealResult]) -> list[str]:
    """One row of the table."""
    pairs = [result.pair for result in results if result.pair is not None]
    times = []
    for kind in (HERO, RIVAL):
        decisions = sum(result.decisions[kind] for result in results)
        seconds = sum(result.seconds[kind] for result in results)
        times.append(f"{1000 * seconds / max(decisions, 1):.1f}")
    return [
        f"{match.hero} : {match.rival}{switches_of(match)}",
        f"{len(results):,}",
        f"{sum(result.hands for result in results):,}",
        str(estimate([result.lone for result in results])),
        str(estimate(pairs)) if pairs else "–",
        str(estimate([result.both for result in results])),
        " : ".join(times),
    ]


def chance_of(values: Sequence[float]) -> float:
    """How often equal players differ by as much as these deals say, by Student's t."""
    found = estimate(values)
    if not found.error:
        return 1.0 if found.mean == 0 else 0.0
    score, low, high = abs(found.mean) / found.error, 0.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student(len(values) - 1, middle) < score else (low, middle)
    return 2 * NormalDist().cdf(-low)


def shown(samples: Sequence[Sequence[float]]) -> list[str]:
    """Who is better in each match, hero or rival, so that all of it is true in 95 % of tables.

    ``samples``: one figure for each deal of each match. No match is shown to be equal.
    """
    chances = [chance_of(values) for values in samples]
    found = ["inconclusive"] * len(samples)
    for rank, number in enumerate(sorted(range(len(samples)), key=chances.__getitem__)):
        if chances[number] > LEVEL / (len(samples) - rank):
            break
        found[number] = "hero" if fmean(samples[number]) > 0 else "rival"
    return found


def pairings(heroes: Sequence[str], rivals: Sequence[str], *, null: bool) -> list[tuple[str, str]]:
    """Every hero with every other rival, and with itself where ``null``."""
    found = []
    for hero in heroes:
        found += [(hero, rival) for rival in rivals if rival != hero]
        found += [(hero, hero)] if null else []
    return found


def seconds_a_deal(match: MatchJob, time_ms: int) -> float:
    """About how long a deal of a match takes: whoever searches does so for all of its time."""
    game = GAMES[match.game]
    anybody = RandomPlayer(game, match.limits)
    counted = play_deal(game, [anybody, anybody], 0, match.rules, 0).decisions
    asked = zip((match.hero, match.rival), counted, strict=True)
    return sum(count * time_ms / 1000 for name, count in asked if name not in AT_ONCE)


def deals_within(match: MatchJob, seconds: float) -> int:
    """How many deals of a match fit in so many seconds of one process; two at least."""
    if match.limits.time_ms is None:
        return REPEATED_DEALS
    each = seconds_a_deal(match, match.limits.time_ms)
    return max(2, int(min(MOST_DEALS, seconds / each if each else MOST_DEALS)))


def options() -> argparse.ArgumentParser:
    """The options of this benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=[*GAMES], default="knaves")
    parser.add_argument("--rules", type=json.loads, help="switches, as JSON; the game's table")
    parser.add_argument("--heroes", nargs="+", help="names or module:name; the game's table")
    parser.add_argument("--rivals", nargs="+", help="names or module:name; the game's table")
    parser.add_argument(
        "--levels", action="store_true", help="instead: each level of choose against the one below"
    )
    parser.add_argument("--no-null", action="store_true", help="no hero meets itself")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--deals", type=int, help="deals of each match, two or more")
    length.add_argument("--minutes", type=float, default=30, help="of the whole table, about")
    parser.add_argument("--seed", type=int, default=1, help="of all that players roll")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--ms", type=int, default=50, help="milliseconds a move")
    effort.add_argument("--iterations", type=int, help="instead of --ms: repeatable")
    add_processes(parser)
    return parser


def limits_of(args: argparse.Namespace) -> Limits:
    """What a move may take."""
    if args.iterations is not None:
        return Limits(iterations=args.iterations, memory_mb=256)
    return Limits(time_ms=args.ms, memory_mb=256)


def matches_of(args: argparse.Namespace) -> list[MatchJob]:
    """The matches of the table; raises ``BadInput`` for a name that nobody has."""
    game, limits, table = GAMES[args.game], limits_of(args), TABLES[args.game]
    heroes, rivals = args.heroes or table.heroes, args.rivals or table.rivals
    for name in {*heroes, *rivals}:
        factory(game, name)
    pairs = pairings(heroes, rivals, null=not args.no_null)
    if args.levels:
        pairs = [(hero, rival) for rival, hero in pairwise(STRENGTHS)]
    return [
        MatchJob(
            kind="match",
            game=game.name,
            rules=dict(rules),
            hero=hero,
            rival=rival,
            first=args.first,
            deals=args.deals or REPEATED_DEALS,
            seed=args.seed,
            limits=limits,
        )
        for rules in ([args.rules] if args.rules is not None else table.rules)
        for hero, rival in pairs
    ]


def run(args: argparse.Namespace) -> None:
    """Play and print."""
    matches = matches_of(args)
    share = 60 * args.minutes * args.processes / max(1, len(matches))
    rows: list[list[str]] = []
    samples: list[list[float]] = []
    with pool_of(args) as pool:
        for match in matches:
            deals = args.deals or deals_within(match, share)
            results = pool.map(partial(played, match), range(deals))
            words = f"{match.hero} : {match.rival}, deals"
            played_deals = list(following(results, deals, words))
            rows.append(row(match, played_deals))
            samples.append([result.both for result in played_deals])
            # A long table that is interrupted keeps what was played.
            print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    met = [number for number, match in enumerate(matches) if match.hero != match.rival]
    better = dict(zip(met, shown([samples[number] for number in met]), strict=True))
    for number, each in enumerate(rows):
        each.append(better.get(number, "–"))
    game = GAMES[args.game]
    unit = "cards fewer left" if game.players == (1, 1) else "points a hand"
    show(f"{game.title}: {unit}, {effort_of(args)} a move", HEADER, rows)


def main() -> None:
    """Entry point of ``python -m benchmarks.strength``."""
    run(options().parse_args())


if __name__ == "__main__":
    main()
