"""The moves of Hand, Knee and Foot as numbers: each puts down, picks up or says one thing.

A kind alone is its discard. Melds begin with three cards and grow by one card a move. Every other
meld is a row of such moves.
"""

from typing import Final

from kibitz.games.hand_knee_foot.kinds import (
    FOUR,
    JOKER,
    KINDS,
    RANK_SLOTS,
    SLOTS,
    TWO,
    WILD_SLOT,
    slot_kinds,
)

# Three naturals; two and a two; two and a joker, of a slot.
MELD: Final = KINDS
MELD_TWO: Final = MELD + RANK_SLOTS
MELD_JOKER: Final = MELD_TWO + RANK_SLOTS
# Three wild cards, so many of them jokers.
MELD_WILD: Final = MELD_JOKER + RANK_SLOTS
# One card to the open meld of a slot.
ADD: Final = MELD_WILD + 4
ADD_TWO: Final = ADD + RANK_SLOTS
ADD_JOKER: Final = ADD_TWO + SLOTS
# One card to a book of its rank, and to a wild book.
BURY: Final = ADD_JOKER + SLOTS
BURY_TWO: Final = BURY + RANK_SLOTS
BURY_JOKER: Final = BURY_TWO + 1
DRAW: Final = BURY_JOKER + 1
TAKE: Final = DRAW + 1
SHUFFLE: Final = DRAW + 2
STOP: Final = DRAW + 3
LAY: Final = DRAW + 4
KNEE: Final = DRAW + 5
LEAVE: Final = DRAW + 6
FOOT: Final = DRAW + 7
ASK: Final = DRAW + 8
YES: Final = DRAW + 9
NO: Final = DRAW + 10
MOVES: Final = NO + 1


def cards_of(move: int) -> tuple[int, ...]:
    """The cards that a move melds, adds, buries or discards; none for a word."""
    if move < MELD:
        return (move,)
    if move < MELD_WILD:
        slot = (move - MELD) % RANK_SLOTS
        kind = (move - MELD) // RANK_SLOTS
        return slot_kinds(slot, 3 if kind == 0 else 2, int(kind == 1), int(kind == 2))
    if move < ADD:
        return slot_kinds(WILD_SLOT, 0, 3 - (move - MELD_WILD), move - MELD_WILD)
    if move < ADD_TWO:
        return (move - ADD + FOUR,)
    if move < BURY:
        return (TWO if move < ADD_JOKER else JOKER,)
    if move < DRAW:
        return (TWO if move == BURY_TWO else JOKER if move == BURY_JOKER else move - BURY + FOUR,)
    return ()


def slot_of_add(move: int) -> int:
    """The slot whose meld an adding move adds to."""
    if move < ADD_TWO:
        return move - ADD
    return move - (ADD_TWO if move < ADD_JOKER else ADD_JOKER)
