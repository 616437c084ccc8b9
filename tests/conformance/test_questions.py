"""A question is made once: a verb makes a kernel state of the position, one of what is seen of it.

Below that the states are handed down, and no search changes them.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import numpy as np
import pytest

from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Limits,
    Objective,
    SolveOptions,
)
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import Solver
from tests.conformance.playing import walk

LIMITS = Limits(iterations=24, nodes=500, memory_mb=64)
VIEWS = 2  # the position, and what the seat to move sees of it
REPLAYED = 3  # the position, and a line from it that is played once more: before it and after it
INFORMATION: list[Information] = ["hidden", "known"]
every_solver = pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)


@contextmanager
def states_made(game: Game) -> Iterator[list[tuple[State, State]]]:
    """The kernel states that are made of positions meanwhile, each with a copy from then."""
    made: list[tuple[State, State]] = []
    state_of = type(game).state

    def noted(self: Game, position: Any) -> State:
        state = state_of(self, position)
        made.append((state, state.copy()))
        return state

    with patch.object(type(game), "state", noted):
        yield made


def positions(game: Game) -> list[Any]:
    """A deal, a position on the way, two close to the end of a random game, and its end."""
    deal = game.deal("3")
    states = walk(game, deal, Random(3))
    last = len(states) - 1
    places = sorted({0, last // 2, max(0, last - 3), max(0, last - 1), last})
    return [game.position(states[place], deal) for place in places]


@every_solver
@pytest.mark.parametrize("information", INFORMATION)
def test_advice_makes_no_state_twice(solver: Solver, information: Information) -> None:
    game = solver.game
    for position in positions(game):
        with states_made(game) as made:
            advice = solver.advise(position, HintOptions(information=information), Budget(LIMITS))
            for level in ("nudge", "area", "move", "why"):
                advice.at(level)
        assert 0 < len(made) <= VIEWS
        with states_made(game) as more:
            asked = AnalyzeOptions(information=information)
            solver.analyze(position, asked, Budget(LIMITS))
        assert 0 < len(more) <= VIEWS
        assert all(np.array_equal(state, before) for state, before in made + more)


@every_solver
@pytest.mark.parametrize("information", INFORMATION)
def test_a_hint_makes_two_states_from_json_to_answer(
    solver: Solver, information: Information
) -> None:
    game, options = solver.game, HintOptions(information=information)
    state_of: Any = game.state_of
    for position in positions(game):
        for shown in (position, game.as_seen(position, game.to_move(game.state(position)) or 0)):
            data = shown.to_json()
            state_of.cache_clear()
            read = game.read(data)
            with suppress(BadInput):  # a view does not list what open cards need
                solver.check(read, options)
                solver.advise(read, options, Budget(LIMITS)).at("why")
            assert state_of.cache_info().misses <= VIEWS


@every_solver
def test_a_kept_state_is_that_of_its_position(solver: Solver) -> None:
    game = solver.game
    state_of: Any = game.state_of
    for position in positions(game):
        solver.advise(position, HintOptions(), Budget(LIMITS))
        game.play(position, [game.move_text(move) for move in game.legal(game.state(position))[:1]])
        assert np.array_equal(game.state(position), state_of.__wrapped__(position))


@every_solver
def test_solve_makes_a_state_and_replays_its_line(solver: Solver) -> None:
    game = solver.game
    for position in positions(game):
        with states_made(game) as made:
            solver.solve(position, SolveOptions(), Budget(LIMITS))
        assert len(made) <= REPLAYED


@every_solver
def test_a_question_holds_the_position_and_what_may_be_used_of_it(solver: Solver) -> None:
    assert isinstance(solver, AnsweringSolver)
    game = solver.game
    for position in positions(game)[:-1]:
        known = solver.ask(position, HintOptions(information="known"))
        assert (known.seen, known.information) == (position, "known")
        assert known.view is known.state
        question = solver.ask(position, AnalyzeOptions(information="hidden", seed="7"))
        assert (question.verb, question.seed, question.named) == ("analyze", 7, False)
        assert question.legal == question.moves == game.legal(question.state)
        if question.information == "hidden" and question.seen != position:
            assert np.array_equal(question.view, game.state(question.seen))
        name = game.move_text(question.legal[-1])
        named = solver.ask(position, AnalyzeOptions(moves=[name, name]))
        assert (named.moves, named.named) == (question.legal[-1:], True)


@every_solver
def test_every_fault_of_a_request_is_listed(solver: Solver) -> None:
    game = solver.game
    deal = game.deal("3")
    view = game.as_seen(deal, int(protocol.run_turn(game.state(deal))))
    with pytest.raises(BadInput) as caught:
        solver.analyze(view, AnalyzeOptions(information="known", moves=["?"]), Budget(LIMITS))
    pointers = {fault.pointer for fault in caught.value.faults}
    assert {"/information", "/moves/0"} <= pointers
    objective = next(each for each in get_args(Objective) if each not in solver.objectives)
    with pytest.raises(BadInput) as caught:
        solver.solve(view, SolveOptions(objective=objective), Budget(LIMITS))
    pointers = {fault.pointer for fault in caught.value.faults}
    assert "/objective" in pointers
    assert any(pointer.startswith("/position/") for pointer in pointers)
