from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Proof, SolveAnswer, StoppedBy, Verdict
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import HintOptions, Limits, SolveOptions
from kibitz.games.faults import BadInput
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knotty_nines.explain import explain
from tests.cases import cases, least
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_cases import packed
from tests.solvers.knotty_nines.packs import as_json, as_naive

SOLVER = SOLVERS["knotty-nines"]
GAME = SOLVER.game
SHORTEST = SolveOptions(objective="shortest")


def solve(position: Any, options: SolveOptions | None = None, **limits: int) -> SolveAnswer:
    budget = Budget(Limits.model_validate(limits))
    return SOLVER.solve(position, options or SolveOptions(), budget)


def check(answer: SolveAnswer, position: Any) -> None:
    """What must hold of every finished answer, told by the rule sheet alone."""
    start = as_naive(position)
    assert answer.stopped_by is StoppedBy.SOLVED
    if answer.verdict is Verdict.SOLVABLE:
        assert answer.proof is Proof.WITNESS
        assert answer.moves is not None
        assert naive.is_won(naive.replay(start, answer.moves))
        assert SOLVER.verify(position, answer.moves).won
        assert answer.explanation is None
        return
    assert answer.verdict is Verdict.UNSOLVABLE
    assert answer.proof in {Proof.BOUND, Proof.EXHAUSTIVE}
    assert answer.moves is None
    assert answer.explanation is not None
    assert answer.explanation.deepest is not None
    end = naive.replay(start, answer.explanation.line)
    drawn = len(start.stock) - len(end.stock)
    assert drawn == answer.explanation.deepest.cards_drawn
    assert not naive.is_won(end)


@pytest.mark.parametrize("first", range(1, 121, 30))
def test_pysolfc_deals(first: int) -> None:
    verdicts = set()
    for number in range(first, first + 30):
        position = GAME.deal(str(number), None, "pysolfc")
        answer = solve(position)
        check(answer, position)
        verdicts.add(answer.verdict)
        truth = naive.explore(as_naive(position), 1_000)
        if truth is not None and answer.explanation and answer.explanation.deepest:
            assert not truth.winnable
            assert answer.explanation.deepest.cards_drawn == truth.deepest
    assert verdicts == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"piles": 12},
        {"piles": 12, "wrap": False},
        {"piles": 12, "win": "stock_empty_and_stuck"},
        {"piles": 12, "wrap": False, "win": "stock_empty_and_stuck"},
        {"piles": 4},
    ],
    ids=["default", "piles-12", "line-12", "stuck-12", "line-stuck-12", "piles-4"],
)
def test_seeded_deals(rules: dict[str, Any]) -> None:
    for seed in range(cases(10 if "win" in rules else 40)):
        position = GAME.deal(str(seed), rules)
        check(solve(position), position)


@pytest.mark.parametrize("seed", range(3))
def test_late_positions_against_trying_everything(seed: int) -> None:
    random = Random(200 + seed)
    won = compared = 0
    while compared < cases(50):
        thrown = packed(random, wrap=random.random() < 0.8, stuck=random.random() < 0.2)
        truth = naive.explore(thrown, 2_000)
        if truth is None:
            continue
        compared += 1
        position = GAME.read(as_json(thrown))
        answer = solve(position, SHORTEST)
        check(answer, position)
        assert (answer.verdict is Verdict.SOLVABLE) == truth.winnable, thrown
        if truth.winnable:
            won += 1
            assert answer.moves is not None
            assert answer.shortest is not None
            assert len(answer.moves) == truth.fewest, thrown
            assert answer.shortest.proven
            assert answer.shortest.moves == answer.shortest.at_least == truth.fewest
        else:
            assert answer.explanation is not None
            assert answer.explanation.deepest is not None
            assert answer.explanation.deepest.cards_drawn == truth.deepest
    assert won >= least(5)


def last_positions(stuck: bool) -> list[Any]:
    """Whole packs with an empty stock: at rest, with spaces, one move from rest, never at rest."""
    rules = {"piles": 4, "win": "stock_empty_and_stuck" if stuck else "stock_empty"}
    clubs, diamonds, hearts, spades = (
        [rank + suit for rank in naive.TEXT_RANKS[::-1]] for suit in "CDHS"
    )
    tables = (
        [clubs, diamonds, hearts, spades],
        [clubs + diamonds + hearts + spades, [], [], []],
        [clubs[:12], diamonds + hearts, spades, ["AC"]],
        [clubs[:12], diamonds, hearts, ["AC", *spades]],
    )
    return [GAME.read({"rules": rules, "tableau": table, "stock": []}) for table in tables]


@pytest.mark.parametrize("stuck", [True, False])
@pytest.mark.parametrize("objective", ["any", "shortest"])
def test_an_empty_stock(stuck: bool, objective: str) -> None:
    options = SolveOptions.model_validate({"objective": objective})
    expected = [0, 0, 1, None] if stuck else [0] * 4
    for position, fewest in zip(last_positions(stuck), expected, strict=True):
        truth = naive.explore(as_naive(position))
        assert truth is not None
        assert truth.fewest == fewest
        answer = solve(position, options)
        check(answer, position)
        assert (answer.verdict is Verdict.SOLVABLE) == truth.winnable
        if truth.winnable and objective == "shortest":
            assert len(answer.moves or []) == fewest


def test_no_move_is_advised_where_nothing_is_left_to_reach() -> None:
    middle = "7C6C5C4C3C2CAC.JDTC9C8C.KDQD.QHJHTD9D8D7D.TH9H8H7H6D.-.TS9S8S7S6H5D4D3D2D.AD"
    emptied = f"{middle}.6S5H4H3H2HAHKHQSJS.5S.4S3S2SASKS~0"
    text = f"knotty-nines~piles-12.win-stock_empty_and_stuck~KCQCJC.{emptied}"
    for position in [*last_positions(True), GAME.read(text)]:
        hint = SOLVER.hint(position, HintOptions(level="why"), Budget(Limits(nodes=2_000)))
        lost = hint.verdict is Verdict.UNSOLVABLE
        assert (hint.move is None) == (lost or not GAME.legal(GAME.state(position)))


def test_face_down_stock_cannot_be_solved() -> None:
    position = GAME.as_seen(GAME.deal("1"))
    with pytest.raises(BadInput) as caught:
        solve(position)
    assert [fault.code for fault in caught.value.faults] == ["stock_hidden"]
    assert "43" in str(caught.value)


def test_unknown_objective_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        solve(GAME.deal("1"), SolveOptions(objective="compact"))
    assert [fault.code for fault in caught.value.faults] == ["unknown_objective"]


def hard_deal() -> Any:
    """A deal that takes more than a thousand classes to decide."""
    for seed in range(1_000):
        position = GAME.deal(str(seed))
        if solve(position, nodes=1_000).verdict is Verdict.UNKNOWN:
            return position
    raise AssertionError("every deal is easy")


def test_an_early_stop_leaves_the_verdict_open() -> None:
    answer = solve(hard_deal(), nodes=50)
    assert (answer.verdict, answer.proof) == (Verdict.UNKNOWN, Proof.NONE)
    assert (answer.stopped_by, answer.spent.nodes) == (StoppedBy.NODES, 50)
    assert answer.limits.nodes == 50
    assert answer.advice is not None
    assert "nodes" in answer.advice


def test_a_cancelled_search_says_so() -> None:
    cancel = Cancel()
    cancel.set()
    answer = SOLVER.solve(hard_deal(), SolveOptions(), Budget(Limits(), cancel))
    assert (answer.verdict, answer.stopped_by) == (Verdict.UNKNOWN, StoppedBy.CANCELLED)


def test_a_spent_budget_keeps_the_win_but_not_the_proof_of_shortness() -> None:
    checked = 0
    for number in range(1, 200):
        position = GAME.deal(str(number), None, "pysolfc")
        found = solve(position)
        if found.verdict is not Verdict.SOLVABLE:
            continue
        answer = solve(position, SHORTEST, nodes=found.spent.nodes + 5)
        assert answer.verdict is Verdict.SOLVABLE
        assert answer.moves is not None
        assert answer.shortest is not None
        assert naive.is_won(naive.replay(as_naive(position), answer.moves))
        assert answer.shortest.at_least <= answer.shortest.moves == len(answer.moves)
        assert answer.stopped_by is StoppedBy.NODES
        assert answer.advice is not None
        checked += 1
    assert checked >= 10


def test_the_same_question_gets_the_same_answer() -> None:
    for number in ("17", "18", "116"):
        position = GAME.deal(number, None, "pysolfc")
        for options in (SolveOptions(), SHORTEST):
            assert solve(position, options) == solve(position, options)


def test_verify() -> None:
    position = GAME.deal("17", None, "pysolfc")
    moves = solve(position).moves
    assert moves is not None
    won = SOLVER.verify(position, moves)
    assert (won.valid, won.won, won.over, won.first_illegal) == (True, True, True, None)
    part = SOLVER.verify(position, moves[:-1])
    assert (part.valid, part.won, part.over) == (True, False, False)
    beyond = SOLVER.verify(position, [*moves, "1>2"])
    assert (beyond.valid, beyond.won, beyond.first_illegal) == (False, False, len(moves))
    assert beyond.reason
    bad = SOLVER.verify(position, [*moves[:3], "1>1", *moves[3:]])
    assert (bad.valid, bad.won, bad.first_illegal) == (False, False, 3)


@pytest.mark.parametrize(("verb", "explained"), [("solve", 1), ("decide", 0)])
def test_a_lost_deal_is_explained_once_by_solve_and_never_by_decide(
    verb: str, explained: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def counted(*args: Any) -> Explanation:
        calls.append(args)
        return explain(*args)

    monkeypatch.setattr("kibitz.solvers.knotty_nines.solver.explain", counted)
    position = GAME.deal("24", None, "pysolfc")
    answer = solve(position) if verb == "solve" else SOLVER.decide(position, Budget(Limits()))
    assert answer.verdict is Verdict.UNSOLVABLE
    assert len(calls) == explained
    assert (answer.explanation is not None) == bool(explained)


def test_an_explanation_without_budget_does_not_claim_how_deep_it_goes() -> None:
    position = GAME.deal("24", None, "pysolfc")
    nodes = solve(position).spent.nodes
    answer = solve(position, nodes=nodes + 1)
    assert answer.explanation is not None
    assert answer.explanation.deepest is not None
    assert not answer.explanation.deepest.proven
    assert "No line" not in answer.explanation.summary
