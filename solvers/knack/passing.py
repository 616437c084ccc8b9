"""The exact chance that the seat to move of K'nack cannot lay a card, from what another seat sees.

Every deal of the unseen cards that fits counts alike. So the unknown cards of a hand are any of
them, as far as passes of that seat do not say otherwise; and its passes sort the kinds into
classes, of the first few of which it holds at most so many (:mod:`kibitz.games.knack.lacks`).
"""

from fractions import Fraction
from math import comb

import numpy as np

from kibitz.games.cards import UNSEEN
from kibitz.games.knack.lacks import LEVELS, level_of
from kibitz.games.knack.rules import FACES
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import unseen_cards
from kibitz.games.knack_field.matching import KINDS, kind_of


def pass_chance(record: KnackState, kinds: int) -> Fraction | None:
    """The chance that the seat to move holds no card of ``kinds``, a set as bits.

    None where it is not certain and passes say something of a third hand, which may hold the cards
    in question.
    """
    seat = int(record["turn"])
    hand = record["hands"][seat][: int(record["held"][seat])].tolist()
    known = [kind_of(card) for card in hand if card != UNSEEN]
    if any(kinds >> kind & 1 for kind in known):
        return Fraction(0)
    left = unseen_kinds(record)
    closed = [0 if kinds >> kind & 1 else count for kind, count in enumerate(left)]
    ways = _ways(record, closed, known, len(hand))
    every = _ways(record, left, known, len(hand))
    if ways and ways != every and _others_bound(record):
        return None
    return Fraction(ways, every) if every else None


def unseen_kinds(record: KnackState) -> list[int]:
    """How many cards of each kind there are whose place the state does not know."""
    left = np.zeros(FACES, np.int64)
    unseen_cards(record, left)
    kinds = [0] * KINDS
    for card, count in enumerate(left.tolist()):
        kinds[kind_of(card)] += count
    return kinds


def _ways(record: KnackState, left: list[int], known: list[int], held: int) -> int:
    """In how many ways the hand can be filled up from ``left``, as its passes allow."""
    lacks = record["lacks"][int(record["turn"])]
    sizes, fixed = [0] * (LEVELS + 1), [0] * (LEVELS + 1)
    for kind, count in enumerate(left):
        sizes[level_of(lacks, kind)] += count
    for kind in known:
        fixed[level_of(lacks, kind)] += 1
    ways = {0: 1}  # by the cards held of the classes so far
    for level, size in enumerate(sizes):
        after: dict[int, int] = {}
        for cards, number in ways.items():
            for drawn in range(min(size, held) + 1):
                total = cards + fixed[level] + drawn
                if total <= min(level, held):
                    after[total] = after.get(total, 0) + number * comb(size, drawn)
        ways = after
    return ways.get(held, 0)


def _others_bound(record: KnackState) -> bool:
    """Whether passes say something of a hidden hand besides that of the seat to move."""
    for seat in range(int(record["players"])):
        held = int(record["held"][seat])
        unknown = UNSEEN in record["hands"][seat][:held].tolist()
        if seat != int(record["turn"]) and unknown and int(record["lacks"][seat][held - 1]):
            return True
    return False
