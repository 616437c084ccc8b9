"""Players of K'nack Solitaire: the same moves by iterations, and a lost deal won by nobody."""

from benchmarks.knack_hidden import GAME, PLAYERS, play
from kibitz.contract.options import Limits
from kibitz.heuristics.knack_solitaire.bound import run_is_lost

LIMITS = Limits(iterations=8)


def test_the_same_deal_is_played_in_the_same_way() -> None:
    won = play(20_001, {"redeals": 0}, LIMITS)
    assert [*won] == [*PLAYERS]
    assert won == play(20_001, {"redeals": 0}, LIMITS)


def test_nobody_wins_a_deal_that_is_lost() -> None:
    rules = {"redeals": 0, "jokers": 0}
    assert run_is_lost(GAME.state(GAME.deal("3", rules)))
    assert not any(play(3, rules, LIMITS).values())
