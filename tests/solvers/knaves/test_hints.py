"""Hints for Knaves: each reason is given when its condition holds, and only then."""

from typing import Any

import numpy as np
import pytest

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy
from kibitz.contract.options import HintOptions, Limits
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knaves.bitboards import place_of, word_of
from kibitz.games.knaves.rules import Rules
from kibitz.games.knaves.table import bare_table
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.knaves.hints import distance, next_best, nudge, worth
from kibitz.solvers.knaves.reasons import guesses, reasons
from kibitz.solvers.knaves.scene import placed
from kibitz.solvers.knaves.sentences import WORDING
from kibitz.solvers.knaves.solver import KnavesSolver
from kibitz.solvers.question import Analysis
from tests.games.knaves.tables import GAME, table

# Cards for the ends of rounds: those of three hands; all others are played or out.
End = tuple[str, str, str]


def end(hands: End, trick: str = "", trumps: str = "2S", **rules: Any) -> State:
    """The last tricks of a round, seat 0 to move: three hands, all else played or out."""
    state = bare_table(Rules(**rules), CARD[trumps], 2)
    record = state[0]
    words = [word_of(CARD[text] for text in hand.split()) for hand in hands]
    played = [CARD[text] for text in trick.split()]
    here = sum(words) | word_of(played) | word_of([CARD[trumps]])
    record["hands"], record["unknown"] = words, 0
    record["played"] = word_of(range(52)) & ~here
    record["count"] = 3 * (record["hand_size"] - len(hands[0].split()))
    record["player"] = record["turn"] = record["leader"] = -len(played) % 3
    for card in played:
        record["hands"][record["player"]] |= np.uint64(1 << place_of(card))
        protocol.run_apply(state, place_of(card))
    return state


CARD = {card_text(card): card for card in range(52)}


def said(state: Any, card: str, rival: str | None = None) -> list[str]:
    """The reasons for a card in an end with open hands, perhaps against another one."""
    other = None if rival is None else place_of(CARD[rival])
    found = reasons(state[0], place_of(CARD[card]), GAME.legal(state), placed(state[0]), other)
    return [reason.text for reason in found]


@pytest.mark.parametrize(
    ("hands", "trick", "card", "rival", "expected"),
    [
        # What is kept is what the other card would give away.
        (("5D QD KD", "TD 2C 3C", "3D 4C 5C"), "9D", "5D", "QD", [
            "It keeps your Q♦, which could take this trick."]),
        (("5D 6D KD", "TD 2C 3C", "3D 4C 5C"), "9D", "5D", "6D", []),
        (("6H 7D JH", "9H 2C 3C", "3H 4C 5C"), "", "7D", "6H", [
            "Nobody after you can beat it.", "It keeps the 6♥ that guards your J♥."]),
        (("6H 7D JH", "9H 2C 3C", "3H 4C 5C"), "", "7D", "JH", [
            ("If you led the J♥, it would be ahead, and it costs whoever takes the trick "
            "4 points.")]),
        # A jack that nobody can beat either.
        (("TD JD 3C", "9D 2C 4C", "8D 5C 6C"), "", "TD", "JD", [
            ("If you led the J♦, it would be ahead, and it costs whoever takes the trick "
            "3 points.")]),
        (("4D JD 3C", "9H 2C 4C", "8H 5C 6C"), "5D 3D", "4D", "JD", [
            "With the J♦ you would take this trick yourself, and the jack costs 3 points."]),
        (("9S AS 3C", "2C 4C 7C", "5C 6C 8C"), "", "9S", "AS", []),
    ],
)  # fmt: skip
def test_a_reason_does_not_hold_for_the_other_card(
    hands: End, trick: str, card: str, rival: str, expected: list[str]
) -> None:
    assert said(end(hands, trick), card, rival) == expected


@pytest.mark.parametrize(
    ("hands", "trick", "card", "expected"),
    [
        # Leading.
        (("9S 3H", "8S 4C", "5S 4D"), "", "9S", [("It draws trumps: the others can have up to 2 "
            "trumps."), "Nobody after you can beat it."]),
        (("9S 3H", "8H 4C", "5H 4D"), "", "9S", ["Nobody after you can beat it."]),
        (("9H 3H", "JH 4C", "5H 4D"), "", "9H",
            ["It lies below the J♥: if that falls on this trick, you do not take it."]),
        (("KH 3H", "JH 4C", "5H 4D"), "", "KH", ["Nobody after you can beat it."]),
        (("9H 3H", "4C 4S", "TH 4D"), "", "9H",
            ["Of its suit, only the T♥ can beat it."]),
        (("9H 3H", "4C 5C", "TH 4D"), "", "9H", ["Only the T♥ can beat it."]),
        (("9H 3H", "4C 5S", "8H 4D"), "", "9H", ["Only a trump can beat it."]),
        (("9H 8S", "TH 5H", "AH 4D"), "", "9H",
            ["It leaves you without hearts, so that you may ruff when hearts are led."]),
        (("9H JC", "TH 5H", "AH 4D"), "", "9H",
            ["It leaves you without hearts, so that you may throw the J♣ when hearts are led."]),
        # With a single card left there is nothing to choose from.
        (("9H 3D", "TH 5H", "AH 4D"), "", "9H", []),
        (("9H 3D 6D", "TH 5H 7C", "AH 4D 8C"), "", "9H",
            ["It leaves you without hearts, so that you are free to discard when hearts are led."]),
        # Nobody can lead hearts any more: both play their last one to this trick.
        (("9H 8S", "TH 5C", "AH 4D"), "", "9H", []),
        (("9H JC 3C", "TH 5C 4C", "AH 4D 5D"), "", "9H", ["It keeps the 3♣ that guards your J♣."]),
        (("9H", "TH", "AH"), "", "9H", []),
        # A jack led goes to whoever beats it; nobody else is glad to take it.
        (("JD 3D", "KD 4C", "AD 4H"), "", "JD",
            [("It gets rid of the J♦ if somebody beats it: the others may hold the A♦ and "
              "K♦.")]),
        (("JD 3D", "TD 4C", "9D 4H"), "", "JD", []),
        # Second to the trick.
        (("JH 4C", "KH 5D", "5H"), "QH", "JH",
            ["It gets rid of the J♥: you cannot take this trick with it."]),
        (("KH 4H", "JH 5D", "5C"), "9H", "4H",
            ["It stays out of the way of the J♥, which may still fall on this trick."]),
        (("KH 4H", "2H 5D", "5C"), "JH", "4H",
            ["Whoever takes this trick takes 4 penalty points with it."]),
        (("KH 4H", "2H 5D", "5C"), "TH", "4H", ["It keeps your K♥, which could take this trick."]),
        # The point for the trick makes up for this jack.
        (("KS 4S", "2S 5D", "5C"), "JS", "4S", ["It keeps your K♠, which could take this trick."]),
        (("KH AH", "2H 5D", "5C"), "TH", "KH", [
            "It is the lowest card that beats the T♥, and saves your A♥.",
            "Nobody after you can beat it."]),
        (("9S 8S", "TS 5D", "5C"), "TH", "8S", [
            "It is the lowest card that beats the T♥, and saves your 9♠.",
            "Only the T♠ can beat it."]),
        (("9H 8H", "TS 5D", "5C"), "TH", "9H", []),
        (("9H 8H", "TS 5D", "5C"), "TH", "8H",
            ["You cannot take this trick, and it keeps your 9♥."]),
        # A discard: a king that might have had to take its jack goes.
        (("KD 8C", "JD 5D", "5C"), "TH", "KD",
            ["It gets rid of the K♦, which might have had to take the J♦."]),
        # Last to the trick.
        (("JH 4C", "5D", "5H"), "2H QH", "JH", ["It gets rid of the J♥."]),
        (("KH AH", "5D", "5C"), "TH JH", "KH", []),
        (("QH 4H", "5D", "5C"), "TH 9H", "QH", []),
        (("JH KH", "5D", "5C"), "TH 9H", "JH", []),
        (("4D JC 3C", "5D 6D", "5C 6C"), "TH 9H", "4D", ["It keeps the 3♣ that guards your J♣.",
            ("It leaves you without diamonds, so that you may throw the J♣ when diamonds are "
            "led.")]),
    ],
    ids=str,
)  # fmt: skip
def test_each_reason_has_its_condition(
    hands: End, trick: str, card: str, expected: list[str]
) -> None:
    assert said(end(hands, trick), card) == expected


def test_a_jack_without_a_price_is_a_card_like_others() -> None:
    assert said(end(("9H 3H", "JH 4C", "5H 4D"), jack_hearts=0), "9H") == [
        "Only the J♥ can beat it."
    ]
    state = end(("KH 4H", "2H 5D", "5C"), "JH", jack_hearts=0)
    assert said(state, "4H") == ["It keeps your K♥, which could take this trick."]


def test_the_last_trick_has_what_the_turned_jack_costs() -> None:
    state = end(("KH", "", ""), "TH 9H", "JC", turned_jack="last_trick")
    assert said(state, "KH") == []


@pytest.mark.parametrize(
    ("hands", "trick", "rules", "code"),
    [
        (("JD 3D", "KD 4C", "AD 4H"), "", {}, "lead_with_jack"),
        (("KD 3D", "JD 4C", "AD 4H"), "", {}, "lead_jacks_out"),
        (("KD 3D", "TD 4C", "AD 4H"), "", {}, "lead_no_jacks"),
        (("KD 3D", "TD 4C", "AD 4H"), "", {"turned_jack": "last_trick"}, "lead_last_costs"),
        (("KD AD", "TD 4C", "AD 4H"), "QD", {}, "all_ahead"),
        (("KD AD", "5C", "4H"), "QD TD", {}, "all_take_last"),
        (("KD 3D", "TD 4C", "4H"), "AD", {}, "none_takes"),
        (("KD 3D", "TD 4C", "4H"), "JD", {}, "jacks_in_trick"),
        (("KD 3D", "TD 4C", "4H"), "QD", {}, "can_be_ahead"),
        (("KD 3D", "5C", "4H"), "QD TD", {}, "can_take_last"),
    ],
)
def test_nudges_differ_by_what_is_to_be_decided(
    hands: End, trick: str, rules: dict[str, Any], code: str
) -> None:
    state = end(hands, trick, "JC" if rules else "2S", **rules)
    assert nudge(state[0], GAME.legal(state)).code == code


def test_calls() -> None:
    position = table(exposed=[["KH"], [], []], exposed_cards=True)
    state = GAME.state(position)
    legal = GAME.legal(state)
    texts = [reasons(state[0], move, legal, placed(state[0]))[0].text for move in legal]
    assert texts == [
        "Seat 0 must then play the K♥ if the rules let it.",
        "Seat 0 is then free to choose its card, unless seat 2 calls for one.",
    ]
    assert nudge(state[0], legal).code == "may_call"
    state = GAME.state(GAME.play(position, ["no-call"]))
    assert reasons(state[0], legal[1], legal, placed(state[0]))[0].code == "lets_choose"


def test_a_likely_place_is_said_of_jacks_that_matter_alone() -> None:
    chances = np.zeros((4, 64))
    for card, home in (("JH", 2), ("JD", 3), ("JC", 1)):
        chances[home, place_of(CARD[card])] = 0.6
    given = [WORDING.say("below_jack", jack="JH"), WORDING.say("ducks_jack", jack="JD")]
    assert [reason.text for reason in guesses(given, chances)] == [
        "The J♦ is out of play in 60 % of the deals that fit.",
        "The J♥ is with seat 2 in 60 % of the deals that fit.",
    ]
    assert not [*guesses(given, None)]


# Nobody but seat 2 has a club, heart or diamond left that it could be led.
LAST_OF_A_SUIT = (
    "knaves~~3H.0.0.0.0~3.3.KC3SJSKS~12~AH5H9H.6C3C8C.9SAS8S.KHKD7H.JC5C4C.TD6DAD.3D5D7D.7CQS2C."
    "9C2H4D.4H6H~seat-2"
)


def test_nothing_is_promised_of_a_suit_that_nobody_can_lead() -> None:
    options = HintOptions(level="why", seed="3")
    answer = KnavesSolver().hint(GAME.read(LAST_OF_A_SUIT), options, Budget(Limits(iterations=24)))
    assert answer.reasons
    assert not [reason for reason in answer.reasons if reason.code.startswith("void")]


def test_a_guard_that_is_kept_is_named_once() -> None:
    state = end(("4H 6H 5D JD", "2D 5S 7H 8H", "4C 6S 9H TH"), "AC 3C", "6D")
    assert said(state, "4H") == ["It keeps the 5♦ that guards your J♦."]


# Seat 1 is to follow with clubs only, and no card lies between them that anybody else may hold.
ALL_ALIKE = (
    "knaves~hand_size-17~6D.0.0.0.0~6.4C7CTCQC2D7DTD.6~-~JC8C5C.6CKC9C.6S8S5S.8H2HAH.9SQS7S."
    "7HJH3H.9D3D8D.AC3CKS.KDQD5D.4DADJD.2C6H~seat-1"
)


def test_nothing_speaks_for_one_of_cards_that_come_to_the_same() -> None:
    options = HintOptions(level="why", seed="1")
    answer = KnavesSolver().hint(GAME.read(ALL_ALIKE), options, Budget(Limits(iterations=24)))
    assert [reason.code for reason in answer.reasons or []] == ["wins_match", "all_alike"]


# --------------------------------------------------------------------------------- the figures


def row(move: str, value: float, loss: float = 0.0, **score: Any) -> MoveValue:
    fields = {"kind": "estimate", "unit": "points", "low": -3, "high": 9, "samples": 50, **score}
    return MoveValue(move=move, text="", score=Score(seat=0, value=value, **fields), loss=loss)


def found(*rows: MoveValue, settled: bool = True) -> Analysis:
    return Analysis(
        *(None, Proof.NONE, rows[0].score, list(rows), settled, StoppedBy.ITERATIONS, Spent()),
        errors={row.move: 0.02 for row in rows},
    )


CHANCE: dict[str, Any] = {"unit": "win_probability"}
EXACT: dict[str, Any] = {"kind": "exact"}
BOUND: dict[str, Any] = {"kind": "bound"}


def test_what_a_move_is_worth() -> None:
    assert worth(row("AH", 1, **EXACT)).code == "makes_exactly"
    assert worth(row("AH", -0.5)).args == {"points": -0.5, "games": 50}
    assert worth(row("AH", 0.345, **CHANCE)).code == "wins_match"


def test_how_far_the_next_best_is_behind() -> None:
    best, same = row("AH", 2), row("KH", 2).model_copy(update={"same_as": "AH"})
    club = {"move": "2C", "words": "2♣"}
    cases = [
        (found(best, same), ("all_alike", {})),
        (found(best, row("2C", 2)), ("as_good", club)),
        (found(best, same, row("2C", 1, 1.0)), ("behind", {**club, "less": 1.0, "error": 0.02})),
        (found(best, row("2C", 2), settled=False), ("level", club)),
        (found(best, row("2C", 1.996, 0.004), settled=False), ("level", club)),
        (
            found(best, row("2C", 1.99, 0.01), settled=False),
            ("close", {**club, "less": 0.01}),
        ),
        (
            found(row("AH", 2, **EXACT), row("2C", 3, **BOUND), settled=False),
            ("some_unvalued", {}),
        ),
        (
            found(row("AH", 2, **EXACT), row("2C", 1, 1.0, **EXACT)),
            ("behind_exactly", {**club, "less": 1}),
        ),
        (
            found(row("AH", 0.5, **CHANCE), row("2C", 0.375, 0.125, **CHANCE)),
            ("behind_in_match", {**club, "less": 12.5, "error": 2.0}),
        ),
        (
            found(row("AH", 0.5, **CHANCE), row("2C", 0.5, 0.0, **CHANCE), settled=False),
            ("level", club),
        ),
        (
            found(row("AH", 0.5, **CHANCE), row("2C", 0.49, 0.01, **CHANCE), settled=False),
            ("close_in_match", {**club, "less": 1}),
        ),
    ]
    for analysis, expected in cases:
        reason = distance(analysis, next_best(analysis), len(analysis.values))
        assert (reason.code, reason.args) == expected
