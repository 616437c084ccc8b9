"""What a knock comes to: by the deals of the search, and against each kind of opponent."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import Literal

import pytest

from kibitz.contract.beliefs import Knock, KnockAgainst
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits
from kibitz.games.knock_rummy.play import KNOCK, OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.heuristics.knock_rummy.beliefs import best_knock, by_play
from kibitz.heuristics.knock_rummy.kinds import KINDS, SHARES
from kibitz.heuristics.knock_rummy.population import against_kinds
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knock_rummy.analysis import (
    OPTIONS,
    SETTING,
    WORLD_STEPS,
    promising,
    worth_comparing,
)
from kibitz.solvers.knock_rummy.hints import on_others
from kibitz.solvers.knock_rummy.reasons import Scene, say
from kibitz.solvers.knock_rummy.solver import KnockRummySolver
from tests.conformance.hints import check
from tests.games.knock_rummy.tables import GAME
from tests.heuristics.knock_rummy.looking import played
from tests.naive.reasons.case import case_of


@pytest.mark.parametrize("players", [2, 3, 6])
def test_its_deals_are_those_of_the_search(players: int) -> None:
    position = played(players, 4, {"players": players})
    seat, state = position.turn, GAME.state(GAME.as_seen(position, position.turn))
    few = promising(state)
    options = replace(OPTIONS, settle=False)
    search = Search(state, SETTING, options, Budget(Limits(iterations=600)), seed=5, candidates=few)
    rows = {row.move: row for row in search.run().moves}
    row = rows[best_knock(state)]
    assert KNOCK <= row.move < OUT
    paid = by_play(state, seat, row.visits, WORLD_STEPS, 5, row.move).paid
    assert paid is not None
    assert paid.mean() == pytest.approx(row.means[seat])


# First turns with 62, 63 and 60 points left by the best knock. Patient opponents make knocking cost
# far more than sharp ones make waiting cost. With the third, knocking and waiting come out level.
BAD_HANDS = (
    "knock-rummy~~0.1.0.0~10.3C8CJC2DQD2H4H6H7HQHTS~30~QC~history-QCd.seat-1",
    "knock-rummy~~0.1.0.0~10.2C4C7C5D8D4H5HTHQH8SKS~30~9C~history-9Cd.seat-1",
    "knock-rummy~~0.1.0.0~10.AC7C8C3D7DQDKD4H8H3S9S~30~5H~history-5Hd.seat-1",
)


@pytest.mark.parametrize("text", BAD_HANDS[:2])
def test_a_bad_hand_waits_although_sharp_opponents_would_make_it_knock(text: str) -> None:
    budget, options = Budget(Limits(iterations=20_000)), HintOptions(level="why", seed=1)
    hint = KnockRummySolver().hint(GAME.read(text), options, budget)
    assert not (hint.move or "").startswith("knock-")
    (reason,) = [one for one in hint.reasons or [] if one.code == "depends_on_others"]
    sharp, patient = reason.args["sharp"], reason.args["patient"]
    assert isinstance(sharp, float)
    assert isinstance(patient, float)
    assert sharp < patient


@pytest.mark.parametrize("text", BAD_HANDS)
def test_an_analysis_has_a_row_for_each_kind_of_opponent(text: str) -> None:
    budget, options = Budget(Limits(iterations=20_000)), AnalyzeOptions(seed=1)
    knock = KnockRummySolver().analyze(GAME.read(text), options, budget).knock
    assert knock is not None
    assert [row.kind for row in knock.against] == list(KINDS)
    assert [row.share for row in knock.against] == pytest.approx(SHARES)
    # Nobody has had a turn, so a knock makes the same against all.
    assert len({row.points for row in knock.against}) == 1
    rows = {row.kind: row for row in knock.against}
    assert rows["anything"].waiting < knock.points
    assert rows["sharp"].waiting < knock.points
    assert rows["slow"].waiting > knock.points + 3
    assert rows["under_10"].waiting > knock.points + 3


# The pile has been or is about to be turned over, so that the cards to come are known.
KNOWN_STOCKS = (
    (
        "knock-rummy~knock_limit-10~0.0.0.0~3CKC6DKDAH2HJH4S6S7SJS.AC4C5C4D8D8HKHAS5SKS~JD3H5H9C3D8S7C"
        "6H5D6C9DTD2D4H7HJC2SQH2C3SQCQS8C~ADTCQDTS9STH9H7D~known0-3CKC6DKDAH2HJH4S6S7SJS.known1-AC4C5C4"
        "D8D8HKHASKS.history-9Hd7Dd.turn_overs-2"
    ),
    (
        "knock-rummy~knock_limit-10~0.0.0.0~5CQC6DAH2HKH4S7S9SQSKS.AC4CAD4D8DKDTHAS5S6S~8C7D~TCTSQDJSJH"
        "9HKC8H3CJD3H5H9C3D8S7C6H5D6C9DTD2D4H7HJC2SQH2C3S~known0-5CQC6DAH2HKH4S7S9SQSKS.known1-AC4CAD4D"
        "8DKDTHAS.history-4Ct5Ct.taken-5C.takes-2.turn_overs-1"
    ),
    (
        "knock-rummy~knock_limit-0~0.1.0.0~10.9C4D6DTD9HJHKHAS3S8STS~-~5H8CJC8H8D9D5D6CAD9SAC3H4S2DQH"
        "7D6H3CJD4C4HKD7HQS5C2S7SQDJSKSTH~known0-7C.history-KSdTHd.seat-1"
    ),
)


@pytest.mark.parametrize("text", KNOWN_STOCKS)
def test_with_cards_to_come_known_a_hint_is_the_best_move_of_the_analysis(text: str) -> None:
    position, limits = GAME.read(text), Limits(iterations=4_000)
    assert promising(GAME.state(position)) == sorted(GAME.legal(GAME.state(position)))
    solver = KnockRummySolver()
    hint = solver.hint(position, HintOptions(seed=1), Budget(limits))
    rows = solver.analyze(position, AnalyzeOptions(seed=1), Budget(limits)).moves
    assert hint.move == rows[0].move


def in_play(players: int) -> Iterator[Position]:
    """Positions before a discard, of several ages, for one table size."""
    for seed in range(4):
        for turns in (0, 1, players, 2 * players + 1, 4 * players):
            yield played(seed, turns, {"players": players})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_waiting_makes_on_average_what_it_makes_in_the_search(players: int) -> None:
    for seed, position in enumerate(in_play(players)):
        seat, state = position.turn, GAME.state(GAME.as_seen(position, position.turn))
        knock, wait = best_knock(state), promising(state)[0]
        budget, options = Budget(Limits(iterations=2_000)), replace(OPTIONS, settle=False)
        search = Search(state, SETTING, options, budget, seed=seed, candidates=[wait])
        (row,) = search.run().moves
        found = against_kinds(state, seat, knock, wait, 256, WORLD_STEPS, seed)
        assert abs(found.wait - row.means[seat]) <= 4 * hypot(found.wait_error, row.se)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kinds_by_their_shares_make_what_the_moves_make(players: int) -> None:
    for number, position in enumerate(in_play(players)):
        budget, options = Budget(Limits(iterations=4_000)), AnalyzeOptions(seed=str(number))
        answer = KnockRummySolver().analyze(position, options, budget)
        if answer.knock is None:
            continue
        knock, rows = answer.knock, answer.knock.against
        best = next(row for row in answer.moves if not row.move.startswith(("knock", "out")))
        assert sum(row.share for row in rows) == pytest.approx(1, abs=0.001)
        assert sum(row.share * row.points for row in rows) == pytest.approx(knock.points, abs=0.03)
        waiting = sum(row.share * row.waiting for row in rows)
        assert waiting == pytest.approx(best.score.value, abs=0.03)


@pytest.mark.parametrize(("players", "seed", "turns"), [(2, 26, 0), (2, 33, 2), (3, 18, 3)])
def test_it_depends_on_others_where_two_kinds_clearly_differ(
    players: int, seed: int, turns: int
) -> None:
    position = played(seed, turns, {"players": players})
    seen = GAME.as_seen(position, position.turn)
    case = case_of(GAME.name, seen, Limits(iterations=4_000), seed="1")
    assert "depends_on_others" in check(case)
    (said,) = [one for one in case.hint.reasons or [] if one.code == "depends_on_others"]
    assert ("picked at random" in said.text) == (players > 2)


@pytest.mark.parametrize(("error", "depends"), [(0.5, True), (1.5, False)])
def test_it_depends_on_others_only_by_more_than_chance(error: float, depends: bool) -> None:
    position = played(26, 0)
    kinds: list[tuple[Literal["sharp", "under_10"], float]] = [("sharp", -3.0), ("under_10", 3.0)]
    rows = [
        KnockAgainst(
            kind=kind, share=0.5, points=0, points_error=error, waiting=made, waiting_error=error
        )
        for kind, made in kinds
    ]
    knock = Knock(
        move="knock-KC",
        deadwood=50,
        wins=0.5,
        wins_error=0.1,
        points=0,
        points_error=error,
        against=rows,
    )
    worth = say("knock_or_wait", wins=0.5, points=0, waiting=0, low=0, high=0)
    scene = Scene(GAME.state(GAME.as_seen(position, position.turn))[0])
    assert bool(on_others(scene, knock, worth)) == depends


def test_with_iterations_enough_a_hint_compares_every_discard() -> None:
    """Also with fewer where not everybody may knock: there hands are long."""
    for rules, iterations, every in [({}, 3_999, 0), ({}, 4_000, 1), ({"knock_limit": 0}, 1, 1)]:
        position = played(3, 2, {"players": 2, **rules})
        state = GAME.state(GAME.as_seen(position, position.turn))
        discards = [move for move in GAME.legal(state) if move < KNOCK]
        found = [move for move in worth_comparing(state, iterations) if move < KNOCK]
        assert (found == discards) is bool(every)
        assert set(found) <= set(discards)


# The last player to discard before the hand ends, who would knock with 22 points left.
FEW_GAMES = (
    "knock-rummy~players-3~2.0.0.0.0~3C4D6H9SQCQDQSTD.7.7~0~ACJH3D9D5D2H3H7HKD9CKH2S8SAD6S5STH6D5C"
    "QH8CKS4H5H4SJSAS2D9HAH~turn_overs-2.seat-0"
)


@pytest.mark.parametrize(("iterations", "code"), [(10, "ends_unscored"), (3_000, "knock_now")])
def test_a_knock_is_not_weighed_by_a_few_games(iterations: int, code: str) -> None:
    budget, options = Budget(Limits(iterations=iterations)), HintOptions(level="why", seed=1)
    hint = KnockRummySolver().hint(GAME.read(FEW_GAMES), options, budget)
    assert code in {reason.code for reason in hint.reasons or []}
    assert not {"wait_or_knock", "knock_or_wait"} & {one.code for one in hint.reasons or []}
