"""The match of Hand, Knee and Foot: four rounds, the highest total wins."""

from collections.abc import Sequence

from kibitz.games.hand_knee_foot.rules import ROUNDS
from kibitz.games.match import MatchResult, added


def after_round(
    scores: Sequence[int], won: Sequence[int], number: int, dealer: int, players: int
) -> MatchResult:
    """The match after round ``number``, which began at ``scores`` and brought the teams ``won``."""
    totals = added(scores, won)
    if number < ROUNDS:
        return MatchResult(totals, (), (dealer + 1) % players, number + 1)
    return MatchResult(totals, tuple(n for n, total in enumerate(totals) if total == max(totals)))
