"""The model of a match of Knock Rummy."""

from fractions import Fraction

import numpy as np
import pytest

from kibitz.games.kernel import kernel
from kibitz.games.protocol import Payoffs, State
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knock_rummy import likelihood  # noqa: F401 (attaches itself to the protocol)
from kibitz.heuristics.knock_rummy.equity import MARGIN
from tests.games.knock_rummy.tables import GAME


@kernel
def _worth(state: State, payoffs: Payoffs, values: Payoffs) -> None:
    judgement.match_worth(state[0], payoffs, values)


def worth(scores: list[Fraction | int], paid: list[float], target: int = 100) -> list[float]:
    rules = {"players": len(scores), "match_target": target}
    state = GAME.state(GAME.deal("1", rules, scores=scores))
    values = np.zeros(len(scores))
    _worth(state, np.array(paid, float), values)
    return [float(value) for value in values]


def test_two_players_are_a_fair_game() -> None:
    width = 100 + MARGIN[0]
    for total in (-90, -30, 0, 55):
        chances = worth([total, -total], [0, 0])
        assert chances[0] == pytest.approx((width + total) / (2 * width))
        assert chances == pytest.approx(worth([total - 7, 7 - total], [7, -7]))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_chances_add_up_and_more_points_are_better(players: int) -> None:
    even = worth([0] * players, [0.0] * players)
    assert even == pytest.approx([1 / players] * players)
    before = 0.0
    for gain in (-40, 0, 10, 60, 90):
        paid = [float(gain)] + [-gain / (players - 1)] * (players - 1)
        chances = worth([0] * players, paid)
        assert sum(chances) == pytest.approx(1)
        assert chances[0] > before
        before = chances[0]
    assert worth([0] * players, [100.0] + [-100 / (players - 1)] * (players - 1))[0] == 1


def test_equal_highest_play_on_and_thirds_are_no_lead() -> None:
    assert worth([60, 60, -120], [40.0, 40.0, -80.0])[:2] == pytest.approx([0.5, 0.5], abs=0.05)
    third = Fraction(200, 3)
    chances = worth([third, third, -2 * third], [100 / 3, 100 / 3, -200 / 3])
    assert chances[0] == pytest.approx(chances[1])
    assert worth([60, 60, -120], [41.0, 40.0, -81.0]) == [1, 0, 0]
