"""What is answered to the obvious first call: from the seat to move, and only what was valued."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import HintAnswer, MoveValue, Score, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Information, Level, Limits
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import Solver
from tests.cases import cases
from tests.conformance.playing import tables_of, walk
from tests.naive.reasons.case import COMMON, Case, checkers_of

FEW = Limits(iterations=24, nodes=2_000, memory_mb=64)
TINY = {
    "one iteration": Limits(iterations=1, nodes=500, memory_mb=64),
    "one millisecond": Limits(time_ms=1, memory_mb=64),
    "one node": Limits(nodes=1, time_ms=5, memory_mb=64),
}
LEVELS: tuple[Level, ...] = ("nudge", "area", "move", "why")


def tables() -> Iterator[Any]:
    """Every game with every number of players."""
    for name, solver in SOLVERS.items():
        for rules in tables_of(solver.game):
            count = rules.get("players", solver.game.players[1])
            yield pytest.param(solver, rules, id=f"{name}-{count}")


TABLES = list(tables())
SEVERAL = [table for table in TABLES if table.values[0].game.players[1] > 1]
# Hardly anybody is ever forced in Knock Rummy, and nobody in the games that are tried here.
FORCING = [table for table in SEVERAL if table.values[0].game.name != "knock-rummy"]
every_table = pytest.mark.parametrize(("solver", "rules"), TABLES)


def positions(game: Game, rules: dict[str, Any], steps: int = 3) -> list[Any]:
    """Open positions of a random game: the deal, some on the way, and the end."""
    deal = game.deal("7", rules)
    states = walk(game, deal, Random(7))
    places = [len(states) * step // steps for step in range(steps)]
    return [game.position(states[place], deal) for place in [*places, len(states) - 1]]


def is_valued(score: Score | None) -> bool:
    return score is not None and (score.kind == "exact" or score.samples > 0)


def budget(solver: Solver, limits: Limits) -> Budget:
    """A budget as the service gives it."""
    return Budget(solver.limits_for("hint", limits, Limits()))


def check_hint(game: Game, position: Any, hint: HintAnswer) -> None:
    """A hint advises nothing that was not valued, and says what to raise then."""
    legal = game.legal(game.state(position))
    if hint.level in ("nudge", "area"):
        assert hint.move is None
        return
    if not legal:
        assert (hint.move, hint.advice) == (None, None)
    elif hint.move is None and hint.advice is None:
        assert hint.verdict is Verdict.UNSOLVABLE
    elif hint.move is None:
        assert hint.advice
        assert hint.advice in hint.text
        assert "Play" not in hint.text
        assert hint.score is None
    else:
        assert game.enter(game.state(position), hint.move) in legal
        assert len(legal) == 1 or is_valued(hint.score)


def check_rows(rows: list[MoveValue], advice: str | None) -> None:
    if not all(is_valued(row.score) for row in rows):
        assert advice


@pytest.mark.parametrize(("solver", "rules"), SEVERAL)
def test_open_cards_are_answered_from_what_the_seat_to_move_sees(
    solver: Solver, rules: dict[str, Any]
) -> None:
    game = solver.game
    for position in positions(game, rules)[:-1]:
        view = game.as_seen(position, int(protocol.run_turn(game.state(position))))
        said = solver.hint(position, HintOptions(level="why"), Budget(FEW))
        assert said == solver.hint(view, HintOptions(level="why"), Budget(FEW))
        assert len(game.legal(game.state(position))) == 1 or is_valued(said.score)
        found = solver.analyze(position, AnalyzeOptions(), Budget(FEW))
        assert found.information == "hidden"
        assert found == solver.analyze(view, AnalyzeOptions(), Budget(FEW))


@pytest.mark.parametrize("limits", TINY.values(), ids=TINY)
@every_table
def test_a_move_that_was_not_valued_is_not_advised(
    solver: Solver, rules: dict[str, Any], limits: Limits
) -> None:
    game = solver.game
    asking: tuple[Information | None, ...] = (None, "hidden", "known")
    for position in positions(game, rules, cases(2)):
        for information in asking:
            options = HintOptions(information=information)
            advice = solver.advise(position, options, budget(solver, limits))
            for level in LEVELS:  # all from one search
                check_hint(game, position, advice.at(level))
            asked = AnalyzeOptions(information=information)
            found = solver.analyze(position, asked, budget(solver, limits))
            check_rows(found.moves, found.advice)


@pytest.mark.parametrize(("solver", "rules"), SEVERAL)
def test_open_cards_too_many_for_exact_values_are_sampled_and_that_is_said(
    solver: Solver, rules: dict[str, Any]
) -> None:
    game = solver.game
    position = next(
        each for each in positions(game, rules) if len(game.legal(game.state(each))) > 1
    )
    small = Limits(nodes=1, iterations=24, memory_mb=64)
    hint = solver.hint(position, HintOptions(level="why", information="known"), Budget(small))
    assert hint.advice is not None
    assert "limits.nodes" in hint.advice
    assert hint.advice in hint.text
    assert hint.score is not None
    assert hint.score.kind == "estimate"
    found = solver.analyze(position, AnalyzeOptions(information="known"), Budget(small))
    assert found.advice is not None
    assert (found.information, found.advice) == ("hidden", hint.advice)
    assert found.limits == hint.limits
    assert found.limits.nodes == 1


@pytest.mark.parametrize(("solver", "rules"), FORCING)
def test_an_only_move_is_named_without_a_search(solver: Solver, rules: dict[str, Any]) -> None:
    game = solver.game
    deal = game.deal("7", rules)
    states = walk(game, deal, Random(7))
    forced = [state for state in states if len(game.legal(state)) == 1]
    assert forced
    for state in forced[:: max(1, len(forced) // 5)]:
        position = game.position(state, deal)
        view = game.as_seen(position, int(protocol.run_turn(state)))
        (move,) = game.legal(state)
        hints = [solver.hint(view, HintOptions(level=level), Budget(Limits())) for level in LEVELS]
        told = [None, None, game.move_text(move), game.move_text(move)]
        assert [hint.move for hint in hints] == told
        said = hints[-1].reasons or []
        assert said[0].code == "only_move"
        assert hints[-1].text == " ".join([hints[-2].text, *(reason.text for reason in said)])
        assert {hint.spent.samples for hint in hints} == {0}
        case = Case(game, view, hints[-1], solver.analyze(view, AnalyzeOptions(), Budget(FEW)))
        checkers = {**COMMON, **checkers_of(game.name).CHECKERS}
        assert all(checkers[reason.code](case, reason.args) for reason in said)


@every_table
def test_all_levels_are_cut_from_one_search(solver: Solver, rules: dict[str, Any]) -> None:
    game = solver.game
    quick = Limits(time_ms=5, memory_mb=64)
    for position in positions(game, rules)[:-1]:
        advice = solver.advise(position, HintOptions(), Budget(quick))
        hints = {level: advice.at(level) for level in LEVELS}
        assert [hint.level for hint in hints.values()] == list(LEVELS)
        assert hints["move"].move == hints["why"].move
        assert hints["move"].score == hints["why"].score
        assert hints["area"].area == hints["why"].area
        assert len({str((hint.spent, hint.stopped_by)) for hint in hints.values()}) == 1
        move = hints["why"].move
        if move is not None:
            state = game.state(position)
            first = game.describe(state, game.enter(state, move)).split()[0].strip(",")
            for text in (hints["move"].text, hints["why"].text):
                assert first.casefold() in re.split("[ ,.]", text.casefold())[:3], text


@pytest.mark.parametrize(("solver", "rules"), SEVERAL)
def test_a_game_played_to_its_end_says_what_each_seat_has_made(
    solver: Solver, rules: dict[str, Any]
) -> None:
    game = solver.game
    deal = game.deal("7", rules)
    states = walk(game, deal, Random(7))
    last = game.position(states[-2], deal)
    moves = [game.move_text(move) for move in game.legal(states[-2])]
    ends = [game.play(last, [move]) for move in moves]
    made = [game.outcome(game.state(end)) for end in ends]
    for move, outcome in zip(moves, made, strict=True):
        answer = solver.verify(last, [move])
        assert answer.valid
        assert answer.over == (outcome is not None)
        if outcome is not None:
            assert answer.payoffs == pytest.approx(outcome.payoffs, abs=1e-6)
    assert any(made)
    assert solver.verify(last, ["?"]).payoffs is None
