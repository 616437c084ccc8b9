"""The verbs of Knock Rummy."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz.contract.answers import AnalyzeAnswer, Proof, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.play import KNOCK, OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import find
from kibitz.solvers.knock_rummy.analysis import with_nothing
from tests.conformance.playing import stream_of
from tests.games.knock_rummy.tables import GAME, texts
from tests.heuristics.knock_rummy.looking import late, played
from tests.naive.knock_rummy_melds import deadwood

SOLVER: Any = find("knock-rummy")
SMALL = Limits(iterations=3_000, memory_mb=64)


def analyze(position: Position, limits: Limits = SMALL, **options: Any) -> AnalyzeAnswer:
    found: AnalyzeAnswer = SOLVER.analyze(position, AnalyzeOptions(**options), Budget(limits))
    return found


def codes(call: Any) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        call()
    return [(fault.pointer, fault.code) for fault in caught.value.faults]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_legal_move_is_valued(players: int) -> None:
    position = played(2, 4, {"players": players})
    answer = analyze(position)
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    assert sorted(value.move for value in answer.moves) == sorted(legal)
    assert answer.information == "hidden"
    assert (answer.verdict, answer.proof) == (None, Proof.NONE)
    assert answer.score == answer.moves[0].score
    assert all(value.loss >= 0 for value in answer.moves)
    for value in answer.moves:
        assert value.payoffs is not None
        assert sum(value.payoffs) == pytest.approx(0, abs=1e-4)
        assert value.score.low <= value.score.value <= value.score.high
    some = analyze(position, moves=legal[:2], multi_pv=1)
    assert len(some.moves) == 1
    assert some.moves[0].move in legal[:2]


def test_knocks_that_leave_as_much_are_said_to_be_the_same() -> None:
    position = played(9, 6)
    answer = analyze(position)
    hand = texts(position.hands[position.turn])
    left = {card: deadwood(frozenset({*hand} - {card}), "low", 1) for card in hand}
    knocks = [value for value in answer.moves if value.move.startswith("knock-")]
    for value in knocks:
        if value.same_as:
            assert left[value.move[-2:]] == left[value.same_as[-2:]]
    assert len({left[v.move[-2:]] for v in knocks}) == sum(v.same_as is None for v in knocks)


@pytest.mark.parametrize("iterations", [64, 600, 40_000])
def test_a_knock_is_worth_what_its_row_says(iterations: int) -> None:
    answer = analyze(played(9, 6), Limits(iterations=iterations))
    assert answer.knock is not None
    (value,) = [value for value in answer.moves if value.move == answer.knock.move]
    assert answer.knock.points == value.score.value
    assert 0 < answer.knock.wins < 1
    (other,) = answer.hands or []
    assert sum(other.chances) == pytest.approx(1, abs=1e-4)


def test_the_same_question_has_the_same_answer_whatever_is_hidden() -> None:
    position = played(5, 5, {"players": 3})
    seat = position.turn
    first = analyze(position, seed="3")
    state, stream = GAME.state(position), stream_of(4)
    for _ in range(4):
        protocol.run_redeal(state, seat, stream)
        assert analyze(GAME.position(state, position), seed="3") == first
    assert analyze(GAME.as_seen(position, seat), seed="3") == first
    assert analyze(position, seed="4") != first


def test_beliefs_are_of_the_unseen_cards() -> None:
    position = played(5, 5, {"players": 3})
    answer = analyze(position)
    assert answer.beliefs is not None
    unseen = GAME.as_seen(position, position.turn).unseen
    assert {belief.card for belief in answer.beliefs} == set(texts(unseen))
    for belief in answer.beliefs:
        assert sum(belief.seats) + belief.out == pytest.approx(1, abs=1e-4)
        assert belief.by_play is not None
        assert sum(belief.by_play.seats) + belief.by_play.out == pytest.approx(1, abs=1e-4)
    fresh = analyze(GAME.play(GAME.deal("1"), ["draw"]))
    assert fresh.beliefs is not None
    assert all(belief.by_play is None for belief in fresh.beliefs)
    assert fresh.knock is not None
    assert analyze(GAME.deal("1")).knock is None


def test_a_hand_all_matched_is_laid_down() -> None:
    data = GAME.deal("1").to_json()
    hand = [*["AC", "2C", "3C", "4C", "7D", "7H", "7S", "JD", "QD", "KD"], "TD"]
    used = {*hand, *data["hands"][0], *data["discards"]}
    data["hands"][1] = hand
    data["hands"][0] = {"count": 10}
    data["discards"] = ["5H"] if "5H" not in used - {"5H"} else ["5S"]
    data["stock"] = {"count": 30}
    position = GAME.read(data)
    answer = analyze(position)
    assert answer.moves[0].move == "out" or answer.moves[0].score.value == pytest.approx(
        next(v.score.value for v in answer.moves if v.move == "out")
    )
    hint = SOLVER.hint(position, HintOptions(level="why"), Budget(SMALL))
    assert hint.move == "out"
    assert "You have nothing left unmatched: you win the hand" in hint.text
    # A hint looks at going out alone, but there are other moves.
    assert "only legal move" not in hint.text
    assert hint.reasons
    assert [reason.code for reason in hint.reasons] == ["goes_rummy", "value_points"]


def test_the_match_counts_where_there_is_one() -> None:
    start = GAME.deal("2", {"match_target": 50}, scores=[40, -40])
    position = GAME.play(start, ["draw"])
    answer = analyze(position)
    assert answer.score is not None
    assert answer.score.unit == "win_probability"
    for value in answer.moves:
        assert 0 <= value.score.low <= value.score.high <= 1
        assert value.payoffs is not None
        assert sum(value.payoffs) == pytest.approx(1, abs=1e-4)
    points = analyze(position, utility="points")
    assert points.score is not None
    assert points.score.unit == "points"
    won = GAME.play(GAME.deal("2", {"match_target": 50}, scores=[60, -60]), ["draw"])
    assert codes(lambda: analyze(won, utility="match")) == [("/utility", "no_match_equity")]
    plain = GAME.deal("2")
    assert codes(lambda: analyze(plain, utility="match")) == [("/utility", "no_match_equity")]


def test_open_cards_are_solved_near_the_end() -> None:
    position = late(43, 2, {"stock_out": "end_hand"})
    answer = SOLVER.solve(position, SolveOptions(), Budget(Limits(nodes=200_000)))
    assert (answer.verdict, answer.proof) == (None, Proof.EXHAUSTIVE)
    assert GAME.play(position, answer.moves).ended
    known = analyze(position, Limits(nodes=200_000), information="known")
    assert known.score == answer.score
    assert known.moves[0].line == answer.moves
    assert known.beliefs is None
    early = SOLVER.solve(GAME.deal("1"), SolveOptions(), Budget(Limits(nodes=100)))
    assert (early.verdict, early.stopped_by) == (Verdict.UNKNOWN, StoppedBy.NODES)
    some = analyze(GAME.deal("1"), Limits(nodes=100, iterations=64), information="known")
    assert (some.information, some.verdict) == ("hidden", None)
    assert {value.score.kind for value in some.moves} == {"estimate"}
    assert some.advice is not None
    assert "Raise limits.nodes" in some.advice


def test_a_finished_hand() -> None:
    position = GAME.play(GAME.deal("1"), ["draw", "8S", "draw", "knock-7H"])
    assert analyze(position).moves == []
    assert SOLVER.solve(position, SolveOptions(), Budget(SMALL)).payoffs == [-32, 32]
    hint = SOLVER.hint(position, HintOptions(), Budget(SMALL))
    assert hint.text == "The hand is over: there is nothing left to play."
    told = SOLVER.verify(GAME.deal("1"), ["draw", "8S", "draw", "knock-7H"])
    assert (told.valid, told.over, told.payoffs) == (True, True, [-32, 32])
    told = SOLVER.verify(GAME.deal("1"), ["draw", "draw"])
    assert (told.valid, told.first_illegal, told.payoffs) == (False, 1, None)


def test_all_faults_are_told() -> None:
    view = GAME.as_seen(GAME.deal("1", {"stock_out": "shuffle"}), 0)
    assert codes(lambda: SOLVER.solve(view, SolveOptions(objective="shortest"), Budget(SMALL))) == [
        ("/objective", "unknown_objective"),
        ("/position/hands", "hand_hidden"),
        ("/position/stock", "stock_hidden"),
        ("/position/shuffle", "shuffle_hidden"),
    ]
    assert codes(lambda: analyze(view, moves=["7C", "x"])) == [
        ("/position/hands/1", "own_hand_hidden"),
        ("/moves/0", "illegal_move"),
        ("/moves/1", "bad_move"),
    ]


def test_hints_say_more_from_level_to_level() -> None:
    position = played(9, 6)
    told = [
        SOLVER.hint(position, HintOptions(level=level), Budget(SMALL))
        for level in ("nudge", "area", "move", "why")
    ]
    assert [hint.move is None for hint in told] == [True, True, False, False]
    assert told[0].area is None
    assert told[1].area
    assert told[3].reasons
    (knock,) = [reason for reason in told[3].reasons if "knock" in reason.code]
    assert "f you knock now, you win in" in knock.text
    assert told[3].text.startswith(told[2].text)
    best = GAME.legal(GAME.state(position))
    assert any(GAME.move_text(move) == told[2].move for move in best)
    assert KNOCK < OUT


# The stock is used up, and no pile is turned over: a hand that can knock for nothing, one better.
LAST_TURNS = (
    ("2H3C4C5C6CJCJHTC.7.7.7~0~3HQC9C7D5DQSAC2CQHJSQDTD6S8C3SAHJDKCKD5STS6DKH", False),
    ("2H3C4C5CKSJCQCTC.7.7.7~0~3HJH9C7D5DQSAC2CQHJSQDTD6S8C3SAHJDKCKD5STS6DKH", True),
)


@pytest.mark.parametrize(("cards", "knocks"), LAST_TURNS)
def test_a_discard_that_ends_the_hand_makes_nothing_for_certain(cards: str, knocks: bool) -> None:
    rules = "knock-rummy~players-4.stock_out-end_hand"
    position = GAME.read(f"{rules}~0.0.0.0.0.0~{cards}~seat-0")
    answer = analyze(position)
    rows = {row.move: row for row in answer.moves}
    discards = [row for move, row in rows.items() if len(move) == 2]
    assert len(discards) == len(rows) / 2 == 8
    best = answer.moves[0]
    assert (best.move in {row.move for row in discards}) != knocks
    for row in discards:
        assert (row.score.kind, row.score.value) == ("exact", 0.0)
        assert row.loss == pytest.approx(best.score.value)
    assert [row.loss for row in answer.moves] == sorted(row.loss for row in answer.moves)
    hint = SOLVER.hint(position, HintOptions(level="why"), Budget(SMALL))
    said = {reason.code for reason in hint.reasons}
    assert ("ends_unscored" in said) != knocks
    assert not said & {"knock_or_wait", "safe", "keeps_pair", "discarded_before"}


def test_a_knock_that_is_worth_less_than_nothing_is_not_the_best() -> None:
    cards, _ = LAST_TURNS[1]
    position = GAME.read(f"knock-rummy~players-4.stock_out-end_hand~0.0.0.0.0.0~{cards}~seat-0")
    question = SOLVER.ask(position, AnalyzeOptions(utility="points"))
    found = SOLVER.search(question, Budget(SMALL), ignore)
    shift = found.values[0].score.value + 2.5
    low = [
        row.model_copy(
            update={"score": row.score.model_copy(update={"value": row.score.value - shift})}
        )
        for row in found.values
        if row.move.startswith("knock")
    ]
    rest = [row for row in found.values if not row.move.startswith("knock")]
    after = with_nothing(replace(found, values=[*low, *rest]), 0)
    assert after.score == after.values[0].score
    assert (after.values[0].score.value, after.values[0].loss) == (0.0, 0.0)
    losses = {row.move: row.loss for row in after.values}
    assert losses[low[0].move] == pytest.approx(2.5)
    assert [row.loss for row in after.values] == sorted(losses.values())
    assert after.errors[low[0].move] > 0
