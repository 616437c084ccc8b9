"""Melds of Knock Rummy by trying everything: the oracle for the solver.

Written from the sheet alone; it imports nothing of the project. A card is its text, ``7H``.
"""

from functools import cache

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
# Ranks that follow each other, by what the ace may be.
ORDERS = {
    "low": RANKS,
    "low_or_high": RANKS + "A",
    "round_the_corner": RANKS + RANKS[:-1],
}

Meld = frozenset[str]


def points_of(card: str, ace_points: int) -> int:
    """Face cards count ten, others their pips."""
    if card[0] == "A":
        return ace_points
    return 10 if card[0] in "TJQK" else int(card[0])


def is_set(cards: Meld) -> bool:
    """Three or four of a kind."""
    return len(cards) in (3, 4) and len({card[0] for card in cards}) == 1


@cache
def runs(ace: str) -> frozenset[Meld]:
    """Every sequence of three or more cards of a suit."""
    order = ORDERS[ace]
    return frozenset(
        frozenset(rank + suit for rank in order[start:end])
        for suit in SUITS
        for start in range(len(order))
        for end in range(start + 3, min(len(order), start + 13) + 1)
    )


@cache
def sets() -> frozenset[Meld]:
    """Every set."""
    kinds = [[rank + suit for suit in SUITS] for rank in RANKS]
    threes = [frozenset(kind) - {card} for kind in kinds for card in kind]
    return frozenset([*threes, *map(frozenset, kinds)])


def melds_in(hand: Meld, ace: str) -> list[Meld]:
    """Every meld that the hand holds."""
    return [meld for meld in runs(ace) | sets() if meld <= hand]


def splits_of(hand: Meld, ace: str) -> set[frozenset[Meld]]:
    """Every way to lay out some of the melds, no card in two."""
    melds = melds_in(hand, ace)
    found: set[frozenset[Meld]] = {frozenset()}
    for meld in melds:
        found |= {split | {meld} for split in found if not any(meld & placed for placed in split)}
    return found


def deadwood(hand: Meld, ace: str, ace_points: int) -> int:
    """The least count of unmatched cards, every split tried."""
    melds = melds_in(hand, ace)

    @cache
    def most(first: int, left: Meld) -> int:
        """Most points matched by melds number ``first`` and later out of the cards ``left``."""
        if first == len(melds):
            return 0
        best = most(first + 1, left)
        if melds[first] <= left:
            gained = sum(points_of(card, ace_points) for card in melds[first])
            best = max(best, gained + most(first + 1, left - melds[first]))
        return best

    return sum(points_of(card, ace_points) for card in hand) - most(0, hand)


def best_splits(hand: Meld, ace: str, ace_points: int) -> set[frozenset[Meld]]:
    """Every split that leaves the least deadwood."""
    least = deadwood(hand, ace, ace_points)
    total = sum(points_of(card, ace_points) for card in hand)
    return {
        split
        for split in splits_of(hand, ace)
        if total - sum(points_of(card, ace_points) for meld in split for card in meld) == least
    }
