from dataclasses import replace
from typing import Any

import pytest

from kibitz.contract.answers import Proof, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.games.faults import BadInput
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.protocol import run_apply
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from tests.naive.knack_solitaire_search import replay
from tests.solvers.knack_solitaire.packs import naive_of

SOLVER = KnackSolitaireSolver()
GAME = SOLVER.game


def budget(**limits: int) -> Budget:
    return Budget(Limits(memory_mb=128, **limits))


def solve(position: Position, objective: Any = "any", **limits: int) -> Any:
    options = SolveOptions(objective=objective)
    return SOLVER.solve(position, options, budget(**(limits or {"nodes": 100_000})))


def at_a_choice(seed: str, after: int, rules: dict[str, Any]) -> Position:
    """The deal once ``after`` moves of its line are made, at the next card with a choice."""
    position = GAME.deal(seed, rules)
    line = solve(position).moves
    assert line
    for end in range(after, len(line)):
        found: Position = GAME.play(position, line[:end])
        if len(GAME.legal(GAME.state(found))) > 2:
            return found
    raise AssertionError(f"deal {seed} has no choice after {after} moves")


def test_a_lost_deal_is_explained() -> None:
    answer = solve(GAME.deal("1", {"jokers": 0}))
    assert (answer.verdict, answer.proof) == (Verdict.UNSOLVABLE, Proof.BOUND)
    explained = answer.explanation
    assert "at most 39 of the 51" in explained.summary
    assert explained.blocks[0].card == "2H"
    assert explained.blocks[0].needs == ["black ace", "black 3"]
    assert ["2H", "3S", "2H"] in explained.cycles
    end = GAME.play(GAME.deal("1", {"jokers": 0}), explained.line)
    assert end.cards_left == 51 - 39


def test_a_table_too_small_is_explained() -> None:
    answer = solve(GAME.deal("1", {"field": {"width": 7, "height": 7}, "anchored": True}))
    assert (answer.verdict, answer.proof) == (Verdict.UNSOLVABLE, Proof.BOUND)
    assert "room for 48 more cards, and 53 are left" in answer.explanation.summary


def test_compact_lines_win_in_a_smaller_box() -> None:
    for rules in ({}, {"field": {"width": 13, "height": 13}, "anchored": True}):
        position = GAME.deal("5", rules)
        plain = solve(position, nodes=30_000)
        answer = solve(position, "compact", nodes=200_000)
        assert replay(naive_of(position), answer.moves)
        field = GAME.play(position, answer.moves).field
        columns, rows = {x for x, _, _ in field}, {y for _, y, _ in field}
        width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        assert (answer.box.width, answer.box.height) == (width, height)
        assert answer.box.at_least == 54 <= width * height <= 130
        assert plain.box is None


def test_unknown_shuffles_make_a_chance_with_both_ends_close() -> None:
    position = replace(GAME.deal("1", {"jokers": 0}), orders=())
    answer = solve(position, iterations=60_000)
    assert (answer.verdict, answer.proof) == (Verdict.UNKNOWN, Proof.NONE)
    assert 0.15 < answer.score.low <= answer.score.value <= answer.score.high < 0.27
    assert answer.score.high - answer.score.low < 0.01
    assert "redeal_orders" in answer.advice


def test_what_no_shuffle_can_change_is_decided() -> None:
    lost = replace(GAME.deal("1", {"jokers": 0, "wrap": "none"}), orders=())
    assert solve(lost).verdict is Verdict.UNSOLVABLE
    position = GAME.deal("5")
    won = replace(position, orders=())
    answer = solve(won, nodes=300_000)
    if answer.verdict is Verdict.SOLVABLE:
        assert "redeal" not in answer.moves
        assert replay(naive_of(won), answer.moves)


def test_a_hidden_deal_has_the_chance_of_all_deals() -> None:
    seen = GAME.as_seen(GAME.deal("0", {"jokers": 0}))
    answer = SOLVER.analyze(seen, AnalyzeOptions(), budget(iterations=40_000))
    assert answer.information == "hidden"
    assert answer.score is not None
    assert 0.22 < answer.score.low < answer.score.high < 0.26
    assert answer.score.high - answer.score.low < 0.01


@pytest.mark.parametrize("hidden", [False, True])
def test_every_move_is_valued_best_first_and_like_ones_named(*, hidden: bool) -> None:
    position = at_a_choice("5", 20, {})
    shown = GAME.as_seen(position) if hidden else position
    limits = {"iterations": 200} if hidden else {"nodes": 20_000}
    answer = SOLVER.analyze(shown, AnalyzeOptions(), budget(**limits))
    state = GAME.state(shown)
    assert {row.move for row in answer.moves} == {GAME.move_text(m) for m in GAME.legal(state)}
    values = [row.score.value for row in answer.moves]
    assert values == sorted(values, reverse=True)
    assert answer.moves[0].loss == 0
    assert all(row.loss == pytest.approx(values[0] - row.score.value) for row in answer.moves)
    for row in answer.moves:
        assert row.score.low <= row.score.value <= row.score.high
        assert row.same_as is None or row.same_as in {other.move for other in answer.moves}
        if not hidden and row.verdict is Verdict.SOLVABLE and not row.same_as:
            assert replay(naive_of(position), row.line)
    again = SOLVER.analyze(shown, AnalyzeOptions(), budget(**limits))
    assert again.moves == answer.moves


def test_the_four_sides_of_a_lone_card_are_alike() -> None:
    position = at_a_choice("5", 0, {})
    answer = SOLVER.analyze(position, AnalyzeOptions(), budget(nodes=20_000))
    first = answer.moves[0].move
    assert [row.same_as for row in answer.moves] == [None, first, first, first]


@pytest.mark.parametrize("decline", [False, True])
def test_hints_say_more_with_each_level(*, decline: bool) -> None:
    position = GAME.as_seen(at_a_choice("5", 24, {"may_decline": decline}))
    said = {
        level: SOLVER.hint(position, HintOptions(level=level), budget(iterations=100))
        for level in ("nudge", "area", "move", "why")
    }
    assert said["nudge"].move is None
    assert said["nudge"].area is None
    assert said["area"].move is None
    assert said["area"].area
    move = said["move"].move
    assert move in {GAME.move_text(m) for m in GAME.legal(GAME.state(position))}
    assert said["why"].text.startswith(said["move"].text)
    assert len(said["why"].text) > len(said["move"].text)


def test_a_hint_says_what_stays_open() -> None:
    position = GAME.read(
        {
            "rules": {"jokers": 0},
            "field": [[0, 0, "8S"], [1, 0, "7H"], [1, 1, "6S"]],
            "waste": ["7D"],
            "stock": {"count": 48},
        }
    )
    answer = SOLVER.hint(position, HintOptions(level="why"), budget(iterations=400))
    assert answer.move in {"7D@0,1", "7D@2,1", "7D@1,2", "7D@-1,0", "7D@0,-1"}
    assert "sampled games were won; after the next" in answer.text
    assert answer.reasons
    codes = {reason.code for reason in answer.reasons}
    assert "chance" in codes
    assert codes & {"wins_more", "wins_same"}


def test_limits_and_options_are_kept() -> None:
    hard = GAME.deal("16", {"jokers": 0, "field": {"width": 9, "height": 9}, "anchored": True})
    answer = solve(hard, nodes=20_000)
    assert (answer.verdict, answer.stopped_by) == (Verdict.UNKNOWN, StoppedBy.NODES)
    assert "limits.nodes" in answer.advice
    assert solve(hard, nodes=20_000) == answer
    with pytest.raises(BadInput) as caught:
        solve(GAME.deal("1"), "shortest")
    assert caught.value.faults[0].code == "unknown_objective"
    with pytest.raises(BadInput) as caught:
        solve(GAME.as_seen(GAME.deal("1")))
    assert caught.value.faults[0].code == "stock_hidden"
    with pytest.raises(BadInput):
        SOLVER.analyze(
            GAME.as_seen(GAME.deal("1")), AnalyzeOptions(information="known"), budget(nodes=10)
        )


def test_a_finished_game_is_analysed_as_over() -> None:
    position = GAME.deal("5")
    done = GAME.play(position, solve(position).moves)
    answer = SOLVER.analyze(done, AnalyzeOptions(), budget(nodes=10))
    assert (answer.verdict, answer.moves) == (Verdict.SOLVABLE, [])
    hint = SOLVER.hint(done, HintOptions(), budget(nodes=10))
    assert "over" in hint.text


@pytest.mark.parametrize("seed", range(4))
def test_the_last_card_of_a_face_down_stock_is_known(seed: int) -> None:
    """Whoever sees all cards but one knows it; without a redeal nothing else is open."""
    deal = GAME.deal(str(seed), {"pack": 36, "redeals": 0})
    state = GAME.state(deal)
    while (position := GAME.position(state, deal)).stock_size > 1:
        run_apply(state, GAME.legal(state)[0])
    seen = GAME.as_seen(position)
    assert (seen.hidden, len(seen.unseen)) == (1, 1)
    options, limits = AnalyzeOptions(), Limits(nodes=20_000)
    shown, listed = (SOLVER.analyze(each, options, Budget(limits)) for each in (seen, position))
    assert shown.verdict is listed.verdict is not Verdict.UNKNOWN
    assert shown.moves == listed.moves


def test_a_field_without_room_is_the_reason_why_a_game_is_lost() -> None:
    deal = GAME.deal("1", {"field": {"width": 2, "height": 2}})
    for position in (deal, GAME.as_seen(deal)):
        hint = SOLVER.hint(position, HintOptions(level="why"), budget(nodes=1_000))
        said = {reason.code: reason.args for reason in hint.reasons or []}
        assert said["no_room"] == {"room": 3, "left": 53}
