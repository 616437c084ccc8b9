"""The true chance to win Knotty Nines without sight of the stock, by trying everything."""

from fractions import Fraction
from functools import cache

from tests.naive.knotty_nines import Pile, Piles, Position, explore
from tests.naive.knotty_nines_classes import children, class_of


def after_emptying(piles: Piles, unseen: Pile, wrap: bool, stuck: bool = False) -> Fraction:
    """Chance of the best player once a pile was emptied; any of ``unseen`` fills the space next."""
    total = Fraction(0)
    for i, card in enumerate(unseen):
        filled = class_of((*piles, (card,)), wrap)
        total += to_move(filled, unseen[:i] + unseen[i + 1 :], wrap, stuck)
    return total / len(unseen)


@cache
def to_move(piles: Piles, unseen: Pile, wrap: bool, stuck: bool = False) -> Fraction:
    """Chance of the best player to draw all of ``unseen``, a stock in unknown order.

    With ``stuck`` the game is won only if no move is left then, or after more moves.
    """
    if not unseen and stuck:
        truth = explore(Position(piles, (), wrap, stuck))
        assert truth is not None
        return Fraction(truth.winnable)
    if not unseen:
        return Fraction(1)
    ways = (after_emptying(left, unseen, wrap, stuck) for left in children(piles, None, wrap))
    return max(ways, default=Fraction(0))
