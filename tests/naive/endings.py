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


def resampled(log_likelihoods: Reals, choices: int) -> Reals:
    """How often each deal is used: of ``choices`` drawn evenly one, in proportion to its weight.

    A deal of weight w is the one used with chance w / (w + s), s being the sum of the others drawn.
    One over that sum is the integral of exp(-t (w + s)) over t > 0, and the mean of exp(-t s) is a
    power of the mean over a single draw.
    """
    weights = np.exp(log_likelihoods - log_likelihoods.max())
    found = np.zeros(len(weights))
    for t in np.exp(STEPS):
        each = np.exp(-t * weights)
        found += choices * weights * each * each.mean() ** (choices - 1) * t * (STEPS[1] - STEPS[0])
    chances: Reals = found / len(weights)
    assert abs(chances.sum() - 1.0) < 1e-4
    chances /= chances.sum()
    return chances


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
