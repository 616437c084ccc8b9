"""Hints for Knaves: each reason is given when its condition holds, and only then."""

from random import Random
from typing import Any

import numpy as np
import pytest

from games import protocol
from games.cards import card_text
from games.knaves.game import Knaves
from games.knaves.lanes import beats, place_of, word_of
from games.knaves.rules import Rules
from games.knaves.table import bare_table
from games.protocol import State
from heuristics.knaves.beliefs import beliefs
from solvers.ismcts.valued import Analysis
from solvers.knaves.hints import points_words, rival_words, value_words
from solvers.knaves.reasons import placed, reasons
from solvers.result import MoveValue, Proof, Score, Spent, StoppedBy
from tests.conformance.playing import walk
from tests.games.knaves.tables import GAME, lay_open, table

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


def said(state: Any, card: str) -> list[str]:
    """The reasons for a card in an end with open hands."""
    return reasons(state[0], place_of(CARD[card]), GAME.legal(state), placed(state[0]))


@pytest.mark.parametrize(
    ("hands", "trick", "card", "expected"),
    [
        # Leading.
        (("9S 3H", "8S 4C", "5S 4D"), "", "9S", ["It draws trumps: others may hold 2 more.",
            "Nobody after you can beat it.", "It leaves you without spades."]),
        (("9S 3H", "8H 4C", "5H 4D"), "", "9S", ["Nobody else holds a trump any more.",
            "Nobody after you can beat it.", "It leaves you without spades."]),
        (("9H 3H", "JH 4C", "5H 4D"), "", "9H",
            ["It lies below the J♥: if that falls on this trick, you do not take it."]),
        (("KH 3H", "JH 4C", "5H 4D"), "", "KH", ["Nobody after you can beat it."]),
        (("9H 3H", "4C 4S", "TH 4D"), "", "9H", ["Seat 1 has no hearts: it must ruff or discard."]),
        (("9H 3H", "4C 5C", "TH 4D"), "", "9H",
            ["Seat 1 has no hearts and no trump: it can only discard."]),
        (("9H 8S", "TH 5C", "AH 4D"), "", "9H",
            ["It leaves you without hearts, so that you may ruff them."]),
        (("9H JC", "TH 5C", "AH 4D"), "", "9H",
            ["It leaves you without hearts, so that you may throw the J♣ on them."]),
        (("9H JC 3C", "TH 5C 4C", "AH 4D 5D"), "", "9H", ["It keeps the 3♣ that guards your J♣.",
            "It leaves you without hearts, so that you may throw the J♣ on them."]),
        (("9H 3D", "TH 5C", "AH 4D"), "", "9H", ["It leaves you without hearts."]),
        (("9H", "TH", "AH"), "", "9H", []),
        # Second to the trick.
        (("JH 4C", "KH 5D", "5H"), "QH", "JH", [
            "It gets rid of the J♥: you cannot take this trick with it.",
            "It leaves you without hearts."]),
        (("KH 4H", "JH 5D", "5C"), "9H", "4H", ["It ducks: the J♥ may still fall on this trick."]),
        (("KH 4H", "2H 5D", "5C"), "JH", "4H", ["It ducks: the jacks in this trick cost 4."]),
        (("KH 4H", "2H 5D", "5C"), "TH", "4H", ["It ducks: you could take this trick."]),
        (("KH AH", "2H 5D", "5C"), "TH", "KH", [
            "It is the lowest card that is ahead and saves the A♥.",
            "Nobody after you can beat it."]),
        (("9S 8S", "TS 5D", "5C"), "TH", "8S", ["It ruffs: you have no hearts.",
            "It is the lowest card that is ahead and saves the 9♠."]),
        (("9H 8H", "TS 5D", "5C"), "TH", "9H",
            ["You cannot take this trick, so your highest heart can go."]),
        (("9H 8H", "TS 5D", "5C"), "TH", "8H", ["You cannot take this trick."]),
        (("9D 8D", "TS 5D", "5C"), "TH", "8D", ["You have no hearts, and it takes nothing."]),
        # Last to the trick.
        (("JH 4C", "5D", "5H"), "2H QH", "JH", [
            "It gets rid of the J♥ on a trick that seat 2 takes.",
            "It leaves you without hearts."]),
        (("KH AH", "5D", "5C"), "TH JH", "KH", ["You play last, and the trick brings −3.",
            "It is the lowest card that takes it and saves the A♥."]),
        (("QH 4H", "5D", "5C"), "TH 9H", "QH", ["You play last, and the trick brings +1."]),
        (("JH KH", "5D", "5C"), "TH 9H", "JH", ["You play last, and the trick brings −3.",
            "It is the lowest card that takes it and saves the K♥."]),
        (("4D JC 3C", "5D 6D", "5C 6C"), "TH 9H", "4D", [
            "You have no hearts, and it takes nothing.", "It keeps the 3♣ that guards your J♣.",
            "It leaves you without diamonds, so that you may throw the J♣ on them."]),
    ],
    ids=str,
)  # fmt: skip
def test_each_reason_has_its_condition(
    hands: End, trick: str, card: str, expected: list[str]
) -> None:
    assert said(end(hands, trick), card) == expected


def test_a_jack_without_a_price_is_a_card_like_others() -> None:
    assert said(end(("9H 3H", "JH 4C", "5H 4D"), jack_hearts=0), "9H") == []
    state = end(("KH 4H", "2H 5D", "5C"), "JH", jack_hearts=0)
    assert said(state, "4H") == ["It ducks: you could take this trick."]


def test_the_last_trick_has_what_the_turned_jack_costs() -> None:
    state = end(("KH", "", ""), "TH 9H", "JC", turned_jack="last_trick")
    assert said(state, "KH") == ["You play last, and the trick brings −1."]


def test_calls() -> None:
    position = table(exposed=[["KH"], [], []], exposed_cards=True)
    state = GAME.state(position)
    legal = GAME.legal(state)
    texts = [reasons(state[0], move, legal, placed(state[0])) for move in legal]
    assert texts == [
        ["The K♥ must then be played if it legally can."],
        ["You leave the choice of the card to others."],
    ]


def test_reasons_hold_in_every_deal_that_fits() -> None:
    # Whatever a view says for certain is so in deals of the unseen cards.
    random, stream = Random(3), np.array([3], np.uint64)
    game, met = Knaves(), set()
    for number in range(40):
        rules = {"hand_size": random.choice([13, 17]), "turned_jack": "no_trump"}
        position = game.deal(str(number), rules)
        for state in walk(game, lay_open(position, random), random)[:-1:4]:
            record, seat = state[0], int(state[0]["player"])
            legal, where = game.legal(state), beliefs(state, seat)
            for move in legal:
                for text in reasons(record, move, legal, where):
                    met.add(text.split()[0])
                    for _ in range(4):
                        world = state.copy()
                        protocol.run_redeal(world, seat, stream)
                        assert holds(text, world[0], move), (text, game.move_text(move))
    assert {"Nobody", "Seat", "You"} <= met


def holds(text: str, world: Any, move: int) -> bool:
    """Whether what a reason says of the rivals' cards is so in a world."""
    player, trump = int(world["player"]), int(world["trump"])
    later = [(player + i) % 3 for i in range(1, 3 - int(world["count"]) % 3)]
    hands = {seat: [p for p in range(64) if int(world["hands"][seat]) >> p & 1] for seat in later}
    if text == "Nobody after you can beat it.":
        return not any(beats(place, move, trump) for seat in later for place in hands[seat])
    if text == "Nobody else holds a trump any more.":
        return not any(place >> 4 == trump for seat in later for place in hands[seat])
    if text.startswith("Seat"):
        suits = {place >> 4 for place in hands[int(text.split()[1].rstrip(":"))]}
        return move >> 4 not in suits and ("no trump" not in text or trump not in suits)
    return True


# --------------------------------------------------------------------------------- the figures


def row(move: str, value: float, loss: float = 0.0, kind: Any = "estimate") -> MoveValue:
    score = Score(kind=kind, unit="points", seat=0, value=value, low=-3, high=9, samples=50)
    return MoveValue(move=move, text="", score=score, loss=loss)


def found(*rows: MoveValue, settled: bool = True) -> Analysis:
    return Analysis(
        None, Proof.NONE, rows[0].score, list(rows), settled, StoppedBy.ITERATIONS, Spent()
    )


def test_values_in_words() -> None:
    assert points_words(1) == "1 point"
    assert points_words(-0.5, ".2f") == "−0.50 points"
    assert value_words(row("AH", 1, kind="exact"), "points") == (
        "With best play of all it brings 1 point."
    )
    assert value_words(row("AH", -0.5), "points") == (
        "It brings −0.50 points on average over 50 games played out."
    )
    assert value_words(row("AH", 0.345), "match") == (
        "Its chance to win the match is 34.5 %, the mean of 50 games played out."
    )
    assert "between −3 and 9 points" in value_words(row("AH", 3, kind="bound"), "points")


def test_rivals_in_words() -> None:
    best = row("AH", 2)
    cases = [
        (found(best), "It is the only legal move."),
        (found(best, row("2C", 2)), "2C is as good."),
        (found(best, row("2C", 1, 1.0)), "The next best, 2C, is 1.00 points behind."),
        (
            found(best, row("2C", 2), settled=False),
            "2C is nearly as good: the search has not told them apart.",
        ),
        (
            found(row("AH", 2, kind="exact"), row("2C", 3, kind="bound"), settled=False),
            "Not every move was valued within the limits.",
        ),
    ]
    for analysis, expected in cases:
        assert rival_words(analysis, "points") == [expected]
    unvalued = [row(move, 3, kind="bound") for move in ("AH", "2C")]
    assert rival_words(found(*unvalued, settled=False), "points") == []
    assert rival_words(found(best, row("2C", 0, 0.125)), "match") == [
        "The next best, 2C, is 12.50 % behind."
    ]
