"""Whether melded cards can lie on the table so that they make the books that are counted.

A sum over the ranks: for each rank every way to lay its cards in books, an open meld and, where a
book is not required, buried; what the ranks make together must be the books that are counted. Of
all such tables the one is found that has the fewest points buried, for only melds count towards an
opening.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    FIVE,
    FOUR,
    JOKER,
    POINTS,
    RANK_SLOTS,
    SEVEN,
    TWO,
)
from kibitz.games.hand_knee_foot.rules import Rules

LEAST: Final = 3  # cards of a meld


class Made(NamedTuple):
    """What cards come to: books, wild cards among them, and which of the first books are here."""

    red: int = 0
    black: int = 0
    wilds: int = 0
    first_red: int = 0
    first_black: int = 0

    def fits(self, other: "Made") -> bool:
        """Whether nothing is more than in ``other``."""
        return all(mine <= its for mine, its in zip(self, other, strict=True))


class BookCounts(NamedTuple):
    """How many books a team has of each kind, as a round given as counts says."""

    red: int
    black: int
    wild: int
    fives: int
    sevens: int


def most_melded(melded: Sequence[int], books: BookCounts, rules: Rules) -> int | None:
    """The most card points of ``melded`` that can lie in melds and books, not buried.

    ``melded``: cards of each of the 15 kinds. None when no table has all of these cards and just
    these books.
    """
    twos, jokers = melded[TWO], melded[JOKER]
    aim = Made(books.red, books.black, twos + jokers, min(1, books.red), min(1, books.black))
    tables = {Made(): 0}
    for kind in range(FOUR, FOUR + RANK_SLOTS):
        special = {FIVE: books.fives, SEVEN: books.sevens}.get(kind)
        if special is None:
            ways = _rank_ways(melded[kind], rules.max_wilds)
        else:
            most = 0 if rules.special_natural_only else rules.max_wilds
            ways = _special_ways(melded[kind], special, most)
        fitting = [(*way, more * POINTS[kind]) for way, more in ways.items() if way.fits(aim)]
        tables = _with_rank(tables, fitting, aim)
    found = []
    for made, buried in tables.items():
        apart = _wild_buried(aim.wilds - made.wilds, books.wild)
        if made._replace(wilds=aim.wilds) == aim and apart is not None:
            cheap = min(apart, twos)
            found.append(buried + cheap * POINTS[TWO] + (apart - cheap) * POINTS[JOKER])
    total = sum(number * each for number, each in zip(melded, POINTS, strict=True))
    return total - min(found) if found else None


def _with_rank(
    tables: dict[Made, int], ways: Sequence[tuple[int, int, int, int, int, int]], aim: Made
) -> dict[Made, int]:
    """The tables with one more rank that fit ``aim``, each with the fewest points buried.

    ``ways``: what the rank can make, as `Made` lists it, and the points that are buried then.
    """
    found: dict[tuple[int, ...], int] = {}
    for table, buried in tables.items():
        red, black, wilds, first_red, first_black = table
        # What may be added: this runs a great many times, so it compares plain numbers.
        room = tuple(most - made for most, made in zip(aim, table, strict=True))
        for r, b, w, fr, fb, more in ways:
            if r <= room[0] and b <= room[1] and w <= room[2] and fr <= room[3] and fb <= room[4]:
                made = (red + r, black + b, wilds + w, first_red + fr, first_black + fb)
                points = buried + more
                if points < found.get(made, points + 1):
                    found[made] = points
    return {Made(*made): points for made, points in found.items()}


def _open_melds(most: int) -> Iterator[tuple[int, int]]:
    """The naturals and wild cards of every open meld of a rank, and of none."""
    yield 0, 0
    for naturals in range(2, BOOK):
        for wilds in range(min(most, naturals) + 1):
            if LEAST <= naturals + wilds < BOOK:
                yield naturals, wilds


@lru_cache(maxsize=256)
def _rank_ways(count: int, most: int) -> dict[Made, int]:
    """The ways to lay ``count`` naturals of a rank, each with the fewest that are buried.

    ``most``: wild cards of a meld. The team's first red and first black book take no buried card.
    """
    found: dict[Made, int] = {}
    for red in range(count // BOOK + 1):
        for black in range((count - BOOK * red) // (BOOK - most) + 1):
            for inside in range(black, black * most + 1):
                left = count - BOOK * (red + black) + inside
                for naturals, wilds in _open_melds(most):
                    buried = left - naturals
                    for first_red in range(min(1, red) + 1):
                        for first_black in range(min(1, black) + 1):
                            free = red + black - first_red - first_black
                            made = Made(red, black, inside + wilds, first_red, first_black)
                            if 0 <= buried < found.get(made, buried + 1) and (free or not buried):
                                found[made] = buried
    return found


def _special_ways(count: int, books: int, most: int) -> dict[Made, int]:
    """The ways to lay ``count`` 5s or 7s in so many books and an open meld; none is buried."""
    return {
        Made(wilds=inside + wilds): 0
        for inside in range(books * most + 1)
        for naturals, wilds in _open_melds(most)
        if BOOK * books - inside + naturals == count
    }


def _wild_buried(count: int, books: int) -> int | None:
    """The fewest of ``count`` wild cards that are buried with so many wild books; None if none.

    The others are in the books and in an open meld.
    """
    left = count - BOOK * books
    if left < 0:
        return None
    laid = max(size for size in (0, *range(LEAST, BOOK)) if size <= left)
    return left - laid if books or left == laid else None
