"""How well reviews judge: planted blunders, false alarms, redeals, luck, and what levels lose.

Games are played by the levels of ``choose``.

- *Planted*: of a decision of a strong player every move is valued by many playouts, other ones than
  the review's. Where the worst is behind the best by twice the threshold of an inaccuracy or more,
  by fresh playouts and with 95 % confidence, it is put in place of the move played and reviewed.
  *False alarms*: the best of
  those moves is put in its place; what the review calls a fault then is one, unless fresh playouts
  say so as well.
- *Redeals*: what the seat could not see is dealt again, and the decision must be judged the same,
  byte for byte.
- *Luck*: the mean of result and luck-adjusted result over self-played games, and by how much the
  second varies less.
- *Levels*: what each level loses per unforced decision.
- *Shares*: how many decisions of the policy pass the thresholds, to choose those of points by.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

import numpy as np

from benchmarks.common import following, share_text, show
from benchmarks.reviewed import (
    Valued,
    effort_of,
    judged,
    played_by,
    reviewer_of,
    valued,
    with_move,
)
from kibitz.contract.options import STRENGTHS, Limits, Strength
from kibitz.contract.review import Decision
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.intervals import Z95
from kibitz.solvers.played import Moment
from kibitz.solvers.reviewing import only

GAMES: Final = ("knaves", "knack", "knock-rummy", "hand-knee-foot")
TESTS: Final = ("planted", "redeals", "luck", "levels", "shares")
FAULTS: Final = frozenset({"inaccuracy", "mistake", "blunder"})


def choices(game: Game, args: argparse.Namespace) -> Iterator[tuple[HiddenReviewer, Moment]]:
    """A few decisions with a choice of each game of strong players, taken at random."""
    number, random, effort = args.first, Random(args.first), Limits(iterations=200)
    count, asked = args.positions, {} if args.utility is None else {"utility": args.utility}
    done = 0
    while done < count:
        record = played_by(game, number, ["strong"], effort)
        reviewer = reviewer_of(game, record, number, **asked)
        open_ones = [m for m in reviewer.played.moments if len(m.legal) > 1]
        for moment in random.sample(open_ones, min(4, len(open_ones), count - done)):
            yield reviewer, moment
            done += 1
        number += 1


def planted(game: Game, args: argparse.Namespace) -> list[str]:
    """Blunders that are found, and moves that are called faults though they are best."""
    effort = effort_of(game, args.iterations)
    plants = found = alarms = best_ones = unclear = 0
    source = choices(game, args)
    for reviewer, moment in following(source, args.positions, f"{game.title}, positions"):
        here = valued(reviewer, moment, args.rounds)
        if len(here.values) < 2:
            continue
        worst = min(here.values, key=lambda move: here.values[move])
        best = max(here.values, key=lambda move: here.values[move])
        if is_plant(here, worst, best, args.rounds):
            plants += 1
            found += judged(reviewer, with_move(here, worst), effort).judgement in FAULTS
        best_ones += 1
        decision = judged(reviewer, with_move(here, best), effort)
        unclear += decision.judgement == "too_close_to_call"
        alarms += is_false(here, best, decision, args.rounds)
    return [
        game.title,
        share_text(found, plants) + f" of {plants}",
        share_text(alarms, best_ones) + f" of {best_ones}",
        share_text(unclear, best_ones),
    ]


def is_plant(here: Valued, worst: int, best: int, rounds: int) -> bool:
    """Whether a move loses twice the least threshold or more, with 95 % confidence."""
    wanted = 2 * here.reviewer.thresholds().inaccuracy
    if here.values[best] - here.values[worst] < wanted:
        return False
    gap, error = here.behind(worst, best, 4 * rounds)
    return gap - Z95 * error >= wanted


def is_false(here: Valued, best: int, decision: Decision, rounds: int) -> bool:
    """Whether the best move was called a fault, and fresh playouts do not say so."""
    if decision.judgement not in FAULTS or decision.best is None:
        return False
    better = here.reviewer.solver.read_move(here.moment.position, decision.best)
    gap, _ = here.behind(best, better, 4 * rounds)
    return gap < here.reviewer.thresholds().inaccuracy


def redealt(game: Game, reviewer: HiddenReviewer, moment: Moment, number: int) -> Moment:
    """The moment with what its seat could not see dealt again."""
    stream, state = np.zeros(1, np.uint64), moment.state.copy()
    start_stream(stream, np.uint64(number), np.uint64(0))
    seen = game.state(game.as_seen(moment.position, moment.seat))
    state[:] = seen
    protocol.run_redeal(state, moment.seat, stream)
    position = game.position(state, reviewer.played.start)
    return replace(moment, state=state, position=position)


def redeals(game: Game, args: argparse.Namespace) -> list[str]:
    """Decisions that are judged the same in every redeal."""
    effort = effort_of(game, args.iterations)
    same = total = 0
    source = choices(game, args)
    for reviewer, moment in following(source, args.positions, f"{game.title}, positions"):
        hidden = {"in_hindsight"}
        first = judged(reviewer, moment, effort).model_dump_json(exclude=hidden)
        others = {
            judged(reviewer, redealt(game, reviewer, moment, number), effort).model_dump_json(
                exclude=hidden
            )
            for number in range(args.redeals)
        }
        same += others == {first}
        total += 1
    return [game.title, str(args.redeals), f"{same} of {total}"]


def luck(game: Game, args: argparse.Namespace) -> list[str]:
    """Means of result and adjusted result of seat 0, and the ratio of their variances."""
    results, adjusted = list[float](), list[float]()
    levels: list[Strength] = ["casual", "strong"]
    for number in following(range(args.games), args.games, f"{game.title}, games"):
        record = played_by(game, args.first + number, levels, Limits(iterations=100))
        reviewer = reviewer_of(game, record, number)
        made, events = reviewer.results(), only(reviewer, ()).luck(Budget(Limits()))
        if made is None or events is None:
            continue
        results.append(made[0])
        adjusted.append(made[0] - sum(event.changes[0] for event in events))
    gaps = [one - other for one, other in zip(results, adjusted, strict=True)]
    count = len(results)
    ratio = (stdev(adjusted) / stdev(results)) ** 2
    return [
        game.title,
        str(count),
        f"{fmean(results):.4f} ± {stdev(results) / sqrt(count):.4f}",
        f"{fmean(adjusted):.4f} ± {stdev(adjusted) / sqrt(count):.4f}",
        f"{fmean(gaps):+.4f} ± {stdev(gaps) / sqrt(count):.4f}",
        f"{ratio:.2f}",
    ]


def levels(game: Game, args: argparse.Namespace) -> list[str]:
    """What a level loses per unforced decision at tables of its own."""
    found, unit = [game.title], "points"
    for level in STRENGTHS:
        losses = list[float]()
        for number in following(range(args.games), args.games, f"{game.title}, {level}"):
            record = played_by(game, args.first + number, [level], Limits(iterations=1_000))
            reviewer = reviewer_of(game, record, number)
            budget = Budget(effort_of(game, args.iterations))
            unit = reviewer.unit()
            here = [d.loss.value for d in reviewer.decide(budget) if d.loss and not d.forced]
            losses += [fmean(here)] if here else []
        error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else inf
        factor = 100 if unit == "win_probability" else 1
        found.append(f"{factor * fmean(losses):.2f} ± {factor * error:.2f}")
    return [*found, "win chance, %" if unit == "win_probability" else unit]


def shares(game: Game, args: argparse.Namespace, wanted: list[float]) -> list[list[str]]:
    """Shares of a policy's decisions that lose as much as the thresholds, in each unit.

    Also what is lost by as many of its decisions as lose 5, 10 and 15 points of the chance to win:
    ``wanted`` are these shares, of this game where it has such a unit, else of an earlier one.
    """
    solver, rows = find(game.name), list[list[str]]()
    for utility in solver.utilities or (None,):
        losses, unit, marks = list[float](), "", list[float]()
        for number in following(range(args.games), args.games, f"{game.title}, {utility}"):
            record = played_by(game, args.first + number, ["strong"], Limits(iterations=1_000))
            asked = {} if utility is None else {"utility": utility}
            try:
                reviewer = reviewer_of(game, record, number, **asked)
                budget = Budget(effort_of(game, args.iterations))
                losses += [d.loss.value for d in reviewer.decide(budget) if d.loss]
            except BadInput:
                break
            unit, marks = reviewer.unit(), [*reviewer.thresholds().model_dump().values()]
        if not losses:
            continue
        here = [float(np.mean([loss >= mark for loss in losses])) for mark in marks]
        if unit == "win_probability":
            wanted[:] = here
        like = [f"{np.quantile(losses, 1 - share):.2f}" for share in wanted]
        said = [f"{100 * share:.2f} %" for share in here]
        rows.append([game.title, unit, str(len(losses)), *said, " ".join(like)])
    return rows


HEADERS: Final = {
    "planted": ("game", "blunders found", "false alarms", "best, too close to call"),
    "redeals": ("game", "redeals", "judged the same"),
    "luck": ("game", "games", "result", "adjusted", "luck", "variance"),
    "levels": ("game", *STRENGTHS, "unit"),
    "shares": ("game", "unit", "decisions", "inaccuracy", "mistake", "blunder", "as many"),
}
RUNS: Final = {"planted": planted, "redeals": redeals, "luck": luck, "levels": levels}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--tests", nargs="+", choices=TESTS, default=["planted"])
    parser.add_argument("--games-of", nargs="+", choices=GAMES, default=[*GAMES])
    parser.add_argument("--positions", type=int, default=40, help="of planted and redeals")
    parser.add_argument("--games", type=int, default=20, help="of luck and levels")
    parser.add_argument("--rounds", type=int, default=2_000, help="of each move, to value it")
    parser.add_argument("--redeals", type=int, default=32)
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--utility", choices=("match", "points"), help="of planted and redeals")
    parser.add_argument("--iterations", type=int, help="of a decision; by default the usual ones")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    for name in args.tests:
        games = [find(game).game for game in args.games_of]
        if name == "shares":
            wanted = list[float]()
            rows = [row for game in games for row in shares(game, args, wanted)]
        else:
            rows = [RUNS[name](game, args) for game in games]
        show(f"Review: {name}", HEADERS[name], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    add_options(parser)
    run(parser.parse_args())
