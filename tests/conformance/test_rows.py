"""The moves of every ``analyze``: in the order of their values, losses and intervals to match."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kibitz.api.phrases import loss_text
from kibitz.contract.answers import AnalyzeAnswer, MoveValue, PlanValue, Score
from kibitz.contract.options import AnalyzeOptions, HintOptions, Information, Limits
from kibitz.games.faults import BadInput
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from tests.cases import cases
from tests.conformance.playing import deals, has_many_cards, walk
from tests.naive.reasons.case import checkers_of

INFORMATION: tuple[Information, ...] = ("hidden", "known")
ROUNDED = 1.5e-6  # values are told to six decimals
CASES = cases(14)


def check_order(rows: list[MoveValue] | list[PlanValue], best: float | None = None) -> None:
    """Best first, and how far behind; every value in its interval, chances between 0 and 1.

    ``best``: what the best move is worth, if it need not be among these.
    """
    values = [row.score.value for row in rows]
    assert values == sorted(values, reverse=True)
    best = values[0] if best is None else best
    for row in rows:
        score = row.score
        assert row.loss == pytest.approx(best - score.value, abs=ROUNDED)
        assert row.loss >= 0
        assert score.low <= score.value <= score.high
        if score.unit == "win_probability":
            assert score.low >= 0
            assert score.high <= 1
        if score.kind == "estimate" and score.unit == "win_probability":
            assert score.low < score.high, "some games prove nothing"


def test_nothing_is_said_to_be_lost_where_nothing_was_found_out() -> None:
    score = Score(kind="bound", unit="win_probability", value=0.5, low=0, high=1, samples=0)
    assert loss_text(0.5, score) == ""
    known = {"kind": "exact", "value": 0.0, "high": 0.0}
    assert loss_text(0.5, score.model_copy(update=known)) == "50.0"


def check_moves(answer: AnalyzeAnswer, *, asked: bool = False) -> None:
    """The order of rows, and what else each says: nothing that another row or field denies.

    ``asked``: they need not be all the moves, so the best may be among the others.
    """
    valued = [row for row in answer.moves if row.score.kind != "bound"]
    if valued and len(valued) == len(answer.moves):
        score = answer.score
        exact = asked and score is not None and score.kind == "exact"
        check_order(answer.moves, score.value if score and exact else None)
        if not asked:
            assert score is None or score.value == answer.moves[0].score.value
    named: set[str] = set()
    for row in answer.moves:
        assert row.move not in named
        if row.same_as is not None:
            assert row.same_as in named, "the same as a better placed move"
        named.add(row.move)
        if row.payoffs is not None:
            assert row.payoffs[row.score.seat] == pytest.approx(row.score.value, abs=ROUNDED)
    if answer.plans:
        check_order(answer.plans)


def positions(name: str, random: Random) -> Iterator[Any]:
    """Positions of a game, from deals of all kinds and random play."""
    game = SOLVERS[name].game
    starts = deals(game)
    while True:
        start = random.choice(starts)
        states = walk(game, start, random, 60 if has_many_cards(game) else 400)
        state = random.choice(states)
        if not game.over(state):
            yield game.position(state, start)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_move_asked_about_alone_loses_against_a_better_one_that_is_known(name: str) -> None:
    solver, limits = SOLVERS[name], Limits(iterations=60, nodes=20_000, memory_mb=64)
    for position in checkers_of(name).positions(cases(120), 5):
        for information in INFORMATION:
            options = AnalyzeOptions(information=information)
            try:
                whole = solver.analyze(position, options, Budget(limits))
            except BadInput:
                continue  # not all cards are listed
            if whole.moves:
                asked = options.model_copy(update={"moves": [whole.moves[-1].move]})
                check_moves(solver.analyze(position, asked, Budget(limits)), asked=True)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SOLVERS)
def test_rows_are_in_the_order_of_their_values(name: str, seed: int) -> None:
    solver, random = SOLVERS[name], Random(seed)
    source = positions(name, random)
    for _ in range(CASES):
        position = next(source)
        iterations = random.choice([1, 16, 60, 250])
        limits = Limits(iterations=iterations, nodes=50_000, memory_mb=64)
        number = str(random.randrange(1 << 30))
        options = AnalyzeOptions(information="hidden", seed=number)
        try:
            whole = solver.analyze(position, options, Budget(limits))
        except BadInput:
            continue  # of one who sees too little
        check_moves(whole)
        some = [row.move for row in whole.moves if random.random() < 0.5]
        if some:
            asked = options.model_copy(update={"moves": some})
            answer = solver.analyze(position, asked, Budget(limits))
            check_moves(answer, asked=True)
            assert sorted(row.move for row in answer.moves) == sorted(some)
        few = random.randint(1, 4)
        answer = solver.analyze(
            position, options.model_copy(update={"multi_pv": few}), Budget(limits)
        )
        assert answer.moves == whole.moves[:few]
        hint = solver.hint(
            position, HintOptions(information="hidden", seed=number, level="move"), Budget(limits)
        )
        if hint.score is not None and hint.move is not None:
            assert hint.score.kind == "exact" or hint.score.samples > 0, "valued advice only"
