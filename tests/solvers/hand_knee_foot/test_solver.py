"""The verbs of Hand, Knee and Foot."""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from kibitz.contract.answers import AnalyzeAnswer, Proof, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.kinds import KINDS, RED_THREE, TEXTS
from kibitz.games.hand_knee_foot.moves import DRAW, TAKE
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.state import OFFERED
from kibitz.heuristics.hand_knee_foot.lookahead import foreseen
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import find
from kibitz.solvers.hand_knee_foot.analysis import OPTIONS, match_options, search_rows
from kibitz.solvers.hand_knee_foot.candidates import few_rows
from tests.conformance.playing import stream_of
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import rounds, world

SOLVER: Any = find("hand-knee-foot")
SMALL = Limits(iterations=2_000, memory_mb=64)
LATE = Limits(nodes=20_000)


def analyze(position: Position, limits: Limits = SMALL, **options: Any) -> AnalyzeAnswer:
    found: AnalyzeAnswer = SOLVER.analyze(position, AnalyzeOptions(**options), Budget(limits))
    return found


def codes(call: Any) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        call()
    return [(fault.pointer, fault.code) for fault in caught.value.faults]


def reached(rules: dict[str, Any], moves: int, seed: int = 1) -> Position:
    """A position of a round of the policy."""
    start = GAME.deal(str(100_000 * seed), rules)
    states = next(iter(rounds(rules, 1, seed)))
    position: Position = GAME.position(states[moves], start)
    return position


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_every_legal_move_is_valued_and_whole_turns(players: int) -> None:
    position = reached({"players": players}, 41)
    answer = analyze(position, utility="points")
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    assert sorted(value.move for value in answer.moves) == sorted(legal)
    assert answer.information == "hidden"
    assert (answer.verdict, answer.proof) == (None, Proof.NONE)
    assert answer.score == answer.moves[0].score
    assert answer.plans is not None
    assert answer.plans[0].moves == answer.moves[0].line
    assert len({tuple(plan.moves) for plan in answer.plans}) == len(answer.plans)
    for value in answer.moves:
        assert value.loss >= 0
        assert value.line[0] == value.move
        assert value.payoffs is not None
        assert len(value.payoffs) == players
        assert sum(value.payoffs) == pytest.approx(0, abs=1e-3)
        assert value.score.low <= value.score.value <= value.score.high
    some = analyze(position, moves=legal[:2], multi_pv=1)
    assert len(some.moves) == 1
    assert some.moves[0].move in legal[:2]


@pytest.mark.parametrize("players", [2, 4])
def test_whether_to_take_up_a_knee_is_decided_by_playing_rounds_out(players: int) -> None:
    for states in rounds({"players": players}, 3, 8):
        offers = (state for state in states if state[0]["phase"] == OFFERED)
        view = world(next(offers), 1)
        rows = [row for row in few_rows(view) if row[0] in GAME.legal(view)]
        budget = Budget(Limits(iterations=400))
        found = search_rows(view, rows, (), 1, OPTIONS, budget, ignore, 1)
        unjudged = replace(OPTIONS, judgement_scale=0.0, judgement_error=inf)
        budget = Budget(Limits(iterations=400))
        again = search_rows(view, rows, (), 1, unjudged, budget, ignore, 1)
        assert found.moves == again.moves


def test_the_match_is_what_counts_unless_points_are_asked_for() -> None:
    start = GAME.deal("5", {"players": 2}, "kibitz", 0, 4, [9_000, 0])
    ahead = analyze(start)
    assert ahead.score is not None
    assert ahead.score.unit == "win_probability"
    assert ahead.score.value > 0.9
    behind = analyze(GAME.deal("5", {"players": 2}, "kibitz", 0, 4, [0, 9_000]))
    assert behind.score is not None
    assert behind.score.value < 0.1
    assert analyze(start, utility="points").score != ahead.score


def test_equal_questions_have_equal_answers_and_hidden_cards_do_not_matter() -> None:
    position = reached({"players": 4}, 60)
    state = GAME.state(position)
    seat = int(protocol.run_turn(state))
    first = analyze(position, seed="7")
    assert analyze(position, seed="7") == first
    assert analyze(GAME.as_seen(position, seat), seed="7") == first
    other = state.copy()
    protocol.run_redeal(other, seat, stream_of(3))
    assert analyze(GAME.position(other, position), seed="7") == first


def test_beliefs_are_what_redeals_give() -> None:
    position = reached({"players": 4}, 90)
    state = GAME.state(position)
    seat = int(protocol.run_turn(state))
    answer = analyze(position)
    assert answer.beliefs is not None
    counts = np.zeros((4, KINDS))
    stream, worlds = stream_of(2), 3_000
    for _ in range(worlds):
        protocol.run_redeal(state, seat, stream)
        counts += state[0]["hands"][:4] - state[0]["known"][:4]
    for belief in answer.beliefs:
        kind = TEXTS.index(belief.card)
        assert belief.seats[seat] == 0
        assert sum(belief.seats) + belief.out == pytest.approx(1, abs=1e-5)
        for other in range(4):
            if other != seat:
                expected = counts[other, kind] / worlds / belief.copies
                assert belief.seats[other] == pytest.approx(expected, abs=0.02)
        assert belief.by_play is not None
        assert sum(belief.by_play.seats) + belief.by_play.out == pytest.approx(1, abs=1e-5)
    assert RED_THREE == 0


def hint(position: Position, **options: Any) -> Any:
    return SOLVER.hint(position, HintOptions(**options), Budget(SMALL))


def test_hints_say_more_with_every_level() -> None:
    position = table("KKKAAA22459TJ68", phase="play")
    nudge = hint(position, level="nudge")
    assert nudge.text.startswith("Your side needs 60 points to open")
    assert (nudge.area, nudge.move) == (None, None)
    area = hint(position, level="area")
    assert area.area
    assert "your side's melds" in area.area
    assert area.move is None
    move = hint(position, level="move")
    assert move.text.startswith("Meld three ")
    why = hint(position, level="why", utility="points")
    assert why.reasons
    assert " on average over " in why.text


def test_reasons_are_facts_of_the_table() -> None:
    rules = {"minimums": [0] * 4}
    own = team("KKKKKK", "4444444")
    position = table("KB", own=own, phase="play", rules=rules, sizes=8)
    assert hint(position, level="why").text.endswith(hint(position, level="why").reasons[-1].text)
    position = table("KK99J4", own=team("444"), pile="557K2AK", rules=rules)
    answer = analyze(position, moves=["take"])
    assert answer.moves[0].line[0] == "take"
    stages = (2, 0, 2, 0)
    own = team("666", REQUIRED)
    position = table("K6", own=own, stages=stages, phase="play", pile="8", rules=rules)
    assert hint(position, level="area").area


def test_a_finished_round_is_told_and_a_view_of_it_is_over() -> None:
    start = GAME.deal("100000", {"players": 2})
    end = GAME.position(next(iter(rounds({"players": 2}, 1)))[-1], start)
    answer = analyze(end)
    assert answer.moves == []
    assert answer.stopped_by is StoppedBy.SOLVED
    assert answer.score is not None
    assert hint(end).text == "The round is over: there is nothing left to play."
    view = GAME.as_seen(end, end.turn)
    assert analyze(view).score is None
    told = SOLVER.verify(view, [])
    assert (told.over, told.payoffs) == (True, None)
    assert SOLVER.verify(end, []).payoffs == pytest.approx(
        SOLVER.solve(end, SolveOptions(), Budget(SMALL)).payoffs
    )


def suited(position: Position) -> Position:
    """The position with every card held, but for threes and jokers, of spades."""
    data = position.to_json()
    hands = [[card + "S" if card in "456789TJQKA2" else card for card in h] for h in data["hands"]]
    found: Position = GAME.read(data | {"hands": hands})
    assert found.suits
    return found


def test_open_cards_are_solved_near_the_end_and_unknown_before() -> None:
    start = GAME.deal("100000", {"players": 2})
    states = next(iter(rounds({"players": 2}, 1)))
    solved = 0
    for state in states[-8:-1]:
        position = GAME.position(state, start)
        answer = SOLVER.solve(position, SolveOptions(), Budget(LATE))
        if answer.verdict is None:
            solved += 1
            seat = int(protocol.run_turn(state))
            assert answer.score.value == answer.payoffs[seat]
            assert SOLVER.verify(position, answer.moves).payoffs == pytest.approx(answer.payoffs)
            known = analyze(position, LATE, information="known")
            assert known.score == answer.score
            assert known.plans is None
            assert SOLVER.solve(suited(position), SolveOptions(), Budget(LATE)) == answer
        else:
            assert answer.verdict is Verdict.UNKNOWN
    assert solved
    answer = SOLVER.solve(start, SolveOptions(), Budget(Limits(nodes=2_000)))
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.advice == "Raise limits.nodes to search on."
    early = analyze(start, Limits(nodes=2_000, iterations=64), information="known")
    assert early.information == "hidden"
    assert {value.score.kind for value in early.moves} == {"estimate"}


def test_suits_change_no_answer() -> None:
    hand = "KCKDKHAAA22459TJ68"
    kings, plain = table(hand, phase="play"), table("KKKAAA22459TJ68", phase="play")
    assert kings != plain
    assert analyze(kings, seed="3") == analyze(plain, seed="3")
    assert hint(kings, seed="3") == hint(plain, seed="3")
    named = analyze(kings, seed="3", moves=["meld-KCKDKH", "meld-KKK"])
    assert [value.move for value in named.moves] == ["meld-KKK"]
    asked = AnalyzeOptions(moves=["meld-KSKK", "7S"])
    with pytest.raises(BadInput, match="'meld-KSKK': seat 0 does not hold a card 'KS'") as caught:
        SOLVER.analyze(kings, asked, Budget(SMALL))
    assert [fault.pointer for fault in caught.value.faults] == ["/moves/0", "/moves/1"]


def test_what_does_not_fit_is_refused_with_every_reason() -> None:
    view = table("KK99J4", pile="6K")
    asked = AnalyzeOptions(information="known", utility="match", moves=["9", "foo"])
    assert codes(lambda: SOLVER.analyze(view, asked, Budget(SMALL))) == [
        ("/information", "hand_hidden"),
        ("/information", "stock_hidden"),
        ("/utility", "no_match_equity"),
        ("/moves/0", "illegal_move"),
        ("/moves/1", "bad_move"),
    ]
    other = GAME.as_seen(GAME.play(GAME.deal("1"), ["draw"]), 1)
    assert codes(lambda: analyze(other)) == [("/position/hands/0", "own_hand_hidden")]
    assert codes(lambda: SOLVER.solve(other, SolveOptions(objective="shortest"), Budget(SMALL)))[
        0
    ] == ("/objective", "unknown_objective")


def test_what_is_foreseen_counts_until_worlds_say_otherwise() -> None:
    view = GAME.state(table("KKKAAA22459TJ68", phase="play"))
    rows = few_rows(view)
    # A world of each candidate, which is none to go by.
    budget = Budget(Limits(iterations=len(rows)))
    found = search_rows(view, rows, (0, 0), 1, OPTIONS, budget, ignore, 1)
    worths = foreseen(view, rows, len(rows))
    assert [row.move for row in found.moves] == np.argsort(-worths, kind="stable").tolist()
    expected = worths.max() - np.sort(worths)[::-1]
    assert [row.loss for row in found.moves] == pytest.approx(expected)


def test_in_a_match_a_favour_is_a_chance_to_win() -> None:
    level, ahead = match_options((0, 0), 0, 4), match_options((9_000, 0), 0, 4)
    assert level.utility == "match"
    assert 0.001 < level.judgement_scale < level.judgement_error < 0.1
    assert ahead.judgement_scale < level.judgement_scale / 10
    assert match_options((10**6, 0), 0, 4).judgement_error > 0


def test_whether_to_draw_or_take_is_a_choice_of_turns() -> None:
    rules = {"minimums": [0] * 4}
    position = table("KK99J4", own=team("444"), pile="557K2AK", rules=rules)
    answer = analyze(position)
    assert {value.move for value in answer.moves} == {"draw", "take"}
    assert answer.plans is not None
    assert len(answer.plans) > 2
    assert tuple(GAME.legal(GAME.state(position))) == (DRAW, TAKE)
