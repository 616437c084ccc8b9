"""The speed of environments: steps are decisions, and go on from round to round."""

from random import Random

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

import gymnasium

import kibitz.integrations.gymnasium as solitaires
from benchmarks.environments import _batch, gym_steps, spiel_steps, zoo_steps
from kibitz.integrations.pettingzoo import env


class Counted:
    """An environment that counts the actions and resets it is asked for."""

    def __init__(self, of):
        self.of, self.actions, self.resets = of, 0, 0

    def __getattr__(self, name):
        return getattr(self.of, name)

    def reset(self, **options):
        self.resets += 1
        return self.of.reset(**options)

    def step(self, action):
        self.actions += action is not None
        return self.of.step(action)


def test_every_step_is_one_decision_of_some_agent():
    made = Counted(env("knaves"))
    step, random = zoo_steps(made), Random(1)
    for number in range(100):
        step(random)
        assert made.actions == number + 1
    assert made.resets == 3  # rounds of 39 plays


def test_every_step_is_one_action_in_a_solitaire():
    made = Counted(gymnasium.make(solitaires.IDS["knack-solitaire"]))
    steps, seconds = _batch(gym_steps(made), 300)(1)
    assert (steps, made.actions) == (300, 300)
    assert made.resets > 1
    assert seconds > 0


def test_every_step_is_one_move_in_openspiel():
    games = pytest.importorskip("kibitz.integrations.openspiel.game")
    steps, seconds = _batch(spiel_steps(games.load("knaves", deals=5)), 100)(1)
    assert steps == 100
    assert seconds > 0
