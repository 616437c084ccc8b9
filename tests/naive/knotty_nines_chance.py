"""The true chance to win Knotty Nines without sight of the stock, by trying everything."""

from fractions import Fraction
from functools import cache

from tests.naive.knotty_nines import Pile, Piles
from tests.naive.knotty_nines_classes import children, class_of


def after_emptying(piles: Piles, unseen: Pile, wrap: bool) -> Fraction:
    """Chance of the best player once a pile was emptied; any of ``unseen`` fills the space next."""
    total = Fraction(0)
    for i, card in enumerate(unseen):
        total += to_move(class_of((*piles, (card,)), wrap), unseen[:i] + unseen[i + 1 :], wrap)
    return total / len(unseen)


@cache
def to_move(piles: Piles, unseen: Pile, wrap: bool) -> Fraction:
    """Chance of the best player to draw all of ``unseen``, a stock in unknown order."""
    if not unseen:
        return Fraction(1)
    ways = (after_emptying(left, unseen, wrap) for left in children(piles, None, wrap))
    return max(ways, default=Fraction(0))
