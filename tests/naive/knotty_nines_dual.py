"""The best that a player who sees the stock of Knotty Nines can make of it, less what is paid.

Nothing here is shared, cut off or granted: every line of play is tried.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations

from tests.naive.knotty_nines import Pile, Piles
from tests.naive.knotty_nines_chance import to_move
from tests.naive.knotty_nines_classes import children, class_of

Hopes = Callable[[Piles, Pile, bool], Mapping[int, Fraction]]


def no_hopes(left: Piles, unseen: Pile, wrap: bool) -> Mapping[int, Fraction]:
    """Nothing is paid: the bound is the share of orders that can be won."""
    return dict.fromkeys(unseen, Fraction(0))


def true_hopes(left: Piles, unseen: Pile, wrap: bool) -> Mapping[int, Fraction]:
    """The true chances to win after each card that may fill the space: the bound is the truth."""
    hopes = {}
    for i, card in enumerate(unseen):
        after = class_of((*left, (card,)), wrap)
        hopes[card] = to_move(after, unseen[:i] + unseen[i + 1 :], wrap)
    return hopes


def worth(piles: Piles, order: Pile, wrap: bool, hopes: Hopes) -> Fraction:
    """Win, 1 or 0, less what is paid for the cards that come, in the line that makes the most."""
    if not order:
        return Fraction(1)
    unseen = tuple(sorted(order))
    best = None
    for left in children(piles, None, wrap):
        hope = hopes(left, unseen, wrap)
        mean = sum((hope[card] for card in unseen), Fraction(0)) / len(unseen)
        rest = worth(class_of((*left, (order[0],)), wrap), order[1:], wrap, hopes)
        made = rest + mean - hope[order[0]]
        best = made if best is None else max(best, made)
    return Fraction(0) if best is None else best


def dual_bound(piles: Piles, unseen: Pile, wrap: bool, hopes: Hopes) -> Fraction:
    """The mean of :func:`worth` over all orders of ``unseen``."""
    orders = list(permutations(unseen))
    return sum((worth(piles, order, wrap, hopes) for order in orders), Fraction(0)) / len(orders)
