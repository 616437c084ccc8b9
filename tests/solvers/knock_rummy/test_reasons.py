"""Sentences of hints for Knock Rummy in positions that once gave trouble."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy
from kibitz.contract.options import HintOptions, Limits
from kibitz.games import protocol
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.position import Position
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knock_rummy.hints import gap_to, nudge
from kibitz.solvers.knock_rummy.reasons import Scene, reasons
from kibitz.solvers.question import Analysis
from tests.conformance.hints import check
from tests.games.knock_rummy.tables import GAME
from tests.naive.reasons.case import case_of

RIPE = (
    "knock-rummy~~0.1.0.0~10.2C3C5C7C4D7D4H6HAS2STS~24~8HJSJD9S8C8SKS~"
    "history-8HdJSdJDd9Sd8Cd8SdKSd.seat-1"
)
# Moves that came out level: an analysis of all moves lists others first than the hint compares.
LEVEL = [
    (
        "51",
        (
            "knock-rummy~knock_limit-10~1.0.0.0~5C3D4D5D2H5H6HAS3S4S6S.10~-~9DTDKC9STSQHKSQC3HKHK"
            "D4C7HQDJDJS5S8HJCJH6D4H2D9CQS8S3C7C9HTH8D~known0-5H3S.known1-2S.history-9Dd5StTDdKCd"
            "9SdTSdQHdKSdQCd3HdKHdKDd4Cd7HdQDd5Ht3StJDdJCtJSd5Sd8HdJHtJCd5HtJHd6Dd4Hd2Dd9CdQSd8Sd"
            "3Cd2StTHt7Cd9HdTHd8Dd.seat-0"
        ),
    ),
    (
        "70",
        (
            "knock-rummy~knock_limit-10~0.1.0.0~2C6D6H7H8HQHAS2S7S8S.ACAD7DAH2H3H5HKH3S4S6S~9S9CQ"
            "C8C~KS3C5CQD6CTH3D8DKD2D5D4CKC5S7C4HTSQSJDJCTDTCJSJH9H4D9D~known0-2C6D6H7H8HQHAS2S7S"
            "8S.known1-ACAD7DAH2H3H5HKH3S4S6S.history-9Hd9StTCd6Ct6Dt7SdJSd6Dt6CtJHdQHd4Ht9StAHd5"
            "St5HdKHd9Sd9CdQCd8CodKSd7Dt3Cd5Cd6St6DtQDdKDt6CdTHdASt3Dd8DdAStKDd4CtTDt2Dd9Dt5Dd4Cd"
            "KCd5Sd7Cd3St4HdTSd2StQSdJDdJCdTDd7Dt2CtACtTCdJSdJHd9Hd9Dt4Dd8St9Dd.turn_overs-2.seat"
            "-1"
        ),
    ),
    (
        "121",
        (
            "knock-rummy~knock_limit-10~0.1.0.0~AC3C4D6D7DAH7HKH5S6S.2C4C8CAD8D2H3H6HJH3S8S~-~THT"
            "D6C4HKSKCTSJC2DJSQSQD7C7SJDKD9S9HQCTC2S9C5D9D5C5H8H4S3DASQH~known0-AC3C4D6D7DAH7HKH5"
            "S6S.known1-2C4C8C8D2H3H6HJH3S8S.history-ASd5Dt9Ht2Ct7St9Ct5St4CdQHd3Sd6Dd9HtKHdJHodT"
            "HdTDd6Cd4HdKSdKCdTSdJCd2Ct4St2DdJSdQSdQDd4St7Cd9CtKDt9Ht7Sd2StJDdACt2CtKDd9SdAHt9Hd3"
            "CtQCdTCd9Ct7Ht2Sd9Cd6St5Dd9Dd6St7Dt5Cd5Hd8Hd4Sd3Dd6Ht7DtASdKHtQHd.turn_overs-2.seat-"
            "1"
        ),
    ),
    (
        "138",
        (
            "knock-rummy~match_target-100~1.0.0.0~4C5CKCAD3D4D7D6HKH7STS.10~8H9HASQH9D5D8CTCJH8S6"
            "DJSTHKD8DAH5HKS6S9S7CQC4H~QS2HTD9CQD3SJDJC~known0-5CKCAD3D7DKHTS.known1-2C6C7H2S.his"
            "tory-5Cd7Hd7DdKHdADtQDd3DdJDd6CdTSd8Hd9HdTHtASdQHd2St9Dd5Dd8CdTCdJHdAHt8Sd6DdJSdTHdK"
            "Dd8DdAHdTDtKCt5HdTDt9StKSd6Sd9SdTDt7CdQCd4HodQSd2Hd2CtTDd9CdQDdJCt3SdJDdJCd.turn_ove"
            "rs-1.seat-0"
        ),
    ),
]

# The other seat is known to hold the queen of diamonds; the seven on the pile makes a pair.
ONE_SIDED = [
    (
        "QC",
        (
            "knock-rummy~knock_limit-10~0.0.0.0~AC2C3C4C8C9CQCAD2S3S9S.10~26~7H7DKCJS8H~"
            "known0-8C9S.known1-5DQDKD.history-KDt9StQDt7Hd7DdKCd5Dt8CtJSd8Hd.seat-0"
        ),
    ),
    (
        "draw",
        (
            "knock-rummy~knock_limit-10~0.0.0.0~AC2C3C4C9CAD5D7D9SJS.10~31~7H~known0-9S."
            "known1-QDKD.history-KDt9StQDt7H.takes-3.seat-0"
        ),
    ),
]


def holding(hand: str, **rules: Any) -> Position:
    """A position of two after the draw of the seat that holds these cards."""
    cards = hand.split()
    data = GAME.deal("1", rules).to_json()
    data["hands"] = [{"count": 10}, cards]
    data["discards"], data["stock"] = ["5H"], {"count": 30}
    return GAME.read(data)


ONE_OVER = "AC 2C 3C 4C 7D 7H 7S JD QD KD 9H"
UNMATCHED = "AC 2C 3C 4D 7D 7H 9S JD QH KD 9H"


def test_what_is_thought_of_a_knock_fits_the_limit() -> None:
    def thought(hand: str, **rules: Any) -> str:
        state = GAME.state(holding(hand, **rules))
        return nudge(Scene(state[0]), GAME.legal(state)).text

    for limit in (None, 10, 0):
        assert thought(ONE_OVER, knock_limit=limit).startswith("Once one card is discarded, all")
    assert thought(UNMATCHED).startswith("You can get down to 56 unmatched now")
    assert thought(UNMATCHED, knock_limit=10).startswith("You may not knock with more than 10")
    assert thought(UNMATCHED, knock_limit=0).startswith(
        "You may knock only with everything matched, and can get down to 56 unmatched"
    )


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({}, "goes_rummy"),
        ({"rummy_bonus": 0}, "wins_matched"),
        ({"rummy_beats_tie": False}, "nothing_left"),
        ({"rummy_bonus": 0, "rummy_beats_tie": False}, "nothing_left"),
    ],
)
def test_who_has_nothing_left_wins_unless_a_tie_is_lost(rules: dict[str, Any], code: str) -> None:
    scene = Scene(GAME.state(holding(ONE_OVER, **rules))[0])
    assert [r.code for r in reasons(scene, read_move("knock-9H").move, None)] == [code]


def test_a_difference_that_is_lost_in_its_error_is_not_said() -> None:
    ends = {"low": 0.0, "high": 0.1}
    score = Score(kind="estimate", unit="win_probability", seat=1, value=0.0, samples=99, **ends)
    rival = MoveValue(move="9H", text="discard 9♥", score=score, loss=1e-6, line=["9H"])
    found = Analysis(
        *(None, Proof.NONE, score, [rival], True, StoppedBy.SETTLED, Spent()),
        clear=frozenset({"9H"}),
        errors={"9H": 0.014},
    )
    for loss, codes in ((1e-6, []), (0.02, ["behind_chance"])):
        row = rival.model_copy(update={"loss": loss})
        assert [r.code for r in gap_to(found, row, "match", has_reason=True)] == codes


@pytest.mark.parametrize(("move", "text"), ONE_SIDED)
def test_no_reason_leaves_out_what_speaks_against_it(move: str, text: str) -> None:
    scene = Scene(GAME.state(GAME.read(text))[0])
    said = {reason.code for reason in reasons(scene, read_move(move).move, None)}
    assert said.isdisjoint({"discarded_before", "pile_no_meld", "pile_no_help"})


def test_a_card_that_makes_a_pair_is_of_help() -> None:
    """The king of clubs on the pile lowers nothing, but makes a pair with the queen."""
    text = (
        "knock-rummy~knock_limit-10~0.0.0.0~5CQCQD3H4H5H7HJHAS2S.10~28~"
        "6D9D2CKC~history-6Dd9Dd2CdKC.seat-0"
    )
    scene = Scene(GAME.state(GAME.read(text))[0])
    assert "pile_no_help" not in {r.code for r in reasons(scene, read_move("draw").move, None)}


def test_a_card_goes_with_every_card_that_it_makes_a_pair_with() -> None:
    text = "knock-rummy~players-4~0.1.0.0.0.0~7.4C4D2HAS2STSQS.7.7~23~AH~seat-1"
    scene = Scene(GAME.state(GAME.read(text))[0])
    said = {r.code: r.args for r in reasons(scene, read_move("take").move, None)}
    # The other aces, and the three of hearts.
    assert said["goes_with"] == {"card": "AH", "partners": ["2H", "AS"], "outs": 3}


RUN_OF_SET = (
    "knock-rummy~knock_limit-5~0.1.0.0~10.3C9CJC3DJD2H3H9HTHJS~27~5S6SQH5CTC~known0-4C."
    "known1-JD3HTH.history-3Ht5SdJDt6SdQHd5CdTHt4CtTC.takes-2.seat-1"
)


def test_a_card_that_makes_a_meld_with_two_others_is_not_said_to_wait_for_a_third() -> None:
    scene = Scene(GAME.state(GAME.read(RUN_OF_SET))[0])
    assert "goes_with" not in {r.code for r in reasons(scene, read_move("take").move, None)}


def test_the_only_opponent_is_not_named_by_its_seat() -> None:
    text = (
        "knock-rummy~knock_limit-10~0.0.0.0~5CQCQD3H4H5H7HJHAS2S9H.10~27~"
        "6D7S2C4S~history-6Dd7Sd2Cd4Sd.seat-0"
    )
    scene = Scene(GAME.state(GAME.read(text))[0])
    said = [r.text for r in reasons(scene, read_move("7H").move, None)]
    assert any(text.startswith("Your opponent may have less use for the 7♥") for text in said)


def test_of_a_card_that_nobody_can_meld_nothing_is_guessed() -> None:
    """The opponent has thrown the nine of hearts, and no other card beside the nine of clubs."""
    text = (
        "knock-rummy~~0.0.0.0~2C4C9C6DJD3H7HQHAS5SKS.10~25~9D9H9S7CTC8C~"
        "history-9Dd9Hd9Sd7CdTCd8Cd.seat-0"
    )
    scene = Scene(GAME.state(GAME.read(text))[0])
    said = [r.code for r in reasons(scene, read_move("9C").move, None)]
    assert "safe" in said
    assert "discarded_before" not in said


def test_a_knock_against_waiting_says_the_difference_once() -> None:
    limits = Limits(iterations=8_000)
    case = case_of(GAME.name, GAME.read(RIPE), limits, seed="1")
    assert check(case) == ["knock_or_wait", "may_knock", "consider_ending"]
    options = HintOptions(level="area", seed="1")
    area = SOLVERS[GAME.name].hint(GAME.read(RIPE), options, Budget(limits))
    assert area.text.endswith(" Consider ending the hand now.")


@pytest.mark.parametrize(("seed", "text"), LEVEL)
def test_the_rival_is_the_one_that_the_hint_compares(seed: str, text: str) -> None:
    limits = Limits(iterations=64, nodes=2_000, memory_mb=64)
    case = case_of(GAME.name, GAME.read(text), limits, seed=seed)
    assert {"not_told_apart", "as_good"} & {*check(case)}


def test_a_hint_speaks_of_ending_the_hand_only_where_that_is_advised() -> None:
    random, phases = Random(5), set[bool]()
    solver = SOLVERS["knock-rummy"]
    for seed in range(6):
        position = GAME.deal(str(seed), {"players": 2 + seed % 3})
        state = GAME.state(position)
        for _ in range(random.randrange(2, 12)):
            protocol.run_apply(state, random.choice(GAME.legal(state)[:3]))
            if GAME.over(state):
                break
        here = GAME.position(state, position)
        if GAME.over(state):
            continue
        options = HintOptions(level="area")
        hint = solver.advise(here, options, Budget(Limits(iterations=20)))
        ends = hint.at("move").move == "out" or "knock" in (hint.at("move").move or "")
        assert ("ending the hand" in hint.at("area").text) == ends
        phases.add(GAME.phase(state) == "draw")
    assert phases == {True, False}
