"""Hands of K'nack of which passes tell something: counted exactly, and dealt as likely as they are.

A hand may hold at most ``n`` cards of the kinds ``lacks[seat, n]``, the last ``n`` that came into
it, see `games.knack.known_hands`. That sorts kinds into classes, by the first of these sets they
are in, or in none; and the ways to choose cards and the order in which they came are counted class
by class. Where it is known who laid which card, there may be several chains of such sets, see
`games.knack.hand_chains`: then one of them is chosen by the ways that it leaves.

Several such hands leave each other fewer ways. They are dealt in turn, each evenly among the ways
it has then, and kept with the chance that their number bears to the most there could be; else all
are dealt anew. So all ways to deal them together are equally likely. The hands with the fewest
cards to choose from come first, which makes it rare that anything is dealt anew.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, below, fraction, pick
from kibitz.games.kernel import kernel
from kibitz.games.knack.hand_chains import chain_at, chains_of, is_bound
from kibitz.games.knack.hands import hold
from kibitz.games.knack.known_hands import level_of
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_CARDS, MOST_SEATS
from kibitz.games.knack.state import MOST_CHAINS, KnackState
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.records import Reals, UInt32s

CLASSES: Final = LEVELS + 1

Numbers = npt.NDArray[np.int64]


def _binomials() -> Numbers:
    table = np.zeros((MOST_CARDS + 1, HAND_SIZE + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, MOST_CARDS + 1):
        table[n, 1:] = table[n - 1, :-1] + table[n - 1, 1:]
    return table


BINOMIAL: Final = _binomials()


@kernel
def unknown_of(state: KnackState, seat: int) -> int:
    """How many cards of a hand this state does not know."""
    number = 0
    for i in range(state.held[seat]):
        number += state.hands[seat, i] == UNSEEN
    return number


@kernel
def deal_bound_hands(state: KnackState, left: Numbers, stream: Stream) -> None:
    """Deal the unknown cards of the hands that are not free to be any, out of ``left``."""
    seats = np.empty(MOST_SEATS, np.int64)
    wanted = np.empty(MOST_SEATS, np.int64)
    classes = np.empty((MOST_SEATS, FACES), np.int64)
    known = np.empty((MOST_SEATS, CLASSES), np.int64)
    number = bound_hands(state, left, seats, wanted, known, classes)
    if number == 0:
        return
    bounds, totals = np.zeros(number), np.empty(MOST_CHAINS)
    for i in range(number if number > 1 else 0):  # one alone is never dealt anew
        bounds[i] = _count_hands(state, left, seats[i], wanted, classes[:i], totals)
    rest = np.empty(FACES, np.int64)
    hands = np.empty((MOST_SEATS, HAND_SIZE), np.int64)
    dealt = 0
    while dealt < number:
        rest[:] = left
        dealt = 0
        while dealt < number:
            seat = seats[dealt]
            found = _count_hands(state, rest, seat, wanted[dealt:], classes[:0], totals)
            if number > 1 and fraction(stream) * bounds[dealt] >= found:
                break
            chain = _chosen(totals, chains_of(state, seat), fraction(stream) * found)
            _choose_hand(state, rest, seat, chain, wanted[dealt], hands[dealt], stream)
            dealt += 1
    left[:] = rest
    for i in range(number):
        state.held[seats[i]] -= wanted[i]
        for n in range(wanted[i]):
            hold(state, seats[i], hands[i, n])


@kernel
def _chosen(totals: Reals, number: int, at: float) -> int:
    """Which of some parts a point of their sum is in; never one that is 0."""
    last = 0
    for i in range(number):
        if totals[i] > 0.0:
            last = i
            if at < totals[i]:
                break
            at -= totals[i]
    return last


@kernel
def _count_hands(
    state: KnackState, left: Numbers, seat: int, wanted: Numbers, before: Numbers, totals: Reals
) -> float:
    """In how many ways a hand can have come, up to a factor; ``totals``: by each of its chains.

    ``before``: the classes of cards for hands that are dealt first, ``wanted``: how many each of
    them lacks, then how many this one does. At least so many ways are left by any of those.
    """
    lacks, classes = np.empty(LEVELS, np.uint32), np.empty(FACES, np.int64)
    known, sizes = np.empty(CLASSES, np.int64), np.empty(CLASSES, np.int64)
    ways = np.empty((CLASSES + 1, HAND_SIZE + 1), np.int64)
    found, own = 0.0, wanted[len(before)]
    for chain in range(chains_of(state, seat)):
        weight = chain_at(state, seat, chain, lacks)
        sort_cards(state, seat, lacks, classes, known)
        _most_left(left, classes, before, wanted, sizes)
        totals[chain] = weight * count_ways(sizes, known, own, ways)
        found += totals[chain]
    return found


@kernel
def sort_cards(
    state: KnackState, seat: int, lacks: UInt32s, classes: Numbers, known: Numbers
) -> None:
    """Write the class of each card for a hand, and how many of its known cards are of each."""
    held = int64(state.held[seat])
    for card in range(FACES):
        level = level_of(lacks, kind_of(card))
        classes[card] = level if level < held else LEVELS
    known[:] = 0
    for n in range(held):
        card = int64(state.hands[seat, n])
        if card != UNSEEN:
            known[classes[card]] += 1


@kernel
def bound_hands(
    state: KnackState,
    left: Numbers,
    seats: Numbers,
    wanted: Numbers,
    known: Numbers,
    classes: Numbers,
) -> int:
    """Write the hands of which something is known, those with the fewest free cards first.

    ``wanted``: how many cards each lacks. ``known``: how many of its known cards are of each class.
    ``classes``: the class of each card for that hand. Returns the number of hands.
    """
    number = 0
    free = np.empty(MOST_SEATS, np.int64)
    for seat in range(state.players):
        missing = unknown_of(state, seat)
        if missing == 0:
            continue
        if not is_bound(state, seat):
            continue
        lacks = state.lacks[seat]
        loose = int64(0)
        for card in range(FACES):
            loose += left[card] * (level_of(lacks, kind_of(card)) > 0)
        place = number
        while place > 0 and free[place - 1] > loose:
            free[place], seats[place] = free[place - 1], seats[place - 1]
            place -= 1
        free[place], seats[place] = loose, seat
        number += 1
    for i in range(number):
        wanted[i] = unknown_of(state, seats[i])
        sort_cards(state, seats[i], state.lacks[seats[i]], classes[i], known[i])
    return number


@kernel
def _class_sizes(left: Numbers, classes: Numbers, sizes: Numbers) -> None:
    """Write how many of the cards left are of each class."""
    sizes[:] = 0
    for card in range(FACES):
        sizes[classes[card]] += left[card]


@kernel
def _arranged(places: int, cards: int) -> int:
    """In how many ways so many cards can take different ones of these places."""
    number = int64(1)
    for taken in range(cards):
        number *= max(0, places - taken)
    return number


@kernel
def count_ways(sizes: Numbers, known: Numbers, wanted: int, ways: Numbers) -> int:
    """In how many ways ``wanted`` cards of classes of these sizes can have joined the known ones.

    A card of a class is one of as many as came last. ``ways[c, n]`` becomes the number for ``n``
    cards of the first ``c`` classes and the known ones of these.
    """
    held, fixed = wanted + known.sum(), int64(0)
    ways[:] = 0
    ways[0, 0] = 1
    for level in range(CLASSES):
        for total in range(wanted + 1):
            found = int64(0)
            for here in range(min(total, sizes[level]) + 1):
                places = min(level, held) - fixed - (total - here)
                arranged = _arranged(places, here + known[level])
                found += ways[level, total - here] * BINOMIAL[sizes[level], here] * arranged
            ways[level + 1, total] = found
        fixed += known[level]
    return ways[CLASSES, wanted]


@kernel
def _most_left(
    left: Numbers, classes: Numbers, before: Numbers, wanted: Numbers, sizes: Numbers
) -> None:
    """Write class sizes for a hand that leave it at least as many ways as any hands dealt before.

    Hands dealt before take least from it with cards of its lowest classes; but of the lowest they
    can only take what they may hold themselves.
    """
    _class_sizes(left, classes, sizes)
    lowest, others = int64(0), int64(0)
    for i in range(len(before)):
        common = int64(0)
        for card in range(FACES):
            if classes[card] == 0 and before[i, card] > 0:
                common += left[card]
        taken = min(wanted[i], common)
        lowest += taken
        others += wanted[i] - taken
    others += max(0, lowest - sizes[0])
    sizes[0] -= min(lowest, sizes[0])
    for level in range(1, CLASSES):
        taken = min(others, sizes[level])
        sizes[level] -= taken
        others -= taken


@kernel
def _choose_hand(
    state: KnackState,
    left: Numbers,
    seat: int,
    chain: int,
    wanted: int,
    hand: Numbers,
    stream: Stream,
) -> None:
    """Choose one of the ways to hold cards by a chain, each as likely; ``left`` loses them."""
    lacks, classes = np.empty(LEVELS, np.uint32), np.empty(FACES, np.int64)
    known, sizes = np.empty(CLASSES, np.int64), np.empty(CLASSES, np.int64)
    ways = np.empty((CLASSES + 1, HAND_SIZE + 1), np.int64)
    chain_at(state, seat, chain, lacks)
    sort_cards(state, seat, lacks, classes, known)
    _class_sizes(left, classes, sizes)
    count_ways(sizes, known, wanted, ways)
    total, fixed = wanted, known.sum()
    held = total + fixed
    for level in range(CLASSES - 1, -1, -1):
        fixed -= known[level]
        number = below(stream, ways[level + 1, total])
        here = 0
        while True:
            places = min(level, held) - fixed - (total - here)
            found = ways[level, total - here] * BINOMIAL[sizes[level], here]
            found *= _arranged(places, here + known[level])
            if number < found:
                break
            number -= found
            here += 1
        rest = sizes[level]
        for _ in range(here):
            place = pick(stream, rest)
            card = 0
            while classes[card] != level or place >= left[card]:
                if classes[card] == level:
                    place -= left[card]
                card += 1
            left[card] -= 1
            rest -= 1
            total -= 1
            hand[total] = card
