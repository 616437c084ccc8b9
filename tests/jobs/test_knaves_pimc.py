"""Perfect-information Monte Carlo: its choice is that of averaging over solved worlds."""

from random import Random

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.policy import playout_move
from kibitz.jobs.players.knaves_pimc import DEPTHS, Depths, PimcPlayer, Worlds
from kibitz.solvers.budget import Budget
from kibitz.solvers.knaves.exact import Objective
from kibitz.solvers.player import View
from tests.cases import cases
from tests.games.knaves.tables import GAME
from tests.solvers.knaves.ends import MAX_N, brute, ending, state_of_ending


@kernel
def policy_move(state: State, moves: Moves, count: int, stream: Stream) -> int:
    return playout_move(state[0], moves, count, stream)


OBJECTIVES: tuple[Objective, ...] = ("max_n", "paranoid")


def world_of(root: State, seed: int, index: int) -> tuple[State, np.ndarray]:
    """World ``index`` and the stream of chance as it stands after the deal."""
    world, stream = root.copy(), np.zeros(1, np.uint64)
    start_stream(stream, np.uint64(seed), np.uint64(index))
    protocol.run_redeal(world, int(protocol.run_turn(root)), stream)
    return world, stream


def solved(state: State, seat: int, objective: Objective) -> int:
    """The points of ``seat`` by trying everything."""
    return brute(state, MAX_N if objective == "max_n" else seat)[0][seat]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    ("tricks", "calling", "number"), [(2, False, 20), (2, True, 20), (3, False, 10), (4, False, 1)]
)
def test_the_choice_is_that_of_averaging_over_brute_force(objective, tricks, calling, number):
    random = Random(tricks)
    for seed in range(cases(number)):
        root = state_of_ending(random, tricks, calling)
        seat, legal = int(protocol.run_turn(root)), GAME.legal(root)
        totals = dict.fromkeys(legal, 0)
        for index in range(5):
            after = brute(world_of(root, seed, index)[0], MAX_N if objective == "max_n" else seat)
            for move in legal:
                totals[move] += after[1][move][seat]
        limits = Limits(iterations=5 * len(legal))
        worlds = Worlds(root, objective, DEPTHS[objective], Budget(limits), seed)
        worlds.run()
        assert worlds.count == 5
        assert dict(zip(worlds.moves.tolist(), worlds.totals.tolist(), strict=True)) == totals
        player = PimcPlayer(limits, objective)
        view = View(world_of(root, 77, 0)[0], None)
        assert player.choose(GAME, view, seat, seed) == max(legal, key=lambda m: (totals[m], -m))
        assert player.worlds == 5


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("calling", [False, True])
def test_before_the_end_the_policy_plays_on_and_the_rest_is_solved(objective, calling):
    random = Random(4)
    for seed in range(6):
        root = state_of_ending(random, 5, calling)
        seat, legal = int(protocol.run_turn(root)), GAME.legal(root)
        worlds = Worlds(root, objective, Depths(4, 2), Budget(Limits(iterations=len(legal))), seed)
        worlds.run()
        world, stream = world_of(root, seed, 0)
        for move, total in zip(legal, worlds.totals, strict=True):
            state, chance = world.copy(), stream.copy()
            protocol.run_apply(state, move)
            play_until(state, 2, chance)
            assert total == solved(state, seat, objective)


def play_until(state: State, tricks: int, stream: np.ndarray) -> None:
    """Play the policy until so many tricks are left."""
    moves = np.empty(MAX_MOVES + 1, np.int64)
    while state[0]["hand_size"] - state[0]["count"] // 3 > tricks:
        count = protocol.run_legal(state, moves)
        protocol.run_apply(state, policy_move(state, moves, count, stream))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("limits", [Limits(time_ms=1), Limits(iterations=1)], ids=str)
def test_the_tightest_limits_still_give_a_move_from_one_world(objective, limits):
    player = PimcPlayer(limits, objective)
    for tricks in (3, 7, 13):
        root = GAME.state(ending(Random(tricks), tricks))
        seat = int(protocol.run_turn(root))
        assert player.choose(GAME, View(root.copy(), None), seat, 1) in GAME.legal(root)
        assert player.worlds >= 1


def test_iterations_are_moves_valued_and_never_more_than_allowed():
    root = GAME.state(GAME.deal("4"))
    assert len(GAME.legal(root)) == 13
    player = PimcPlayer(Limits(iterations=51), "max_n")
    player.choose(GAME, View(root, None), 1, 1)
    assert player.worlds == 3


def test_some_limit_is_needed():
    with pytest.raises(ValueError, match="limit"):
        PimcPlayer(Limits(), "max_n")
