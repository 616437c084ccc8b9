"""The match of Knock Rummy: hands are played until somebody has the target, if there is one."""

from collections.abc import Sequence
from fractions import Fraction

from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.match import MatchResult, added


def match_winner(totals: Sequence[Fraction | int], rules: Rules) -> int | None:
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
    totals = added(scores, payments)
    winner = match_winner(totals, rules)
    if winner is not None:
        return MatchResult(totals, (winner,))
    return MatchResult(totals, (), next_dealer(winners, dealer, rules.players))


def next_dealer(winners: Sequence[int], dealer: int, players: int) -> int:
    """Who deals the hand after one that ``winners`` have won, nobody where it had no score.

    Of two players the winner deals, and after a hand without a score its dealer again. Of more
    players the next one to the left deals.
    """
    if players > 2:
        return (dealer + 1) % players
    return winners[0] if winners else dealer
