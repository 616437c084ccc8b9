from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Proof, StoppedBy, Verdict
from kibitz.contract.options import Limits, SolveOptions
from kibitz.games.protocol import run_apply
from kibitz.heuristics.knack_solitaire.bound import run_is_lost
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.known import decide
from kibitz.solvers.knack_solitaire.searches import Beam, Exhaust
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from tests.cases import cases, least
from tests.naive.knack_solitaire_search import is_winnable, replay
from tests.solvers.knack_solitaire.packs import GAME, line_on, naive_of, small_pack

LIMIT = 6_000
MEMORY = 1 << 22

# Switches, cards of the pack, jokers, packs, how many of them at least are won and lost.
TABLE = {"field": {"width": 4, "height": 3}}
FULL = {"field": {"width": 3, "height": 2}}
FAST = {"field": {"width": 5, "height": 3}, "anchored": True}
DECLINE = {"may_decline": True}
MIXES = [
    pytest.param({}, (8, 14), 0, 75, 50, 5, id="unbounded"),
    pytest.param({}, (8, 11), 1, 45, 30, 2, id="one-joker"),
    pytest.param({}, (8, 11), 2, 30, 25, 0, id="two-jokers"),
    pytest.param({"wrap": "none", "redeal": "turn_over"}, (8, 12), 0, 30, 20, 1, id="turn-over"),
    pytest.param(TABLE, (8, 11), 0, 60, 40, 6, id="window"),
    pytest.param(FULL, (6, 6), 0, 800, 8, 400, id="full"),
    pytest.param(TABLE, (8, 11), 1, 30, 10, 10, id="window-joker"),
    pytest.param(FAST, (8, 14), 0, 60, 20, 20, id="anchored"),
    pytest.param(FAST, (8, 12), 2, 30, 20, 1, id="anchored-jokers"),
    pytest.param({**FAST, "danglers": 1}, (9, 12), 1, 30, 15, 4, id="danglers"),
    pytest.param({**FAST, "obstacles": [[1, 0]]}, (8, 12), 0, 30, 12, 10, id="obstacle"),
    pytest.param({**FAST, **DECLINE}, (8, 10), 0, 30, 20, 1, id="decline"),
    pytest.param({**DECLINE}, (8, 9), 1, 30, 22, 0, id="decline-joker"),
]


@pytest.mark.parametrize(("rules", "cards", "jokers", "count", "won", "lost"), MIXES)
def test_agrees_with_trying_everything(
    rules: dict[str, Any], cards: tuple[int, int], jokers: int, count: int, won: int, lost: int
) -> None:
    random = Random(f"{rules}{jokers}")
    verdicts = {True: 0, False: 0, None: 0}
    for _ in range(cases(count)):
        game, state = small_pack(random, random.randint(*cards), jokers, **rules)
        truth = is_winnable(game, LIMIT)
        verdicts[truth] += 1
        if truth is None:
            continue
        if truth:
            assert not run_is_lost(state), game
        stopped, found = decide(state, Budget(Limits(nodes=300_000, memory_mb=64)))
        assert stopped is StoppedBy.SOLVED, game
        assert found.verdict is (Verdict.SOLVABLE if truth else Verdict.UNSOLVABLE), game
        if found.won is not None:
            assert replay(game, line_on(game, found.won)), game
    assert verdicts[True] >= least(won)
    assert verdicts[False] >= least(lost)
    assert verdicts[None] <= 0.2 * cases(count)


def test_every_way_and_beams_decide_alone() -> None:
    random = Random(5)
    agreed = 0
    for _ in range(60):
        game, state = small_pack(random, random.randint(8, 11), 0, **FAST)
        truth = is_winnable(game, LIMIT)
        if truth is None:
            continue
        every, beam = Exhaust(state, MEMORY), Beam(state, 64)
        while not every.advance(100):
            pass
        while not beam.advance(100):
            pass
        assert (every.found() is not None) is truth, game
        assert beam.found() is None or truth, game
        agreed += (beam.found() is not None) == truth
    assert agreed >= 45


def test_a_full_table_ends_the_search_of_every_way() -> None:
    state = GAME.state(GAME.deal("16", {"redeals": 0}))
    every = Exhaust(state, 1)
    while not every.advance(10_000):
        pass
    assert every.over
    assert every.found() is None


def test_search_stops_and_goes_on_anywhere() -> None:
    _, state = small_pack(Random(11), 12, 1, **FAST)
    whole, parts = Exhaust(state, MEMORY), Exhaust(state, MEMORY)
    while not whole.advance(1_000_000):
        pass
    while not parts.advance(1):
        pass
    assert (whole.outcome, whole.nodes, whole.states) == (parts.outcome, parts.nodes, parts.states)


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"jokers": 0},
        {"pack": 36},
        {"may_decline": True},
        {"redeal": "turn_over", "jokers": 0},
        {"field": {"width": 13, "height": 13}, "anchored": True, "jokers": 0},
        {"field": {"width": 9, "height": 10}, "anchored": True, "danglers": 3},
        {"field": {"width": 10, "height": 11}},
    ],
    ids=str,
)
def test_lines_of_whole_packs_win_for_the_naive_twin(rules: dict[str, Any]) -> None:
    solver = KnackSolitaireSolver()
    won = 0
    for seed in range(12):
        position = solver.game.deal(str(seed), rules)
        answer = solver.solve(position, SolveOptions(), Budget(Limits(nodes=40_000, memory_mb=128)))
        if answer.moves is not None:
            won += 1
            assert answer.proof is Proof.WITNESS
            assert replay(naive_of(position), answer.moves)
    assert won >= 2


def test_a_won_game_and_a_lost_one_are_decided_at_once() -> None:
    solver = KnackSolitaireSolver()
    game = solver.game
    position = game.deal("5")
    line = solver.solve(position, SolveOptions(), Budget(Limits(nodes=10_000))).moves
    assert line
    done = game.play(position, line)
    answer = solver.solve(done, SolveOptions(), Budget(Limits(nodes=1)))
    assert (answer.verdict, answer.moves) == (Verdict.SOLVABLE, [])
    state = game.state(position)
    run_apply(state, game.legal(state)[0])
    assert decide(state, Budget(Limits(nodes=10_000)))[1].verdict is Verdict.SOLVABLE
