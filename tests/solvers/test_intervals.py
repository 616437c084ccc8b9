"""95 % intervals against what is known of them, and against samples whose mean is known."""

from math import comb, inf, sqrt

import numpy as np
import pytest

from kibitz.solvers.intervals import bounded, half_width, student, wilson


def test_the_points_of_students_distribution() -> None:
    known = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 10: 2.2281, 30: 2.0423}
    for freedom, point in known.items():
        assert student(freedom) == pytest.approx(point, rel=0.008)
    assert student(0) == inf
    assert student(10**6) == pytest.approx(1.95996, abs=1e-4)


def test_wilsons_interval_as_published() -> None:
    low, high = wilson(81, 263)  # Newcombe, 1998
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 16)
    assert low == 0
    assert 0.15 < high < 0.25
    assert wilson(16, 16) == pytest.approx((1 - high, 1.0))


def test_wilsons_interval_holds_a_proportion_often_enough() -> None:
    """Exactly, over all outcomes, on average over proportions from 2 % to 98 %."""
    for trials in (4, 16, 100):
        held = []
        for proportion in np.linspace(0.02, 0.98, 97):
            chances = [
                comb(trials, n) * proportion**n * (1 - proportion) ** (trials - n)
                for n in range(trials + 1)
            ]
            inside = [wilson(n, trials) for n in range(trials + 1)]
            held.append(
                sum(
                    chance
                    for chance, (low, high) in zip(chances, inside, strict=True)
                    if low <= proportion <= high
                )
            )
        assert np.mean(held) > 0.945
        assert min(held) > 0.83  # its worst, known: Brown, Cai and DasGupta, 2001


def test_two_outcomes_give_wilsons_interval_wherever_the_bounds_are() -> None:
    low, high = wilson(3, 16)
    share = 3 / 16
    found = bounded(16, -2 + 5 * share, 25 * share * (1 - share), -2.0, 3.0)
    assert found == pytest.approx((-2 + 5 * low, -2 + 5 * high))


@pytest.mark.parametrize("outcomes", [[0, 0.5, 1], [0.3, 0.35, 0.4], [0, 0, 0, 0, 0, 0, 0, 0.5, 1]])
@pytest.mark.parametrize("count", [3, 16, 200])
def test_a_bounded_mean_is_held_often_enough(outcomes: list[float], count: int) -> None:
    random = np.random.default_rng(count)
    samples = random.choice(outcomes, (4_000, count))
    truth = np.mean(outcomes)
    held = [
        low <= truth <= high
        for low, high in (bounded(count, row.mean(), row.var()) for row in samples)
    ]
    assert np.mean(held) > 0.93


def test_no_interval_of_a_few_samples_has_width_0() -> None:
    low, high = bounded(16, 0.4, 0.0)
    assert low < 0.35
    assert high > 0.45
    assert half_width(16, 0.0, 1.0) > 0.1
    assert half_width(1, 0.0, 1.0) == inf
    assert bounded(0, 0.0, 0.0, -1.0, 4.0) == (-1.0, 4.0)


@pytest.mark.parametrize("chances", [(0.9, 0.1, 0.0), (0.6, 0.3, 0.1), (0.97, 0.02, 0.01)])
@pytest.mark.parametrize("count", [32, 400])
def test_a_paired_difference_is_held_often_enough(
    chances: tuple[float, float, float], count: int
) -> None:
    """Games that come out alike, better and worse."""
    random = np.random.default_rng(count)
    samples = random.choice([0.0, 1.0, -1.0], (4_000, count), p=chances)
    truth = chances[1] - chances[2]
    held = [
        abs(row.mean() - truth) <= half_width(count, row.std(ddof=1) / sqrt(count), 1.0)
        for row in samples
    ]
    assert np.mean(held) > 0.93
