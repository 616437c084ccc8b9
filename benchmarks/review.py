"""How well reviews judge: planted blunders, false alarms, redeals, luck, and what levels lose.

A unit is a game that levels of ``choose`` play with themselves, or a deal of a game for one.

- *Planted*: of a few decisions of a strong player the best and the worst moves are valued by many
  playouts, other ones than the review's. Where a move may begin several plans, it is valued by the
  one that a far longer look than the review's finds. Where the worst is behind the best by twice
  the threshold of an inaccuracy or more, by fresh playouts and with 95 % confidence, it is put in
  place of the move played and reviewed. *False alarms*: the best of those moves is put in its
  place; what the review calls a fault then is one, unless fresh playouts say so as well. In a game
  for one a move that is proved to lose is put into a line that wins; a false alarm is a fault found
  before it.
- *Redeals*: what the seat could not see is dealt again, and the decision must be judged the same,
  byte for byte.
- *Luck*: the mean of result and luck-adjusted result over self-played games, and by how much the
  second varies less.
- *Levels*: what the choices of each level lose in the same decisions, taken from games of mixed
  levels. Every move that a level chooses is valued by many playouts in the same deals. In a game
  for one: how often a choice loses a deal that could be won, the stock face down.
- *Wins*: how many deals of a game for one each level wins, the stock face down, where a decision
  by itself hardly ever loses one.
- *Shares*: how many decisions of strong players pass the thresholds, to choose those of points by.

With ``--keep FILE`` what a unit came to is added to the file, and a unit that is there is not
played again: a run that was cut short goes on, and several processes may share a file.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from benchmarks import review_judged as judged
from benchmarks import review_solitaires as solitaires
from benchmarks.common import following, share_text, show
from benchmarks.reviewed import reviewer_of
from kibitz.contract.options import STRENGTHS
from kibitz.games.game import Game
from kibitz.solvers.catalogue import SOLVERS, find
from kibitz.solvers.reviewing import CHANCE_THRESHOLDS

ALONE: Final = ("knotty-nines", "knack-solitaire")
Unit = Callable[[Game, int, argparse.Namespace], Any]
UNITS: Final[dict[str, Unit]] = {
    "planted": judged.planted,
    "redeals": judged.redeals,
    "luck": judged.luck,
    "levels": judged.levels,
    "shares": judged.shares,
}
UNITS_ALONE: Final[dict[str, Unit]] = {
    "planted": solitaires.planted,
    "levels": solitaires.levels,
    "wins": solitaires.wins,
}
HEADERS: Final = {
    "planted": ("game", "games", "blunders found", "false alarms", "best, too close to call"),
    "redeals": ("game", "games", "redeals", "judged the same"),
    "luck": ("game", "games", "result", "adjusted", "luck", "variance"),
    "levels": ("game", "games", "decisions", *STRENGTHS, "each less the next", "unit"),
    "wins": ("game", "deals", *STRENGTHS, "each more than the one before"),
    "shares": ("game", "games", "unit", "decisions", "inaccuracy", "mistake", "blunder"),
}


def measured(test: str, game: Game, args: argparse.Namespace) -> list[Any]:
    """What every unit came to, played now or kept from before."""
    unit = (UNITS_ALONE if game.name in ALONE else UNITS)[test]
    asked = [getattr(args, name) for name in ("decisions", "rounds", "iterations", "utility")]
    place = [test, game.name, *asked, args.redeals, args.rules, args.only_plants, args.playouts]
    kept = dict[int, Any]()
    if args.keep is not None and args.keep.exists():
        rows = map(json.loads, args.keep.read_text().splitlines())
        kept = {row["number"]: row["found"] for row in rows if row["of"] == place}
    numbers = range(args.first, args.first + args.games)
    for number in following(numbers, args.games, f"{game.title}, {test}"):
        if number in kept:
            continue
        kept[number] = unit(game, number, args)
        if args.keep is not None:
            with args.keep.open("a") as file:
                row = {"of": place, "number": number, "found": kept[number]}
                file.write(json.dumps(row) + "\n")
    return [kept[number] for number in numbers]


def planted(game: Game, found: list[Any], args: argparse.Namespace) -> list[list[str]]:  # noqa: ARG001
    """Blunders that are found, and moves that are called faults though they are best."""
    if game.name in ALONE:
        rows = [row for row in found if row is not None]
        plants, hits = len(rows), sum(row["found"] for row in rows)
        best, false = (sum(row[name] for row in rows) for name in ("before", "alarms"))
        unclear = 0
    else:
        rows = [row for game_rows in found for row in game_rows]
        plants = sum(row["plant"] is not None for row in rows)
        hits = sum(row["plant"] in judged.FAULTS for row in rows)
        best, false = sum(row["best"] is not None for row in rows), sum(r["false"] for r in rows)
        unclear = sum(row["best"] == "too_close_to_call" for row in rows)
    return [
        [
            game.title,
            str(len(found)),
            share_text(hits, plants) + f" of {plants}",
            share_text(false, best) + f" of {best}",
            share_text(unclear, best),
        ]
    ]


def redeals(game: Game, found: list[Any], args: argparse.Namespace) -> list[list[str]]:
    """Decisions that are judged the same in every redeal."""
    rows = [same for each in found for same in each]
    return [[game.title, str(len(found)), str(args.redeals), f"{sum(rows)} of {len(rows)}"]]


def luck(game: Game, found: list[Any], args: argparse.Namespace) -> list[list[str]]:  # noqa: ARG001
    """Means of result and adjusted result of seat 0, and the ratio of their variances."""
    pairs = [pair for pair in found if pair is not None]
    results, gaps = ([pair[i] for pair in pairs] for i in range(2))
    adjusted = [result - gap for result, gap in pairs]
    ratio = (stdev(adjusted) / stdev(results)) ** 2
    means = [
        f"{fmean(each):{form}.4f} ± {stdev(each) / sqrt(len(each)):.4f}"
        for each, form in ((results, ""), (adjusted, ""), (gaps, "+"))
    ]
    return [[game.title, str(len(pairs)), *means, f"{ratio:.3f}"]]


def levels(game: Game, found: list[Any], args: argparse.Namespace) -> list[list[str]]:
    """What each level loses per decision, and how much less than the level below it."""
    games = [rows for rows in found if rows]
    alone = game.name in ALONE
    unit = "deals lost, %" if alone else _unit(game, args)
    factor = 1.0 if unit == "points" else 100.0
    unit = "win chance, %" if unit == "win_probability" else unit
    losses = {level: [[row[level] for row in rows] for rows in games] for level in STRENGTHS}
    said = [clustered(losses[level], factor) for level in STRENGTHS]
    less = []
    for weaker, better in pairwise(STRENGTHS):
        pairs = zip(losses[weaker], losses[better], strict=True)
        gaps = [[one - two for one, two in zip(*pair, strict=True)] for pair in pairs]
        less.append(clustered(gaps, factor))
    decisions = sum(map(len, games))
    return [[game.title, str(len(games)), str(decisions), *said, ", ".join(less), unit]]


def wins(game: Game, found: list[Any], args: argparse.Namespace) -> list[list[str]]:  # noqa: ARG001
    """Deals won by each level, and how many more than by the level below it, in per cent."""
    said = [share_text(sum(row[level] for row in found), len(found)) for level in STRENGTHS]
    more = [
        clustered([[row[better] - row[weaker]] for row in found], 100.0)
        for weaker, better in pairwise(STRENGTHS)
    ]
    return [[game.title, str(len(found)), *said, ", ".join(more)]]


def shares(game: Game, found: list[Any], args: argparse.Namespace) -> list[list[str]]:
    """Shares of decisions that lose as much as the thresholds."""
    losses, unit = [loss for each in found for loss in each], _unit(game, args)
    points = find(game.name).reviewer.point_thresholds
    marks = points if unit == "points" else CHANCE_THRESHOLDS
    said = [
        f"{mark:g}: {share_text(sum(loss >= mark for loss in losses), len(losses))}"
        for mark in marks.model_dump().values()
    ]
    return [[game.title, str(len(found)), unit, str(len(losses)), *said]]


def _unit(game: Game, args: argparse.Namespace) -> str:
    """The unit of losses of a game of several seats."""
    record = {"position": game.deal("0").to_json(), "moves": []}
    return reviewer_of(game, record, utility=args.utility).unit()


def clustered(games: Sequence[Sequence[float]], factor: float) -> str:
    """The mean over decisions and its standard error, decisions of a game taken together."""
    count = sum(map(len, games))
    mean = sum(map(sum, games)) / count
    squares = sum((sum(each) - mean * len(each)) ** 2 for each in games)
    error = sqrt(squares * len(games) / max(1, len(games) - 1)) / count
    return f"{factor * mean:.3f} ± {factor * error:.3f}"


ROWS: Final = {
    "planted": planted,
    "redeals": redeals,
    "luck": luck,
    "levels": levels,
    "wins": wins,
    "shares": shares,
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--tests", nargs="+", choices=[*UNITS, "wins"], default=["planted"])
    parser.add_argument("--games-of", nargs="+", choices=[*SOLVERS], default=[*SOLVERS])
    parser.add_argument("--games", type=int, default=10, help="self-played games, or deals")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--decisions", type=int, default=4, help="of a game; not of luck")
    parser.add_argument("--rounds", type=int, default=500, help="of a move, to value it")
    parser.add_argument("--redeals", type=int, default=32)
    parser.add_argument("--playouts", type=int, help="before and after each event of luck")
    parser.add_argument("--only-plants", action="store_true", help="look for no false alarms")
    parser.add_argument("--utility", choices=("match", "points"), help="what is striven for")
    parser.add_argument("--iterations", type=int, help="of a decision; by default the usual ones")
    parser.add_argument("--rules", type=json.loads, default={}, help="of games for one, as JSON")
    parser.add_argument("--keep", type=Path, help="a file of what units came to, added to")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    for test in args.tests:
        games = [find(name).game for name in args.games_of]
        able = [g for g in games if test in (UNITS_ALONE if g.name in ALONE else UNITS)]
        rows = [row for game in able for row in ROWS[test](game, measured(test, game, args), args)]
        show(f"Review: {test}", HEADERS[test], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    run(parser.parse_args())
