"""Knotty Nines exactly as the rule sheet words it, slow and obvious: the oracle of the tests.

Written from the sheet alone and independent of everything it judges: it imports nothing of the
project. A card is its rank 0 … 12, suits never matter. A pile is a tuple, base card first, top
card last, () a space that stays empty. Any number of ranks, copies and piles will do.
"""

from functools import cache
from typing import NamedTuple

Pile = tuple[int, ...]
Piles = tuple[Pile, ...]
Move = tuple[int, int]

ACE, KING = 0, 12
TEXT_RANKS = "A23456789TJQK"


class Position(NamedTuple):
    """The table: ordered piles, the stock with the next card first, and two switches.

    ``wrap``: a king may go on an ace. ``stuck``: the literal reading of the sheet, won when the
    stock is empty *and* no move is left; otherwise the game is won the moment the stock is empty.
    """

    piles: Piles
    stock: Pile
    wrap: bool = True
    stuck: bool = False


class Findings(NamedTuple):
    """What a search through everything that can be reached found out.

    ``deepest``: the most stock cards any line draws. ``fewest``: moves of a shortest win.
    """

    winnable: bool
    deepest: int
    fewest: int | None
    positions: int


def goes_on(card: int, target: int, wrap: bool) -> bool:
    """The target is exactly one rank higher; with ``wrap`` a king also goes on an ace."""
    return target == card + 1 or (wrap and card == KING and target == ACE)


@cache
def targets_of(card: int, wrap: bool) -> frozenset[int]:
    """The ranks that ``card`` goes on, never its own."""
    return frozenset(target for target in range(KING + 1) if goes_on(card, target, wrap))


def moves(position: Position) -> list[Move]:
    """Every (source, target) whose top cards fit, the game not being over."""
    if not position.stock and not position.stuck:
        return []
    tops = [(number, pile[-1]) for number, pile in enumerate(position.piles) if pile]
    return [
        (i, j)
        for i, source in tops
        for fitting in [targets_of(source, position.wrap)]
        for j, target in tops
        if target in fitting
    ]


def play(position: Position, move: Move) -> Position:
    """One card moves; a pile it empties is filled at once while there is a stock."""
    source, target = move
    piles, stock = list(position.piles), position.stock
    piles[target] += piles[source][-1:]
    piles[source] = piles[source][:-1]
    if not piles[source] and stock:
        piles[source], stock = stock[:1], stock[1:]
    return Position(tuple(piles), stock, position.wrap, position.stuck)


def is_won(position: Position) -> bool:
    """Whether the game is won here and now."""
    return not position.stock and not (position.stuck and moves(position))


def unordered(position: Position) -> tuple[Piles, int]:
    """A name for the position that forgets the order of the piles (and spaces)."""
    return tuple(sorted(filter(None, position.piles))), len(position.stock)


def explore(position: Position, limit: int = 1 << 60) -> Findings | None:
    """Search breadth first through all positions; None when there are more than ``limit``."""
    stock = len(position.stock)
    seen = {unordered(position)}
    layer = [position]
    deepest = depth = 0
    while layer:
        following = []
        for here in layer:
            deepest = max(deepest, stock - len(here.stock))
            if is_won(here):
                return Findings(True, deepest, depth, len(seen))
            for move in moves(here):
                after = play(here, move)
                name = unordered(after)
                if name not in seen:
                    seen.add(name)
                    following.append(after)
        if len(seen) > limit:
            return None
        layer = following
        depth += 1
    return Findings(False, deepest, None, len(seen))


def read(tableau: list[list[str]], stock: list[str], wrap: bool, stuck: bool) -> Position:
    """The position of cards written as the service writes them, ``7C`` or ``TD``."""
    piles = tuple(tuple(TEXT_RANKS.index(card[0]) for card in pile) for pile in tableau)
    return Position(piles, tuple(TEXT_RANKS.index(card[0]) for card in stock), wrap, stuck)


def replay(position: Position, line: list[str]) -> Position:
    """The position after moves written ``3>7``; raises ``ValueError`` for one that is not legal."""
    for text in line:
        source, target = text.split("=")[0].split(">")
        move = (int(source) - 1, int(target) - 1)
        if move not in moves(position):
            raise ValueError(f"{text} is not legal in {position}")
        position = play(position, move)
    return position
