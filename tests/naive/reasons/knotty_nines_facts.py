"""Facts of a position of Knotty Nines and of an analysis, recomputed by the naive rules."""

from functools import cache
from typing import Final

from kibitz.contract.answers import MoveValue
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.explain import deepest_line
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_classes import tidy
from tests.naive.reasons.case import Case
from tests.solvers.knotty_nines.packs import GAME, as_json, as_naive, unseen_of

SEARCHED: Final = 400  # positions, up to which everything is tried
MOST_UNSEEN: Final = 3  # stock cards whose every order is tried
MOST_ARRANGED: Final = 12  # arrangements, up to which that is affordable


def here(case: Case) -> naive.Position:
    """The position, its stock empty where it is face down but for a last card, which is known."""
    unseen = unseen_of(case.position)
    known = tuple(unseen) if case.position.hidden == 1 else None
    return as_naive(case.position, known)


def free_piles(position: naive.Position) -> list[int]:
    """Piles, from 1, whose every card would find a top to land on, as exchanges go."""
    tops = {pile[-1] for pile in position.piles if pile}
    free = []
    for number, pile in enumerate(position.piles, 1):
        needs = [rank + 1 if rank < naive.KING else 0 for rank in pile]
        blocked = not position.wrap and naive.KING in pile
        if pile and not blocked and set(needs) <= tops:
            free.append(number)
    return free


def empties(position: naive.Position, way: list[str]) -> naive.Position | None:
    """The position after ``way`` with the emptied space open; None unless only its last empties."""
    ahead = position._replace(stock=(99,))
    for index, text in enumerate(way):
        source, target = (int(number) - 1 for number in text.split("=")[0].split(">"))
        if (source, target) not in naive.moves(ahead):
            return None
        last = len(ahead.piles[source]) == 1
        if last != (index == len(way) - 1):
            return None
        ahead = naive.play(ahead, (source, target))
    left = tuple(pile for pile in ahead.piles if pile != (99,))
    return ahead._replace(piles=left, stock=())


def helping(position: naive.Position, way: list[str], unseen: list[int]) -> int:
    """Unseen cards that let some pile be emptied again when they fill the space of ``way``."""
    left = empties(position, way)
    assert left is not None
    return sum(bool(free_piles(left._replace(piles=(*left.piles, (rank,))))) for rank in unseen)


def arrangements(position: naive.Position) -> set[naive.Piles] | None:
    """All that exchanges lead to; None where that is too much to try."""
    start = tidy(position.piles)
    seen, waiting = {start}, [start]
    while waiting:
        ahead = position._replace(piles=waiting.pop(), stock=(99,))
        for source, target in naive.moves(ahead):
            if len(ahead.piles[source]) > 1:
                after = tidy(naive.play(ahead, (source, target)).piles)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if len(seen) > SEARCHED:
            return None
    return seen


def best_chance(position: naive.Position, unseen: list[int]) -> float | None:
    """The chance of the best player of few cards; None where that is too much to try."""
    if len(unseen) == 1 and position.stuck:
        truth = explored(position._replace(stock=tuple(unseen)))
        return None if truth is None else float(truth.winnable)
    if len(unseen) == 1:
        return float(bool(free_piles(position)))
    if len(unseen) > MOST_UNSEEN:
        return None
    reached = arrangements(position)
    if reached is None or len(reached) > MOST_ARRANGED:
        return None
    ways = {
        tidy(left.piles)
        for piles in reached
        for i, j in naive.moves(position._replace(piles=piles, stock=(99,)))
        if (left := empties(position._replace(piles=piles), [f"{i + 1}>{j + 1}"]))
    }
    best = 0.0
    for way in ways:
        total = 0.0
        for i, card in enumerate(unseen):
            chance = best_chance(
                position._replace(piles=(*way, (card,))), unseen[:i] + unseen[i + 1 :]
            )
            if chance is None:
                return None
            total += chance
        best = max(best, total / len(unseen))
    return best


def rows(case: Case) -> list[MoveValue]:
    """The rows of the analysis."""
    return case.analysis.moves


def row(case: Case, move: str) -> MoveValue:
    """The row of one move."""
    return next(row for row in rows(case) if row.move == move)


def wins_along(position: naive.Position, line: list[str]) -> bool:
    """Whether the whole line, and no part of it, wins."""
    for text in line:
        if naive.is_won(position):
            return False
        position = naive.replay(position, [text])
    return naive.is_won(position)


def after(position: naive.Position, move: str) -> naive.Position:
    """The position one move later."""
    return naive.replay(position, [move])


@cache
def explored(position: naive.Position) -> naive.Findings | None:
    """Everything tried, where that is affordable."""
    return naive.explore(position, SEARCHED)


def drawn_along(position: naive.Position, line: list[str]) -> int:
    """Cards that a line draws."""
    return len(position.stock) - len(naive.replay(position, line).stock)


def deepest(position: naive.Position) -> int:
    """Cards that the line of a search without limits draws."""
    _, line = deepest_line(RankView.of(GAME.read(as_json(position))), Budget(Limits()))
    return drawn_along(position, line)
