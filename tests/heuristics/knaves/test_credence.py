"""What was played says as much of a world as the prior, asked play by play, says of it."""

from math import log
from random import Random

import numpy as np
import pytest

from games import protocol
from games.kernel import kernel
from games.knaves.play import MAX_MOVES
from games.protocol import Moves, State
from heuristics.knaves.credence import WHIM, credence
from heuristics.knaves.judgement import Reals
from heuristics.knaves.policy import prior
from tests.games.knaves.tables import GAME, exposed_deals


@kernel
def run_credence(state: State, seat: int) -> float:
    return credence(state[0], seat)


@kernel
def run_prior(state: State, moves: Moves, count: int, weights: Reals) -> None:
    prior(state[0], moves, count, weights)


def of_play(state: State, move: int) -> float:
    """How likely the play was: mostly by the prior, else any legal card."""
    moves, weights = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES)
    count = protocol.run_legal(state, moves)
    run_prior(state, moves, count, weights)
    likely = weights[list(moves[:count]).index(move)]
    return (1 - WHIM) * float(likely) + WHIM / count


@pytest.mark.parametrize("rules", [{}, {"hand_size": 17}, {"turned_jack": "no_trump"}], ids=str)
def test_it_is_the_product_over_the_plays_of_the_others(rules: dict[str, object]) -> None:
    random = Random(6)
    for seed in range(6):
        state = GAME.state(GAME.deal(str(seed), rules))
        sums = [0.0, 0.0, 0.0]
        while not protocol.run_over(state):
            for seat in range(3):
                assert run_credence(state, seat) == pytest.approx(sums[seat])
            mover, legal = int(protocol.run_turn(state)), GAME.legal(state)
            move = random.choice(legal)
            for seat in range(3):
                if seat != mover:
                    sums[seat] += log(of_play(state, move))
            protocol.run_apply(state, move)


def test_it_says_nothing_where_cards_may_have_been_called() -> None:
    for position in exposed_deals()[:2]:
        state = GAME.state(position)
        while not protocol.run_over(state):
            assert run_credence(state, 0) == 0
            protocol.run_apply(state, GAME.legal(state)[0])


def test_it_leaves_the_state_alone() -> None:
    state = GAME.state(GAME.deal("1"))
    for _ in range(20):
        protocol.run_apply(state, GAME.legal(state)[0])
    before = state.copy()
    run_credence(state, 1)
    assert state == before
