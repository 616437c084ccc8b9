"""Our games in OpenSpiel's shape: they play as the kernels do, and show a seat only its view."""

import pickle
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.knaves.game import Knaves
from kibitz.games.knotty_nines.game import KnottyNines

spiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
adapter = pytest.importorskip("kibitz.integrations.openspiel.game")

OURS = Knaves()
RULES = [
    {},
    {"hand_size": 17},
    {"turned_jack": "last_trick", "jack_hearts": -9},
    {"turned_jack": "no_trump"},
    {"exposed_cards": True},
]
every_rules = pytest.mark.parametrize("rules", RULES, ids=str)


def spots(seed=1, plies=(0, 1, 7, 20, 38), **parameters):
    """States of one random game, after so many moves."""
    state = adapter.load("knaves", seed=seed, **parameters).new_initial_state()
    random = Random(seed)
    found = []
    for ply in range(max(plies) + 1):
        if ply in plies:
            found.append(state.clone())
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return found


@every_rules
def test_random_playouts_are_those_of_the_kernels(rules):
    random = Random(3)
    game = adapter.load("knaves", **rules)
    for seed in range(5):
        state = game.new_initial_state()
        assert state.is_chance_node()
        state.apply_action(seed)
        deal = OURS.deal(str(seed), rules)
        ours = OURS.state(deal)
        while (outcome := OURS.outcome(ours)) is None:
            seat = protocol.run_turn(ours)
            legal = OURS.legal(ours)
            assert state.current_player() == seat
            assert state.legal_actions() == legal
            assert state.legal_actions((seat + 1) % 3) == []
            assert str(state) == OURS.position(ours, deal).to_text()
            assert state.returns() == [0.0] * 3
            move = random.choice(legal)
            assert state.action_to_string(move) == OURS.move_text(move)
            assert state.string_to_action(OURS.move_text(move)) == move
            state.apply_action(move)
            protocol.run_apply(ours, move)
        assert state.is_terminal()
        assert state.current_player() == spiel.PlayerId.TERMINAL
        assert state.returns() == list(outcome.payoffs)
        assert all(game.min_utility() <= won <= game.max_utility() for won in state.returns())
        assert len(state.history()) <= 1 + game.max_game_length()


@pytest.mark.parametrize(
    "name",
    [
        *("kibitz_knaves(deals=20)", "kibitz_knaves(seed=4,hand_size=17)"),
        *("kibitz_knack(deals=20)", "kibitz_knack(seed=4,players=3,knack_call=explicit)"),
        "kibitz_knock_rummy(seed=4)",
        "kibitz_knock_rummy(seed=5,players=4,knock_limit=40,stock_out=shuffle)",
    ],
)
def test_openspiel_finds_no_fault_in_a_random_game(name):
    game = spiel.load_game(name)
    spiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_the_first_node_deals_or_the_seed_does():
    dealt = adapter.load("knaves", deals=8).new_initial_state()
    assert dealt.chance_outcomes() == [(seed, 1 / 8) for seed in range(8)]
    assert dealt.action_to_string(dealt.current_player(), 5) == "deal 5"
    dealt.apply_action(5)
    fixed = adapter.load("knaves", seed=5)
    assert str(dealt) == str(fixed.new_initial_state()) == OURS.deal("5").to_text()
    assert not fixed.new_initial_state().is_chance_node()
    fixed.new_initial_state().apply_action(fixed.new_initial_state().legal_actions()[0])
    assert str(dealt) == str(fixed.new_initial_state())


def test_copies_go_their_own_ways():
    for state in spots(plies=(0, 5, 20)):
        before, told = str(state), state.information_state_string()
        copy = state.clone()
        assert type(copy) is type(state)
        assert (str(copy), copy.history()) == (before, state.history())
        copy.apply_action(copy.legal_actions()[0])
        assert str(copy) != before
        assert (str(state), state.information_state_string()) == (before, told)
        assert len(copy.history()) == len(state.history()) + 1
        assert OURS.as_seen(OURS.read(before), 0).to_text() == state.information_state_string(0)


@every_rules
def test_a_seat_is_told_the_same_of_every_deal_that_it_may_face(rules):
    random = Random(8)
    for state in spots(**rules):
        for seat in range(3):
            told = state.information_state_string(seat)
            assert OURS.read(told) == OURS.as_seen(OURS.read(str(state)), seat)
            assert state.observation_string(seat) == told
            worlds = set()
            for _ in range(32):
                world = state.resample_from_infostate(seat, random.random)
                worlds.add(str(world))
                world._table.views.clear()
                assert world.information_state_string(seat) == told
                assert world.returns() == state.returns()
                if state.current_player() == seat:
                    assert world.legal_actions() == state.legal_actions()
            assert len(worlds) > 1 or len(OURS.read(told).unseen) < 13


def test_a_world_depends_on_the_numbers_drawn_alone():
    state = spots(plies=(7,))[0]
    before = str(state)
    worlds = [
        str(state.resample_from_infostate(0, lambda draw=draw: draw)) for draw in (0.25, 0.25, 0.75)
    ]
    assert worlds[0] == worlds[1] != worlds[2]
    assert str(state) == before


def test_games_and_states_survive_pickling():
    game = adapter.load("knaves", seed=2, hand_size=17)
    copy = pickle.loads(pickle.dumps(game))
    assert str(copy) == str(game)
    assert str(copy.new_initial_state()) == str(game.new_initial_state())
    dealt = adapter.load("knaves", deals=3).new_initial_state()
    dealt.apply_action(2)
    dealt.apply_action(dealt.legal_actions()[0])
    again = spiel.deserialize_game_and_state(
        spiel.serialize_game_and_state(dealt.get_game(), dealt)
    )[1]
    assert str(again) == str(dealt)


def test_a_state_is_adopted_without_being_shared():
    deal = OURS.deal("6")
    record = OURS.state(deal)
    protocol.run_apply(record, OURS.legal(record)[0])
    state = adapter.load("knaves").adopt(record, OURS.position(record, deal))
    before = record.copy()
    assert str(state) == OURS.position(record, deal).to_text()
    state.apply_action(state.legal_actions()[0])
    np.testing.assert_array_equal(record, before)


@pytest.mark.parametrize(
    ("parameters", "fault"),
    [
        ({"hand_size": 14}, BadInput),
        ({"turned_jack": "lost"}, BadInput),
        ({"wheel": 4}, BadInput),
        ({"deals": 0}, ValueError),
    ],
)
def test_parameters_that_do_not_exist_are_refused(parameters, fault):
    with pytest.raises(fault):
        adapter.load("knaves", **parameters)


def test_what_cannot_be_told_is_refused():
    undealt = adapter.load("knaves").new_initial_state()
    assert undealt.information_state_string(0) == str(undealt) == "to be dealt"
    with pytest.raises(ValueError, match="dealt"):
        _ = undealt.record
    ended = spots(plies=(39,))[0]
    assert ended.is_terminal()
    with pytest.raises(ValueError, match="name the player"):
        ended.information_state_string()
    with pytest.raises(ValueError, match="parameters"):
        adapter.load("knaves").make_py_observer(params={"tensor": True})


def test_any_game_of_the_protocol_can_be_presented():
    ours = KnottyNines()
    facts = adapter.Facts(ours, 1024, lambda _: (0.0, 1.0))
    made = type(adapter.KibitzGame)("KnottyGame", (adapter.KibitzGame,), {}, facts=facts)
    random = Random(5)
    for seed in range(3):
        state = made({"deals": 5}).new_initial_state()
        state.apply_action(seed)
        record = ours.state(ours.deal(str(seed)))
        for _ in range(40):  # random moves of this game may go in circles for ever
            assert state.legal_actions() == ours.legal(record)
            if state.is_terminal() or not state.legal_actions():
                break
            move = random.choice(state.legal_actions())
            state.apply_action(move)
            protocol.run_apply(record, move)
        assert state.is_terminal() == bool(protocol.run_over(record))


def test_knock_rummy_has_as_many_seats_as_play_and_switches_that_may_be_none():
    game = adapter.load("knock-rummy", players=4, knock_limit=None, seed=3)
    assert game.num_players() == 4
    state = game.new_initial_state()
    assert (
        str(state) == adapter.CLASSES["knock-rummy"].facts.game.deal("3", {"players": 4}).to_text()
    )
    state.apply_action(state.legal_actions()[0])
    assert any(action >= 52 for action in state.legal_actions())
