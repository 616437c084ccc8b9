"""What moves near the end of a game are worth: every deal that fits, each as often as it comes up.

Imports nothing of the project.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
STEPS = np.arange(-25.0, 60.0, 0.02)  # of the logarithm of what is integrated over


class KnackDeal(NamedTuple):
    """What a seat of K'nack does not see: hands, sorted, decks and what was set aside."""

    hands: tuple[tuple[str, ...], ...]
    decks: tuple[tuple[str, ...], ...]
    aside: tuple[str, ...]


def exchanged(log_likelihoods: Reals, choices: int) -> Reals:
    """How often a hand is exchanged for each: of it and ``choices`` - 1 drawn evenly one is taken.

    A row for each hand there was. In proportion to its weight: one of weight w is taken with chance
    w / (w + s), s being the sum of the others. One over that sum is the integral of exp(-t (w + s))
    over t > 0, and the mean of exp(-t s) is a power of the mean over a single draw.
    """
    weights = np.exp(log_likelihoods - log_likelihoods.max())
    t = np.exp(STEPS)
    each = np.exp(-np.outer(t, weights))
    mean, width = each.mean(axis=1), t * (STEPS[1] - STEPS[0])
    drawn = (each * (width * mean ** (choices - 2))[:, None]).T @ each * weights
    kept = width * mean ** (choices - 1) @ each * weights
    found: Reals = drawn * (choices - 1) / len(weights) + np.diag(kept)
    assert (abs(found.sum(axis=1) - 1.0) < 1e-4).all()
    found /= found.sum(axis=1, keepdims=True)
    return found


def refined(log_likelihoods: Reals, hands: Sequence[tuple[int, int]], choices: int) -> Reals:
    """How often each deal of two hidden hands is used: all alike, then each hand exchanged.

    Either is the first as often as the other. See :func:`exchanged`.
    """
    count = len(hands)
    total = np.zeros(count)
    for first in range(2):
        chances = np.full(count, 1.0 / count)
        for changed in (first, 1 - first):
            for other in {deal[1 - changed] for deal in hands}:
                same = [i for i, deal in enumerate(hands) if deal[1 - changed] == other]
                chances[same] = chances[same] @ exchanged(log_likelihoods[same], choices)
        total += chances / 2
    return total


def knack_deals(
    unseen: Sequence[str],
    hands: Sequence[int],
    decks: Sequence[int],
    aside: int,
    lacks: Sequence[Mapping[str, object]],
) -> Counter[KnackDeal]:
    """Every way to deal the unseen cards to places, and in how many orders it comes about.

    ``hands, decks, aside``: how many hidden cards there are, by seat. ``lacks``: what passes have
    shown, as positions list it.
    """
    found: Counter[KnackDeal] = Counter()
    for cards in permutations(unseen):
        left = list(cards)
        piles = [tuple(left.pop() for _ in range(size)) for size in [*hands, *decks, aside]]
        assert not left
        held = tuple(tuple(sorted(hand)) for hand in piles[: len(hands)])
        found[KnackDeal(held, tuple(piles[len(hands) : -1]), tuple(sorted(piles[-1])))] += 1
    return Counter({deal: ways for deal, ways in found.items() if _agrees(deal.hands, lacks)})


def _agrees(hands: Sequence[Sequence[str]], lacks: Sequence[Mapping[str, object]]) -> bool:
    for lack in lacks:
        seat, most, kinds = lack["seat"], lack["at_most"], lack["kinds"]
        assert isinstance(seat, int)
        assert isinstance(most, int)
        assert isinstance(kinds, list)
        if sum(_kind_of(card) in kinds for card in hands[seat]) > most:
            return False
    return True


def _kind_of(card: str) -> str:
    """Its rank and colour, as in ``7b``."""
    return card if card == "JK" else card[0] + ("b" if card[1] in "CS" else "r")
