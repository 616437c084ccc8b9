"""The signs of a hand of Knock Rummy and what the network makes of them, counted anew: the oracle.

A card is its text, ``7H``. What pairs wait for is found among the melds of three.
"""

from collections.abc import Mapping, Set
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from tests.naive.knock_rummy_melds import RANKS, SUITS, deadwood, points_of, runs, sets

ORDER = [rank + suit for suit in SUITS for rank in RANKS]
GROUPS = {
    **dict.fromkeys(("hand", "gone", "next", "elsewhere", "laid"), 52),
    "age": 16,
    "players": 5,
    "draws": 1,
    "limited": 1,
    "deadwood": 64,
    "waits": 16,
    "feeds": 8,
    "comes in": 1,
}


class Seen(NamedTuple):
    """What a seat sees, with the hand that it would go on with.

    ``live``: cards that may still come. ``after, others``: cards known to be held by the next seat
    and by the others. ``comes_in``: whether the hand has a card more than the seat holds.
    """

    hand: Set[str]
    live: Set[str]
    after: Set[str]
    others: Set[str]
    age: int
    players: int
    limited: bool
    comes_in: bool
    ace: str
    ace_points: int


def number(group: str, place: int = 0) -> int:
    """The number of a sign, by its group and its place there."""
    before = list(GROUPS)[: list(GROUPS).index(group)]
    return sum(GROUPS[name] for name in before) + place


def outs_of(one: str, other: str, ace: str) -> set[str]:
    """The cards that make a meld of three of two."""
    threes = [meld for meld in runs(ace) | sets() if len(meld) == 3]
    return {card for meld in threes if {one, other} < meld for card in meld - {one, other}}


def waiting(seen: Seen, pair: tuple[str, str]) -> int:
    """The points that two cards would save, for each live card that makes a meld of them."""
    points = sum(points_of(card, seen.ace_points) for card in pair)
    return points * len(outs_of(*pair, seen.ace) & seen.live)


def common(seen: Seen) -> set[int]:
    """The signs of what is seen, whatever is done."""
    gone = {*ORDER} - seen.live - seen.hand - seen.after - seen.others
    found = {number("age", seen.age), number("players", seen.players - 2)}
    for group, cards in (
        ("hand", seen.hand),
        ("gone", gone),
        ("next", seen.after),
        ("elsewhere", seen.others),
    ):
        found |= {number(group, ORDER.index(card)) for card in cards}
    found |= {number("limited")} if seen.limited else set()
    return found | ({number("comes in")} if seen.comes_in else set())


def of_hand(seen: Seen, kept: Set[str]) -> set[int]:
    """The signs of what is kept."""
    waits = sum(waiting(seen, pair) for pair in combinations(sorted(kept), 2))
    left = deadwood(frozenset(kept), seen.ace, seen.ace_points)
    return {number("deadwood", min(left, 63)), number("waits", min(waits // 24, 15))}


def discard_signs(seen: Seen, card: str) -> tuple[set[int], float]:
    """The signs of a discard, and what the sum of judgement says of it."""
    kept = seen.hand - {card}
    place = ORDER.index(card)
    feeds = sum(bool(outs_of(card, other, seen.ace)) for other in seen.live - {card})
    lost = sum(waiting(seen, (card, other)) for other in kept)
    left = deadwood(frozenset(kept), seen.ace, seen.ace_points)
    signs = common(seen) - {number("hand", place)} | of_hand(seen, kept)
    signs |= {number("gone", place), number("laid", place), number("feeds", feeds)}
    return signs, -0.5 * (left + 0.08 * lost + 0.04 * feeds)


def draw_signs(seen: Seen) -> tuple[set[int], float]:
    """The signs of drawing from the stock, and what the sum of judgement says of it."""
    left = deadwood(frozenset(seen.hand), seen.ace, seen.ace_points)
    return common(seen) | of_hand(seen, seen.hand) | {number("draws")}, -0.5 * (left - 5)


def worth(weights: Mapping[str, Any], signs: set[int], plain: float) -> float:
    """What the network makes of signs, in points; weights are rounded to 1/512 and 1/1024."""
    rows = np.rint(512 * weights["signs"]).astype(int)
    last = np.rint(1024 * weights["last"]).astype(int)
    hidden = np.maximum(rows[sorted(signs)].sum(axis=0), 0)
    return plain + float(hidden @ last) / 512 / 1024
