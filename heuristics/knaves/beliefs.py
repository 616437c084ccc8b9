"""What a seat of Knaves knows: what it sees when it plays, and where the unseen cards may lie.

Nothing is sampled and no play is read for what it gives away: each deal that fits what a seat sees
counts alike, as :mod:`kibitz.games.knaves.worlds` counts them.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import float64, int64, uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, single, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK, PACK, suits_mask
from kibitz.games.knaves.state import SEATS, KnavesState
from kibitz.games.knaves.worlds import BINOMIAL, face_down, unseen_by
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals

OUT: Final = 3  # the row of the cards out of play
JACKS: Final = 1 << JACK | 1 << 16 + JACK | 1 << 32 + JACK | 1 << 48 + JACK


class Sight(NamedTuple):
    """What the seat to play knows, once for all its cards: words, counts and chances."""

    hand: Word
    unseen: Word
    chance: float  # that a given unseen card is in a given rival's hand
    left: int  # cards in the hand
    later: int  # rivals still to play to the trick
    stake: int  # what the trick is worth as it lies
    next_voids: int  # suits that the next seat is known not to have, bit 1 for clubs
    last_voids: int  # and the seat after that


@kernel
def look(state: KnavesState) -> Sight:
    """What the seat whose card is next may know of ``state``; reads no other hand."""
    seat = state.player
    hand = state.hands[seat]
    unseen = uint64(PACK) & ~(state.played | hand | single(state.turned))
    done = int64(state.count)
    left = state.hand_size - done // 3
    stake = 1 + int64(state.stake)
    if left == 1:
        stake += int64(state.last_stake)
    # Each hand of the later rivals is still as large as ours.
    chance = left / max(float64(count_bits(unseen)), float64(left))
    next_voids = int64(state.voids[(seat + 1) % 3])
    last_voids = int64(state.voids[(seat + 2) % 3])
    return Sight(hand, unseen, chance, left, 2 - done % 3, stake, next_voids, last_voids)


@kernel
def one_of_each(cards: Word, sight: Sight, best: int) -> Word:
    """The lowest of every group of ``cards`` that no unseen card and no jack tells apart."""
    jacks = cards & uint64(JACKS)
    plain = cards & ~jacks
    blocks = sight.unseen
    if best >= 0:
        blocks |= single(best)
    free = uint64(PACK) & ~blocks
    filled = plain
    filled |= free & (filled << uint64(1))
    free &= free << uint64(1)
    filled |= free & (filled << uint64(2))
    free &= free << uint64(2)
    filled |= free & (filled << uint64(4))
    free &= free << uint64(4)
    filled |= free & (filled << uint64(8))
    return plain & ~(filled << uint64(1)) | jacks


@kernel
def cards_of(moves: Moves, count: int) -> Word:
    """The set of the cards that are played by the first ``count`` moves."""
    cards = uint64(0)
    for i in range(count):
        cards |= single(moves[i])
    return cards


@kernel
def run_apart(view: State) -> Word:
    """The exposed cards of the seat to play where they may be called."""
    return view[0].exposed[view[0].player] if view[0].calling else uint64(0)


@kernel
def run_one_of_each(view: State, moves: Moves) -> Word:
    """The lowest of every group of equal cards among ``moves``, for Python callers.

    A card that may be called later is like no other.
    """
    cards = cards_of(moves, len(moves))
    apart = cards & run_apart(view)
    return one_of_each(cards & ~apart, look(view[0]), int64(view[0].best)) | apart


@kernel
def spread(state: KnavesState, seat: int, chances: Reals) -> None:
    """Fill ``chances`` [4, 64] with the chance of each card to lie in each place, as ``seat`` sees.

    Rows are seats 0 to 2 and out of play face down; columns are the places of
    `games.knaves.bitboards`. Cards in sight of the seat are certain; played cards, the turned one
    and columns without a card are 0 everywhere. ``seat`` must know its own hand.
    """
    chances[:] = 0.0
    unseen = unseen_by(state, seat)
    a, b = (seat + 1) % 3, (seat + 2) % 3
    for holder in range(SEATS):
        cards = state.hands[seat] if holder == seat else state.exposed[holder]
        while cards:
            chances[holder, lowest_bit(cards)] = 1.0
            cards = without_lowest(cards)
    for_a = unseen & ~suits_mask(state.voids[a])
    for_b = unseen & ~suits_mask(state.voids[b])
    alone, both = count_bits(for_a & ~for_b), count_bits(for_a & for_b)
    possible_b = count_bits(for_b)
    size_a, size_b = face_down(state, a), face_down(state, b)
    # Sums over the splits of A's hand; within a kind of cards each is as likely as the other.
    total, alone_a, both_a, alone_b, both_b = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(max(0, size_a - both), min(alone, size_a) + 1):
        taken = size_a - i
        left = possible_b - taken
        ways = float(BINOMIAL[alone, i]) * BINOMIAL[both, taken] * BINOMIAL[left, size_b]
        if ways == 0.0:
            continue
        share_b = size_b / left if left else 0.0
        total += ways
        alone_a += ways * (i / alone if alone else 0.0)
        both_a += ways * (taken / both if both else 0.0)
        alone_b += ways * share_b
        both_b += ways * ((1.0 - taken / both) * share_b if both else 0.0)
    cards = uint64(unseen)
    while cards:
        place = lowest_bit(cards)
        bit = cards & (~cards + uint64(1))
        cards = without_lowest(cards)
        in_a, in_b = 0.0, 0.0
        if bit & for_a and bit & for_b:
            in_a, in_b = both_a / total, both_b / total
        elif bit & for_a:
            in_a = alone_a / total
        elif bit & for_b:
            in_b = alone_b / total
        chances[a, place] = in_a
        chances[b, place] = in_b
        chances[OUT, place] = max(0.0, 1.0 - in_a - in_b)


def beliefs(state: State, seat: int) -> Reals:
    """:func:`spread` for Python callers.

    Raises ``ValueError`` when ``seat`` does not know its own hand or no deal fits.
    """
    if state[0]["unknown"][seat]:
        raise ValueError(f"the hand of seat {seat} is not known")
    chances = np.empty((4, 64))
    spread(state[0], seat, chances)
    if np.isnan(chances).any():
        raise ValueError("no deal fits what this seat sees")
    return chances
