"""The match of Knaves: rounds are played until somebody has the target."""

from collections.abc import Sequence

from kibitz.games.faults import BadInput
from kibitz.games.kernel import kernel
from kibitz.games.match import MatchResult, added


@kernel
def match_winner(first: int, second: int, third: int, target: int) -> int:
    """The seat that wins with these totals of seats 0, 1 and 2, or -1 when the match goes on.

    The highest total wins when it is the target or more; equal highest play another round.
    """
    highest = max(first, second, third)
    if highest < target:
        return -1
    seat = 0 if first == highest else 1 if second == highest else 2
    return seat if (first == highest) + (second == highest) + (third == highest) == 1 else -1


def after_round(
    scores: Sequence[int], points: Sequence[int], target: int, dealer: int
) -> MatchResult:
    """The match after a round of ``points`` that ``dealer`` dealt and that began at ``scores``."""
    totals = added(scores, points)
    first, second, third = totals
    winner = int(match_winner(first, second, third, target))
    if winner >= 0:
        return MatchResult(totals, (winner,))
    return MatchResult(totals, (), (dealer + 1) % len(totals))


def check_scores(scores: Sequence[int], target: int) -> None:
    """Raise ``BadInput`` when the totals before a round have won the match: none is dealt then."""
    first, second, third = scores
    winner = int(match_winner(first, second, third, target))
    if winner >= 0:
        points = scores[winner]
        message = f"seat {winner} has won the match with {points} points: {target} are enough"
        raise BadInput.one("/scores", "match_over", message)
