"""What the seat to play knows of a round of Knaves: the ground that every judgement stands on."""

from typing import Final, NamedTuple

from numba import float64, int64, uint64

from kibitz.games.bits import Word, count_bits, single
from kibitz.games.kernel import kernel
from kibitz.games.knaves.lanes import JACK, PACK
from kibitz.games.knaves.state import KnavesState

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
