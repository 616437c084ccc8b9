from itertools import permutations

import numpy as np
import pytest

from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.heuristics.knaves.equity import DEALS, Equity, equity_for, is_on_file
from training.knaves.equity import chances_of, round_chances, sweep


@pytest.fixture(scope="module")
def equity() -> Equity:
    return equity_for()


def some_scores() -> list[tuple[int, int, int]]:
    """Totals all over the table and beyond it."""
    rng = np.random.default_rng(1)
    rows = rng.integers(-30, 27, (400, 3)).tolist()
    return [(a, b, c) for a, b, c in rows]


def test_chances_add_up(equity: Equity) -> None:
    for scores in some_scores():
        chances = equity.chances(scores, 1)
        assert sum(chances) == pytest.approx(1, abs=1e-6)
        assert min(chances) >= 0


def test_a_match_won_is_certain(equity: Equity) -> None:
    assert equity.chances((20, 19, -5), 0) == (1, 0, 0)
    assert equity.chances((21, 22, 21), 2) == (0, 1, 0)
    assert equity.chances((3, 3, 5), 2, target=4) == (0, 0, 1)
    chances = equity.chances((22, 22, 5), 0)
    assert chances[2] < 0.02
    assert 0.4 < chances[0] < 0.6


def test_seats_are_told_apart_by_the_deal_only(equity: Equity) -> None:
    for one, two, three in some_scores()[:100]:
        chances = equity.chances((one, two, three), 0)
        assert equity.chances((three, one, two), 1) == (chances[2], chances[0], chances[1])
        assert equity.chances((two, three, one), 2) == (chances[1], chances[2], chances[0])
    for chance in equity.chances((0, 0, 0), 2):
        assert chance == pytest.approx(1 / 3, abs=0.02)
    for order in permutations((15, 5, -3)):
        chances = equity.chances((order[0], order[1], order[2]), 0)
        assert sorted(range(3), key=order.__getitem__) == sorted(range(3), key=chances.__getitem__)


def test_more_points_are_never_worse(equity: Equity) -> None:
    for one, two, three in some_scores():
        for dealer in range(3):
            now = equity.chances((one, two, three), dealer)
            more = equity.chances((one + 1, two, three), dealer)
            if max(two, three) < 20 or max(one, two, three) < 20:
                assert more[0] >= now[0] - 5e-4


def test_only_the_distance_to_the_target_counts(equity: Equity) -> None:
    assert equity.chances((3, 4, 5), 1, target=13) == equity.chances((10, 11, 12), 1)
    assert equity.chances((0, -50, 3), 1) == equity.chances((0, -20, 3), 1)


def test_what_a_round_may_bring(equity: Equity) -> None:
    values = equity.after_round((12, 17, 3), 1, 20, -10, 13)
    assert values.shape == (24, 24, 24, 3)
    assert tuple(values[11, 12, 6]) == equity.chances((13, 19, -1), 2)
    assert values[11, 13, 6].tolist() == [0, 1, 0]


@pytest.mark.parametrize("rules", DEALS, ids=lambda r: f"{r.hand_size}-{r.turned_jack}")
def test_each_table_is_that_of_its_rounds(rules: Rules) -> None:
    # Other rounds than those on file, so that only the noise of sampling lies between them.
    results, shares = round_chances(rules, 20_000, 20)
    assert shares.sum() == pytest.approx(1)
    sums = set(results.sum(axis=1).tolist())
    assert sums <= set(range(rules.hand_size - 10, rules.hand_size + 1))
    table = equity_for(rules).table
    assert table.shape == (41, 41, 41, 3)
    assert table.sum(axis=-1) == pytest.approx(1, abs=1e-6)
    chances = table.astype(np.float64)
    was = chances.copy()
    assert sweep(chances, results, shares) < 0.02
    assert np.abs(chances - was).mean() < 0.005


def test_each_deal_has_its_own_table() -> None:
    assert DEFAULT in DEALS
    assert len(DEALS) == 6
    starts = {equity_for(rules).chances((15, 5, -3), 0) for rules in DEALS}
    assert len(starts) == len(DEALS)


def test_a_race_of_one_point_rounds() -> None:
    # Each round one of three gets a point: with one to go for all, whoever gets it wins.
    results = np.eye(3, dtype=np.int64)
    chances = chances_of(results, np.array([0.5, 0.3, 0.2]))
    assert chances[39, 39, 39] == pytest.approx([0.5, 0.3, 0.2])
    # One to go for the first, two for the others, who play before it in the next round.
    now = chances[39, 38, 38]
    after = 0.3 * chances[39, 38, 39, 2] + 0.2 * chances[38, 39, 39, 2]
    assert now[0] == pytest.approx(0.5 + after)
    assert now.sum() == pytest.approx(1)


def test_no_claim_about_what_is_not_on_file() -> None:
    for rules in (Rules(target=41), Rules(jack_spades=0)):
        assert not is_on_file(rules)
        with pytest.raises(ValueError, match="no match equity on file"):
            equity_for(rules)
    same = Rules(target=40, revoke_penalty=0, exposed_cards=True)
    assert is_on_file(same)
    assert equity_for(same).table is equity_for().table
