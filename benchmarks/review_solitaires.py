"""What `benchmarks.review` measures of a game for one: a unit is a deal.

Verdicts are exact. A deal counts as far as they were found within the limits.
"""

import argparse
from random import Random
from statistics import fmean
from typing import Any, Final

from kibitz.contract.answers import Verdict
from kibitz.contract.options import STRENGTHS, ChooseOptions, Limits, SolveOptions, Strength
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.reviewing import read_review, review
from kibitz.solvers.solitaire_review import SolitaireReviewer

FAULTS: Final = frozenset({"inaccuracy", "mistake", "blunder"})
EXACT: Final = Limits(nodes=100_000, memory_mb=256)
SHORT: Final = Limits(nodes=20_000, memory_mb=256)  # of moves looked through for one that loses
BEST: Final = Limits(iterations=64, nodes=20_000, memory_mb=64)
SEEDS: Final = 4  # choices of each level that does not search
MOST_STEPS: Final = 40  # until a level's choice has changed what is left of the game
LONGEST: Final = 1_000  # moves of a deal
MOST_PLIES: Final = 24  # looked through for a move that loses


def verdict_of(game: Game, position: Any, limits: Limits = EXACT) -> Verdict:
    """Whether a position can be won."""
    answer = find(game.name).solve(position, SolveOptions(), Budget(limits))
    return answer.verdict or Verdict.UNKNOWN


def planted(game: Game, number: int, args: argparse.Namespace) -> dict[str, int] | None:
    """A losing move put into a line that wins, and what the review says; None without one.

    ``before``: decisions of the record judged before it; ``alarms``: those called a fault.
    """
    solver, random = find(game.name), Random(number)
    start = game.deal(str(number), {**args.rules, "information": "known"})
    answer = solver.solve(start, SolveOptions(), Budget(EXACT))
    if answer.verdict is not Verdict.SOLVABLE or answer.moves is None:
        return None
    line = list(answer.moves)
    plies = random.sample(range(len(line)), min(MOST_PLIES, len(line)))
    for ply in plies:
        bad = a_losing_move(game, game.play(start, line[:ply]), random)
        if bad is None:
            continue
        record = {"position": start.to_json(), "moves": [*line[:ply], bad]}
        request, played = read_review(solver, {"record": record})
        usual = solver.default_limits["review"].model_copy(update={"time_ms": None})
        found = review(solver, played, request, Budget(usual))
        here = found.decisions[ply]
        before = [decision for decision in found.decisions[:ply] if decision.judgement]
        return {
            "found": int(here.judgement == "blunder" and found.seats[0].lost_at == ply),
            "before": len(before),
            "alarms": sum(decision.judgement in FAULTS for decision in before),
        }
    return None


def a_losing_move(game: Game, position: Any, random: Random) -> str | None:
    """A legal move after which a position is proved lost, any as likely as the other."""
    moves = [game.move_text(move) for move in game.legal(game.state(position))]
    random.shuffle(moves)
    for text in moves:
        if verdict_of(game, game.play(position, [text]), SHORT) is Verdict.UNSOLVABLE:
            return text
    return None


def levels(game: Game, number: int, args: argparse.Namespace) -> list[dict[str, float]]:
    """By decision and level, how often a choice loses a deal that could be won.

    No level sees a card that lies face down, and each is followed until its choice has changed
    what is left of the game. Levels that do not search play, by turns, as long as the deal can be
    won; a few of their decisions are put to all.
    """
    solver, random = find(game.name), Random(number)
    start = game.deal(str(number), {**args.rules, "information": "known"})
    request, played = read_review(solver, {"record": {"position": start.to_json(), "moves": []}})
    reviewer = solver.reviewer(solver, played, request)
    assert isinstance(reviewer, SolitaireReviewer)
    position, met = start, list[Any]()
    while verdict_of(game, position) is Verdict.SOLVABLE and not game.over(game.state(position)):
        met.append(position)
        level = random.choice(STRENGTHS[:-1])
        after = _led_to(game, reviewer, position, level, number)
        if after == position:
            break
        position = after
    asked = random.sample(met, min(args.decisions, len(met)))
    return [row for each in asked if (row := _levels_lose(game, reviewer, each, number))]


def wins(game: Game, number: int, args: argparse.Namespace) -> dict[str, int]:
    """Whether each level wins a deal that it plays to the end, the stock face down."""
    solver, start = find(game.name), game.deal(str(number), args.rules)
    won = dict[str, int]()
    for level in STRENGTHS:
        state, effort = game.state(start), BEST if level == "best" else Limits()
        for ply in range(LONGEST):
            if game.over(state):
                break
            seen = game.as_seen(game.position(state, start))
            options = ChooseOptions(level=level, seed=number * LONGEST + ply)
            answer = solver.choose(seen, options, Budget(effort))
            if answer.move is None:
                break
            protocol.run_apply(state, game.enter(state, answer.move))
        outcome = game.outcome(state)
        won[level] = int(outcome is not None and bool(outcome.won))
    return won


def _levels_lose(
    game: Game, reviewer: SolitaireReviewer, position: Any, number: int
) -> dict[str, float] | None:
    """How often each level loses a position that can be won; None where that was not found out."""
    known, lost = dict[Any, Verdict](), dict[str, float]()
    for level in STRENGTHS:
        verdicts = []
        for seed in range(1 if level == "best" else SEEDS):
            end = _led_to(game, reviewer, position, level, number * SEEDS + seed)
            key = reviewer.key_of(end, game.state(end))
            if key not in known:
                known[key] = verdict_of(game, end)
            verdicts.append(known[key])
        if Verdict.UNKNOWN in verdicts:
            return None
        lost[level] = fmean(verdict is Verdict.UNSOLVABLE for verdict in verdicts)
    return lost


def _led_to(
    game: Game, reviewer: SolitaireReviewer, position: Any, level: Strength, seed: int
) -> Any:
    """The position in which a level's choice has changed what is left of the game."""
    key, here = reviewer.key_of(position, game.state(position)), position
    for _ in range(MOST_STEPS):
        options = ChooseOptions(level=level, seed=seed)
        effort = BEST if level == "best" else Limits()
        answer = find(game.name).choose(game.as_seen(here), options, Budget(effort))
        if answer.move is None:
            break
        here = game.play(here, [answer.move])
        state = game.state(here)
        if game.over(state) or reviewer.key_of(here, state) != key:
            break
    return here
