"""What passes tell of a hand, beside a list of every hand that could be there."""

from itertools import combinations_with_replacement, pairwise, permutations, product
from random import Random

import numpy as np
import pytest

from kibitz.games.knack.known_hands import note_drawn, note_laid, note_pass, orders
from kibitz.games.knack.rules import HAND_SIZE, LEVELS

KINDS = range(4)
Hand = tuple[int, ...]


def every_hand(size: int) -> set[Hand]:
    return {*combinations_with_replacement(KINDS, size)}


def allowed(lacks: np.ndarray, size: int) -> set[Hand]:
    return {
        hand for hand in every_hand(size) if orders(lacks, np.array([*hand, 0], np.int64), size)
    }


def without(hand: Hand, kind: int) -> Hand:
    rest = [*hand]
    rest.remove(kind)
    return tuple(rest)


@pytest.mark.parametrize("seed", range(12))
def test_the_chain_says_exactly_which_hands_are_possible(seed: int) -> None:
    random = Random(seed)
    seen = 0
    for _ in range(25):
        lacks, deck = np.zeros(LEVELS, np.uint32), random.randrange(14)
        hands = every_hand(HAND_SIZE)
        while hands and hands != {()}:
            size = len(next(iter(hands)))
            assert allowed(lacks, size) == hands
            assert all(not int(a) & ~int(b) for a, b in pairwise(lacks))
            seen += 0 < len(hands) < len(every_hand(size))
            if random.random() < 0.5:
                kinds = random.sample(KINDS, random.randint(1, 3))
                passing = {hand for hand in hands if not {*hand} & {*kinds}}
                if passing:
                    hands = passing
                    note_pass(lacks, np.uint32(sum(1 << kind for kind in kinds)))
                continue
            kind = random.choice(random.choice(sorted(hands)))
            hands = {without(hand, kind) for hand in hands if kind in hand}
            note_laid(lacks, kind)
            if deck:
                deck -= 1
                hands = {tuple(sorted((*hand, drawn))) for hand in hands for drawn in KINDS}
                note_drawn(lacks)
    assert seen > 50


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_counts_by_the_orders_in_which_it_may_have_come(seed: int) -> None:
    random = Random(seed)
    uneven = 0
    for _ in range(20):
        lacks, deck = np.zeros(LEVELS, np.uint32), random.randrange(8)
        hands = {*product(KINDS, repeat=HAND_SIZE)}  # each in the order it came
        for _ in range(random.randint(1, 8)):
            if random.random() < 0.5:
                kinds = random.sample(KINDS, random.randint(1, 3))
                passing = {hand for hand in hands if not {*hand} & {*kinds}}
                if passing:
                    hands = passing
                    note_pass(lacks, np.uint32(sum(1 << kind for kind in kinds)))
                continue
            kind = random.choice(random.choice(sorted(hands)))
            # A laid card is taken for the one that came first, of those it may have been.
            first = min(hand.index(kind) for hand in hands if kind in hand)
            laid = {hand for hand in hands if hand[first] == kind}
            hands = {(*hand[:first], *hand[first + 1 :]) for hand in laid}
            note_laid(lacks, kind)
            if deck:
                deck -= 1
                hands = {(*hand, drawn) for hand in hands for drawn in KINDS}
                note_drawn(lacks)
            if hands == {()}:
                break
        size = len(next(iter(hands)))
        if not size:
            continue
        found = {hand: orders(lacks, np.array(hand, np.int64), size) for hand in every_hand(size)}
        # Two cards of a kind are two cards, so every order of the five counts.
        listed = {hand: sum(order in hands for order in permutations(hand)) for hand in found}
        assert found == listed
        uneven += len({*found.values()} - {0}) > 1
    assert uneven > 2
