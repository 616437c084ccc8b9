from fractions import Fraction
from random import Random
from typing import Any

import pytest

from kibitz.games.knock_rummy.rules import Rules, after_hand
from kibitz.games.match import MatchResult
from tests.conformance.playing import walk
from tests.games.knock_rummy.tables import GAME


@pytest.mark.parametrize(
    ("scores", "paid", "winner"),
    [
        ((0, 0, 0), (40, -20, -20), None),
        ((60, 0, -60), (40, -20, -20), 0),
        ((99, 0, -99), (Fraction(1, 2), Fraction(1, 2), -1), None),
        ((99, 0, -99), (1, 1, -2), 0),
        ((80, 120, -200), (40, 0, -40), None),
        ((80, 121, -200), (40, 0, -40), 1),
    ],
)
def test_the_highest_total_wins_once_it_has_the_target(
    scores: tuple[int, ...], paid: tuple[Any, ...], winner: int | None
) -> None:
    before, won = [*map(Fraction, scores)], [*map(Fraction, paid)]
    rules = Rules(players=3, match_target=100)
    totals = tuple(a + b for a, b in zip(before, won, strict=True))
    ended = MatchResult(totals, (), 0) if winner is None else MatchResult(totals, (winner,))
    assert after_hand(before, won, [0], 2, rules) == ended
    assert after_hand(before, won, [0], 2, Rules(players=3)).winners == ()


@pytest.mark.parametrize("dealer", [0, 1])
def test_of_two_the_winner_deals_the_next_hand(dealer: int) -> None:
    none = [Fraction(0)] * 2
    for winners, due in (([0], 0), ([1], 1), ([], dealer)):
        assert after_hand(none, none, winners, dealer, Rules()).dealer == due


def test_of_more_the_deal_passes_to_the_left() -> None:
    none = [Fraction(0)] * 4
    for dealer in range(4):
        assert after_hand(none, none, [2], dealer, Rules(players=4)).dealer == (dealer + 1) % 4


def test_a_match_goes_on_with_its_totals() -> None:
    position = GAME.deal("1", {"players": 4, "match_target": 50})
    random, dealers, number = Random(1), list[int](), 1
    while True:
        number += 1
        end = walk(GAME, position, random)[-1]
        assert GAME.match_result(GAME.state(position), position) is None
        result = GAME.match_result(end, position)
        assert result is not None
        assert sum(result.totals) == 0
        if result.dealer is None:
            assert result.totals[result.winners[0]] >= 50
            break
        dealers.append(result.dealer)
        rules = {"players": 4, "match_target": 50}
        position = GAME.deal(str(number), rules, dealer=result.dealer, scores=result.totals)
        assert GAME.read(position.to_text()) == position
        assert GAME.read(position.to_json()) == position
    assert dealers == [(n + 1) % 4 for n in range(len(dealers))]
