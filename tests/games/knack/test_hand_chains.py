"""All chains of a hand, beside a list of every order in which its cards may have come."""

from collections import Counter
from itertools import combinations_with_replacement, permutations, product
from random import Random

import numpy as np
import pytest

from kibitz.games.knack.hand_chains import (
    begin_chains,
    chains_drawn,
    chains_laid,
    chains_of,
    chains_passed,
    ways_to_hold,
)
from kibitz.games.knack.rules import HAND_SIZE
from kibitz.games.knack.state import STATE
from tests.cases import cases

KINDS = range(4)
Hand = tuple[int, ...]  # in the order in which its cards came


def laid(hands: Counter[Hand], kind: int) -> Counter[Hand]:
    """What is left when any card of a kind has been laid, as often as it comes about."""
    left = Counter[Hand]()
    for hand, number in hands.items():
        for place, held in enumerate(hand):
            if held == kind:
                left[*hand[:place], *hand[place + 1 :]] += number
    return left


@pytest.mark.parametrize("seed", range(cases(8)))
def test_chains_count_every_order_in_which_the_cards_may_have_come(seed: int) -> None:
    random, several = Random(seed), 0
    for _ in range(6):
        state = np.zeros(1, STATE)
        state["players"], deck = 1, random.randrange(3, 12)
        begin_chains(state[0])
        hands = Counter(dict.fromkeys(product(KINDS, repeat=HAND_SIZE), 1))
        for _ in range(random.randint(3, 12)):
            size = len(next(iter(hands)))
            if random.random() < 0.3:
                kinds = random.sample(KINDS, random.randint(1, 3))
                passing = Counter({h: n for h, n in hands.items() if not {*h} & {*kinds}})
                if passing:
                    hands = passing
                    chains_passed(state[0], 0, np.uint32(sum(1 << kind for kind in kinds)))
            elif size:
                kind = random.choice(random.choice(sorted(hands)))
                hands = laid(hands, kind)
                chains_laid(state[0], 0, kind, size)
                if deck:
                    deck -= 1
                    chains_drawn(state[0], 0)
                    pairs = [((*hand, kind), n) for hand, n in hands.items() for kind in KINDS]
                    hands = Counter(dict(pairs))
        size = len(next(iter(hands)))
        several += chains_of(state[0], 0) > 1
        every = list(combinations_with_replacement(KINDS, size))
        listed = [sum(hands[order] for order in permutations(hand)) for hand in every]
        found = [ways_to_hold(state[0], 0, np.array([*hand, 0]), size) for hand in every]
        shares = [np.array(each) / sum(each) for each in (found, listed)]
        assert shares[0] == pytest.approx(shares[1])
    assert several
