"""Every order of few cards face down, against best play found by trying everything."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest

from kibitz.contract.answers import Proof, Score, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits
from kibitz.games.cards import card_text
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.play import DRAW
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.protocol import run_apply
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.orders import FEW
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from kibitz.solvers.reviewing import read_review, review
from tests.games.knack_solitaire.tables import as_naive
from tests.naive.knack_solitaire_search import best_chance

GAME: Final = KnackSolitaire()
SOLVER: Final = KnackSolitaireSolver()
MOST: Final = 2_000  # positions that the naive search may look at
FIELD: Final = {"width": 8, "height": 8}
RULES: Final[list[dict[str, Any]]] = [
    {"redeals": 0},
    {"redeals": 1},
    {"redeals": 0, "jokers": 0},
    {"redeals": 0, "wrap": "none"},
    {"redeals": 0, "may_decline": True},
    {"redeals": 1, "redeal": "turn_over"},
    {"redeals": 0, "pack": 36, "field": FIELD, "anchored": True},
    {"redeals": 0, "pack": 36, "field": FIELD},
    {"redeals": 0, "jokers": 2, "field": FIELD, "may_decline": True},
]


def endings(seed: int, most: int) -> Iterator[Position]:
    """Positions after random moves in which 2 to ``most`` cards are face down; some have a choice.

    No shuffle is left to come.
    """
    random = Random(seed)
    while True:
        deal = GAME.deal(str(random.randrange(1 << 30)), random.choice(RULES))
        state, few = GAME.state(deal), random.randint(2, most)
        while legal := GAME.legal(state):
            laying = [move for move in legal if move != DRAW]
            run_apply(state, random.choice(laying or legal))
            record = state[0]
            seen = GAME.as_seen(GAME.position(state, deal))
            last = not record["shuffles"] or not record["redeals_left"]
            if last and 1 < seen.hidden <= few and len(GAME.legal(state)) > 1:
                yield seen
                break


def truth(position: Position, move: str | None = None) -> Fraction | None:
    """The chance to win with best play, after ``move`` if there is one; None if not found out."""
    game = as_naive(position)._replace(stock=("??",) * position.hidden)
    unseen = tuple(map(card_text, position.unseen))
    return best_chance(game, unseen, MOST, move)


def encloses(score: Score, value: Fraction) -> bool:
    """Whether the ends of a score hold a chance."""
    return score.low - 1e-9 <= value <= score.high + 1e-9


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("limits", [Limits(nodes=50_000, iterations=50_000), Limits(iterations=30)])
def test_the_ends_hold_the_chance_of_best_play(seed: int, limits: Limits) -> None:
    checked = exact = 0
    for position in endings(seed, 4):
        chance = truth(position)
        if chance is None:
            continue
        found = SOLVER.analyze(position, AnalyzeOptions(), Budget(limits))
        assert found.score is not None
        assert found.moves
        assert encloses(found.score, chance)
        if found.verdict is not Verdict.UNKNOWN:
            assert chance == (found.verdict is Verdict.SOLVABLE)
            assert found.proof is not Proof.NONE
        for row in found.moves[:3]:
            value = truth(position, row.move)
            assert value is None or encloses(row.score, value), (position.to_text(), row)
        checked += 1
        exact += found.score.kind == "exact"
        if checked == 12:
            break
    if limits.nodes:
        assert exact == checked


def test_a_hint_says_what_is_certain() -> None:
    said = set()
    for number, position in enumerate(endings(77, FEW)):
        budget = Budget(Limits(time_ms=2_000))
        hint = SOLVER.hint(position, HintOptions(level="why"), budget)
        assert hint.score is not None
        if hint.score.kind == "exact":
            assert hint.stopped_by in {StoppedBy.SOLVED, StoppedBy.TIME}  # of another move
            assert hint.score.low == hint.score.high
        said.add(hint.verdict)
        if number == 30:
            break
    assert {Verdict.SOLVABLE, Verdict.UNSOLVABLE} <= said


def test_too_few_iterations_for_every_order_sample_some() -> None:
    position = next(each for each in endings(5, FEW) if each.hidden > 3)
    found = SOLVER.analyze(position, AnalyzeOptions(), Budget(Limits(iterations=10)))
    assert found.spent.samples or found.proof is Proof.BOUND
    assert found.moves


def test_a_review_goes_by_the_exact_chances() -> None:
    """The move ranked last against the best one, where the chances of both are exact."""
    judged = {"best": 0, "blunder": 0}
    for position in endings(12, 4):
        found = SOLVER.analyze(position, AnalyzeOptions(), Budget(Limits(iterations=5_000)))
        last = found.moves[-1]
        if last.move == "draw" or any(row.score.kind != "exact" for row in found.moves):
            continue
        less = found.moves[0].score.value - last.score.value
        if not found.moves[0].score.value or judged["blunder" if less else "best"] == 4:
            continue
        data = {"record": {"position": position.to_json(), "moves": [last.move]}}
        request, played = read_review(SOLVER, data)
        answer = review(SOLVER, played, request, Budget(Limits(iterations=2_000)))
        (decision,) = answer.decisions
        if decision.forced:
            continue
        assert decision.loss is not None
        assert decision.loss.value == pytest.approx(less, abs=1e-6)
        assert decision.loss.low == decision.loss.high
        assert (decision.judgement == "best") == (not less)
        said = {reason.code: reason.args for reason in decision.reasons or []}
        assert ("orders" in said) == bool(less)
        if less:
            facts = said["orders"]
            best, own = (truth(position, move) for move in (decision.best, last.move))
            assert best is None or best == Fraction(f"{facts['won']}/{facts['of']}")
            assert own is None or own == Fraction(f"{facts['rival']}/{facts['of']}")
        judged["blunder" if less else "best"] += 1
        if sum(judged.values()) == 8:
            break


def test_iterations_alone_decide_the_answer_and_bound_the_work() -> None:
    """Also where a limit of time is there that nothing reaches, as over HTTP."""
    limits = Limits(iterations=300, time_ms=600_000)
    for number, position in enumerate(endings(31, FEW)):
        one, other = (SOLVER.analyze(position, AnalyzeOptions(), Budget(limits)) for _ in range(2))
        assert one == other
        assert one.spent.nodes <= 300 * 16 + 2 * 2_000
        if number == 25:
            break


def test_moves_asked_about_leave_the_worth_of_the_position_alone() -> None:
    solvable = 0
    for number, position in enumerate(endings(44, 4)):
        limits = Limits(iterations=2_000)
        whole = SOLVER.analyze(position, AnalyzeOptions(), Budget(limits))
        asked = AnalyzeOptions(moves=[whole.moves[-1].move])
        part = SOLVER.analyze(position, asked, Budget(limits))
        assert (part.verdict, part.score) == (whole.verdict, whole.score)
        assert part.moves[0].score == whole.moves[-1].score
        if whole.score is not None and whole.score.kind == "exact":
            assert part.moves[0].loss == pytest.approx(whole.moves[-1].loss)
        solvable += whole.verdict is Verdict.SOLVABLE
        if number == 15:
            break
    assert solvable
