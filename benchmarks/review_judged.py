"""What `benchmarks.review` measures of a game of several seats: a unit is a self-played game."""

import argparse
from dataclasses import replace
from statistics import fmean
from typing import Any, Final

import numpy as np

from benchmarks.reviewed import (
    FRESH_SEED,
    LONGEST,
    VALUED_SEED,
    Valued,
    effort_of,
    looked_at,
    played_by,
    quickly_played,
    reviewer_of,
    some_choices,
    valued,
    with_move,
)
from kibitz.contract.options import STRENGTHS, ChooseOptions, Limits, Strength
from kibitz.contract.review import Decision, ReviewOptions
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.intervals import Z95
from kibitz.solvers.played import Moment

FAULTS: Final = frozenset({"inaccuracy", "mistake", "blunder"})
FAST: Final = Limits(iterations=200)  # strong and weaker players do not search
BEST: Final = Limits(iterations=2_000)  # of a move of best
SEEDS: Final = 6  # choices of each level that does not search
FRONT: Final = 3  # moves of the first look that are valued besides those that levels choose


def judged(here: Valued, move: int, effort: Limits) -> Decision:
    """The review of the decision with another move made."""
    return here.reviewer.judged(with_move(here, move), Budget(effort))


def planted(game: Game, number: int, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Of each decision the judgements of a blunder put in its place, and of the best move."""
    effort = effort_of(game, args.iterations)
    record = played_by(game, number, ["strong"], FAST)
    reviewer, found = reviewer_of(game, record, number, utility=args.utility), []
    for moment in some_choices(reviewer, number, args.decisions):
        here = valued(reviewer, moment, args.rounds)
        if len(here.values) < 2:
            continue
        worst = min(here.values, key=lambda move: here.values[move])
        best = max(here.values, key=lambda move: here.values[move])
        row: dict[str, Any] = {"ply": moment.ply, "plant": None, "best": None, "false": False}
        if is_plant(here, worst, best, args.rounds):
            row["plant"] = str(judged(here, worst, effort).judgement)
        if not args.only_plants:
            decision = judged(here, best, effort)
            row |= {
                "best": str(decision.judgement),
                "false": is_false(here, best, decision, args.rounds),
            }
        found.append(row)
    return found


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
    better = here.same[here.reviewer.solver.read_move(here.moment.position, decision.best)]
    gap, _ = here.behind(best, better, 4 * rounds)
    return gap < here.reviewer.thresholds().inaccuracy


def redealt(reviewer: HiddenReviewer, moment: Moment, number: int) -> Moment:
    """The moment with what its seat could not see dealt again."""
    stream, state, game = np.zeros(1, np.uint64), moment.state.copy(), reviewer.game
    start_stream(stream, np.uint64(number), np.uint64(0))
    seen = game.state(game.as_seen(moment.position, moment.seat))
    state[:] = seen
    protocol.run_redeal(state, moment.seat, stream)
    position = game.position(state, reviewer.played.start)
    return replace(moment, state=state, position=position)


def redeals(game: Game, number: int, args: argparse.Namespace) -> list[bool]:
    """Of each decision whether it is judged the same in every redeal."""
    effort, hidden = effort_of(game, args.iterations), {"in_hindsight"}
    reviewer = reviewer_of(game, played_by(game, number, ["strong"], FAST), number)

    def text_of(moment: Moment) -> str:
        return reviewer.judged(moment, Budget(effort)).model_dump_json(exclude=hidden)

    return [
        {text_of(redealt(reviewer, moment, again)) for again in range(args.redeals)}
        == {text_of(moment)}
        for moment in some_choices(reviewer, number, args.decisions)
    ]


def luck(game: Game, number: int, args: argparse.Namespace) -> list[float] | None:
    """The result of seat 0 and its luck, where casual and strong players take turns."""
    solver, played = find(game.name), quickly_played(game, number, ["casual", "strong"])
    reviewer = solver.reviewer(solver, played, ReviewOptions(seed=str(number)))
    assert isinstance(reviewer, HiddenReviewer)
    if args.playouts is not None:
        reviewer.luck_samples = args.playouts
    made, events = reviewer.results(), reviewer.luck(Budget(Limits()))
    if made is None or events is None:
        return None
    return [made[0], sum(event.changes[0] for event in events)]


def shares(game: Game, number: int, args: argparse.Namespace) -> list[float]:
    """What decisions of strong players lose."""
    record = played_by(game, number, ["strong"], FAST)
    reviewer = reviewer_of(game, record, number, utility=args.utility)
    effort, found = effort_of(game, args.iterations), list[float]()
    for moment in some_choices(reviewer, number, args.decisions):
        decision = reviewer.judged(moment, Budget(effort))
        if decision.loss and not decision.forced:
            found.append(decision.loss.value)
    return found


def levels(game: Game, number: int, args: argparse.Namespace) -> list[dict[str, float]]:
    """What each level's choices lose in the same decisions of a game that mixed levels play."""
    others: list[Strength] = ["beginner", "casual", "strong"]
    turned = others[number % 3 :] + others[: number % 3]
    reviewer = reviewer_of(
        game, played_by(game, number, turned, FAST), number, utility=args.utility
    )
    found = []
    for moment in some_choices(reviewer, number, args.decisions):
        row = _levels_lose(reviewer, moment, number * LONGEST + moment.ply, args.rounds)
        if row is not None:
            found.append(row)
    return found


def _levels_lose(
    reviewer: HiddenReviewer, moment: Moment, number: int, rounds: int
) -> dict[str, float] | None:
    """What the choices of each level lose on average; None where all moves come to the same.

    The best move is that of one half of the playouts, and what is lost is seen in the other half;
    then the other way round. So the best one is not favoured by the playouts that it is valued by.
    """
    question, solver = reviewer.question(moment), reviewer.solver
    chosen: dict[str, list[str]] = {}
    for level in STRENGTHS:
        seeds = range(1 if level == "best" else SEEDS)
        asked = [ChooseOptions(level=level, seed=number * SEEDS + seed) for seed in seeds]
        effort = BEST if level == "best" else FAST
        answers = [solver.choose(question.seen, each, Budget(effort)) for each in asked]
        chosen[level] = [answer.move for answer in answers if answer.move is not None]
    texts = {text for each in chosen.values() for text in each}
    here, ranked = looked_at(reviewer, moment, sorted(texts))
    if len(ranked) < 2:
        return None
    stands = {text: here.same[solver.read_move(question.seen, text)] for text in texts}
    moves = sorted({*stands.values(), *ranked[:FRONT]})
    halves = [here.means(moves, rounds, seed) for seed in (VALUED_SEED, FRESH_SEED)]
    tops = [max(moves, key=lambda move: half[move]) for half in halves]
    loss = {
        move: fmean(
            values[top] - values[move] for values, top in zip(halves, reversed(tops), strict=True)
        )
        for move in moves
    }
    return {level: fmean(loss[stands[text]] for text in each) for level, each in chosen.items()}
