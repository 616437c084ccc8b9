"""How well reviews judge: planted blunders, false alarms, redeals, luck, and what levels lose.

Games are played by the levels of ``choose``. *Planted*: of a decision of a strong player every move
is valued by many playouts, other ones than the review's; where the worst is behind the best by
twice the threshold of an inaccuracy or more, it is put in place of the move played and reviewed.
*False alarms*: the best of those moves is put in its place; what the review calls a fault then is
one. *Redeals*: what the seat could not see is dealt again, and the decision must be judged the
same, byte for byte. *Luck*: the mean of result and luck-adjusted result over self-played games, and
by how much the second varies less. *Levels*: what each level loses per unforced decision.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np

from benchmarks.common import following, share_text, show
from kibitz.contract.limits import Limits
from kibitz.contract.options import STRENGTHS, ChooseOptions, Strength
from kibitz.contract.review import Decision
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.reviewing import Moment, only, read_review

GAMES: Final = ("knaves", "knack", "knock-rummy", "hand-knee-foot")
TESTS: Final = ("planted", "redeals", "luck", "levels")
FAULTS: Final = frozenset({"inaccuracy", "mistake", "blunder"})
LONGEST: Final = 2_000
VALUED_SEED: Final = 987_654_321


def played_by(game: Game, number: int, levels: Sequence[Strength], effort: Limits) -> Any:
    """The record of a deal that seats of these levels, in turn, play to its end."""
    solver = find(game.name)
    start, moves = game.deal(str(number)), list[str]()
    state = game.state(start)
    while not game.over(state) and len(moves) < LONGEST:
        seat = int(protocol.run_turn(state))
        options = ChooseOptions(
            level=levels[seat % len(levels)], seed=number * LONGEST + len(moves)
        )
        position = game.as_seen(game.position(state, start), seat)
        answer = solver.choose(position, options, Budget(effort))
        if answer.move is None:
            break
        moves.append(answer.move)
        protocol.run_apply(state, game.enter(state, answer.move))
    return {"position": start.to_json(), "moves": moves}


def reviewer_of(game: Game, record: Any, seed: int = 0) -> HiddenReviewer:
    """The reviewer of a record of a game of several seats."""
    solver = find(game.name)
    request, played = read_review(solver, {"record": record, "seed": seed})
    found = solver.reviewer(solver, played, request)
    assert isinstance(found, HiddenReviewer)
    return found


def effort_of(game: Game, iterations: int | None) -> Limits:
    """The default limits of a decision, without the time, or so many iterations."""
    usual = find(game.name).default_limits["review"].model_copy(update={"time_ms": None})
    return usual if iterations is None else usual.model_copy(update={"iterations": iterations})


def judged(reviewer: HiddenReviewer, moment: Moment, effort: Limits) -> Decision:
    """A single decision."""
    return reviewer.judged(moment, Budget(effort))


@dataclass(frozen=True, slots=True)
class Valued:
    """A decision whose moves were valued by many playouts: by move, how far it is behind."""

    reviewer: HiddenReviewer
    moment: Moment
    losses: dict[int, float]


def valued(reviewer: HiddenReviewer, moment: Moment, rounds: int) -> Valued:
    """Value the moves of the first look in the same deals, none dropped."""
    solver, game = reviewer.solver, reviewer.game
    question = reviewer.question(moment)
    found = reviewer.first_look(
        question, game.move_text(moment.move), Budget(Limits(iterations=64))
    )
    rows = [row for row in found.values if row.same_as is None]
    lines = [reviewer.line(question, row) for row in rows]
    arena = reviewer.arena(question, lines)
    options = replace(
        *(arena.options,), drop_at=1e9, settle=False, value_share=0.0,
        judgement_scale=0.0, judgement_error=inf,
    )  # fmt: skip
    limits = Limits(iterations=rounds * len(lines), memory_mb=256)
    search = Search(
        *(arena.root, arena.setting, options, Budget(limits)), seed=VALUED_SEED,
        candidates=arena.candidates, table=arena.table,
    )  # fmt: skip
    place = dict(zip(arena.candidates, lines, strict=True))
    goal = {row.move: row.means[question.seat] for row in search.run().moves}
    best = max(goal.values())
    losses = {place[key][0]: best - value for key, value in goal.items()}
    assert solver.game is game
    return Valued(reviewer, moment, losses)


def with_move(found: Valued, move: int) -> Moment:
    """The moment with another move made in it."""
    after = found.moment.state.copy()
    protocol.run_apply(after, move)
    text = found.reviewer.game.move_text(move)
    return replace(found.moment, move=move, text=text, after=after)


def choices(game: Game, count: int, first: int) -> Iterator[tuple[HiddenReviewer, Moment]]:
    """A few decisions with a choice of each game of strong players, taken at random."""
    number, random, effort = first, Random(first), Limits(iterations=200)
    done = 0
    while done < count:
        record = played_by(game, number, ["strong"], effort)
        reviewer = reviewer_of(game, record, number)
        open_ones = [m for m in reviewer.played.moments if len(m.legal) > 1]
        for moment in random.sample(open_ones, min(4, len(open_ones), count - done)):
            yield reviewer, moment
            done += 1
        number += 1


def planted(game: Game, args: argparse.Namespace) -> list[str]:
    """Blunders that are found, and moves that are called faults though they are best."""
    effort = effort_of(game, args.iterations)
    plants = found = alarms = best_ones = unclear = 0
    source = choices(game, args.positions, args.first)
    for reviewer, moment in following(source, args.positions, f"{game.title}, positions"):
        here = valued(reviewer, moment, args.rounds)
        if len(here.losses) < 2:
            continue
        worst = max(here.losses, key=lambda move: here.losses[move])
        best = min(here.losses, key=lambda move: here.losses[move])
        if here.losses[worst] >= 2 * reviewer.thresholds().inaccuracy:
            plants += 1
            found += judged(reviewer, with_move(here, worst), effort).judgement in FAULTS
        best_ones += 1
        decision = judged(reviewer, with_move(here, best), effort)
        alarms += decision.judgement in FAULTS
        unclear += decision.judgement == "too_close_to_call"
    return [
        game.title,
        share_text(found, plants) + f" of {plants}",
        share_text(alarms, best_ones) + f" of {best_ones}",
        share_text(unclear, best_ones),
    ]


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
    source = choices(game, args.positions, args.first)
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


HEADERS: Final = {
    "planted": ("game", "blunders found", "false alarms", "best, too close to call"),
    "redeals": ("game", "redeals", "judged the same"),
    "luck": ("game", "games", "result", "adjusted", "luck", "variance"),
    "levels": ("game", *STRENGTHS, "unit"),
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
    parser.add_argument("--iterations", type=int, help="of a decision; by default the usual ones")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    for name in args.tests:
        rows = [RUNS[name](find(game).game, args) for game in args.games_of]
        show(f"Review: {name}", HEADERS[name], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    add_options(parser)
    run(parser.parse_args())
