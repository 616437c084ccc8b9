"""The match of Hand, Knee and Foot: four rounds, the highest total wins."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.games.hand_knee_foot.rules import ROUNDS


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Totals of the teams after a round.

    ``winners``: the teams with the highest total after the last round, else none. ``round`` and
    ``dealer`` are those of the next round, None after the last.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    round: int | None
    dealer: int | None


def after_round(
    scores: Sequence[int], won: Sequence[int], number: int, dealer: int, players: int
) -> MatchResult:
    """The match after round ``number``, which began at ``scores`` and brought the teams ``won``."""
    totals = tuple(score + points for score, points in zip(scores, won, strict=True))
    if number < ROUNDS:
        return MatchResult(totals, (), number + 1, (dealer + 1) % players)
    best = tuple(team for team, total in enumerate(totals) if total == max(totals))
    return MatchResult(totals, best, None, None)
