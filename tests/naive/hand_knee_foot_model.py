"""The best cards to put down in one turn as a constraint model: naive, general and slow.

Of each rank the open meld may be filled to a book, and up to two new melds begun after it; burying
is left out, so it fits teams without books.
"""

from collections.abc import Sequence
from typing import Literal

from ortools.sat.python import cp_model

from kibitz.games.hand_knee_foot.kinds import FOUR, JOKER, POINTS, RANK_SLOTS, TWO

Goal = Literal["cards", "points", "fewest wild"]


def best_turn(
    hand: Sequence[int],
    naturals: Sequence[int],
    wilds: Sequence[int],
    goal: Goal,
    minimum: int = 0,
    max_wilds: int = 2,
) -> int | None:
    """The most cards or points put down, or the fewest wild cards to reach a minimum of points.

    ``hand``: cards of each kind. ``naturals``, ``wilds``: of the open meld of each of twelve slots,
    the last of them that of wild cards. None when the minimum is out of reach.
    """
    model = cp_model.CpModel()
    put, spent = [], []
    points: list[cp_model.LinearExpr | cp_model.IntVar] = []
    for slot in range(RANK_SLOTS):
        held = int(hand[slot + FOUR])
        limit = 0 if slot in (1, 3) else max_wilds
        before_full = None
        of_rank = []
        for number in range(3):
            laid, inside = (naturals[slot], wilds[slot]) if number == 0 else (0, 0)
            if number == 0 and laid == 0:
                continue
            n = model.new_int_var(0, held, "")
            w = model.new_int_var(0, limit, "")
            used = model.new_bool_var("")
            model.add(n + w == 0).only_enforce_if(~used)
            model.add(n + w >= 1).only_enforce_if(used)
            size = laid + inside + n + w
            model.add(size <= 7)
            model.add(size >= 3).only_enforce_if(used)
            model.add(laid + n >= 2).only_enforce_if(used)
            model.add(inside + w <= limit).only_enforce_if(used)
            model.add(inside + w <= laid + n).only_enforce_if(used)
            if before_full is not None:
                model.add_implication(used, before_full)
            before_full = model.new_bool_var("")
            model.add(size == 7).only_enforce_if(before_full)
            of_rank.append(n)
            put += [n, w]
            spent.append(w)
            points.append(n * POINTS[slot + FOUR])
        model.add(sum(of_rank) <= held)
    held = int(hand[TWO] + hand[JOKER])
    free = model.new_int_var(0, held, "")
    if wilds[-1] == 0:
        begun = model.new_bool_var("")
        model.add(free >= 3).only_enforce_if(begun)
        model.add(free == 0).only_enforce_if(~begun)
    room = 7 - wilds[-1] if wilds[-1] else 7
    model.add(free <= room)
    put.append(free)
    spent.append(free)
    jokers = model.new_int_var(0, int(hand[JOKER]), "")
    twos = model.new_int_var(0, int(hand[TWO]), "")
    model.add(sum(spent) == jokers + twos)
    total = sum(points) + 50 * jokers + 20 * twos
    model.add(total >= minimum)
    if goal == "cards":
        model.maximize(sum(put))
    elif goal == "points":
        model.maximize(total)
    else:
        model.minimize(sum(spent))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    return round(solver.objective_value)
