"""The verbs of Knaves: answers that add up, fit the view, and repeat."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Proof, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.games.cards import card_symbol, parse_card
from kibitz.games.faults import BadInput
from kibitz.games.knaves.position import Position
from kibitz.heuristics.knaves.equity import equity_for
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.knaves.analysis import possible_points
from kibitz.solvers.knaves.solver import KnavesSolver
from tests.conformance.playing import walk
from tests.games.knaves.tables import table
from tests.naive import knaves as naive

SOLVER = KnavesSolver()
GAME = SOLVER.game


def budget(**limits: int) -> Budget:
    return Budget(Limits(**limits))


def after(seed: str, plays: int, rules: dict[str, Any] | None = None) -> Position:
    """A deal after so many cards, always the first legal one."""
    position: Position = GAME.deal(seed, rules)
    for _ in range(plays):
        state = GAME.state(position)
        position = GAME.play(position, [GAME.move_text(GAME.legal(state)[0])])
    return position


def turn_of(position: Position) -> int:
    return int(GAME.state(position)[0]["turn"])


def view(position: Position) -> Position:
    return GAME.as_seen(position, turn_of(position))


def analyze(position: Position, iterations: int = 2_000, **options: Any) -> Any:
    return SOLVER.analyze(position, AnalyzeOptions(**options), budget(iterations=iterations))


def test_it_is_in_the_catalogue() -> None:
    assert find("knaves").game.name == "knaves"


@pytest.mark.parametrize("seed", range(6))
def test_solve_adds_up(seed: int) -> None:
    position = after(str(seed), 24)
    answer = SOLVER.solve(position, SolveOptions(), budget())
    assert (answer.verdict, answer.proof) == (None, Proof.EXHAUSTIVE)
    assert answer.moves is not None
    assert answer.score is not None
    assert answer.payoffs is not None
    end = GAME.outcome(GAME.state(GAME.play(position, answer.moves)))
    assert end is not None
    assert list(end.payoffs) == answer.payoffs
    assert answer.score.value == answer.payoffs[answer.score.seat]
    against = SOLVER.solve(position, SolveOptions(objective="paranoid"), budget())
    assert against.score is not None
    assert against.score.value <= answer.score.value


def test_solve_of_a_whole_round_says_that_it_was_stopped() -> None:
    answer = SOLVER.solve(GAME.deal("1"), SolveOptions(), budget(nodes=1_000))
    assert (answer.verdict, answer.stopped_by) == (Verdict.UNKNOWN, StoppedBy.NODES)
    assert answer.moves is None
    assert answer.advice


def test_solve_needs_open_hands() -> None:
    with pytest.raises(BadInput) as caught:
        SOLVER.solve(view(after("1", 24)), SolveOptions(), budget())
    assert [fault.code for fault in caught.value.faults] == ["hand_hidden"]


def test_open_analysis_agrees_with_solve() -> None:
    position = after("3", 27)
    solved = SOLVER.solve(position, SolveOptions(), budget())
    answer = SOLVER.analyze(position, AnalyzeOptions(information="known"), budget())
    assert answer.information == "known"
    assert answer.beliefs is None
    assert {row.move for row in answer.moves} == {
        GAME.move_text(move) for move in GAME.legal(GAME.state(position))
    }
    assert answer.moves[0].score == solved.score
    assert answer.moves[0].payoffs == solved.payoffs
    assert all(row.loss == answer.moves[0].score.value - row.score.value for row in answer.moves)


def test_open_cards_too_many_for_the_limits_are_sampled() -> None:
    options = AnalyzeOptions(information="known")
    answer = SOLVER.analyze(GAME.deal("1"), options, budget(nodes=1_000, iterations=64))
    assert (answer.information, answer.verdict) == ("hidden", None)
    assert answer.advice is not None
    assert "seat 1 sees. Raise limits.nodes" in answer.advice
    assert {(row.score.kind, row.score.unit) for row in answer.moves} == {("estimate", "points")}


@pytest.mark.parametrize("utility", ["match", "points"])
def test_hidden_analysis(utility: str) -> None:
    position = view(after("5", 13))
    answer = analyze(position, utility=utility)
    assert (answer.information, answer.verdict, answer.proof) == ("hidden", None, Proof.NONE)
    assert answer.moves[0].loss == 0
    for row in answer.moves:
        assert row.score.low <= row.score.value <= row.score.high
        assert row.score.kind == "estimate"
        if utility == "match":
            assert sum(row.payoffs) == pytest.approx(1, abs=1e-4)


def test_beliefs_add_up() -> None:
    position = view(after("5", 13))
    answer = analyze(position, iterations=200)
    seat = int(GAME.state(position)[0]["turn"])
    for belief in answer.beliefs:
        assert sum(belief.seats) + belief.out == pytest.approx(1, abs=1e-5)
        assert belief.seats[seat] == 0
    held = [sum(b.seats[other] for b in answer.beliefs) for other in range(3) if other != seat]
    sizes = [count for other, count in enumerate(position.hidden) if other != seat]
    assert held == pytest.approx(sizes, abs=1e-3)


def test_a_view_is_all_that_is_used() -> None:
    position = after("9", 16)
    known = analyze(position, information="hidden", seed="4")
    seen = analyze(view(position), seed="4")
    assert known.model_dump_json() == seen.model_dump_json()
    assert seen.model_dump_json() == analyze(view(position), seed="4").model_dump_json()


def test_only_the_moves_asked_for() -> None:
    position = view(after("9", 15))
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    answer = analyze(position, moves=legal[:2])
    assert sorted(row.move for row in answer.moves) == sorted(legal[:2])
    with pytest.raises(BadInput) as caught:
        analyze(position, moves=["ZZ", "call-7H"])
    assert [fault.pointer for fault in caught.value.faults] == ["/moves/0", "/moves/1"]


def test_what_cannot_be_asked() -> None:
    position = after("9", 15)
    turn = int(GAME.state(position)[0]["turn"])
    cases: list[tuple[Position, dict[str, Any], str]] = [
        (view(position), {"information": "known"}, "hand_hidden"),
        (GAME.as_seen(position, (turn + 1) % 3), {}, "own_hand_hidden"),
        (position, {"information": "known", "utility": "match"}, "unknown_utility"),
        (view(after("9", 15, {"jack_hearts": -6})), {"utility": "match"}, "no_match_equity"),
    ]
    for asked, options, code in cases:
        with pytest.raises(BadInput) as caught:
            analyze(asked, **options)
        assert [fault.code for fault in caught.value.faults] == [code]


def test_everything_that_cannot_be_asked_is_said_at_once() -> None:
    seen = GAME.as_seen(after("9", 15), (turn_of(after("9", 15)) + 1) % 3)
    with pytest.raises(BadInput) as caught:
        analyze(seen, information="known", moves=["ZZ"])
    assert [fault.code for fault in caught.value.faults] == [
        "hand_hidden",
        "bad_move",
    ]
    with pytest.raises(BadInput) as caught:
        analyze(after("9", 15), information="known", utility="match", moves=["ZZ"])
    assert [fault.code for fault in caught.value.faults] == ["unknown_utility", "bad_move"]
    with pytest.raises(BadInput) as caught:
        SOLVER.solve(view(after("9", 15)), SolveOptions(objective="compact"), budget())
    assert [fault.code for fault in caught.value.faults] == ["unknown_objective", "hand_hidden"]


@pytest.mark.parametrize("scores", [(0, 0, 0), (18, 17, 19), (21, 21, 3)])
@pytest.mark.parametrize("utility", ["match", "points"])
def test_a_round_has_one_unit_from_the_deal_to_its_end(
    scores: tuple[int, ...], utility: str
) -> None:
    unit = {"match": "win_probability", "points": "points"}[utility]
    for state in walk(GAME, GAME.deal("3", scores=scores), Random(2)):
        if 3 < int(state[0]["count"]) < 33:
            continue
        position = GAME.position(state, GAME.deal("3", scores=scores))
        asked = {} if utility == "match" else {"utility": utility}
        answer = analyze(view(position), iterations=32, **asked)
        assert answer.score.unit == unit
        assert all(row.score.unit == unit for row in answer.moves)
        assert GAME.read(view(position).to_json()) == view(position)


def test_what_a_finished_round_is_worth_in_the_match() -> None:
    for scores in ((0, 0, 0), (19, 18, 19)):
        start = GAME.deal("4", scores=scores)
        state = list(walk(GAME, start, Random(5)))[-1]
        position = view(GAME.position(state, start))
        points = [int(n) for n in state[0]["points"]]
        totals = [a + b for a, b in zip(scores, points, strict=True)]
        seat, score = turn_of(position), analyze(position).score
        winner = naive.match_winner(totals, 20)
        if winner is None:
            chances = equity_for().chances((totals[0], totals[1], totals[2]), dealer=1)
            assert (score.kind, score.value) == ("estimate", pytest.approx(chances[seat], abs=1e-6))
        else:
            assert (score.kind, score.value) == ("exact", float(winner == seat))
        assert analyze(position, utility="points").score.value == points[seat]


def test_other_penalties_are_valued_by_points() -> None:
    answer = analyze(view(after("9", 15, {"jack_hearts": -6})))
    assert answer.score.unit == "points"


@pytest.mark.parametrize("hand_size", [13, 17])
@pytest.mark.parametrize("turned_jack", ["out", "last_trick", "no_trump"])
def test_every_deal_is_valued_by_the_match(hand_size: int, turned_jack: str) -> None:
    rules = {"hand_size": hand_size, "turned_jack": turned_jack, "target": 11}
    answer = analyze(view(after("9", 15, rules)), iterations=300)
    assert answer.score.unit == "win_probability"
    for row in answer.moves:
        assert sum(row.payoffs) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("level", ["nudge", "area", "move", "why"])
@pytest.mark.parametrize("plays", [0, 13, 16, 30, 38])
def test_hints_give_away_what_their_level_says(level: str, plays: int) -> None:
    position = view(after("2", plays))
    options = HintOptions(level=level)
    answer = SOLVER.hint(position, options, budget(iterations=500))
    assert answer.text
    assert (answer.move is not None) == (level in {"move", "why"})
    if answer.move:
        assert f"Play {card_symbol(parse_card(answer.move))}" in answer.text
        GAME.play(position, [answer.move])


def test_hints_for_who_may_call() -> None:
    position = GAME.read(
        GAME.deal("1", {"exposed_cards": True}).to_json() | {"exposed": [[], [], []]}
    )
    holder = int(GAME.state(position)[0]["player"])
    exposed: list[list[str]] = [[], [], []]
    exposed[holder] = [position.to_json()["hands"][holder][0]]
    asked = GAME.read(position.to_json() | {"exposed": exposed})
    answer = SOLVER.hint(
        asked, HintOptions(level="why", information="hidden"), budget(iterations=300)
    )
    assert answer.move is not None
    assert answer.move == "no-call" or answer.move.startswith("call-")


def test_a_finished_round() -> None:
    position = after("4", 39)
    answer = analyze(position, utility="points")
    assert answer.moves == []
    assert answer.score.kind == "exact"
    assert analyze(position).score.unit == "win_probability"
    assert analyze(position, information="known").score.kind == "exact"
    assert SOLVER.solve(position, SolveOptions(), budget()).moves == []
    hint = SOLVER.hint(position, HintOptions(), budget())
    assert hint.move is None


def may_revoke() -> tuple[Position, int, str, str]:
    """A position one card into a trick whose next seat could follow, or fail to; that seat."""
    for seed in range(50):
        position = after(str(seed), 1)
        record = GAME.state(position)[0]
        led, seat = int(record["led"]), int(record["player"])
        hand = position.to_json()["hands"][seat]
        suits = [card for card in hand if "CDHS".index(card[1]) == led]
        others = [card for card in hand if "CDHS".index(card[1]) != led]
        if suits and others:
            return position, seat, suits[0], others[0]
    raise AssertionError("every hand is void or of one suit")


def test_verify_charges_a_revoke() -> None:
    position, seat, follows, revokes = may_revoke()
    third = GAME.play(position, [follows])
    last = GAME.move_text(GAME.legal(GAME.state(third))[0])
    answer = SOLVER.verify(position, [revokes, last, f"revoke-{seat}"])
    assert (answer.valid, answer.first_illegal) == (False, 0)
    assert answer.incidents is not None
    assert [incident.kind for incident in answer.incidents] == ["revoke", "claim"]
    assert answer.incidents[0].points == -3
    honest = SOLVER.verify(position, [follows, last])
    assert honest.valid
    assert honest.incidents == []


def test_bounds_hold_what_is_still_possible() -> None:
    random = Random(5)
    for number in range(30):
        rules = {"turned_jack": random.choice(["out", "last_trick", "no_trump"])}
        states = walk(GAME, GAME.deal(str(number), rules), random)
        for state in states[::5]:
            for seat in range(3):
                low, high = possible_points(state, seat)
                assert low <= int(states[-1][0]["points"][seat]) <= high


def test_jacks_that_were_taken_cannot_be_taken_again() -> None:
    state = GAME.state(GAME.play(table(), ["KH", "JH", "2D"]))
    # A trick with the jack of hearts so far; jacks of 1, 2 and 3 points and 12 tricks to come.
    assert possible_points(state, 0) == (-3 + 1 - 6, -3 + 12)


def test_an_interval_of_few_games_is_within_what_is_possible() -> None:
    answer = analyze(view(after("9", 15)), iterations=1, utility="points")
    assert all(-10 <= row.score.low <= row.score.high <= 13 for row in answer.moves)


def test_a_few_games_settle_nothing() -> None:
    position = GAME.as_seen(GAME.play(table(), ["KH"]), 1)
    for seed in range(8):
        answer = SOLVER.hint(
            position, HintOptions(level="why", seed=str(seed)), budget(iterations=9)
        )
        assert "did not settle on one move" in answer.text
