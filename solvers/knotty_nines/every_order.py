"""The true chance to win against a face-down stock of few cards, by every order of them: a kernel.

It is expectimax to the end: the mean over the cards that may come next of the best chance among the
answers. A transition met along many orders of the cards before it is valued once. Where a game is
won only with no move left, what the last card makes is searched for such an end.
"""

from typing import Final, NamedTuple

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    MAX_PILES,
    RANKS,
    Bytes,
    Ints,
    can_leave,
    canonical,
    key_of,
)
from kibitz.heuristics.knotty_nines.bound import Deal
from kibitz.heuristics.knotty_nines.policy import WIDEST, Choices, list_exits
from kibitz.solvers.knotty_nines.lookahead import (
    ALLOWED,
    UNFINISHED,
    VALUED,
    Memo,
    find_slot,
    turn_up,
)
from kibitz.solvers.knotty_nines.search import EXHAUSTED, FOUND, Memory, begin, new_memory, search

FEW: Final = 11  # unseen cards; each one more takes three times as long
MOST_CLASSES: Final = 100_000  # looked at for an end with no move left


class Orders(NamedTuple):
    """What is written to: the memory, and by unseen cards the answers and piles looked at.

    ``end``: the switches, and the number of piles with no card left; ``classes``: for its search.
    """

    memo: Memo
    levels: Bytes
    extras: Bytes
    piles: Ints
    choices: Choices
    end: Deal
    classes: Memory


def new_orders(memo: Memo, choices: Choices, end: Deal) -> Orders:
    """Scratch for one search. ``end``: of so many piles and no cards."""
    answers = (FEW + 1, WIDEST, MAX_PILES)
    return Orders(
        memo,
        np.empty(answers, np.int8),
        np.empty(answers, np.int8),
        np.empty((FEW + 1, 4, MAX_PILES), np.int64),
        choices,
        end,
        new_memory(1 << 15, 1 << 13),
    )


@kernel
def true_chance(
    level: Ints, extra: Ints, n: int, left: Ints, m: int, wrap: bool, orders: Orders
) -> float:
    """Chance to win of a transition under best play; UNFINISHED when no more may be valued.

    ``level, extra``: its n - 1 piles, put in canonical order here. ``left[r]``: unseen cards of
    rank r, ``m`` <= FEW in all, the same again on return. ``control[VALUED]`` of the memory counts
    transitions. Asked again, it finds again what it had finished; it gives up without valuing any
    where the search for an end with no move left does.
    """
    clear = orders.end.clear
    if m == 1 and not clear:
        return 1.0
    memo, choices = orders.memo, orders.choices
    levels, extras, piles = orders.levels[m], orders.extras[m], orders.piles[m]
    canonical(level, extra, n - 1, wrap, choices.scratch)
    key = key_of(extra, n - 1, choices.scratch)
    known = memo.values[find_slot(memo, key, 0)]
    if known != UNFINISHED:
        return known
    if memo.control[VALUED] >= memo.control[ALLOWED]:
        return UNFINISHED
    total = 0.0
    for rank in range(RANKS):
        if left[rank] == 0:
            continue
        turn_up(level, extra, n, rank, wrap, piles, choices.scratch)
        if m == 1:
            begin(orders.end, orders.classes, piles[0], piles[1], True)
            outcome = search(orders.end, orders.classes, MOST_CLASSES)
            if outcome not in (FOUND, EXHAUSTED):
                return UNFINISHED
            total += outcome == FOUND
            continue
        if m == 2 and not clear:
            total += left[rank] * can_leave(piles[0], piles[1], n, choices.scratch)
            continue
        count = list_exits(piles[0], piles[1], n, wrap, choices)
        for e in range(count):
            for i in range(n - 1):
                levels[e, i] = choices.levels[e, i]
                extras[e, i] = choices.extras[e, i]
        left[rank] -= 1
        best = 0.0
        for e in range(count):
            if best == 1.0:
                break
            for i in range(n - 1):
                piles[2, i] = levels[e, i]
                piles[3, i] = extras[e, i]
            value = true_chance(piles[2], piles[3], n, left, m - 1, wrap, orders)
            if value == UNFINISHED:
                left[rank] += 1
                return UNFINISHED
            best = max(best, value)
        left[rank] += 1
        total += left[rank] * best
    memo.control[VALUED] += 1
    memo.values[find_slot(memo, key, 0)] = total / m
    return total / m
