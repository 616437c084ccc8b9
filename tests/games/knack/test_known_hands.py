"""What passes tell of a hand, beside a list of every hand that could be there."""

from itertools import combinations_with_replacement, pairwise
from random import Random

import numpy as np
import pytest

from kibitz.games.knack.known_hands import contradicted, note_drawn, note_laid, note_pass
from kibitz.games.knack.rules import HAND_SIZE, LEVELS

KINDS = range(4)
Hand = tuple[int, ...]


def every_hand(size: int) -> set[Hand]:
    return {*combinations_with_replacement(KINDS, size)}


def allowed(lacks: np.ndarray, size: int) -> set[Hand]:
    return {
        hand
        for hand in every_hand(size)
        if not contradicted(lacks, np.array([*hand, 0], np.int64), size)
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
