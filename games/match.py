"""A match of several rounds: what it stands at after one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match after a round.

    ``totals``: of each seat, or of each team where teams score. ``winners``: who has won the
    match, nobody while it goes on. ``dealer`` and ``round`` are those of the next round: None when
    there is none, and ``round`` also where rounds are not counted.
    """

    totals: tuple[Any, ...]  # whole numbers, or fractions where rules divide points
    winners: tuple[int, ...] = ()
    dealer: int | None = None
    round: int | None = None


def added(scores: Sequence[Fraction | int], won: Sequence[Fraction | int]) -> tuple[Any, ...]:
    """The totals after a round that began at ``scores`` and brought ``won``."""
    return tuple(score + points for score, points in zip(scores, won, strict=True))
