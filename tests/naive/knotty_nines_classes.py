"""What the class search of Knotty Nines claims to do, done by trying everything.

Two positions are in one class when moves that can be taken back lead from one to the other: all
moves but those that empty a pile. Piles carry no order here.
"""

from tests.naive.knotty_nines import Pile, Piles, Position, moves, play, unordered


def tidy(piles: Piles) -> Piles:
    """The piles in order, spaces left out."""
    return tuple(sorted(pile for pile in piles if pile))


def closure(piles: Piles, wrap: bool) -> set[Piles]:
    """Every arrangement that moves without emptying a pile lead to."""
    # With an endless stock and no way to win, only the moves decide.
    start = tidy(piles)
    seen = {start}
    waiting = [start]
    while waiting:
        position = Position(waiting.pop(), (0,), wrap)
        for move in moves(position):
            if len(position.piles[move[0]]) > 1:
                after = tidy(play(position, move).piles)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


def class_of(piles: Piles, wrap: bool) -> Piles:
    """One arrangement that stands for the class, the same for all its members."""
    return min(closure(piles, wrap))


def children(piles: Piles, arriving: int | None, wrap: bool) -> set[Piles]:
    """The classes that one emptied pile leads to from anywhere in the class of ``piles``.

    ``arriving`` is the stock card that fills the pile, None when the stock is empty.
    """
    stock: Pile = () if arriving is None else (arriving,)
    found = set()
    for arrangement in closure(piles, wrap):
        position = Position(arrangement, stock, wrap, stuck=True)
        for move in moves(position):
            if len(arrangement[move[0]]) == 1:
                found.add(class_of(unordered(play(position, move))[0], wrap))
    return found
