"""The match of Knock Rummy: hands are played until somebody has the target, if there is one."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.games.knock_rummy.rules import Rules


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Totals after a hand; ``winner`` has won the match, None to play on.

    ``dealer``: who deals the next hand.
    """

    totals: tuple[Fraction, ...]
    winner: int | None
    dealer: int


def match_winner(totals: Sequence[Fraction], rules: Rules) -> int | None:
    """The seat that has won the match with these totals, None to play on.

    The highest total wins when it is the target or more; equal highest play another hand.
    """
    highest = max(totals)
    won = rules.match_target is not None and highest >= rules.match_target
    return totals.index(highest) if won and totals.count(highest) == 1 else None


def after_hand(
    scores: Sequence[Fraction],
    payments: Sequence[Fraction],
    winners: Sequence[int],
    dealer: int,
    rules: Rules,
) -> MatchResult:
    """The match after a hand that ``dealer`` dealt and that began at ``scores``."""
    totals = tuple(score + won for score, won in zip(scores, payments, strict=True))
    winner = match_winner(totals, rules)
    return MatchResult(totals, winner, next_dealer(winners, dealer, rules.players))


def next_dealer(winners: Sequence[int], dealer: int, players: int) -> int:
    """Who deals the hand after one that ``winners`` have won, nobody where it had no score.

    Of two players the winner deals, and after a hand without a score its dealer again. Of more
    players the next one to the left deals.
    """
    if players > 2:
        return (dealer + 1) % players
    return winners[0] if winners else dealer
