"""What deals of two kinds come to, each kind as often as it comes."""

import numpy as np
import pytest

from benchmarks.hidden_bound import mean_of


def test_of_all_deals_it_is_their_mean_with_its_error() -> None:
    rng = np.random.default_rng(1)
    won = (rng.random(2_000) < 0.2).astype(np.float64)
    worth = np.where(won == 1, rng.normal(0.4, 0.2, 2_000), rng.normal(0.05, 0.1, 2_000))
    found = mean_of(won, (worth[won == 0], worth[won == 1]))
    assert found.mean == pytest.approx(worth.mean())
    assert found.error == pytest.approx(worth.std(ddof=1) / np.sqrt(2_000), rel=0.01)


def test_of_some_deals_of_each_kind_the_interval_covers_the_mean() -> None:
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(1_000):
        won = (rng.random(400) < 0.2).astype(np.float64)
        kinds = (rng.normal(0.05, 0.1, 60), rng.normal(0.4, 0.2, 20))
        found = mean_of(won, kinds)
        covered += abs(found.mean - 0.12) < 1.96 * found.error
    assert covered > 920
