"""Weights that evolve: up a slope that only samples show."""

import numpy as np
import pytest

from training import fitting
from training.fitting import evolve

START = np.array([4.0, -3.0, 2.0])


@pytest.fixture(autouse=True)
def generations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "until", lambda *_: iter(np.linspace(0, 1, 800)))


def gains(one, other, seed):
    luck = np.random.default_rng(seed).normal(size=8)
    return other @ other - one @ one + luck


def test_it_comes_near_the_top_and_leaves_weights_without_a_step_alone() -> None:
    steps = np.array([0.4, 0.4, 0.0])
    found = evolve(START, steps, [START], gains, 1, 1)
    assert found[:2] @ found[:2] < 0.2
    assert found[2] == START[2]
    assert START.tolist() == [4, -3, 2]
    assert evolve(START, steps, [START], gains, 1, 1).tolist() == found.tolist()


def test_without_time_the_weights_are_those_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "until", lambda *_: iter(()))
    assert evolve(START, np.ones(3), [], gains, 1, 1).tolist() == START.tolist()
