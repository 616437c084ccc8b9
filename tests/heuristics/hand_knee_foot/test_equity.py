"""What a round is worth in the match."""

from collections.abc import Sequence

import numpy as np
import pytest

from kibitz.heuristics.hand_knee_foot.equity import chances, totals_after, worth_of_point


def shares(totals: Sequence[float], rounds: int) -> list[float]:
    found = np.zeros(3)
    chances(np.array(totals), len(totals), rounds, found)
    return [float(share) for share in found[: len(totals)]]


def test_the_last_round_decides() -> None:
    assert shares([100, 95], 0) == [1, 0]
    assert shares([70, 70], 0) == [0.5, 0.5]
    assert shares([70, 70, 10], 0) == [0.5, 0.5, 0]


@pytest.mark.parametrize("teams", [2, 3])
def test_a_lead_is_worth_more_the_fewer_rounds_are_left(teams: int) -> None:
    level = shares([0] * teams, 2)
    assert level == pytest.approx([1 / teams] * teams)
    before = 1 / teams
    for rounds in (3, 2, 1, 0):
        now = shares([1500] + [0] * (teams - 1), rounds)
        assert sum(now) == pytest.approx(1)
        assert now[0] > before
        before = now[0]


def test_totals_differ_as_scores_do() -> None:
    for scores in ([900, -300], [500, 200, -100]):
        teams = len(scores)
        paid = [s - (sum(scores) - s) / (teams - 1) for s in scores]
        totals = np.zeros(3)
        totals_after(np.array([10.0, 20.0, 30.0]), np.array(paid), teams, totals)
        for one in range(teams):
            for other in range(teams):
                wanted = 10 * (one - other) + scores[one] - scores[other]
                assert totals[one] - totals[other] == pytest.approx(wanted)


@pytest.mark.parametrize("gap", [-4000, 0, 700])
@pytest.mark.parametrize("rounds", [0, 3])
def test_a_point_is_worth_what_the_chance_rises_by(gap: int, rounds: int) -> None:
    # Before this round is played it is one more of those to come.
    rise = shares([gap + 10, 0], rounds + 1)[0] - shares([gap - 10, 0], rounds + 1)[0]
    assert worth_of_point([gap, 0], 0, rounds) == pytest.approx(rise / 20, rel=1e-3)
    assert worth_of_point([0, gap, -90], 1, rounds) == worth_of_point([0, gap], 1, rounds)
