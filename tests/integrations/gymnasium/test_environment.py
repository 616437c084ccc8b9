"""Our solitaires as environments of Gymnasium: its own checks pass, masks and rewards are true."""

import pickle
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.catalogue import GAMES
from kibitz.games.faults import BadInput
from kibitz.games.observation import ENCODERS

gym = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
checker = pytest.importorskip("gymnasium.utils.env_checker")
ours = pytest.importorskip("kibitz.integrations.gymnasium")
environment = pytest.importorskip("kibitz.integrations.gymnasium.environment")

TABLES = [
    ("knotty-nines", {}),
    ("knotty-nines", {"piles": 10, "wrap": False}),
    ("knack-solitaire", {"redeal": "turn_over"}),
]
every_table = pytest.mark.parametrize(("name", "rules"), TABLES)
every_game = pytest.mark.parametrize("name", ours.IDS)


@every_table
def test_it_passes_the_checks_of_gymnasium(name, rules):
    checker.check_env(gym.make(ours.IDS[name], **rules).unwrapped)


@every_table
def test_rewards_masks_and_observations_are_those_of_the_kernels(name, rules):
    game, encoder, random = GAMES[name], ENCODERS[name], Random(3)
    made = gym.make(ours.IDS[name], **rules)
    won = 0
    for seed in range(12):
        state = game.state(game.deal(str(seed), rules))
        seen, info = made.reset(seed=seed)
        for _ in range(150):
            legal = game.legal(state)
            np.testing.assert_array_equal(seen["observation"], encoder.observe(state, 0))
            np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
            assert made.observation_space.contains(seen)
            assert seen["action_mask"].sum() == len(legal)
            action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
            protocol.run_apply(state, made.unwrapped.rounds.move_of(action))
            seen, reward, over, cut, info = made.step(action)
            assert (over, cut) == (game.over(state), False)
            if over:
                outcome = game.outcome(state)
                assert outcome is not None
                assert reward == outcome.payoffs[0]
                won += reward
                break
            assert reward == 0
    assert won > 0 or name == "knotty-nines"


@every_game
def test_an_illegal_action_ends_the_game(name):
    made = gym.make(ours.IDS[name])
    _, info = made.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    legal = int(np.flatnonzero(info["action_mask"])[0])
    for action, expected in ((illegal, -1), (legal, 0), (illegal, 0)):
        _, reward, over, cut, _ = made.step(action)
        assert (reward, over, cut) == (expected, True, False)
    made.reset(seed=1)
    assert not made.step(legal)[2]


def test_a_game_that_cannot_be_won_is_cut_off():
    made, random = gym.make(ours.IDS["knotty-nines"], max_episode_steps=20), Random(1)
    for seed in range(5):
        _, info = made.reset(seed=seed)
        steps, over, cut = 0, False, False
        while not over and not cut:
            action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, _, over, cut, info = made.step(action)
            steps += 1
        assert steps == 20 if cut else steps <= 20


def test_the_stock_stays_face_down_and_is_drawn_so():
    for name in ours.IDS:
        made = gym.make(ours.IDS[name], render_mode="ansi")
        made.reset(seed=2)
        assert made.render() == made.unwrapped.rounds.drawn(0)
        assert "face down" in made.render()
        silent = gym.make(ours.IDS[name]).unwrapped
        silent.reset(seed=2)
        with pytest.warns(UserWarning, match="no render mode"):
            assert silent.render() is None


@every_game
def test_it_survives_pickling_in_the_middle_of_a_game(name):
    made = environment.SolitaireEnv(name)
    made.reset(seed=4)
    made.step(int(np.flatnonzero(made.rounds.mask(0))[0]))
    copy = pickle.loads(pickle.dumps(made))
    assert copy.rounds.position() == made.rounds.position()
    action = int(np.flatnonzero(made.rounds.mask(0))[0])
    for one, other in zip(made.step(action), copy.step(action), strict=True):
        assert checker.data_equivalence(one, other)
    for one, other in zip(made.reset(), copy.reset(), strict=True):
        assert checker.data_equivalence(one, other)


def test_what_does_not_exist_is_refused():
    with pytest.raises(BadInput):
        environment.SolitaireEnv("knotty-nines", piles=3)
    with pytest.raises(ValueError, match="pettingzoo"):
        environment.SolitaireEnv("knaves")
    with pytest.raises(ValueError, match="ansi"):
        environment.SolitaireEnv("knotty-nines", render_mode="human")
