"""The verbs that search as plain functions, for programs that search in their own process.

They take what HTTP takes and return the same answers. The first call for a game compiles its
kernels, which are kept; no limit counts that time.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

from pydantic import BaseModel

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, HintsAnswer, SolveAnswer
from kibitz.contract.options import (
    Include,
    Information,
    Level,
    Limits,
    Objective,
    Options,
    Strength,
    Utility,
)
from kibitz.contract.record import PlayedGame
from kibitz.contract.replies import ChooseAnswer
from kibitz.contract.requests import AnalyzeRequest, ChooseRequest, HintRequest, SolveRequest
from kibitz.contract.review import ReviewAnswer, Turns
from kibitz.solvers import reviewing
from kibitz.solvers.budget import Budget, Listener, ignore
from kibitz.solvers.catalogue import find
from kibitz.solvers.compiling import compile_game, is_compiled
from kibitz.solvers.reviewing import read_review
from kibitz.solvers.solver import Solver, as_asked, load

R = TypeVar("R", bound=Options)
Position = str | Mapping[str, Any]


def solve(
    game: str, position: Position, *, limits: Limits | None = None, objective: Objective = "any"
) -> SolveAnswer:
    """Whether a position can be won, and how; raises ``BadInput`` that lists every fault.

    ``game``: its name, as "knotty-nines". ``position``: its line of text, or its JSON object.
    """
    solver, read, request, budget = _asked(
        *("solve", SolveRequest, game, position), limits=limits, objective=objective
    )
    return solver.solve(read, request, budget)


def analyze(
    game: str,
    position: Position,
    *,
    limits: Limits | None = None,
    multi_pv: int | None = None,
    moves: list[str] | None = None,
    seed: str | int = "0",
    information: Information | None = None,
    utility: Utility | None = None,
    include: Sequence[Include] = (),
) -> AnalyzeAnswer:
    """Every legal move valued, best first; raises as :func:`solve`.

    ``multi_pv``: return this many moves; ``moves``: value these alone. ``include``: of "beliefs",
    "plans", "hands" and "lines" those that are to be returned as well.
    """
    solver, read, request, budget = _asked(
        *("analyze", AnalyzeRequest, game, position),
        limits=limits,
        multi_pv=multi_pv,
        moves=moves,
        seed=seed,
        information=information,
        utility=utility,
        include=include if isinstance(include, str) else list(include),
    )
    answer: AnalyzeAnswer = as_asked(solver.analyze(read, request, budget), request)
    return answer


@overload
def hint(
    game: str,
    position: Position,
    *,
    limits: Limits | None = None,
    level: Level = "move",
    levels: None = None,
    seed: str | int = "0",
    information: Information | None = None,
    utility: Utility | None = None,
) -> HintAnswer: ...
@overload
def hint(
    game: str,
    position: Position,
    *,
    limits: Limits | None = None,
    levels: Sequence[Level],
    seed: str | int = "0",
    information: Information | None = None,
    utility: Utility | None = None,
) -> HintsAnswer: ...
def hint(
    game: str,
    position: Position,
    *,
    limits: Limits | None = None,
    level: Level | None = None,
    levels: Sequence[Level] | None = None,
    seed: str | int = "0",
    information: Information | None = None,
    utility: Utility | None = None,
) -> HintAnswer | HintsAnswer:
    """One piece of advice. Raises as :func:`solve`.

    ``level``: how much to give away, by default the move. ``levels``: instead of one, those of
    several, from one search.
    """
    solver, read, request, budget = _asked(
        *("hint", HintRequest, game, position),
        limits=limits,
        level=level,
        levels=levels if levels is None or isinstance(levels, str) else list(levels),
        seed=seed,
        information=information,
        utility=utility,
    )
    answer: HintAnswer | HintsAnswer = as_asked(solver.advise(read, request, budget), request)
    return answer


def choose(
    game: str,
    position: Position,
    level: Strength,
    *,
    seed: str | int = "0",
    limits: Limits | None = None,
) -> ChooseAnswer:
    """The move of an opponent; only the level ``best`` searches. Raises as :func:`solve`."""
    solver, read, request, budget = _asked(
        *("choose", ChooseRequest, game, position), level=level, seed=seed, limits=limits
    )
    return solver.choose(read, request, budget)


def review(
    game: str,
    record: str | Mapping[str, Any] | PlayedGame,
    *,
    limits: Limits | None = None,
    seats: Sequence[int] | None = None,
    turns: Turns | None = None,
    seed: str | int = "0",
    utility: Utility | None = None,
    listener: Listener = ignore,
) -> ReviewAnswer:
    """The moves of a game that was played, judged; raises as :func:`solve`.

    ``record``: its JSON object or its text form. ``seats``: judge these alone, ``turns``: these
    moves alone. The ``listener`` hears each decision once, as what has been found.
    """
    solver = find(game)
    given = {
        "record": _plain(record),
        "limits": _plain(limits),
        "seats": None if seats is None else list(seats),
        "turns": _plain(turns),
        "seed": seed,
        "utility": utility,
    }
    body = {name: value for name, value in given.items() if value is not None}
    request, played = read_review(solver, body)
    if not is_compiled(solver.game.name):
        compile_game(solver.game.name)
    limited = solver.limits_for("review", request.limits, Limits())
    return reviewing.review(solver, played, request, Budget(limited), listener)


def _plain(value: Any) -> Any:
    """A model as the JSON value that it stands for."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    return value


def _asked(
    verb: str, takes: type[R], game: str, position: Position, **options: Any
) -> tuple[Solver, Any, R, Budget]:
    """The solver, the checked question and a running budget; None means not asked for."""
    solver = find(game)
    given = {name: value for name, value in options.items() if value is not None}
    request, read = solver.read(takes, {"position": position, **given})
    if not is_compiled(solver.game.name):
        compile_game(solver.game.name)
    limits = solver.limits_for(verb, request.limits, Limits())
    load(solver, verb, read, request, limits)
    return solver, read, request, Budget(limits)
