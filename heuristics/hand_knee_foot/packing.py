"""The most that a hand can put down in a turn, and the thriftiest opening: exact, each as moves.

The styles of `heuristics.hand_knee_foot.plans` put cards down by rules of thumb. Two rows of
moves are found by a sum over the ranks instead, as the bound of `games.hand_knee_foot.opening`
is: over the number of wild cards spent so far, how many naturals go down at best. One puts down as
many cards as can be, the other opens with as few wild cards as can be.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.games.hand_knee_foot.books import most_wilds, open_size, takes_buried
from kibitz.games.hand_knee_foot.kinds import BOOK, FOUR, JOKER, POINTS, RANK_SLOTS, TWO, WILD_SLOT
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    BURY,
    BURY_JOKER,
    BURY_TWO,
    MELD,
    MELD_JOKER,
    MELD_TWO,
    MELD_WILD,
)
from kibitz.games.hand_knee_foot.opening import most_naturals, wild_meld_fits, wild_points
from kibitz.games.hand_knee_foot.state import HandKneeFootState

Row = tuple[int, ...]
Part = tuple[int, int]  # naturals and wild cards of one meld


class Slot(NamedTuple):
    """A rank for the seat to move: naturals held, the open meld, what a meld may have.

    ``buries``: whether what is left of it can be buried.
    """

    number: int
    held: int
    laid: int
    inside: int
    most: int
    buries: bool

    def naturals(self, wilds: int) -> int:
        """How many naturals go down with exactly so many wild cards; -1 for none that can."""
        return int(most_naturals(wilds, self.held, self.laid, self.inside, self.most))


class Spending(NamedTuple):
    """Wild cards spent: so many with each rank, so many in wild melds, and what it comes to."""

    with_ranks: tuple[int, ...]
    apart: int
    value: int

    @property
    def wilds(self) -> int:
        """Wild cards put down."""
        return sum(self.with_ranks) + self.apart


@lru_cache(maxsize=1 << 14)
def parts(naturals: int, wilds: int, laid: int, inside: int, most: int) -> tuple[Part, ...] | None:
    """How exactly so many cards of a rank are shared out among its melds, the open one first.

    ``laid``, ``inside``: naturals and wild cards of the open meld; ``most``: wild cards that a meld
    may have. A meld is begun when the one before is a book. None when they cannot all be put down.
    """
    if naturals == wilds == 0:
        return ()
    room = BOOK - laid - inside
    for n in range(min(naturals, room), -1, -1):
        for w in range(min(wilds, room - n), -1, -1):
            size, rest = laid + inside + n + w, (naturals - n, wilds - w)
            fits = size >= 3 and laid + n >= 2 and (not w or inside + w <= min(most, laid + n))
            if not n + w or not fits or (size < BOOK and rest != (0, 0)):
                continue
            later = parts(*rest, 0, 0, most)
            if later is not None:
                return ((n, w), *later)
    return None


def packed_rows(record: HandKneeFootState) -> Iterator[Row]:
    """Rows of melds, additions and buryings of the seat that has drawn, best first.

    All cards that can be put down, and before a team has opened the opening with the fewest wild
    cards. Nothing where no row of that kind is. Whether a card has to be kept in hand is not
    looked at, so that the last moves of a row may not be legal.
    """
    seat = int(record["turn"])
    team = seat % int(record["teams"])
    slots = [_slot(record, team, number) for number in range(RANK_SLOTS)]
    twos, jokers = (int(record["hands"][seat, kind]) for kind in (TWO, JOKER))
    wild_size = int(open_size(record, team, WILD_SLOT))
    wild_buries = bool(takes_buried(record, team, WILD_SLOT))

    def best(worth: Callable[[Slot, int], int], key: Callable[[Spending], Any]) -> Spending:
        """The spending with the highest key, ``worth`` being that of naturals of a rank."""
        return max(
            (
                spent._replace(apart=apart)
                for spent in _spendings(slots, twos + jokers, worth)
                for apart in range(twos + jokers - spent.wilds + 1)
                if wild_buries or wild_meld_fits(apart, wild_size)
            ),
            key=key,
        )

    def most_cards() -> Spending:
        """The spending that puts down most cards, buried ones among them."""
        return best(_count, lambda spent: (spent.value + spent.wilds, -spent.wilds))

    if record["opened"][team]:
        yield _row(slots, most_cards(), twos, jokers, wild_size, dear=False)
        return
    due = int(record["minimum"]) - int(record["opening"])

    def points(spent: Spending) -> int:
        """What all its cards count."""
        laid = zip(slots, spent.with_ranks, strict=True)
        naturals = sum(_points(slot, slot.naturals(wilds)) for slot, wilds in laid)
        return naturals + int(wild_points(spent.wilds, jokers))

    thrifty = best(_points, lambda spent: (points(spent) >= due, -spent.wilds, points(spent)))
    for spent in (thrifty, most_cards()):
        if points(spent) >= due:
            yield _row(slots, spent, twos, jokers, wild_size, dear=True)


def _slot(record: HandKneeFootState, team: int, number: int) -> Slot:
    return Slot(
        number,
        int(record["hands"][int(record["turn"]), number + FOUR]),
        int(record["naturals"][team, number]),
        int(record["twos"][team, number]) + int(record["jokers"][team, number]),
        int(most_wilds(record, number)),
        bool(takes_buried(record, team, number)),
    )


def _count(slot: Slot, naturals: int) -> int:
    return slot.held if slot.buries else naturals


def _points(slot: Slot, naturals: int) -> int:
    return naturals * POINTS[slot.number + FOUR]


def _spendings(slots: list[Slot], wilds: int, worth: Callable[[Slot, int], int]) -> list[Spending]:
    """For each number of wild cards among the ranks the best way to spend them, by ``worth``."""
    best = {0: Spending((), 0, 0)}
    for slot in slots:
        gains = {k: slot.naturals(k) for k in range(wilds + 1)}
        after: dict[int, Spending] = {}
        for used, spent in best.items():
            for k, naturals in gains.items():
                value = spent.value + worth(slot, naturals)
                known = after.get(used + k)
                if naturals >= 0 and used + k <= wilds and (not known or value > known.value):
                    after[used + k] = Spending((*spent.with_ranks, k), 0, value)
        best = after
    return list(best.values())


def _row(
    slots: list[Slot], spent: Spending, twos: int, jokers: int, wild_size: int, *, dear: bool
) -> Row:
    """The moves that spend wild cards so, jokers first where ``dear``, naturals before them.

    Ranks that come to a book are late, for the first book may turn up a knee. New melds take three
    cards at once, which may be too many when others have gone before them; single cards may not.
    """
    order = [JOKER] * jokers + [TWO] * twos
    wilds = iter(order if dear else order[::-1])
    rows: list[tuple[bool, bool, list[int]]] = []
    buried: list[int] = []
    for slot, k in zip(slots, spent.with_ranks, strict=True):
        count = slot.naturals(k)
        full = slot.laid + slot.inside + count + k >= BOOK
        rows.append((full, slot.laid > 0, _melded(slot, count, k, wilds)))
        buried += [BURY + slot.number] * (slot.held - count if slot.buries else 0)
    apart = _apart([next(wilds) for _ in range(spent.apart)], wild_size)
    rows.append((wild_size + spent.apart >= BOOK, wild_size > 0, apart))
    return (*(move for _, _, row in sorted(rows) for move in row), *buried)


def _melded(slot: Slot, count: int, wild_count: int, wilds: Iterator[int]) -> list[int]:
    """The moves that put so many naturals and wild cards of ``wilds`` to a rank."""
    moves: list[int] = []
    begun, number = slot.laid > 0, slot.number
    for n, w in parts(count, wild_count, slot.laid, slot.inside, slot.most) or ():
        naturals, left = n, w
        if not begun:
            start = MELD
            if n == 2:
                start, left = MELD_TWO if next(wilds) == TWO else MELD_JOKER, w - 1
            moves.append(start + number)
            naturals -= min(n, 3)
        moves += [ADD + number] * naturals
        moves += [_wild(next(wilds), ADD_TWO, ADD_JOKER) + number for _ in range(left)]
        begun = False
    return moves


def _apart(cards: list[int], size: int) -> list[int]:
    """The moves that put wild cards to wild melds, one of so many cards being open."""
    moves: list[int] = []
    while cards:
        if size == 0 and len(cards) >= 3:
            first, cards = cards[:3], cards[3:]
            moves.append(MELD_WILD + first.count(JOKER))
            size = 3
        elif size == 0:
            return moves + [_wild(card, BURY_TWO, BURY_JOKER) for card in cards]
        else:
            moves.append(_wild(cards.pop(0), ADD_TWO, ADD_JOKER) + WILD_SLOT)
            size = (size + 1) % BOOK
    return moves


def _wild(card: int, two: int, joker: int) -> int:
    return two if card == TWO else joker
