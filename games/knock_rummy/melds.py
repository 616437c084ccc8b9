"""Hands of Knock Rummy split into melds: the least deadwood, and every split that leaves it.

A split has at most one set of each rank, for two would need six suits. Once the sets are chosen,
the suits no longer touch each other: of what is left of a suit every card may be matched that has
a run of three within it, and a table of all 2¹³ holdings of a suit has their points. So the least
deadwood is the best over the choices of sets: none, or the whole, or any three of four. A hand of
11 cards has at most 72 such choices and hardly ever more than two; cards of a rank that are in no
run leave none.

Points are packed while they are added up: those of aces are counted apart, because what an ace is
worth is a switch.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, without_lowest
from kibitz.games.cards import RANK_COUNT
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import LANE, card_at, word_of
from kibitz.games.knock_rummy.state import KnockRummyState
from kibitz.games.records import UInt64s

LOW, LOW_OR_HIGH, ROUND_THE_CORNER = range(3)
ACE_WORDS: Final = ("low", "low_or_high", "round_the_corner")
ACE: Final = 1024  # one ace, in packed points; those of other cards stay below
FACE_POINTS: Final = 10
SUITS: Final = 4
SHORTEST: Final = 3

Ints = npt.NDArray[np.int64]


def _packed(masks: Ints) -> Ints:
    """Packed points of holdings of one suit."""
    points = np.zeros_like(masks)
    for rank in range(RANK_COUNT):
        worth = min(rank + 1, FACE_POINTS) if rank else ACE
        points += (masks >> rank & 1) * worth
    return points


def _turned(masks: Ints, by: int) -> Ints:
    """Holdings with every card ``by`` ranks lower, round the corner."""
    return (masks >> by | masks << RANK_COUNT - by) & LANE


def _in_runs(masks: Ints) -> Ints:
    """The cards of holdings that are in some run; the lowest bit is no neighbour of the highest."""
    starts = masks & masks >> 1 & masks >> 2
    return starts | starts << 1 | starts << 2


def _in_circular_runs(masks: Ints) -> Ints:
    """The cards of holdings that are in some run, king and ace being neighbours."""
    starts = masks & _turned(masks, 1) & _turned(masks, 2)
    return starts | _turned(starts, RANK_COUNT - 1) | _turned(starts, RANK_COUNT - 2)


def _tables() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Of each holding of a suit: its points; by rule of the ace, the points runs can take in.

    And, by rule of the ace, the cards that are in some run.
    """
    masks = np.arange(LANE + 1)
    low, high = _in_runs(masks), _turned(_in_runs(_turned(masks, 1)), RANK_COUNT - 1)
    circular = _in_circular_runs(masks)
    # One ace is in one run only. Used or not, it never costs another card its run.
    taken = (low, np.where(_packed(high) > _packed(low), high, low), circular)
    touched = (low, low | high, circular)
    short = np.int16
    points = np.stack([_packed(cards) for cards in taken]).astype(short)
    return _packed(masks).astype(short), points, np.stack(touched).astype(short)


HOLDING_POINTS, RUN_POINTS, IN_RUNS = _tables()


@kernel
def lane_of(hand: Word, suit: int) -> int:
    """The ranks that a hand has of a suit, as thirteen bits."""
    return int64(uint64(hand) >> uint64(13 * suit) & uint64(LANE))


@kernel
def suits_at(hand: Word, rank: int) -> int:
    """The suits that a hand has of a rank, as four bits, clubs the lowest."""
    at = uint64(hand) >> uint64(rank)
    low = at & uint64(1) | at >> uint64(12) & uint64(2)
    return int64(low | at >> uint64(24) & uint64(4) | at >> uint64(36) & uint64(8))


@kernel
def spread(suits: int, rank: int) -> Word:
    """The cards of one rank in the given suits: undoes :func:`suits_at`."""
    bits = uint64(suits)
    low = bits & uint64(1) | (bits & uint64(2)) << uint64(12)
    return (low | (bits & uint64(4)) << uint64(24) | (bits & uint64(8)) << uint64(36)) << uint64(
        rank
    )


@kernel
def worth(packed: int, ace_points: int) -> int:
    """Packed points as points."""
    return (packed & (ACE - 1)) + ace_points * (packed >> 10)


@kernel
def rank_points(rank: int) -> int:
    """Packed points of a card."""
    return ACE if rank == 0 else min(rank + 1, FACE_POINTS)


@kernel
def count_of(hand: Word, ace_points: int) -> int:
    """The points of all cards of a hand, matched or not."""
    packed = 0
    for suit in range(SUITS):
        packed += int64(HOLDING_POINTS[lane_of(hand, suit)])
    return worth(packed, ace_points)


@kernel
def in_runs(hand: Word, ace: int) -> int:
    """Packed points of the cards that runs alone can take in."""
    packed = int64(RUN_POINTS[ace, lane_of(hand, 0)]) + int64(RUN_POINTS[ace, lane_of(hand, 1)])
    packed += int64(RUN_POINTS[ace, lane_of(hand, 2)]) + int64(RUN_POINTS[ace, lane_of(hand, 3)])
    return packed


@kernel
def set_of(suits: int, choice: int) -> int:
    """The suits of a set: ``choice`` 0 is no set, 1 all suits there are, 2 … 5 all but one."""
    if choice == 0:
        return 0
    return suits if choice == 1 else suits & ~(1 << (choice - 2))


@kernel
def choices_at(suits: int) -> int:
    """How many sets, none included, there are of a rank held in three or four suits."""
    return 6 if suits == 15 else 2


@kernel
def least_deadwood(hand: Word, ace: int, ace_points: int) -> int:
    """The fewest points that a hand of up to 16 cards can be left with outside its melds.

    ``ace``: the place of the rule in ``ACE_WORDS``.
    """
    total = count_of(hand, ace_points)
    clubs, diamonds = lane_of(hand, 0), lane_of(hand, 1)
    hearts, spades = lane_of(hand, 2), lane_of(hand, 3)
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if not ranks:
        return total - worth(in_runs(hand, ace), ace_points)
    touched = int64(IN_RUNS[ace, clubs]) | int64(IN_RUNS[ace, diamonds])
    touched |= int64(IN_RUNS[ace, hearts]) | int64(IN_RUNS[ace, spades])
    rest, kept = uint64(hand), 0
    free = uint64(ranks & ~touched)
    while free:
        rank = lowest_bit(free)
        free = without_lowest(free)
        suits = suits_at(rest, rank)
        kept += rank_points(rank) * count_bits(uint64(suits))
        rest &= ~spread(suits, rank)
    bound = uint64(ranks & touched)
    choices = 1
    waiting = bound
    while waiting:
        choices *= choices_at(suits_at(rest, lowest_bit(waiting)))
        waiting = without_lowest(waiting)
    best = 0
    for number in range(choices):
        left, packed, n = rest, kept, number
        waiting = bound
        while waiting:
            rank = lowest_bit(waiting)
            waiting = without_lowest(waiting)
            suits = suits_at(rest, rank)
            ways = choices_at(suits)
            chosen = set_of(suits, n % ways)
            n //= ways
            packed += rank_points(rank) * count_bits(uint64(chosen))
            left &= ~spread(chosen, rank)
        best = max(best, worth(packed + in_runs(left, ace), ace_points))
    return total - best


@kernel
def deadwood(state: KnockRummyState, hand: Word) -> int:
    """The least deadwood of a hand under the rules of this state."""
    return least_deadwood(hand, int64(state.ace), int64(state.ace_points))


@kernel
def least_deadwoods(hands: UInt64s, ace: int, ace_points: int, found: Ints) -> None:
    """:func:`least_deadwood` of each of many hands, words in ``hands``, into ``found``."""
    for i in range(len(hands)):
        found[i] = least_deadwood(hands[i], ace, ace_points)


# ------------------------------------------------------------------------------------- splits


class Split(NamedTuple):
    """A hand split into melds and the rest; cards are the integers of :mod:`kibitz.games.cards`.

    A set has its cards in the order of suits, a run upwards, and so have the melds.
    """

    melds: tuple[tuple[int, ...], ...]
    unmatched: tuple[int, ...]
    deadwood: int


def deadwood_of(cards: tuple[int, ...], ace: str = "low", ace_points: int = 1) -> int:
    """The least deadwood of a hand of up to 16 cards."""
    return int(least_deadwood(np.uint64(word_of(cards)), ACE_WORDS.index(ace), ace_points))


def best_splits(cards: tuple[int, ...], ace: str = "low", ace_points: int = 1) -> list[Split]:
    """Every split of a hand that leaves the least deadwood, those with the fewest melds first."""
    word, rule = word_of(cards), ACE_WORDS.index(ace)
    least = deadwood_of(cards, ace, ace_points)
    found = []
    for sets in _choices_of_sets(word):
        left = word & ~sum(int(spread(suits, rank)) for rank, suits in sets)
        ways = (_ways_of_runs(left >> 13 * suit & LANE, rule) for suit in range(SUITS))
        melds = [
            tuple(4 * rank + s for s in range(SUITS) if suits >> s & 1) for rank, suits in sets
        ]
        for runs in product(*ways):
            placed = [
                tuple(card_at(13 * suit + rank) for rank in run)
                for suit, some in enumerate(runs)
                for run in some
            ]
            matched = {card for meld in (*melds, *placed) for card in meld}
            unmatched = tuple(card for card in sorted(cards) if card not in matched)
            dead = int(count_of(np.uint64(word_of(unmatched)), ace_points))
            if dead == least:
                found.append(Split((*sorted(melds), *sorted(placed)), unmatched, dead))
    return sorted(found, key=lambda split: (len(split.melds), split))


def _choices_of_sets(word: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every choice of sets, as pairs of rank and suits."""
    ranks = []
    for rank in range(RANK_COUNT):
        suits = int(suits_at(np.uint64(word), rank))
        if suits.bit_count() >= SHORTEST:
            ways = [int(set_of(suits, choice)) for choice in range(int(choices_at(suits)))]
            ranks.append([(rank, chosen) for chosen in ways])
    for chosen in product(*ranks):
        yield tuple((rank, suits) for rank, suits in chosen if suits)


def _ways_of_runs(lane: int, rule: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every choice of runs of one suit, each run the ranks it goes through."""
    runs = []
    for start in range(RANK_COUNT):
        for length in range(SHORTEST, RANK_COUNT + 1):
            last = start + length - 1
            if last >= RANK_COUNT and rule == LOW:
                break
            if last > RANK_COUNT and rule == LOW_OR_HIGH:
                break
            ranks = tuple((start + i) % RANK_COUNT for i in range(length))
            if any(not lane >> rank & 1 for rank in ranks):
                break
            # A whole suit in a circle is one run, wherever it is begun.
            if length < RANK_COUNT or start == 0:
                runs.append(ranks)
    ways: list[tuple[tuple[int, ...], ...]] = [()]
    for run in runs:
        ways += [(*way, run) for way in ways if not {r for one in way for r in one} & {*run}]
    return ways
