"""Reviews of games with hidden cards: what is judged, from what, and how it is summed up."""

import json
from random import Random
from re import findall
from typing import Any

import numpy as np
import pytest

from kibitz.contract.answers import Reason, StoppedBy
from kibitz.contract.options import Limits
from kibitz.contract.review import JUDGEMENTS, Decision, ReviewAnswer
from kibitz.games import protocol
from kibitz.games.record import Record, as_kept
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.duel import Duel, Sums, is_clear, judgement_of
from kibitz.solvers.intervals import FEWEST
from kibitz.solvers.reviewing import (
    CHANCE_THRESHOLDS,
    by_name,
    only,
    read_review,
    review,
    seats_of,
    summed_up,
)
from tests.cases import cases
from tests.conformance.playing import stream_of

HIDDEN = ("knaves", "knack", "knock-rummy", "hand-knee-foot")
REDEALS = cases(32)  # of what was not seen
LIMITED = {StoppedBy.TIME, StoppedBy.NODES, StoppedBy.ITERATIONS, StoppedBy.MEMORY}
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
    body = {"record": record, "limits": LIMITS} | more
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
            assert loss.samples >= FEWEST
            assert loss.high < answer.thresholds.inaccuracy
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
    reviewer = solver.reviewer(solver, played, request)
    seats = seats_of(reviewer, [], events, Budget(Limits()))
    answer = summed_up(reviewer, [], events, seats, Limits())
    for seat in answer.seats:
        assert seat.result == made[seat.seat]
        lucky = sum(event.changes[seat.seat] for event in events)
        assert seat.luck == pytest.approx(lucky, abs=1e-5)
        assert seat.adjusted_result == pytest.approx(made[seat.seat] - lucky, abs=1e-5)


@pytest.mark.parametrize("name", ["knack", "knaves"])
def test_luck_scatters_by_as_much_as_its_error_says(name: str) -> None:
    solver, record = SOLVERS[name], random_game(name, 4, length=12)
    sums, errors = [], []
    for seed in range(30):
        request, played = read_review(solver, {"record": record, "limits": LIMITS, "seed": seed})
        reviewer = solver.reviewer(solver, played, request)
        reviewer.luck_samples = 16
        events = reviewer.luck(Budget(Limits())) or []
        seats = seats_of(reviewer, [], events, Budget(Limits()))
        found = summed_up(reviewer, [], events, seats, Limits()).seats
        sums.append([seat.luck for seat in found])
        errors.append([seat.luck_error for seat in found])
    spread = np.array(sums, float).std(axis=0, ddof=1)
    said = np.sqrt((np.array(errors, float) ** 2).mean(axis=0))
    assert spread / said == pytest.approx(1, abs=0.35)


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_cards_of_others_are_not_revealed_before_the_end(name: str) -> None:
    """A review of one seat while the game goes on has no luck and no hindsight."""
    solver = SOLVERS[name]
    record = random_game(name, 21, length=1 if name == "knock-rummy" else 12)
    for seats in (None, [0]):
        request, played = read_review(solver, {"record": record, "limits": LIMITS, "seats": seats})
        assert not played.over
        luck = only(solver.reviewer(solver, played, request), ()).luck(Budget(Limits()))
        assert (luck is None) == (seats is not None)
    answer = reviewed(name, record, seats=[0])
    assert answer.luck is None
    assert not any(each.in_hindsight for each in answer.decisions)


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


@pytest.mark.parametrize("name", [*SOLVERS])
@pytest.mark.parametrize("iterations", [1, 20, 60])
def test_small_limits_favour_nobody(name: str, iterations: int) -> None:
    """A move is best only where deals enough leave nothing open; otherwise it is not judged."""
    record = random_game(name, 5)
    if name in {"knotty-nines", "knack-solitaire"}:
        game = SOLVERS[name].game
        start = game.deal("9", {"information": "hidden"})
        state, moves, random = game.state(start), list[str](), Random(3)
        while len(moves) < 16:
            move = random.choice(game.legal(state))
            moves.append(game.move_text(move))
            protocol.run_apply(state, move)
        record = {"position": game.as_seen(start).to_json(), "moves": game.kept(start, moves, 0)}
    answer = reviewed(name, record, limits={"iterations": iterations, "memory_mb": 64})
    left = 0
    for decision in answer.decisions:
        loss = decision.loss
        assert (loss is None) == (decision.judgement is None)
        if loss is not None and loss.samples:
            assert loss.samples >= FEWEST
            fits = loss.high < answer.thresholds.inaccuracy
            assert fits == (decision.judgement in {"best", "good"})
        left += loss is None and not decision.forced and decision.stopped_by in LIMITED
    assert left or name == "hand-knee-foot" or iterations > 20
    assert left == sum(sum(seat.unjudged.values()) for seat in answer.seats)
    for seat in answer.seats:
        own = [d for d in answer.decisions if d.seat == seat.seat]
        assert seat.forced == sum(d.forced for d in own)
        open_ = sum(seat.unjudged.values())
        if 5 * open_ > seat.judged + open_:
            assert seat.accuracy is None
            assert "no inaccuracies" not in seat.text


@pytest.mark.parametrize("seed", range(cases(3)))
def test_late_in_a_game_no_move_is_best_by_a_few_deals(seed: int) -> None:
    # There judgement is often sure of a move before it has been played out.
    record = random_game("knack", seed, 80)
    turns = {"first": max(0, len(record["moves"]) - 30)}
    answer = reviewed("knack", record, turns=turns, limits={"iterations": 300, "memory_mb": 64})
    for decision in answer.decisions:
        loss, sure = decision.loss, decision.before is not None and decision.before.kind == "exact"
        if loss is not None and decision.judgement == "best" and not sure:
            assert loss.samples >= FEWEST
            if not loss.high:
                assert decision.stopped_by is StoppedBy.SETTLED


def test_turning_points_name_the_move_and_the_player() -> None:
    """What cards came is said by name; the move that a text numbers is that of the ply."""
    for name in HIDDEN:
        record = random_game(name, 3, length=40)
        game = SOLVERS[name].game
        seats = game.seats(game.state(game.read(record["position"])))
        record["seats"] = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"][:seats]
        answer = reviewed(name, record)
        assert not any("seat " in event.text for event in answer.luck or ())
        for seat in answer.seats:
            for point in seat.turning_points:
                assert "seat " not in point.text
                assert (point.ply is None) == (point.text == "the deal")
                numbers = [
                    int(each) for each in findall(r"moves? (?:\d+ (?:and|to) )?(\d+)", point.text)
                ]
                assert not numbers or numbers == [(point.ply or 0) + 1]


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


TURN_LEFT = (
    "hand-knee-foot~players-2~1.0.0.0.0~TTTJKKA2.AA222~RR5668889TJJ2.-~55789JJQK2X.-~"
    "K7QJ9BA666479RQ2T8T95AB87QTK2KK684KQ6A24JAJA4AKQT62966A9297B644JX66A482QBTQ5KR89J4J592K9A47T~"
    "QQ94Q44KBK49BB2BBBQQ442Q54B7B~555_666666_777777_999_KKK_AAAAAA_222XX_1r0b-5555555_"
    "1r0b-8888888_0r1b-TTTTTT2_0r1b-JJJJJJJ2_1r0b-2222XXX_red-8_black-T_threes-RRRR."
    "44X_66666X_7777_JJJJJJ_QQQ_0r1b-444444X_1r0b-5555555_1r0b-7777777_1r0b-88888888_"
    "1r0b-99999999_0r1b-TTTTTTTTX_1r0b-QQQQQQQ_1r0b-KKKKKKKK_0r1b-AAAAAAX_red-Q_black-4_"
    "threes-RRRR~phase-play.no_red_three-3_5"
)


def test_a_turn_in_another_order_costs_nothing() -> None:
    moves = ["add-K", "add-K", "meld-TTT", "add-A", "bury-J", "add-2"]
    record = {"position": TURN_LEFT, "moves": moves}
    answer = reviewed("hand-knee-foot", record, seed="3", limits={"iterations": 260})
    for decision in answer.decisions[:5]:
        assert decision.loss is not None
        assert (decision.judgement, decision.loss.value) == ("best", 0)
    # Where several cards may be played, none is forced, though only one comes into question.
    assert not answer.decisions[5].forced


def test_deals_that_all_came_out_alike_do_not_prove_that_the_next_one_will() -> None:
    duel = Duel()
    duel.loss.add(FEWEST, 0.0, 0.0)
    assert not is_clear(-duel.half, duel.half, CHANCE_THRESHOLDS)
    duel.loss.add(2 * FEWEST, 0.0, 0.0)
    assert is_clear(-duel.half, duel.half, CHANCE_THRESHOLDS)
    assert duel.half > 0.0


# Everything is in sight, and whatever seat 1 lays wins; the policy would not find it.
WON = (
    "knack~~0.1~6H0_0.2C0_-1.5S0_1.JK-1_-1.JD-1_0.KS-1_-2.QD-1_-3.QS-2_-1.5C1_0.4D2_0.KH-3_-1."
    "QC-3_0.JS-2_-3.3C2_1.TH-2_-4.AS-3_-2.KC0_-3.AC-4_-1.9C-2_-5.QH1_-3.KD-3_1.9S-3_-4.JK2_-3."
    "TS2_-2.8H-2_-6.AD3_-3.7C-3_-6.8S2_-4.7D2_-5.8C3_-5.9D4_-5.7H3_-6.6C1_-5.JC-1_-4.TD-4_-4."
    "7S-2_-7.8D-2_-8.2D2_2.4H1_1.3S2_3.5D0_-5.4S0_-6.5H1_-6.2H2_4~AH2S3H6S9H.3D4C6DTCJH~-.-~-~"
    "laid-10101010101010101010101010101010101010101010"
)


def test_a_move_that_is_proved_to_win_is_no_fault() -> None:
    for move in ("6D@-4,-6", "3D@0,-7"):
        answer = reviewed("knack", {"position": WON, "moves": [move]}, seats=[1])
        (decision,) = answer.decisions
        assert decision.after is not None
        assert decision.loss is not None
        assert (decision.judgement, decision.after.kind, decision.after.value) == (
            "best",
            "exact",
            1,
        )
        assert (decision.loss.value, decision.loss.high) == (0, 0)


def test_a_move_that_was_missed_and_is_proved_to_win_says_so() -> None:
    game, met = SOLVERS["knack"].game, 0
    for move in map(game.move_text, game.legal(game.state(game.read(WON)))):
        (decision,) = reviewed("knack", {"position": WON, "moves": [move]}, seats=[1]).decisions
        assert decision.after is not None
        codes = [reason.code for reason in decision.reasons or ()]
        assert ("sure_win" in codes) == (decision.after.kind != "exact")
        met += "sure_win" in codes
    assert met


def test_what_is_proved_counts_and_not_what_its_games_came_to() -> None:
    games = Duel(), Duel((0.75, None)), Duel((None, 0.25)), Duel((1.0, 0.5))
    for duel in games:
        duel.first.add(FEWEST, 0.6, 0.05)
        duel.second.add(FEWEST, 0.3, 0.04)
        duel.loss.add(FEWEST, 0.3, 0.03)
    assert [round(duel.mean, 6) for duel in games] == [0.3, 0.45, 0.35, 0.5]
    assert [duel.proved for duel in games] == [False, False, False, True]
    widths = [duel.half for duel in games]
    assert widths[0] < widths[1] < widths[2]
    assert widths[3] == 0.0


def test_a_knock_that_was_missed_has_how_often_it_wins() -> None:
    position = (
        "knock-rummy~players-3.ace-round_the_corner.knock_limit-10~0.1.0.0.0~7.AC2C6D7D8DAH3H3S.7~"
        "24~JDQCTDTHQH5H~known0-JH.history-JDdQCdTDdTHdQHdJHt5Hd.seat-1"
    )
    (decision,) = reviewed("knock-rummy", {"position": position, "moves": ["6D"]}).decisions
    assert (decision.judgement, decision.best) == ("blunder", "knock-3H")
    assert [(reason.code, reason.args) for reason in decision.reasons] == [
        ("knock_wins", {"wins": 1.0})
    ]


def test_players_are_called_by_their_names() -> None:
    said = Decision(
        ply=0, seat=0, position="", forced=False, played="7C", text="7♣, leaving it to seat 1",
        best_text="8♣", reasons=[Reason(code="x", args={}, text="Seat 2, who plays next, passes.")],
    )  # fmt: skip
    assert by_name(said, ()) == said
    found = by_name(said, ("Ann", "Ben", "Cleo"))
    assert found.text == "7♣, leaving it to Ben"
    assert [reason.text for reason in found.reasons] == ["Cleo, who plays next, passes."]
    # "You" are who makes the move, in these sentences.
    assert by_name(said, ("casual", "you", "strong")).text == said.text


def test_who_made_no_move_is_summed_up_as_well() -> None:
    deal = SOLVERS["knaves"].game.deal("5").to_json()
    answer = reviewed("knaves", {"position": deal, "moves": [], "seats": ["Ann", "Ben", "Cleo"]})
    assert [seat.text.partition(".")[0] for seat in answer.seats] == [
        f"{name} made no moves" for name in ("Ann", "Ben", "Cleo")
    ]


def test_a_seat_is_told_what_it_drew_where_nobody_else_saw_it() -> None:
    solver = SOLVERS["knack"]
    moves = "??@0,0 7D@1,0=9C KC@0,-1 TC@-1,0=2H JD@-1,1 pass 6S@1,1 pass 5H@1,2 4C@1,3=3S pass"
    record = {
        "position": "knack~~0.1~-~3C4C7D7STC.5~22.22~-~seat-0",
        "moves": moves.split(),
        "seats": ["Ann", "Ben"],
    }
    request, played = read_review(solver, {"record": record})
    reviewer = solver.reviewer(solver, played, request)
    own = [reviewer.shown(moment) for moment in played.moments if moment.seat == 0]
    assert own == ["Ann drew 9♣", "Ann drew 2♥", "", "", "Ann drew 3♠"]
    others = {reviewer.shown(moment) for moment in played.moments if moment.seat == 1}
    assert others == {"Ben drew a card", ""}
