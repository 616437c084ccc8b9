"""Checkers of the reasons for a move of Knotty Nines with a known stock."""

from kibitz.contract.answers import Verdict
from tests.naive import knotty_nines as naive
from tests.naive.reasons.case import Args, Case
from tests.naive.reasons.knotty_nines_facts import (
    after,
    drawn_along,
    explored,
    here,
    row,
    rows,
    wins_along,
)
from tests.naive.reasons.knotty_nines_standing import some_win


def forced(case: Case, args: Args) -> bool:
    # A won game has no moves, and a face-down stock of one card is known.
    return len(naive.moves(here(case)._replace(stuck=True))) == 1


def only_winning(case: Case, args: Args) -> bool:
    return some_win(case, {"winning": 1, "legal": len(rows(case))})


def at_most(case: Case, args: Args) -> bool:
    best = rows(case)[0]
    return wins_along(here(case), best.line) and len(best.line) == args["moves"]


def few(case: Case, args: Args) -> bool:
    truth = explored(here(case))
    return at_most(case, args) and (truth is None or truth.fewest == args["moves"])


def next_best(case: Case, args: Args) -> bool:
    best, *others = rows(case)
    other = next((row.move for row in others if row.same_as != best.move), None)
    return bool(other == args["rival"])


def fewest(case: Case, args: Args) -> bool:
    truth = explored(after(here(case), args["rival"]))
    longer = truth is None or (truth.winnable and (truth.fewest or 0) + 1 > args["moves"])
    return few(case, args) and next_best(case, args) and longer


def fewest_found(case: Case, args: Args) -> bool:
    more = len(row(case, args["rival"]).line) == args["more"] > args["moves"]
    return few(case, args) and next_best(case, args) and more


def as_few(case: Case, args: Args) -> bool:
    line = row(case, args["rival"]).line
    alike = wins_along(here(case), line) and len(line) == args["moves"]
    return few(case, args) and next_best(case, args) and alike


def shorter_found(case: Case, args: Args) -> bool:
    line = row(case, args["rival"]).line
    more = wins_along(here(case), line) and len(line) == args["more"] > args["moves"]
    return at_most(case, args) and next_best(case, args) and more


def as_short_found(case: Case, args: Args) -> bool:
    line = row(case, args["rival"]).line
    alike = wins_along(here(case), line) and len(line) == args["moves"]
    return at_most(case, args) and next_best(case, args) and alike


def rival_open(case: Case, args: Args) -> bool:
    return next_best(case, args) and row(case, args["rival"]).verdict is Verdict.UNKNOWN


def deepest_after(case: Case, move: str) -> int | None:
    """The most cards that a line beginning with a move draws."""
    truth = explored(after(here(case), move))
    return None if truth is None else truth.deepest + drawn_along(here(case), [move])


def draws_more(case: Case, args: Args) -> bool:
    best = rows(case)[0].move
    truths = deepest_after(case, best), deepest_after(case, args["rival"])
    agreed = all(
        t in (None, n) for t, n in zip(truths, (args["cards"], args["fewer"]), strict=True)
    )
    return next_best(case, args) and agreed and args["cards"] > args["fewer"]


def draws_as_many(case: Case, args: Args) -> bool:
    best = rows(case)[0]
    truths = {deepest_after(case, best.move), deepest_after(case, args["rival"])} - {None}
    return next_best(case, args) and len(truths) < 2


def found_deeper(case: Case, args: Args) -> bool:
    best = rows(case)[0].move
    truths = deepest_after(case, best), deepest_after(case, args["rival"])
    possible = all(
        t is None or t >= n for t, n in zip(truths, (args["cards"], args["fewer"]), strict=True)
    )
    return next_best(case, args) and possible and args["cards"] > args["fewer"]


def found_as_deep(case: Case, args: Args) -> bool:
    best = rows(case)[0].move
    truths = deepest_after(case, best), deepest_after(case, args["rival"])
    return next_best(case, args) and all(t is None or t >= args["cards"] for t in truths)
