"""OpenSpiel's search as a player: legal moves, seeds that repeat, limits that hold."""

import time
from random import Random
from statistics import fmean

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knaves.game import Knaves
from kibitz.solvers.player import View

spiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
adapter = pytest.importorskip("kibitz.integrations.openspiel.game")
players = pytest.importorskip("kibitz.integrations.openspiel.players")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

OURS = Knaves()


def after(plies, seed="3"):
    """The state and position of a deal after so many random moves."""
    deal = OURS.deal(seed)
    state, random = OURS.state(deal), Random(seed)
    for _ in range(plies):
        protocol.run_apply(state, random.choice(OURS.legal(state)))
    return state, OURS.position(state, deal)


def choose(player, plies, seed):
    state, position = after(plies)
    view = View(state.copy(), position)
    return player.choose(OURS, view, int(protocol.run_turn(state)), seed)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("plies", [0, 4, 20, 37])
def test_moves_are_legal_and_repeat_for_a_seed(plies, compiled):
    player = players.IsmctsPlayer(OURS, Limits(iterations=40), compiled=compiled)
    legal = OURS.legal(after(plies)[0])
    moves = [choose(player, plies, seed) for seed in (1, 2, 1, 2)]
    assert set(moves) <= set(legal)
    assert moves[:2] == moves[2:]
    assert player.simulations == (40 if len(legal) > 1 else 0)


def test_seeds_make_a_difference():
    player = players.IsmctsPlayer(OURS, Limits(iterations=30))
    assert len({choose(player, 0, seed) for seed in range(12)}) > 1


def test_a_choice_rests_on_the_view_alone():
    player = players.IsmctsPlayer(OURS, Limits(iterations=30))
    state, position = after(10)
    seat = int(protocol.run_turn(state))
    moves = set()
    for number in range(8):
        world = state.copy()
        protocol.run_redeal(world, seat, np.array([number], np.uint64))
        view = View(world, OURS.position(world, position))
        moves.add(player.choose(OURS, view, seat, 5))
    assert len(moves) == 1


def test_time_limits_hold():
    player = players.IsmctsPlayer(OURS, Limits(time_ms=60))
    choose(player, 0, 1)
    began = time.perf_counter()
    choose(player, 0, 1)
    assert time.perf_counter() - began >= 0.06
    assert player.simulations > 1


@pytest.mark.parametrize("limits", [Limits(time_ms=1), Limits(iterations=1)], ids=str)
def test_the_tightest_limits_still_give_a_move(limits):
    player = players.IsmctsPlayer(OURS, limits)
    legal = OURS.legal(after(0)[0])
    assert all(choose(player, 0, seed) in legal for seed in range(20))
    assert player.simulations >= 2


def test_some_limit_is_needed():
    with pytest.raises(ValueError, match="limit"):
        players.IsmctsPlayer(OURS, Limits())


def test_compiled_rollouts_have_the_mean_of_openspiels_own():
    game = adapter.load("knaves", seed=9)
    state = game.new_initial_state()
    before = str(state)
    compiled = players.CompiledRollouts(4, OURS.max_moves, game.seats)
    plain = mcts.RandomRolloutEvaluator(1, np.random.RandomState(4))
    assert compiled.prior(state) == plain.prior(state)
    ours = [compiled.evaluate(state)[0] for _ in range(4_000)]
    theirs = [plain.evaluate(state)[0] for _ in range(400)]
    spread = np.sqrt(np.var(ours) / len(ours) + np.var(theirs) / len(theirs))
    assert abs(fmean(ours) - fmean(theirs)) < 4 * spread
    assert str(state) == before
