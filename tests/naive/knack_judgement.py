"""The features of laying a card in K'nack, counted anew for every move: the oracle of the tests.

A kind is its rank 0 … 12 with True for red, or ``None`` for a joker. Fractions of whole numbers are
multiplied and added in the order of the seats, so that a faster count has to give the same floats.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Kind = tuple[int, bool] | None
Field = Mapping[tuple[int, int], Kind]
EVERY: tuple[Kind, ...] = (None, *((rank, red) for rank in range(13) for red in (False, True)))


class Other(NamedTuple):
    """A hand of another: its cards, all that are left, and at most so many cards of these kinds."""

    held: int
    left: int
    lacks: Sequence[tuple[int, frozenset[Kind]]]


def match(one: Kind, other: Kind) -> bool:
    """Whether two cards may lie side by side."""
    if one is None or other is None:
        return True
    return one[1] != other[1] and (one[0] - other[0]) % 13 in (1, 12)


def beside(x: int, y: int) -> list[tuple[int, int]]:
    """The four cells beside a cell."""
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def room(field: Field, kind: Kind) -> int:
    """How many cells a card of a kind can be laid in."""
    if not field:
        return 1
    cells = {cell for place in field for cell in beside(*place)} - set(field)
    around = [[field[near] for near in beside(*cell) if near in field] for cell in cells]
    return sum(all(match(kind, card) for card in cards) for cards in around)


def passes(other: Other, unseen: Counter[Kind], fits: set[Kind]) -> float:
    """The chance that nothing fits a hand: its cards drawn one by one, each from all it may be."""
    chance = 1.0
    for already in range(other.held):
        lacked = {kind for most, kinds in other.lacks if most <= already for kind in kinds}
        may_be = {kind: count for kind, count in unseen.items() if kind not in lacked}
        if sum(may_be.values()):
            laid = sum(count for kind, count in may_be.items() if kind in fits)
            chance *= 1.0 - laid / sum(may_be.values())
    return chance


def features(
    field: Field,
    hand: Sequence[Kind],
    left: int,
    unseen: Counter[Kind],
    others: Sequence[Other],
    laid: Kind,
    cell: tuple[int, int],
) -> list[float]:
    """The features of laying a card at a cell; ``left``: cards that the seat has now.

    The first card lies face down: as a joker, to which anything fits.
    """
    after = {**field, cell: laid if field else None}
    kept = list(hand)
    kept.remove(laid)
    rooms = {kind: room(after, kind) for kind in EVERY}
    fits = {kind for kind in EVERY if rooms[kind]}
    fitting = sum(kind in fits for kind in kept)
    total = max(1, sum(unseen.values()))
    ahead = min(other.left for other in others) - left + 1
    lead = max(-1.0, min(1.0, (sum(other.left for other in others) / len(others) - left) / 4))
    chances = [passes(other, unseen, fits) for other in others]
    passing, every = 0.0, 1.0
    for chance in chances:
        passing += chance
        every *= chance
    drawn = sum(count for kind, count in unseen.items() if kind in fits) / total
    friends = sum(count for kind, count in unseen.items() if match(laid, kind))
    cells = sum(count * rooms[kind] for kind, count in unseen.items()) / total
    return [
        sum(1.0 - 0.5 ** min(8, rooms[kind]) for kind in kept),
        float(fitting > 0),
        float(fitting > 1),
        passing / len(others),
        every,
        every if ahead > 0 else 0.0,
        every if ahead < 0 and not fitting else 0.0,
        drawn,
        drawn * lead,
        float(laid is None),
        1.0 - friends / total,
        cells,
        cells * lead,
        float(fitting > 0) * lead,
    ]
