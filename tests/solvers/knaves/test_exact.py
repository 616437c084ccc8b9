from dataclasses import replace
from random import Random

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.protocol import Payoffs, State
from kibitz.solvers.budget import Budget
from kibitz.solvers.knaves.endgame import TRICKS_SOLVED, endgame
from kibitz.solvers.knaves.exact import Objective, OpenSearch, solve_open
from kibitz.solvers.knaves.frames import new_memory
from tests.cases import cases
from tests.games.knaves.tables import GAME, as_naive
from tests.naive import knaves_exact as naive
from tests.solvers.knaves.ends import MAX_N, brute, ending, state_of_ending


@kernel
def run_endgame(state: State, payoffs: Payoffs) -> bool:
    return endgame(state[0], payoffs)


@pytest.mark.parametrize("calling", [False, True])
def test_brute_force_is_what_the_naive_game_gives(calling: bool) -> None:
    random = Random(1)
    for number in range(cases(32)):
        position = ending(random, 2 if calling or number % 4 else 3, calling)
        state, game = GAME.state(position), as_naive(position)
        points, values = brute(state, MAX_N)
        assert points == naive.max_n(game)
        after = {move: naive.max_n(child) for move, child in naive.children(game)}
        assert {GAME.move_text(move): value for move, value in values.items()} == after
        for seat in range(3):
            assert brute(state, seat)[0][seat] == naive.paranoid(game, seat)


# One position of a trick, told apart only by who has declined to call a card.
DECLINED = (
    "knaves~exposed_cards-on~7H.0.0.0.0~4C7C9C.8D3S5S.8C6HJH~6CJC2D3D5DKD3H5H9HTHQHKS~QD9D6D."
    "4H2HKH.3C2CTC.5CKCAC.TS8SQS.4DAD7D.TDJDQC.4S7SAS.2SJS6S.8HAH9S~exposed0-7C9C.exposed1-5S"
)


def test_positions_that_differ_in_calls_alone_are_not_taken_for_one() -> None:
    position = GAME.read(DECLINED)
    assert naive.max_n(as_naive(position)) == [4, 4, -3]
    assert solve_open(GAME.state(position)).points == (4, 4, -3)


def test_three_tricks_with_calls_as_the_naive_game_has_them() -> None:
    random = Random(12)
    for _ in range(8):
        position = ending(random, 3, calling=True, most=1)
        game = as_naive(position)
        state = GAME.state(position)
        assert list(solve_open(state).points or ()) == naive.max_n(game)
        seat = random.randrange(3)
        assert solve_open(state, "paranoid", seat).value == naive.paranoid(game, seat)


def play_out(state: State, line: tuple[int, ...]) -> list[int]:
    """The points of the round after a line that has to be legal and complete."""
    state = state.copy()
    moves = np.empty(MAX_MOVES + 1, np.int64)
    for move in line:
        assert move in moves[: protocol.run_legal(state, moves)]
        protocol.run_apply(state, move)
    assert protocol.run_over(state)
    return [int(n) for n in state[0]["points"]]


# Together 1,250 positions, 430 of them with cards that may be called.
@pytest.mark.parametrize(
    ("tricks", "calling", "number"),
    [
        (1, False, 100),
        (1, True, 100),
        (2, False, 200),
        (2, True, 200),
        (3, False, 350),
        (3, True, 130),
        (4, False, 150),
        (5, False, 20),
    ],
)
def test_like_trying_everything(tricks: int, calling: bool, number: int) -> None:
    random = Random(tricks)
    for _ in range(cases(number)):
        state = state_of_ending(random, tricks, calling)
        turn = int(state[0]["turn"])
        points, values = brute(state)
        found = solve_open(state)
        assert found.stopped is StoppedBy.SOLVED
        assert (found.seat, list(found.points or ())) == (turn, points)
        assert {move.move: list(move.points or ()) for move in found.moves} == values
        assert play_out(state, found.line) == points
        assert found.line[0] == min(move for move, value in values.items() if value == points)
        seat = random.randrange(3)
        points, values = brute(state, seat)
        against = solve_open(state, "paranoid", seat)
        assert against.value == points[seat]
        assert {m.move: m.value for m in against.moves} == {m: v[seat] for m, v in values.items()}
        assert play_out(state, against.line)[seat] == points[seat]


def test_ties_go_against_the_next_seat() -> None:
    random = Random(5)
    seen = 0
    while seen < 10:
        state = state_of_ending(random, 3)
        turn = int(state[0]["turn"])
        found = solve_open(state)
        same = [m.points for m in found.moves if m.points and m.points[turn] == found.value]
        if len(set(same)) > 1:
            seen += 1
            assert found.points is not None
            assert found.points[(turn + 1) % 3] == min(points[(turn + 1) % 3] for points in same)


@pytest.mark.parametrize("objective", ["max_n", "paranoid"])
def test_neither_the_table_nor_a_pause_changes_anything(objective: Objective) -> None:
    random = Random(6)
    for number in range(40):
        state = state_of_ending(random, 4 + number % 3)
        values = []
        for slots, chunk in ((1, 1 << 40), (2, 1 << 40), (1 << 12, 1 << 40), (1 << 12, 100)):
            search = OpenSearch(new_memory(slots), state, objective, 1)
            while search.advance(chunk) is None:
                pass
            values.append(search.memory.frames[0]["value"].tolist())
        assert all(value[0] == values[0][0] for value in values)
        if objective == "max_n":
            assert all(value == values[0] for value in values)


def test_a_limit_of_nodes_is_kept_and_said() -> None:
    state = state_of_ending(Random(7), 6)
    found = solve_open(state, budget=Budget(Limits(nodes=500)))
    assert found.stopped is StoppedBy.NODES
    assert found.nodes == 500
    assert (found.value, found.points, found.line) == (None, None, ())
    whole = solve_open(state)
    for move in found.moves:
        assert move in whole.moves


def test_cards_out_of_play_do_not_matter() -> None:
    position = ending(Random(8), 5)
    unknown = replace(position, out=(), out_hidden=len(position.out) + position.out_hidden)
    assert solve_open(GAME.state(unknown)) == solve_open(GAME.state(position))


def test_all_hands_must_be_known() -> None:
    view = GAME.as_seen(ending(Random(9), 3), 0)
    with pytest.raises(ValueError, match="needs all three hands"):
        solve_open(GAME.state(view))


def test_points_taken_before_count() -> None:
    state = state_of_ending(Random(3), 2)
    found = solve_open(state)
    more = state.copy()
    more[0]["points"] += np.array([3, -2, 5], np.int16)
    raised = solve_open(more)
    assert found.points is not None
    assert raised.points is not None
    assert np.subtract(raised.points, found.points).tolist() == [3, -2, 5]


@pytest.mark.parametrize("calling", [False, True])
def test_the_endgame_of_a_world(calling: bool) -> None:
    random = Random(10)
    payoffs = np.zeros(3)
    for number in range(120):
        state = state_of_ending(random, 1 + number % TRICKS_SOLVED, calling)
        assert run_endgame(state, payoffs)
        assert payoffs.tolist() == list(solve_open(state).points or ())


def test_no_endgame_too_early_or_of_unknown_hands() -> None:
    payoffs = np.full(3, -99.0)
    early = GAME.state(GAME.deal("1"))
    view = GAME.state(GAME.as_seen(ending(Random(11), 2), 0))
    assert not run_endgame(early, payoffs)
    assert not run_endgame(view, payoffs)
    assert (payoffs == -99).all()
