"""After warming, no question about any game compiles anything: not for any table, not any switch.

A kernel that is compiled within a request holds it up for seconds or minutes, whatever its limits.
"""

import sys
from itertools import cycle
from random import Random
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

from kibitz.api.verbs import VERBS, SearchVerb
from kibitz.contract.options import STRENGTHS, Limits
from kibitz.games import protocol
from kibitz.games.compilations import compilations
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import Solver
from tests.cases import cases
from tests.conformance.playing import STAGED, goes_together, tables_of, variants, walk

REVIEWED = Limits(iterations=40, nodes=200, memory_mb=16)
FEW = Limits(iterations=4, nodes=200, memory_mb=16)


def tables(game: Game) -> list[dict[str, Any]]:
    """Each switch at each value, and the numbers of players in turn, each also by itself."""
    found = []
    for rules, count in zip(variants(game), cycle(tables_of(game))):
        both = {**rules, **count}
        found.append(both if goes_together(game, both) else rules)
    return found + tables_of(game)


def kernels() -> set[str]:
    """Every kernel with the types that it was compiled for, or loaded from the cache for."""
    modules = [module for name, module in [*sys.modules.items()] if name.startswith("kibitz.")]
    return {
        f"{value.py_func.__module__}.{value.py_func.__qualname__}{types}"
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Dispatcher)
        for types in value.signatures
    }


def positions(game: Game, rules: dict[str, Any], number: int) -> list[Any]:
    """A deal, and the middle and the last move of a random game, of few cases one of these."""
    deal = game.deal("9", rules)
    states = walk(game, deal, Random(9))
    places = [0, len(states) // 2, -2]
    tried = (places + places)[number % 3 :][: cases(3)]
    return [game.position(states[max(place, -len(states))], deal) for place in tried]


def questions(solver: Solver, position: Any, number: int) -> list[tuple[str, dict[str, Any]]]:
    """Every verb with every choice that it has; utilities and what is known come in turn."""
    utilities = solver.utilities or (None,)
    utility = utilities[number % len(utilities)]
    game = solver.game
    state = game.state(position)
    moves = [game.move_text(move) for move in game.legal(state)[:1]]
    asked: list[tuple[str, dict[str, Any]]] = [
        *(("moves", {}), ("play", {"moves": moves}), ("verify", {"moves": moves})),
        ("view", {"seat": 0}),
        *(("solve", {"objective": objective}) for objective in solver.objectives),
    ]
    asked += [(verb, {"utility": utility}) for verb in ("hint", "analyze")]
    for level in STRENGTHS:
        asked += [("choose", {"level": level, "seed": seed}) for seed in range(2)]
    verb, information = (("hint", "known"), ("hint", "hidden"), ("analyze", "known"))[number % 3]
    asked += [(verb, {"information": information}), ("analyze", {"moves": moves})]
    record = {"position": position.to_json(), "moves": moves}
    asked += [("review", {"record": record, "utility": utility}), ("record", {"record": record})]
    return asked


def ask(solver: Solver, verb: str, position: Any, more: dict[str, Any]) -> None:
    """Put a question; one that does not fit is refused, which is an answer as well."""
    found = VERBS[verb]
    try:
        if isinstance(found, SearchVerb) and verb == "review":
            request, played = found.read(solver, more)
            found.call(solver, played, request, Budget(REVIEWED), ignore)
        elif isinstance(found, SearchVerb):
            options = found.takes.model_validate({**more, "position": None})
            found.call(solver, position, options, Budget(FEW), ignore)
        else:
            found.call(solver, {"position": position.to_json(), **more})
    except BadInput:
        return


@pytest.fixture(scope="module", params=SOLVERS)
def warmed(request: pytest.FixtureRequest) -> Solver:
    """A solver whose kernels have been loaded as a service loads them."""
    solver = SOLVERS[request.param]
    solver.warm()
    return solver


def test_nothing_is_compiled_after_warming(warmed: Solver) -> None:
    game = warmed.game
    late: dict[str, list[str]] = {}
    before = kernels()
    assert before
    # Each stage of a game comes with each utility, as all of a table come with the same.
    asked = [
        (number, str(rules), each)
        for number, rules in enumerate(tables(game))
        for each in positions(game, rules, number)
    ]
    staged = STAGED.get(game.name, list)()
    asked += [(number, "staged", position) for number, position in enumerate(staged)]
    for number, rules, position in asked:
        put = [(position, *question) for question in questions(warmed, position, number)]
        state = game.state(position)
        turn, seats = int(protocol.run_turn(state)), game.seats(state)
        for seat in {turn, (turn + 1) % seats}:
            view = game.as_seen(position, seat)
            put += [(view, "moves", {}), (view, "hint", {}), (view, "verify", {"moves": []})]
        for about, verb, more in put:
            with compilations() as compiled:
                ask(warmed, verb, about, more)
            if compiled:
                late.setdefault(f"{verb} {more} of {rules}", []).extend(compiled)
    assert not late
    assert {kernel[:60] for kernel in kernels() - before} == set()


def test_nothing_is_compiled_by_the_questions_of_one_game_alone(warmed: Solver) -> None:
    with compilations() as compiled:
        for extra in warmed.game.extras:
            extra.call(extra.example)
    assert not compiled


def test_compilations_are_heard_of() -> None:
    import numba

    with compilations() as compiled:
        numba.njit(lambda x: x + 1)(1)
    assert len(compiled) == 1
    assert "int64" in compiled[0]
    with compilations() as compiled:
        pass
    numba.njit(lambda x: x + 1)(1)
    assert not compiled
