"""Every verb and every kind of job ends soon after its flag was set, whatever it is doing.

Work is counted, not time: after the look at the flag that finds it set there are few more looks and
nothing is searched. How much processor time that is, ``python -m benchmarks cancelling`` measures.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import (
    AnalyzeOptions,
    ChooseOptions,
    HintOptions,
    Limits,
    SolveOptions,
)
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.jobs.job import Cancelled
from kibitz.jobs.kinds import KINDS
from kibitz.solvers.budget import FIRST_CHUNK, Budget, Cancel, ignore
from kibitz.solvers.catalogue import find
from kibitz.solvers.reviewing import read_review, review
from tests.conformance.playing import ALL, every_game

LIMITS = Limits(memory_mb=64)
# Games that are hard to search from the beginning, every card listed.
HARD: dict[str, dict[str, Any]] = {
    "hand-knee-foot": {"players": 6, "max_wilds": 3, "special_natural_only": False},
    "knack": {"players": 6, "packs": 4, "wrap": "none"},
    "knack-solitaire": {"field": {"width": 8, "height": 8}, "anchored": True},
    "knaves": {"hand_size": 17},
    "knock-rummy": {"players": 6, "knock_limit": 0, "stock_out": "shuffle", "max_turn_overs": 4},
    "knotty-nines": {"piles": 12, "win": "stock_empty_and_stuck"},
}
MOST_LOOKS = 16  # after the flag was set
MOVES = 4
LOOKS = (1, 2, 5)


class Set(Cancel):
    """A flag that is found set at the look number ``at``, and what was searched until then."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at, self.looks, self.budget = at, 0, Budget(LIMITS)
        self.before: list[int] = []

    @property
    def spent(self) -> int:
        return self.budget.nodes + self.budget.iterations

    def is_set(self) -> bool:
        self.looks += 1
        if self.looks <= self.at:
            self.before.append(self.spent)
        return self.looks >= self.at


def deal(game: Game) -> Any:
    """A hard deal."""
    return game.deal("11", HARD[game.name])


def stopped(at: int, call: Callable[[Any, Set], Any], position: Any) -> Set:
    """A call that is stopped, and what it says."""
    flag = Set(at)
    flag.budget = Budget(LIMITS, flag)
    answer = call(position, flag)
    if flag.looks < at:
        return flag  # it was over before
    assert answer.stopped_by is StoppedBy.CANCELLED
    assert flag.looks - at <= MOST_LOOKS
    assert flag.spent - flag.before[-1] <= FIRST_CHUNK  # in the piece of work that was under way
    return flag


@every_game
@pytest.mark.parametrize("at", LOOKS)
def test_a_verb_ends_when_its_flag_is_set(game: Game, at: int) -> None:
    solver, position = find(game.name), deal(game)

    def solve(asked: Any, flag: Set) -> Any:
        objective = solver.objectives[-1]
        return solver.solve(asked, SolveOptions(objective=objective), flag.budget, ignore)

    def analyze(asked: Any, flag: Set) -> Any:
        return solver.analyze(asked, AnalyzeOptions(), flag.budget, ignore)

    def hint(asked: Any, flag: Set) -> Any:
        return solver.hint(asked, HintOptions(level="why"), flag.budget, ignore)

    def choose(asked: Any, flag: Set) -> Any:
        return solver.choose(asked, ChooseOptions(level="best"), flag.budget, ignore)

    stopped(at, solve, position)
    for call in (analyze, hint, choose):
        stopped(at, call, game.as_seen(position, int(protocol.run_turn(game.state(position)))))


@every_game
def test_a_search_begins_with_little_work(game: Game) -> None:
    solver = find(game.name)

    def solve(asked: Any, flag: Set) -> Any:
        return solver.solve(asked, SolveOptions(), flag.budget, ignore)

    assert stopped(2, solve, deal(game)).spent <= 2 * FIRST_CHUNK


def record_of(game: Game) -> dict[str, Any]:
    """The first moves of a hard deal."""
    position = deal(game)
    state, moves = game.state(position), list[str]()
    for _ in range(MOVES):
        legal = game.legal(state)
        moves.append(game.move_text(legal[-1]))
        protocol.run_apply(state, legal[-1])
    return {"position": position.to_json(), "moves": moves}


@every_game
@pytest.mark.parametrize("at", LOOKS)
def test_a_review_ends_when_its_flag_is_set(game: Game, at: int) -> None:
    solver, record = find(game.name), record_of(game)

    def judge(asked: Any, flag: Set) -> Any:
        request, played = read_review(solver, {"record": asked})
        return review(solver, played, request, flag.budget, ignore)

    stopped(at, judge, record)


def jobs() -> list[Any]:
    """A hard job of every kind and game."""
    found = []
    for name, game in ALL.items():
        text, shared = deal(game).to_text(), {"game": name}
        match = {"hero": "best", "rival": "random", "deals": 2, "rules": HARD[name]}
        kinds: dict[str, dict[str, Any]] = {
            "solve": {"position": text},
            "analyze": {"position": text},
            "batch": {"verb": "solve", "positions": [text, text]},
            "review": {"record": record_of(game)},
            "match": match,
        }
        if game.players == (1, 1):
            kinds["study"] = {"first": 1, "last": 50, "rules": HARD[name]}
        for kind, fields in kinds.items():
            found.append(pytest.param({"kind": kind, **shared, **fields}, id=f"{name}-{kind}"))
    return found


@pytest.mark.parametrize("fields", jobs())
@pytest.mark.parametrize("at", LOOKS)
def test_a_job_ends_when_its_flag_is_set(fields: dict[str, Any], at: int) -> None:
    job = KINDS[fields["kind"]].model_validate(fields).settled(Limits())
    for chunk in (job.chunks()[0], job.chunks()[-1]):
        flag = Set(at)
        with suppress(Cancelled):
            job.work(chunk, flag)
            assert flag.looks < at  # it was over before
        assert flag.looks - at <= MOST_LOOKS
