"""The review of K'nack Solitaire: verdicts of whole games against a search through everything."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Verdict
from kibitz.contract.options import Limits
from kibitz.contract.review import ReviewAnswer
from kibitz.games import protocol
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.reviewing import read_review, review
from tests.games.knack_solitaire.tables import GAME

MANY = Limits(nodes=300_000, memory_mb=64)
NARROW = {"pack": 36, "field": {"width": 7, "height": 7}, "anchored": True}


def reviewed(start: Any, line: list[str], limits: Limits = MANY, **options: Any) -> ReviewAnswer:
    solver = SOLVERS["knack-solitaire"]
    data = {"record": {"position": start.to_json(), "moves": line}, **options}
    request, played = read_review(solver, data)
    return review(solver, played, request, Budget(limits))


def by_chance(start: Any, seed: int) -> list[str]:
    state, random, line = GAME.state(start), Random(seed), list[str]()
    while legal := GAME.legal(state):
        move = random.choice(legal)
        line.append(GAME.move_text(move))
        protocol.run_apply(state, move)
    return line


def can_be_won(state: Any, seen: dict[bytes, bool]) -> bool:
    """Whether any way of playing on wins: everything is tried."""
    key = state.tobytes()
    if key not in seen:
        outcome = GAME.outcome(state)
        seen[key] = bool(outcome and outcome.won)
        for move in GAME.legal(state):
            after = state.copy()
            protocol.run_apply(after, move)
            if can_be_won(after, seen):
                seen[key] = True
                break
    return seen[key]


def test_late_verdicts_agree_with_everything_tried() -> None:
    """The last ten moves of games by chance, before and after each move."""
    verdicts = {True: 0, False: 0}
    for seed in range(40):
        start = GAME.deal(str(seed), NARROW if seed % 2 else {"pack": 36})
        line = by_chance(start, seed)
        laid = [place for place, text in enumerate(line) if "@" in text]
        here = GAME.play(start, line[: laid[-3]])
        rest = line[laid[-3] :]
        answer = reviewed(here, rest)
        state, seen = GAME.state(here), dict[bytes, bool]()
        for decision in answer.decisions:
            winnable = can_be_won(state, seen)
            expected = Verdict.SOLVABLE if winnable else Verdict.UNSOLVABLE
            assert decision.verdict_before is expected, (seed, decision.ply)
            verdicts[winnable] += 1
            protocol.run_apply(state, GAME.enter(state, decision.played))
            after = Verdict.SOLVABLE if can_be_won(state, seen) else Verdict.UNSOLVABLE
            assert decision.verdict_after is after
            lost = expected is not after
            assert (decision.judgement == "blunder") == lost
    assert min(verdicts.values()) >= 20, verdicts


@pytest.mark.parametrize("seed", [2, 4])
def test_the_losing_move_and_a_line_from_the_last_chance(seed: int) -> None:
    start = GAME.deal(str(seed))
    line = by_chance(start, seed)
    answer = reviewed(start, line)
    (seat,) = answer.seats
    assert seat.lost_at is not None
    assert seat.last_chance is not None
    fault = answer.decisions[seat.lost_at]
    assert (fault.judgement, fault.verdict_before) == ("blunder", Verdict.SOLVABLE)
    assert fault.best in {row.move for row in fault.options if row.verdict is Verdict.SOLVABLE}
    end = GAME.play(GAME.read(seat.last_chance.position), seat.last_chance.line)
    outcome = GAME.outcome(GAME.state(end))
    assert outcome is not None
    assert outcome.won
    assert f"until move {seat.lost_at + 1}, {fault.played}, which lost it" in seat.text


def test_a_hidden_stock_is_judged_by_chance() -> None:
    start = GAME.deal("3", {"information": "hidden"})
    line = by_chance(start, 3)[:40]
    answer = reviewed(start, line, Limits(iterations=600))
    judged = [decision for decision in answer.decisions if decision.loss is not None]
    assert judged
    assert all(decision.verdict_before is None for decision in judged)
    assert any(decision.loss is not None and decision.loss.samples for decision in judged)
    view = reviewed(GAME.as_seen(start), GAME.kept(start, line, 0), Limits(iterations=600))
    for one, other in zip(answer.decisions, view.decisions, strict=True):
        assert other == one.model_copy(update={"in_hindsight": None})


BEFORE_A_SHUFFLE = (
    "knack-solitaire~jokers-0.pack-36.field-7x7.information-hidden~QH-3_0.KC-3_1.AD-3_2.6S-3_"
    "3.7H-3_4.TD-2_-1.JS-2_0.QD-2_1.KS-2_2.AH-2_3.6C-2_4.9S-1_-1.TH-1_0.JC-1_1.7D-1_4.8H0_-1."
    "9C0_0.9D0_3.8S0_4.6H1_-2.7S1_-1.8D1_0.9H1_4.7C2_-2.6D2_-1.QS2_2.JH2_3.TC2_4.AC3_-1.KH3_0"
    ".AS3_1.KD3_2.QC3_3.JD3_4~8CTS~0~2"
)


def test_no_orders_are_counted_where_no_card_is_face_down() -> None:
    (decision,) = reviewed(GAME.read(BEFORE_A_SHUFFLE), ["TS@0,2"]).decisions
    assert decision.judgement == "blunder"
    assert "orders" not in {reason.code for reason in decision.reasons or []}


def test_what_was_not_seen_changes_no_judgement() -> None:
    """The stock still to come in 32 other orders: only what is said in hindsight may differ."""
    start = GAME.deal("3", {"information": "hidden"})
    line = by_chance(start, 3)[:20]
    end, data, seen = GAME.play(start, line), start.to_json(), set[str]()
    drawn = start.stock_size - end.stock_size
    for seed in range(33):
        rest = data["stock"][drawn:]
        if seed:
            Random(seed).shuffle(rest)
        other = GAME.read({**data, "stock": data["stock"][:drawn] + rest})
        limits = Limits(iterations=64, nodes=2_000)
        answer = reviewed(other, line, limits, turns={"first": 12})
        assert any(decision.loss is not None for decision in answer.decisions)
        seen.add("\n".join(d.model_dump_json(exclude={"in_hindsight"}) for d in answer.decisions))
    assert len(seen) == 1


def test_shuffles_that_nobody_knows_make_it_a_chance() -> None:
    dealt = GAME.deal("3")
    data = dealt.to_json()
    del data["redeal_orders"]
    start = GAME.read(data)
    answer = reviewed(start, by_chance(dealt, 1)[:12], Limits(iterations=300))
    assert answer.seats[0].lost_at is None
    assert all(decision.in_hindsight is None for decision in answer.decisions)
