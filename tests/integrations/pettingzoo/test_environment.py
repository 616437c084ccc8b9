"""Our games as environments of PettingZoo: its own tests pass, and no view shows too much."""

import pickle
import warnings
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.catalogue import GAMES
from kibitz.games.faults import BadInput
from kibitz.games.observation import ENCODERS

zoo = pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
checks = pytest.importorskip("pettingzoo.test")
ours = pytest.importorskip("kibitz.integrations.pettingzoo")

# Its test knows environments with masks by the names of its own ones.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
TABLES = [
    ("knaves", {}),
    ("knaves", {"hand_size": 17, "exposed_cards": True}),
    ("knack", {"players": 3, "knack_call": "explicit"}),
    ("knock-rummy", {"players": 4}),
    ("hand-knee-foot", {"players": 2}),
]
every_game = pytest.mark.parametrize("name", ours.IDS)
every_table = pytest.mark.parametrize(("name", "rules"), TABLES)


def playing(made, seed, rounds=1):
    """Play random legal actions; after each the agent that acted, its action and what it saw."""
    random = Random(seed)
    for number in range(rounds):
        made.reset(seed=seed if number == 0 else None)
        for agent in made.agent_iter():
            seen, reward, over, cut, info = made.last()
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            action = None if over or cut else random.choice(legal)
            yield agent, action, reward, seen, info
            made.step(action)


@every_table
def test_it_passes_the_tests_of_pettingzoo(name, rules, capsys):
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        checks.api_test(ours.env(name, **rules), num_cycles=30)
    checks.seed_test(lambda: ours.env(name, **rules), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@every_game
def test_registered_names_make_the_wrapped_environment(name):
    made = zoo.make("aec", ours.IDS[name])
    assert str(made) == ours.IDS[name]
    assert made.metadata["name"] == ours.IDS[name]
    wrappers = []
    while made is not made.unwrapped:
        wrappers.append(type(made).__name__)
        made = made.env
    assert wrappers == [
        "OrderEnforcingWrapper",
        "AssertOutOfBoundsWrapper",
        "TerminateIllegalWrapper",
    ]


@every_table
def test_rewards_masks_and_observations_are_those_of_the_kernels(name, rules):
    game, encoder = GAMES[name], ENCODERS[name]
    made = ours.env(name, **rules)
    state = game.state(game.deal("8", rules))
    won = {}
    for agent, action, reward, seen, info in playing(made, 8):
        seat = made.possible_agents.index(agent)
        won[agent] = reward
        np.testing.assert_array_equal(info["action_mask"], seen["action_mask"])
        np.testing.assert_array_equal(seen["observation"], encoder.observe(state, seat))
        assert seen["action_mask"].dtype == np.int8
        assert made.observation_space(agent).contains(seen)
        if action is not None:
            assert seat == game.to_move(state)
            assert seen["action_mask"].sum() == len(game.legal(state))
            protocol.run_apply(state, made.unwrapped.rounds.move_of(action))
    outcome = game.outcome(state)
    assert outcome is not None
    payoffs = outcome.payoffs
    assert [won[agent] for agent in made.possible_agents] == list(payoffs)


@every_table
def test_every_agent_may_be_observed_out_of_turn(name, rules):
    made = ours.env(name, **rules)
    made.reset(seed=3)
    for agent in made.agents:
        seen = made.observe(agent)
        assert made.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == made.agent_selection)
        assert made.infos[agent]["action_mask"].any() == (agent == made.agent_selection)
    table = made.state()
    assert made.unwrapped.state_space.contains(table)
    for agent, row in zip(made.agents, table, strict=True):
        np.testing.assert_array_equal(row, made.observe(agent)["observation"])


def test_seeds_are_numbers_of_deals_and_lead_to_the_next_ones():
    made = ours.env("knaves")
    made.reset(seed=12)
    assert made.unwrapped.rounds.position() == GAMES["knaves"].deal("12")
    later = []
    for _ in range(2):
        made.reset(seed=12)
        made.reset()
        later.append(made.unwrapped.rounds.position())
    assert later[0] == later[1] != GAMES["knaves"].deal("12")


@every_game
def test_pickled_in_the_middle_of_a_round_it_goes_on_the_same(name):
    made = ours.env(name)
    made.reset(seed=5)
    for _ in range(5):
        made.step(int(np.flatnonzero(made.infos[made.agent_selection]["action_mask"])[0]))
    copy = pickle.loads(pickle.dumps(made))
    for _ in range(3):
        assert copy.agent_selection == made.agent_selection
        np.testing.assert_array_equal(copy.state(), made.state())
        action = int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0])
        made.step(action)
        copy.step(action)
    for one in (made, copy):
        one.reset()
    assert copy.unwrapped.rounds.position() == made.unwrapped.rounds.position()


@every_game
def test_it_is_drawn_as_text(name):
    made = ours.env(name, render_mode="ansi")
    made.reset(seed=2)
    assert made.render() == made.unwrapped.rounds.drawn()
    assert len(made.render().splitlines()) > 4


def test_without_a_render_mode_nothing_is_drawn():
    made = ours.env("knaves")
    made.reset(seed=2)
    with pytest.warns(UserWarning, match="no render mode"):
        assert made.render() is None


def test_an_illegal_action_ends_the_round():
    made = ours.env("knaves", illegal_reward=-50)
    made.reset(seed=1)
    agent = made.agent_selection
    illegal = int(np.flatnonzero(made.observe(agent)["action_mask"] == 0)[0])
    made.step(illegal)
    assert made.rewards == {a: -50 if a == agent else 0 for a in made.possible_agents}
    assert all(made.terminations.values())
    for _ in made.agent_iter():
        made.step(None)
    assert made.agents == []
    bare = ours.GameEnv("knaves")
    bare.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        bare.step(illegal)
    with pytest.raises(ValueError, match="None"):
        bare.step(None)


def test_what_does_not_exist_is_refused():
    with pytest.raises(BadInput):
        ours.env("knaves", hand_size=14)
    with pytest.raises(ValueError, match="gymnasium"):
        ours.env("knotty-nines")
    with pytest.raises(ValueError, match="ansi"):
        ours.env("knaves", render_mode="human")
    made = ours.env("knaves")
    made.reset(seed=1)
    with pytest.raises(AssertionError):
        made.step(made.action_space("player_0").n)


def test_a_game_that_is_not_there_is_named():
    with pytest.raises(BadInput, match=r"^'knave' is not a game here: .*; did you mean knaves\?"):
        ours.env("knave")
