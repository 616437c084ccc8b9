"""Whether what is known of the hands of K'nack leaves a deal at all."""

from typing import Final

import numpy as np

from kibitz.games.cards import UNSEEN
from kibitz.games.knack.bound_hands import CLASSES, bound_hands
from kibitz.games.knack.rules import FACES, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import unseen_cards

Slot = tuple[int, ...]
_FREE: Final = -1


def can_be_dealt(record: KnackState) -> bool:
    """Whether the cards that a state does not know can be dealt as its passes and counts tell.

    Each card that a hand lacks is a slot. Where at most ``n`` cards of the lowest classes may be
    held, only the first ``n`` slots take them; then hands that obey all limits are exactly those
    whose cards can be put into the slots, which a matching decides.
    """
    left = np.empty(FACES, np.int64)
    unseen_cards(record, left)
    if left.min() < 0 or left.sum() != _places(record):
        return False
    seats, wanted = np.empty((2, MOST_SEATS), np.int64)
    limits = np.empty((MOST_SEATS, CLASSES), np.int64)
    classes = np.empty((MOST_SEATS, FACES), np.int64)
    slots: list[list[int]] = []
    for hand in range(int(bound_hands(record, left, seats, wanted, limits, classes))):
        reach = np.minimum.accumulate(limits[hand][::-1])[::-1]
        slots += [
            [card for card in range(FACES) if slot < reach[classes[hand, card]]]
            for slot in range(int(wanted[hand]))
        ]
    copies = [(card, n) for card in range(FACES) for n in range(int(left[card]))]
    taken = dict.fromkeys(copies, _FREE)
    options = [[copy for copy in copies if copy[0] in set(cards)] for cards in slots]
    return all(_fill(slot, options, taken, set()) for slot in range(len(slots)))


def _places(record: KnackState) -> int:
    """How many cards the state does not know."""
    count = int(record["field"]["count"] > 0 and record["free"] == UNSEEN)
    for seat in range(int(record["players"])):
        count += int((record["hands"][seat][: int(record["held"][seat])] == UNSEEN).sum())
        count += int((record["decks"][seat][: int(record["deck_sizes"][seat])] == UNSEEN).sum())
    return count + int((record["aside"][: int(record["aside_size"])] == UNSEEN).sum())


def _fill(
    slot: int,
    options: list[list[tuple[int, int]]],
    taken: dict[tuple[int, int], int],
    tried: set[tuple[int, int]],
) -> bool:
    """Find a card for a slot, others giving way to it where they can take another."""
    for copy in options[slot]:
        if copy not in tried:
            tried.add(copy)
            if taken[copy] == _FREE or _fill(taken[copy], options, taken, tried):
                taken[copy] = slot
                return True
    return False
