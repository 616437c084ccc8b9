"""Lost games: the fewest cards left, as solve, analyze and hint say it."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Proof, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.games.knack_solitaire.position import Position
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.known import decide, leave_fewest
from kibitz.solvers.knack_solitaire.searches import play_layout
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from tests.cases import cases, least
from tests.naive.knack_solitaire_search import fewest_left, left_after
from tests.solvers.knack_solitaire.packs import naive_of, small_pack

SOLVER = KnackSolitaireSolver()
GAME = SOLVER.game
TABLE = {"field": {"width": 4, "height": 3}}
FAST = {"field": {"width": 5, "height": 3}, "anchored": True}

# Switches, cards, jokers, packs, how many of them at least leave a card.
MIXES = [
    pytest.param({}, (8, 11), 0, 24, 2, id="unbounded"),
    pytest.param({"redeals": 0}, (8, 10), 1, 16, 2, id="one-joker"),
    pytest.param(TABLE, (9, 11), 1, 14, 3, id="window-joker"),
    pytest.param(FAST, (9, 12), 0, 24, 6, id="anchored"),
    pytest.param({**FAST, "danglers": 1, "redeal": "turn_over"}, (9, 11), 1, 16, 1, id="danglers"),
    pytest.param({**FAST, "may_decline": True}, (8, 10), 0, 12, 0, id="decline"),
]


@pytest.mark.parametrize(("rules", "cards", "jokers", "count", "lost"), MIXES)
def test_small_packs_agree_with_trying_everything(
    rules: dict[str, Any], cards: tuple[int, int], jokers: int, count: int, lost: int
) -> None:
    random = Random(f"{rules}{jokers}")
    seen = 0
    for _ in range(cases(count)):
        game, state = small_pack(random, random.randint(*cards), jokers, **rules)
        truth = fewest_left(game, 2_000)
        if not truth:
            continue
        seen += 1
        budget = Budget(Limits(memory_mb=64))
        assert decide(state, budget)[1].verdict is Verdict.UNSOLVABLE
        found = leave_fewest(state, 1, budget, 1.0)
        assert (found.left, found.least) == (truth, truth), game
        assert play_layout(state.copy(), found.layout()) is not None
    assert seen >= least(lost)


def test_a_game_lost_by_the_bound_says_what_its_line_leaves() -> None:
    position = GAME.deal("5", {"pack": 36, "redeals": 1})
    answer = SOLVER.analyze(position, AnalyzeOptions(), Budget(Limits(nodes=50_000)))
    best = answer.moves[0]
    assert answer.proof is Proof.BOUND
    assert best.note == "14 cards left at best"
    assert left_after(naive_of(position), best.line) == 14
    hint = SOLVER.hint(position, HintOptions(level="why"), Budget(Limits(nodes=50_000)))
    assert "at best 14 cards are left" in hint.text
    assert hint.line == best.line


@pytest.mark.parametrize(
    "rules",
    [
        {"jokers": 0},
        {"redeals": 0},
        {"jokers": 0, "redeals": 1, "redeal": "turn_over"},
        {"field": {"width": 7, "height": 7}, "anchored": True},
        {"redeals": 0, "may_decline": True, "jokers": 0},
    ],
    ids=str,
)
def test_no_claim_of_a_lost_deal_is_worse_than_the_line_of_solve(rules: dict[str, Any]) -> None:
    random = Random(3)
    lost = 0
    for seed in range(cases(6)):
        position = GAME.deal(str(seed), rules)
        for _ in range(random.choice([0, 0, 40, 80])):
            legal = GAME.legal(GAME.state(position))
            if len(legal):
                text = GAME.move_text(legal[random.randrange(len(legal))])
                position = GAME.play(position, [text])
        limits = Limits(nodes=30_000, memory_mb=64)
        solved = SOLVER.solve(position, SolveOptions(), Budget(limits))
        if solved.verdict is not Verdict.UNSOLVABLE or GAME.over(GAME.state(position)):
            continue
        lost += 1
        assert solved.explanation is not None
        shown = played(position, solved.explanation.line)
        answer = SOLVER.analyze(position, AnalyzeOptions(), Budget(limits))
        rows = [row for row in answer.moves if not row.same_as]
        claims = [played(position, row.line) for row in rows]
        assert claims == sorted(claims)
        assert claims[0] <= shown, (seed, claims, shown)
        for claim, row in zip(claims, rows, strict=True):
            assert row.note is not None
            assert row.note.split()[0] == str(claim)
        hint = SOLVER.hint(position, HintOptions(level="why"), Budget(limits))
        assert hint.line is not None
        assert played(position, hint.line) == claims[0]
    assert lost >= least(2)


def played(position: Position, line: list[str]) -> int:
    """The cards that a legal line leaves."""
    found = left_after(naive_of(position), line)
    assert found is not None
    return found
