"""Checkers of the reasons for a way to empty a pile of Knotty Nines, the stock face down."""

from kibitz.contract.options import AnalyzeOptions, Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_classes import children, tidy
from tests.naive.reasons.case import Args, Case
from tests.naive.reasons.knotty_nines_facts import (
    MOST_ARRANGED,
    arrangements,
    empties,
    free_piles,
    helping,
    here,
    rows,
)
from tests.solvers.knotty_nines.packs import unseen_of


def another_way(case: Case, way: list[str]) -> bool:
    """Whether ``way`` empties a pile and leads to another game than the way advised."""
    left, best = empties(here(case), way), empties(here(case), case.hint.line or [])
    if left is None or best is None:
        return False
    reached = arrangements(left)
    return reached is None or tidy(best.piles) not in reached


def goes_on(case: Case, args: Args) -> bool:
    """The moves that follow the one advised, the last of which empties the pile named."""
    line = case.hint.line or []
    leads = empties(here(case), line) is not None and line[-1].startswith(f"{args['pile']}>")
    return leads and line[1:] == args["moves"] != []


def more_cards(case: Case, args: Args) -> bool:
    position, unseen = here(case), unseen_of(case.position)
    counts = (helping(position, way, unseen) for way in (case.hint.line or [], args["rival"]))
    counted = tuple(counts) == (args["cards"], args["fewer"]) and args["cards"] > args["fewer"]
    return counted and len(unseen) == args["unseen"] and another_way(case, args["rival"])


def all_cards(case: Case, args: Args) -> bool:
    return more_cards(case, {"cards": len(unseen_of(case.position)), **args})


def value_of_way(case: Case, way: list[str]) -> float:
    """What the same search says of the last move of a way, where the exchanges before are made."""
    position = case.game.play(case.position, way[:-1])
    options = AnalyzeOptions(seed=case.hint.seed, information="hidden")
    budget = Budget(Limits(**case.hint.limits.model_dump()))
    answer = SOLVERS["knotty-nines"].analyze(position, options, budget)
    return next(row.score.value for row in answer.moves if row.move == way[-1])


def better_chance(case: Case, args: Args) -> bool:
    same = abs(value_of_way(case, args["rival"]) - args["other"]) < 1e-9
    assert case.analysis.score is not None
    higher = 0.98 * case.analysis.score.value > args["other"] and between_ends(case)
    return same and higher and another_way(case, args["rival"])


def between_ends(case: Case) -> bool:
    """Whether the value shown can be what the search expects: at an end, it is that end."""
    score = case.analysis.score
    assert score is not None
    return score.low < score.value < score.high or not 1e-5 < score.value < 1 - 1e-5


def as_good(case: Case, args: Args) -> bool:
    assert case.analysis.score is not None
    other = value_of_way(case, args["rival"])
    value = case.analysis.score.value
    near = value - other <= max(0.0011, 0.02 * value)
    return near and between_ends(case) and another_way(case, args["rival"])


def better_chance_exact(case: Case, args: Args) -> bool:
    same = abs(value_of_way(case, args["rival"]) - args["other"]) < 1e-6
    score = case.analysis.score
    assert score is not None
    higher = score.kind == "exact" and score.value > args["other"]
    return same and higher and another_way(case, args["rival"])


def as_good_exact(case: Case, args: Args) -> bool:
    score = case.analysis.score
    assert score is not None
    same = abs(value_of_way(case, args["rival"]) - score.value) < 2e-6
    return score.kind == "exact" and same and another_way(case, args["rival"])


def ranked(case: Case, args: Args) -> bool:
    assert case.analysis.score is not None
    no_better = value_of_way(case, args["rival"]) <= case.analysis.score.value + 1e-9
    return no_better and another_way(case, args["rival"])


def rival_line(case: Case) -> list[str]:
    """The fewest moves that begin with the next best and empty a pile."""
    move = rows(case)[1].move
    lines = [[move]]
    seen = set()
    while lines:
        line = lines.pop(0)
        position = here(case)._replace(stock=(99,))
        for text in line:
            position = naive.replay(position, [text])
        if (99,) in position.piles:
            return line
        if position in seen:
            continue
        seen.add(position)
        lines += [[*line, f"{i + 1}>{j + 1}"] for i, j in naive.moves(position)]
    raise AssertionError("no pile can be emptied")


def empties_only(case: Case, args: Args) -> bool:
    alone = free_piles(here(case)) == [args["pile"]]
    source = int((case.hint.move or "0>0").split(">")[0])
    now = source == args["pile"] and empties(here(case), case.hint.line or []) is not None
    rival = rows(case)[1].move
    favours = int(rival.split(">")[0]) != source or empties(here(case), [rival]) is None
    return alone and now and len(case.hint.line or []) == 1 and favours


def prepares_only(case: Case, args: Args) -> bool:
    line = case.hint.line or []
    alone = free_piles(here(case)) == [args["pile"]]
    leads = empties(here(case), line) is not None and line[-1].startswith(f"{args['pile']}>")
    favours = len(rival_line(case)) > len(line)
    return alone and leads and len(line) == args["moves"] > 1 and favours


def one_game(case: Case) -> bool:
    """Whether every way to empty a pile leads to the same game, as far as that is affordable."""
    position = here(case)
    reached = arrangements(position)
    if reached is None or len(reached) > MOST_ARRANGED:
        return True
    return len(children(position.piles, None, position.wrap)) == 1


def same_game(case: Case, args: Args) -> bool:
    return one_game(case) and len(free_piles(here(case))) > 1


def any_target(case: Case, args: Args) -> bool:
    """The only pile that can be emptied has one card, which the next best puts elsewhere."""
    ways = [case.hint.move or "", rows(case)[1].move]
    at_once = all(empties(here(case), [way]) is not None for way in ways)
    said = [int(way.split(">")[0]) for way in ways] == [args["pile"]] * 2
    return one_game(case) and free_piles(here(case)) == [args["pile"]] and at_once and said


def any_moves(case: Case, args: Args) -> bool:
    """The only pile that can be emptied takes several moves, as many with the next best."""
    line = case.hint.line or []
    alone = free_piles(here(case)) == [args["pile"]] and empties(here(case), line) is not None
    return one_game(case) and alone and len(line) == len(rival_line(case)) > 1
