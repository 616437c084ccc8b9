"""The first look of a review of Hand, Knee and Foot: the plan that stands for each move."""

from statistics import fmean

import numpy as np
import pytest

from kibitz.contract.options import AnalyzeOptions, Limits
from kibitz.contract.review import ReviewOptions
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.kinds import KINDS
from kibitz.games.hand_knee_foot.position import Position
from kibitz.heuristics.hand_knee_foot.policy import rule_move
from kibitz.solvers.budget import Budget
from kibitz.solvers.hand_knee_foot.candidates import all_rows, sides_of
from kibitz.solvers.hand_knee_foot.reviewing import HandKneeFootReviewer
from kibitz.solvers.hand_knee_foot.solver import HandKneeFootSolver
from kibitz.solvers.ismcts.onward import played_on
from kibitz.solvers.played import Played
from kibitz.solvers.question import Question
from kibitz.solvers.reviewing import read_review, review
from tests.cases import cases
from tests.conformance.playing import stream_of

GAME, SOLVER = HandKneeFoot(), HandKneeFootSolver()
DEALS = 400
LOOK = Limits(iterations=4_000)


def position_of(seed: int, turns: int) -> Position:
    """The position after so many turns of a deal that the policy plays."""
    start = GAME.deal(str(seed))
    state = GAME.state(start)
    for _ in range(turns):
        seat = protocol.run_turn(state)
        while protocol.run_turn(state) == seat:
            protocol.run_apply(state, int(rule_move(state[0])))
    protocol.run_apply(state, int(rule_move(state[0])))
    return GAME.position(state, start)


def reviewer_of(position: Position) -> HandKneeFootReviewer:
    state = GAME.state(position)
    played = Played(position, [], position, state, over=False, length=0)
    return HandKneeFootReviewer(SOLVER, played, ReviewOptions(utility="points"))


def made_by(
    reviewer: HandKneeFootReviewer, question: Question, rows: list[tuple[int, ...]]
) -> list[float]:
    """What each plan makes on average in the same deals, by playouts of this test's own."""
    arena = reviewer.arena(question, rows)
    states = np.repeat(arena.root, DEALS)
    for i in range(DEALS):
        protocol.run_redeal(states[i : i + 1], question.seat, stream_of(i))
    found = []
    for row in rows:
        begun = states.copy()
        begun["count"], begun["rows"] = 1, -1
        begun["rows"][:, 0, : len(row)] = row
        values = played_on(arena, begun, 1, range(DEALS), Budget(Limits()))
        found.append(float(values[:, question.seat].mean()))
    return found


def test_a_move_is_stood_for_by_one_of_its_best_plans() -> None:
    """Also the one played where it is bad: else its review would blame a plan, not the move."""
    behind = []
    for seed in range(1 + cases(4)):
        position = position_of(seed, 8 + 4 * seed)
        reviewer = reviewer_of(position)
        seen = GAME.as_seen(position, int(protocol.run_turn(GAME.state(position))))
        question = SOLVER.ask(seen, AnalyzeOptions(seed="3", utility="points"))
        moves = sorted({row[0] for row in all_rows(question.view, question.legal)})
        for move in moves[:: max(1, len(moves) // 2)]:
            played = GAME.move_text(move)
            found = reviewer.first_look(question, [played], Budget(LOOK))
            (own,) = [row for row in found.values if row.move == played]
            line = tuple(reviewer.line(question, own))
            rows = [row for row in all_rows(question.view, [move]) if row[0] == move]
            rows += [line] if line not in rows else []  # a plan that begins with another move
            made = dict(zip(rows, made_by(reviewer, question, rows), strict=True))
            behind.append(max(made.values()) - made[line])
    assert fmean(behind) < 60
    assert max(behind) < 300


MANY_ORDERS = (
    "hand-knee-foot~players-2.knee_pickup-auto~1.0.1.0.0~n6.58TTKKAAA22X~-.-~n11.n11~n149~A9ABBBKBQ"
    "BBJ6X647Q~5555_666666_777_8888_99999_TT2_KKKKKK_AAAAAX_1r0b-4444444_0r1b-888888X_0r1b-QQQQQQ2_"
    "red-4_black-8_threes-RRR.44444_777777_888882_99999_TTTTT2_QQQQ_1r0b-5555555_0r1b-6666662_1r0b-"
    "JJJJJJJ_red-J_black-6_threes-RRR~phase-play.seat-1.no_red_three-6_12"
)


def test_a_move_is_worth_the_plans_in_which_it_may_come_later() -> None:
    # The policy plans to add the 10 after the 8 only.
    seen = GAME.read(MANY_ORDERS)
    question = SOLVER.ask(seen, AnalyzeOptions(seed="3", utility="points"))
    losses = {}
    for played in ("add-T", "add-8"):
        found = reviewer_of(seen).first_look(question, [played], Budget(LOOK))
        losses[played] = next(row.loss for row in found.values if row.move == played)
    assert abs(losses["add-T"] - losses["add-8"]) < 150


ONE_TWO_LEFT = (
    "hand-knee-foot~players-2.knee_pickup-auto~3.0.0.0.0~BBBBBAA22.n2~-.-~-.-~n48~55BBB5AA~444_555_"
    "66666_777_88888_99999_KKKK_2XXXX_1r0b-4444444_1r0b-5555555_1r0b-6666666_1r0b-7777777_1r0b-9999"
    "999_1r0b-TTTTTTTT_0r2b-JJJJJJJJJJJJ22_2r0b-QQQQQQQQQQQQQQ_2r0b-KKKKKKKKKKKKKK_1r0b-AAAAAAA_1r0"
    "b-2222XXX_red-K_black-J_threes-RRRRR.66666_999_KKKK_222_1r0b-4444444444_1r0b-5555555_0r1b-6666"
    "6662_1r0b-7777777_1r1b-88888888888882_1r0b-9999999_1r1b-TTTTTTTTTTTT22_1r0b-JJJJJJJJJ_0r1b-QQQ"
    "QQQQX_0r1b-AAAAAA2_1r0b-222XXXX_red-T_black-8_threes-RRRRRRR~known0-BBB.phase-play.seat-0."
    "no_red_three-6_2"
)


def test_the_better_turn_is_told_by_a_move_that_was_not_played() -> None:
    # Burying the aces is part of both turns; what was missed is the second 2 on the wild cards.
    moves = ["add-2-4", "add-2", "bury-A", "bury-A", "3B"]
    asked = {"record": {"position": ONE_TWO_LEFT, "moves": moves}, "utility": "points"}
    turns = {"turns": {"first": 0, "last": 0}, "limits": {"iterations": 2_000}}
    request, played = read_review(SOLVER, asked | turns)
    (found,) = review(SOLVER, played, request, Budget(request.limits)).decisions
    assert (found.judgement, found.best) == ("blunder", "add-2")


KINGS_FIRST = (
    "hand-knee-foot~players-2~1.0.1.0.0~n21.B56677JJJKKKAA22~n13.-~n11.n11~n213~K6KQTK~777_AAA.442_"
    "8882_TTT_KKKK_AAAA_0r1b-9999922_black-9_threes-RR~phase-play.seat-1.no_red_three-21_16"
)


@pytest.mark.parametrize("seed", [0, 2])
def test_what_might_be_lost_later_in_a_turn_is_not_blamed_on_its_first_moves(seed: int) -> None:
    # After its kings the seat might throw a 2; it threw the three, which is the best end.
    moves = ["meld-JJJ", "add-K", "add-K", "add-K", "add-A", "add-A", "3B"]
    asked = {"record": {"position": KINGS_FIRST, "moves": moves}, "utility": "points"}
    more = {"limits": {"iterations": 1_500}, "seed": seed}
    request, played = read_review(SOLVER, asked | more)
    found = review(SOLVER, played, request, Budget(request.limits)).decisions
    assert not {"inaccuracy", "mistake", "blunder"} & {each.judgement for each in found}
    assert max(each.loss.value for each in found[:-1] if each.loss) < 150


def test_the_better_turn_is_told_as_a_whole() -> None:
    asked = {"record": {"position": KINGS_FIRST, "moves": ["5"]}, "utility": "points"}
    request, played = read_review(SOLVER, asked | {"limits": {"iterations": 3_000}})
    (found,) = review(SOLVER, played, request, Budget(request.limits)).decisions
    assert found.best == "meld-JJJ"
    assert (found.best_text or "").startswith("meld three jacks, add three kings and two aces")
    assert (found.best_text or "").endswith(", discard a black three")


def test_sides_part_the_plans_by_the_moves_that_they_begin_with() -> None:
    rows = [(5, 1), (7,), (5, 2), (8, 1), (9,)]
    assert sides_of(rows, [5]) == [[0, 2], [1, 3, 4]]
    assert sides_of(rows, [9, 7]) == [[0, 2, 3], [1], [4]]
    assert sides_of(rows[:1], [5]) == [[0]]


def test_the_rest_of_a_turn_ends_before_cards_turn_up() -> None:
    for seed in range(cases(6)):
        start = GAME.deal(str(seed), {"players": 2})
        state, moves = GAME.state(start), list[str]()
        while len(moves) < 60 and not protocol.run_over(state):
            move = int(rule_move(state[0]))
            moves.append(GAME.move_text(move))
            protocol.run_apply(state, move)
        record = {"position": start.to_json(), "moves": moves}
        request, played = read_review(SOLVER, {"record": record, "utility": "points"})
        reviewer = HandKneeFootReviewer(SOLVER, played, request)
        for moment in played.moments:
            rest = reviewer._rest_of_turn(reviewer.question(moment), moment)
            assert rest == [each.move for each in played.moments[moment.ply :][: len(rest)]]
            last = played.moments[moment.ply + len(rest) - 1]
            assert last.seat == moment.seat
            assert len(rest) == 1 or not any(
                text in {"draw", "knee", "foot"}
                for text in moves[moment.ply : moment.ply + len(rest)]
            )


def test_a_lone_card_is_no_reason_where_the_other_one_is_alone_as_well() -> None:
    met = 0
    for seed in range(10):
        position = position_of(seed, 0)
        reviewer = reviewer_of(position)
        seen = GAME.as_seen(position, int(protocol.run_turn(GAME.state(position))))
        question = SOLVER.ask(seen, AnalyzeOptions(utility="points"))
        lone, others = list[list[int]](), list[list[int]]()
        for line in [[move] for move in question.legal if move < KINDS]:
            said = {reason.code for reason in reviewer.speaks_for(question, line, [])}
            (lone if "lone_card" in said else others).append(line)
        if len(lone) < 2 or not others:
            continue
        met += 1
        alone = reviewer._favouring(question, [lone[0], others[0]])
        assert "lone_card" in {reason.code for reason in alone}
        both = reviewer._favouring(question, lone[:2])
        assert "lone_card" not in {reason.code for reason in both}
    assert met
