"""Checkers of what hints for Knotty Nines say about the game and the kind of move."""

from collections.abc import Iterator
from random import Random
from typing import Final

from kibitz.contract.answers import Verdict
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.exact import RankView, decide
from kibitz.solvers.knotty_nines.search import FOUND
from tests.naive import knotty_nines as naive
from tests.naive.reasons.case import Args, Case
from tests.naive.reasons.knotty_nines_facts import (
    after,
    best_chance,
    deepest,
    empties,
    explored,
    free_piles,
    here,
    rows,
    wins_along,
)
from tests.solvers.knotty_nines.packs import as_json, as_naive, unseen_of

ORDERS: Final = 3


def won(case: Case, args: Args) -> bool:
    return naive.is_won(here(case)) and case.hint.move is None


def no_moves(case: Case, args: Args) -> bool:
    position = here(case)
    nothing = not naive.moves(position._replace(stuck=True))
    return nothing and 0 < case.position.stock_size == args["stock"] and case.hint.move is None


def can_win(case: Case, args: Args) -> bool:
    return any(wins_along(here(case), row.line) for row in rows(case))


def chance(case: Case, args: Args) -> bool:
    score = case.analysis.score
    assert score is not None
    if case.hint.score != score or (args["value"], args["low"], args["high"]) != (
        score.value, score.low, score.high,
    ):  # fmt: skip
        return False
    truth = best_chance(here(case), unseen_of(case.position))
    if truth is not None:
        # Each end holds in 95 of 100 cases; of so few samples both are wide.
        return score.low - 0.1 <= truth <= score.high + 0.1
    return 0 <= score.low <= score.value <= score.high <= 1


def chance_between(case: Case, args: Args) -> bool:
    score = case.analysis.score
    assert score is not None
    cut_off = score.value in {args["low"], args["high"]}
    return cut_off and "value" not in args and chance(case, {**args, "value": score.value})


def chance_unsure(case: Case, args: Args) -> bool:
    score = case.analysis.score
    assert score is not None
    wide = args["high"] - args["low"] > 0.5
    return wide and "value" not in args and chance(case, {**args, "value": score.value})


def chance_exact(case: Case, args: Args) -> bool:
    score = case.analysis.score
    assert score is not None
    if not chance(case, {"value": score.value, "low": score.low, "high": score.high}):
        return False
    truth = best_chance(here(case), unseen_of(case.position))
    agrees = truth is None or abs(truth - args["value"]) < 1e-6
    said = args["value"] == score.value == score.low == score.high > 0
    return agrees and score.kind == "exact" and said


def wins_every_order(case: Case, args: Args) -> bool:
    return not args and chance_exact(case, {"value": 1.0})


def lost(case: Case, args: Args) -> bool:
    if case.position.hidden > 1:
        return bool(case.hint.move is None)
    truth = explored(here(case))
    return truth is None or not truth.winnable


def dead(case: Case, args: Args) -> bool:
    return not free_piles(here(case)) and case.hint.move is None and case.position.stock_size > 0


def lost_in_every_order(case: Case, args: Args) -> bool:
    return case.hint.move is None and not any(drawn or won for drawn, won in in_orders(case))


def rests_in_no_order(case: Case, args: Args) -> bool:
    stricter = case.position.rules.win == "stock_empty_and_stuck"
    return stricter and case.hint.move is None and not any(won for _, won in in_orders(case))


def in_orders(case: Case) -> Iterator[tuple[bool, bool]]:
    """For some orders of the stock: whether all of it can be drawn, if known, and the game won."""
    random = Random(len(unseen_of(case.position)))
    for _ in range(ORDERS):
        order = unseen_of(case.position)
        random.shuffle(order)
        stock = as_json(as_naive(case.position, tuple(order)))
        view = RankView.of(case.game.read(stock))
        truth = explored(as_naive(case.position, tuple(order)))
        drawn = truth is not None and truth.deepest == len(order)
        yield drawn, decide(view, Budget(Limits(nodes=20_000)))[1].outcome == FOUND


def at_best(case: Case, args: Args) -> bool:
    position = here(case)
    truth = explored(position)
    if truth is not None and truth.deepest != args["cards"]:
        return False
    reached = deepest(position) == args["cards"]
    return bool(reached and 0 < args["cards"] < args["stock"] == len(position.stock))


def found_at_best(case: Case, args: Args) -> bool:
    truth = explored(here(case))
    possible = truth is None or 0 < args["cards"] <= truth.deepest
    return possible and bool(args["stock"] == len(here(case).stock))


def never_rests(case: Case, args: Args) -> bool:
    position = here(case)
    return not position.stock and position.stuck and case.hint.move is None


def stock_then_never_rests(case: Case, args: Args) -> bool:
    position = here(case)
    truth = explored(position)
    if truth is not None:
        return position.stuck and truth.deepest == len(position.stock) and not truth.winnable
    return position.stuck and deepest(position) == len(position.stock)


def start_over(case: Case, args: Args) -> bool:
    return case.hint.verdict is Verdict.UNSOLVABLE


def prepare(case: Case, args: Args) -> bool:
    line = case.hint.line or []
    return len(line) == args["exchanges"] + 1 > 1 and empties(here(case), line) is not None


def empty_now(case: Case, args: Args) -> bool:
    line = case.hint.line or []
    return len(line) == 1 and empties(here(case), line) is not None


def all_win(case: Case, args: Args) -> bool:
    return all(wins_along(here(case), row.line) for row in rows(case))


def some_win(case: Case, args: Args) -> bool:
    position = here(case)
    winning = 0
    for found in rows(case):
        truth = explored(after(position, found.move))
        wins = found.verdict is Verdict.SOLVABLE
        if wins and not wins_along(position, found.line):
            return False
        if truth is not None and truth.winnable != wins:
            return False
        winning += wins
    return bool((winning, len(rows(case))) == (args["winning"], args["legal"]))


def area(case: Case, args: Args) -> bool:
    touched = [n for move in case.hint.line or [] for n in move.split(">")]
    return bool(args["piles"] == [f"pile {n}" for n in dict.fromkeys(touched)])
