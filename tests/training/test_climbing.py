"""Weights that climb: to the top of a hill, and never on luck."""

import numpy as np
import pytest

from training import fitting
from training.commands import each, until
from training.fitting import Margin, climb, margin_of

START = np.array([4.0, -3.0, 2.0])


@pytest.fixture(autouse=True)
def trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "until", lambda *_: iter(range(400)))


def moved(weights, steps):
    return weights + steps


def test_it_climbs_a_hill() -> None:
    numbers = set()

    def duel(one, other, deals, seed):
        numbers.add(deals)
        return Margin(float(other @ other - one @ one), 1e-9)

    found = climb(START, moved, duel, minutes=1, seed=1, deals=10)
    assert found @ found < 0.1
    assert numbers == {10, 30}
    assert START.tolist() == [4, -3, 2]
    again = climb(START, moved, duel, minutes=1, seed=1, deals=10)
    assert again.tolist() == found.tolist()


@pytest.mark.parametrize("margin", [Margin(1, 1.1), Margin(-1, 0.1), Margin(0, 0)])
def test_what_is_not_clearly_better_is_not_kept(margin: Margin) -> None:
    found = climb(START, moved, lambda *_: margin, minutes=1, seed=1, deals=10)
    assert found is START


def test_margins() -> None:
    found = margin_of(np.array([1.0, 2.0, 3.0]))
    assert found.mean == 2
    assert found.error == pytest.approx(1 / 3**0.5)


def test_bars_let_everything_through(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(each(range(5), "numbers")) == [0, 1, 2, 3, 4]
    assert not list(until(0, "nothing"))
    for spent in until(10, "a look"):
        assert 0 <= spent < 1
        break
    assert not capsys.readouterr().out
