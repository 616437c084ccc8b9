"""Reviews of games with hidden cards: what is judged, from what, and how it is summed up."""

import json
from math import exp
from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Score, StoppedBy
from kibitz.contract.options import Limits
from kibitz.contract.review import JUDGEMENTS, Decision, ReviewAnswer, SeatReview, TurningPoint
from kibitz.games import protocol
from kibitz.games.record import Record, as_kept
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.duel import Sums, is_clear, judgement_of
from kibitz.solvers.review_summary import accuracy_of, text_of, turning_points
from kibitz.solvers.reviewing import CHANCE_THRESHOLDS, only, read_review, review, summed_up
from tests.conformance.playing import stream_of

HIDDEN = ("knaves", "knack", "knock-rummy", "hand-knee-foot")
REDEALS = 32  # of what was not seen
LIMITS = {"iterations": 400, "memory_mb": 64}


def random_game(name: str, seed: int, length: int = 12) -> dict[str, Any]:
    """A record of the first moves of a game by chance."""
    game, random = SOLVERS[name].game, Random(seed)
    start, moves = game.deal(str(seed)), list[str]()
    state = game.state(start)
    while not game.over(state) and len(moves) < length:
        move = random.choice(game.legal(state))
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    return {"position": start.to_json(), "moves": moves}


def reviewed(name: str, record: Any, **more: Any) -> ReviewAnswer:
    body = {"record": record, "limits": LIMITS, **more}
    request, played = read_review(SOLVERS[name], body)
    return review(SOLVERS[name], played, request, Budget(request.limits))


def judgements(answer: ReviewAnswer, seat: int) -> list[str]:
    """The decisions of a seat without what rests on cards that it could not see."""
    return [
        decision.model_dump_json(exclude={"in_hindsight"})
        for decision in answer.decisions
        if decision.seat == seat
    ]


@pytest.mark.parametrize("name", HIDDEN)
def test_every_decision_is_there_and_says_what_it_rests_on(name: str) -> None:
    record = random_game(name, 5)
    answer = reviewed(name, record)
    assert [decision.ply for decision in answer.decisions] == list(range(len(record["moves"])))
    game = SOLVERS[name].game
    for decision in answer.decisions:
        view = game.read(decision.position)
        legal = [game.move_text(move) for move in game.legal(game.state(view))]
        assert decision.played in legal
        assert view.seat == decision.seat
        if decision.forced:
            assert decision.judgement is None
            assert decision.loss is None
            continue
        rows = {row.move: row for row in decision.options}
        assert set(rows) <= set(legal)
        assert decision.played in rows
        loss = decision.loss
        assert loss is not None
        assert decision.judgement in JUDGEMENTS
        assert 0 <= loss.low <= loss.value <= loss.high
        if decision.judgement in {"inaccuracy", "mistake", "blunder"}:
            assert loss.low >= getattr(answer.thresholds, decision.judgement)
            assert decision.best != decision.played
        if decision.judgement == "best":
            assert decision.best == decision.played
            assert not decision.reasons
        assert decision.before is not None
        assert decision.after is not None
        assert decision.before.seat == decision.after.seat == decision.seat


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_unseen_changes_no_judgement(name: str) -> None:
    game, solver = SOLVERS[name].game, SOLVERS[name]
    record = random_game(name, 8, length=9)
    last = len(record["moves"]) - 1
    turns = {"first": last, "last": last}
    _request, played = read_review(solver, {"record": record, "limits": LIMITS, "turns": turns})
    moment = played.moments[last]
    first = reviewed(name, record, turns=turns)
    for number in range(REDEALS):
        state = game.state(game.as_seen(moment.position, moment.seat))
        protocol.run_redeal(state, moment.seat, stream_of(number))
        position = game.position(state, played.start)
        other = {"position": position.to_json(), "moves": [moment.text.partition("=")[0]]}
        again = reviewed(name, other)
        shown = [json.loads(each) | {"ply": last} for each in judgements(again, moment.seat)]
        assert shown == [json.loads(each) for each in judgements(first, moment.seat)]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_kept_is_judged_as_the_whole_record(name: str) -> None:
    game, record = SOLVERS[name].game, random_game(name, 11, length=8)
    whole = reviewed(name, record)
    kept = Record(game.read(record["position"]), tuple(record["moves"]))
    for seat in sorted({decision.seat for decision in whole.decisions})[:2]:
        own = as_kept(game, kept, seat).to_json()
        found = reviewed(name, own)
        assert judgements(found, seat) == judgements(whole, seat)
        assert [each.seat for each in found.seats] == [seat]
        assert found.luck is None


@pytest.mark.parametrize("name", HIDDEN)
def test_luck_is_shared_and_results_less_luck_are_adjusted(name: str) -> None:
    solver = SOLVERS[name]
    record = random_game(name, 2, length=3_000)
    request, played = read_review(solver, {"record": record, "limits": LIMITS})
    reviewer = only(solver.reviewer(solver, played, request), ())
    events = reviewer.luck(Budget(Limits()))
    assert events is not None
    assert events[0].kind == "deal"
    made = reviewer.results()
    assert made is not None
    if name in {"knaves", "knack", "knock-rummy"}:  # nothing is lost or won from outside
        for event in events:
            assert sum(event.changes) == pytest.approx(0, abs=1e-4)
    answer = summed_up(solver.reviewer(solver, played, request), [], events, Limits())
    for seat in answer.seats:
        assert seat.result == made[seat.seat]
        lucky = sum(event.changes[seat.seat] for event in events)
        assert seat.luck == pytest.approx(lucky, abs=1e-5)
        assert seat.adjusted_result == pytest.approx(made[seat.seat] - lucky, abs=1e-5)


def test_the_low_end_decides_how_bad_a_loss_is() -> None:
    judged = {
        (0.0, 0.04): "good",
        (0.0, 0.2): "too_close_to_call",
        (0.049, 0.2): "too_close_to_call",
        (0.05, 0.2): "inaccuracy",
        (0.12, 0.2): "mistake",
        (0.15, 0.2): "blunder",
    }
    for (low, high), name in judged.items():
        assert judgement_of(low, high, CHANCE_THRESHOLDS) == name
    assert is_clear(0.06, 0.09, CHANCE_THRESHOLDS)
    assert not is_clear(0.06, 0.11, CHANCE_THRESHOLDS)


def test_means_in_parts_are_the_mean_of_all() -> None:
    import numpy as np

    samples = np.random.default_rng(1).normal(3, 2, 90)
    sums = Sums()
    for part in (samples[:20], samples[20:50], samples[50:]):
        sums.add(len(part), float(part.mean()), float(part.std(ddof=1)) / len(part) ** 0.5)
    assert sums.mean == pytest.approx(samples.mean())
    assert sums.error == pytest.approx(samples.std(ddof=1) / 90**0.5)


def test_accuracy_is_that_of_lichess() -> None:
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100.0
    assert accuracy_of([0.1]) == round(103.1668 * exp(-0.4354) - 3.1669, 1)


def summed(**more: Any) -> SeatReview:
    """The review of seat 1, who made 9 moves."""
    counts = dict.fromkeys(JUDGEMENTS, 0) | more.pop("counts", {})
    said = {"seat": 1, "decisions": 9, "judged": 9, "loss_per_decision": 0.02, "text": ""}
    return SeatReview(**{**said, "counts": counts, **more})


def test_a_seat_is_summed_up_in_plain_sentences() -> None:
    def said(**more: Any) -> str:
        return text_of(summed(**more), "points")

    assert said(decisions=1, judged=0) == "Seat 1 made 1 move, which could not be judged."
    assert said(judged=0) == "Seat 1 made 9 moves, none of which could be judged."
    assert said().startswith("Seat 1 made 9 moves and lost 0.0 points per decision. There were no")
    assert "9 moves, 2 of them forced or not judged, and lost" in said(judged=7)
    assert said().endswith("There were no inaccuracies, mistakes or blunders.")
    one = said(counts={"blunder": 1, "mistake": 2, "too_close_to_call": 1})
    assert one.endswith("There were 2 mistakes and 1 blunder, and 1 move was too close to call.")
    close = said(counts={"too_close_to_call": 5})
    assert close.endswith("mistakes or blunders, but 5 moves were too close to call.")
    lucky = said(luck=2.5, result=8.0, adjusted_result=5.5)
    assert lucky.endswith(
        "Good luck brought 2.5 points; the result was 8.0 points, without luck 5.5 points."
    )
    assert said(luck=-2.5).endswith("Bad luck cost 2.5 points.")
    assert said(luck=-0.01) == said()
    swings = {
        ("decision", "KD, a blunder (JH was better)"): "was move 5, KD, a blunder (JH was better)",
        ("luck", "the deal"): "was the deal",
        ("luck", "seat 0 drew 4♦"): "came when seat 0 drew 4♦",
        ("others", "what happened at move 5"): "was what happened at move 5",
    }
    for (kind, text), words in swings.items():
        point = {"ply": 4, "kind": kind, "change": -2.5, "text": text}
        assert said(turning_points=[point]).endswith(f"The biggest swing {words}: −2.5 points.")


def test_what_others_changed_is_named_where_it_is_certain() -> None:
    def decision(ply: int, before: float, after: float, half: float) -> Decision:
        ends = {
            name: Score(
                kind="estimate", unit="points", value=v, low=v - half, high=v + half, samples=50
            )
            for name, v in (("before", before), ("after", after))
        }
        where = {"ply": ply, "seat": 0, "position": "", "played": "KD", "text": "", "forced": False}
        return Decision(**where, **ends)

    def points(half: float) -> list[TurningPoint]:
        made = [decision(0, 3.0, 3.0, half), decision(2, 7.0, 7.0, half)]
        return turning_points(0, made, None, "points", {0: 0, 1: 2, 2: 0})

    assert [(point.kind, point.change) for point in points(1.0)] == [("others", 4.0)]
    assert points(2.5) == []

    def said(last: int, movers: list[int], names: tuple[str, ...] = ()) -> str:
        made = [decision(0, 3.0, 3.0, 1.0), decision(last, 7.0, 7.0, 1.0)]
        (point,) = turning_points(0, made, None, "points", dict(enumerate(movers)), names)
        return point.text

    assert said(1, [0, 0]) == "what its own move 1 led to"
    assert said(2, [0, 2, 0]) == "what seat 2 did at move 2"
    assert said(3, [0, 1, 1, 0], ("Ann", "Ben")) == "what Ben did in moves 2 and 3"
    assert said(3, [0, 1, 2, 0]) == "what the others did in moves 2 and 3"
    assert said(6, [0, 1, 2, 0, 1, 2, 0]) == "what happened in moves 2 to 6"


def test_a_real_round_is_judged_with_what_went_wrong_in_it() -> None:
    game = SOLVERS["knaves"].game
    start = game.deal("3")
    state, moves = game.state(start), list[str]()
    revoked = None
    while revoked is None:
        record = state[0]
        legal, seat = game.legal(state), int(record["turn"])
        hand = int(record["hands"][seat])
        others = [place for place in range(64) if hand >> place & 1 and place not in legal]
        if others and record["led"] >= 0:
            revoked = game.move_text(others[0])
            moves += [revoked, f"correct-{game.move_text(legal[0])}"]
        else:
            moves.append(game.move_text(legal[0]))
            protocol.run_apply(state, legal[0])
    answer = reviewed("knaves", {"position": start.to_json(), "moves": moves})
    assert answer.moves == len(moves)
    assert [d.ply for d in answer.decisions] == list(range(len(moves) - 2))


@pytest.mark.parametrize("name", ["knaves"])
def test_a_cancelled_review_says_so(name: str) -> None:
    cancel = Cancel()
    request, played = read_review(SOLVERS[name], {"record": random_game(name, 1)})
    heard = list[int]()

    def listen(progress: Any) -> None:
        heard.append(progress.done)
        if progress.done == 2:
            cancel.set()

    limits = Limits(iterations=200)
    answer = review(SOLVERS[name], played, request, Budget(limits, cancel), listen)
    assert answer.stopped_by is StoppedBy.CANCELLED
    assert heard == [0, 1, 2]
    assert len(answer.decisions) == 2


def test_time_for_the_whole_leaves_the_rest_unjudged() -> None:
    request, played = read_review(SOLVERS["knaves"], {"record": random_game("knaves", 1)})
    answer = review(SOLVERS["knaves"], played, request, Budget(Limits(iterations=200), None, 0))
    assert answer.stopped_by is StoppedBy.TIME
    assert all(decision.judgement is None for decision in answer.decisions)
    assert len(answer.decisions) == 12
