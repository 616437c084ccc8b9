"""The reasons in hints for K'nack: kinds in words, and what is said in staged positions."""

import re
from itertools import permutations
from math import comb
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.contract.answers import Proof, Spent, StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.play import LAY
from kibitz.games.knack.position import Position
from kibitz.games.knack_field.rules import KINDS, kind_of
from kibitz.heuristics.knack.past import traced
from kibitz.solvers.knack.hints import distance_reasons
from kibitz.solvers.knack.passing import pass_chance
from kibitz.solvers.knack.reasons import facts, reasons, rooms
from kibitz.solvers.knack.sentences import kind_words, one_of_kind
from kibitz.solvers.question import Analysis
from tests.cases import cases
from tests.games.knack.tables import GAME, spread, written
from tests.naive.reasons.case import Case, case_of
from tests.naive.reasons.knack import CHECKERS, Table, like

LIMITS = Limits(iterations=24, nodes=3_000, memory_mb=64)


@pytest.mark.parametrize(
    ("kind", "many", "one"),
    [
        (5, "black sixes", "a black six"),
        (13, "red aces", "a red ace"),
        (26, "jokers", "a joker"),
        (12, "black kings", "a black king"),
    ],
)
def test_kinds_in_words(kind: int, many: str, one: str) -> None:
    assert (kind_words(kind), one_of_kind(kind)) == (many, one)


@pytest.mark.parametrize(("kind", "code"), [("exact", "as_good"), ("estimate", "level")])
def test_only_exact_values_are_called_as_good_without_more_words(kind: str, code: str) -> None:
    position = table("KC@0,0 7C@1,0", "8D 9C 9S JK QD")
    rows = case_of(GAME.name, position, LIMITS).analysis.moves
    score = rows[0].score.model_copy(update={"kind": kind, "samples": 100})
    values = [
        row.model_copy(update={"score": score, "loss": 0.0, "same_as": None}) for row in rows[:2]
    ]
    found = Analysis(None, Proof.NONE, score, values, True, StoppedBy.SETTLED, Spent())
    assert [reason.code for reason in distance_reasons(found, len(found.values))] == [code]


def table(field: str, hand: str, other: str = "AC AH 2C 2H 3H", **more: Any) -> Position:
    """What seat 0 sees, to move; the free card is seat 1's."""
    position = GAME.read(written(field, f"{hand}|{other}", dealer=0, turn=0, **more))
    return GAME.as_seen(position, 0)


def said(position: Position, best: str, rival: str | None = None) -> dict[str, dict[str, Any]]:
    """The reasons for a move against another, by code."""
    state = GAME.state(position)
    other = None if rival is None else read_move(rival).move
    found = reasons(state, read_move(best).move, other, GAME.legal(state))
    return {reason.code: dict(reason.args) for reason in found}


def test_the_laid_card_is_counted_once() -> None:
    # Found by review: the card laid was counted on the field and in the hand.
    position = GAME.read(
        {
            "dealer": 0,
            "turn": 1,
            "field": [[0, 0, "7C"], [1, 0, "8H"]],
            "hands": [{"count": 5}, ["2C", "9S", "KD", "JH", "4D"]],
            "decks": [{"count": 21}, {"count": 21}],
            "seat": 1,
        }
    )
    for move in GAME.legal(GAME.state(position)):
        for fact in facts(GAME.state(position), move):
            if fact.reason.code in CHECKERS:
                hint = case_of(GAME.name, position, LIMITS).hint.model_copy(
                    update={"move": GAME.move_text(move)}
                )
                case = Case(GAME, position, hint, case_of(GAME.name, position, LIMITS).analysis)
                assert CHECKERS[fact.reason.code](case, fact.reason.args), fact.reason.text


def test_a_joker_that_is_kept_or_spent() -> None:
    position = table("KC@0,0 7C@1,0", "8D 9C 9S JK QD")
    assert "keeps_joker" in said(position, "8D@2,0", "JK@2,0")
    assert "keeps_joker" not in said(position, "8D@2,0", "QD@-1,0")
    surrounded = "KC@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"
    only = table(surrounded, "2H 2D JK 3D 4D", "AC AH 2C 2S 3C")
    assert "only_jokers" in said(only, "JK@2,0", "JK@0,2")


def test_what_speaks_for_a_card_over_another() -> None:
    position = table("KC@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1", "9C 7S JK 4D 3C")
    assert said(position, "7S@2,0", "9C@2,0")["few_cells"] == {"cells": 2}
    assert "few_cells" not in said(position, "7S@2,0", "7S@-2,0")
    assert "leaves_cells" in said(position, "9C@1,1", "JK@2,0")
    hands = "8D 9C 7S QD TD|AC AH 2C 2H 3H"
    first = GAME.as_seen(GAME.read(written("", hands, dealer=1, turn=0)), 0)
    assert said(first, "QD@0,0", "8D@0,0")["spared"] == {"held": 4, "beside": 0}
    assert "spared" not in said(first, "8D@0,0", "QD@0,0")


def test_a_hint_names_a_move_that_is_clearly_worse_than_two_that_are_close() -> None:
    position = table("KC@0,0 7C@1,0", "8D 9C 9S JK QD")
    rows = case_of(GAME.name, position, LIMITS).analysis.moves
    score = rows[0].score.model_copy(update={"kind": "estimate", "samples": 100})
    losses = {0.0: 0.0, 0.01: 0.02, 0.029: 0.02, 0.031: 0.02, 0.09: 0.02}
    values = [
        row.model_copy(update={"score": score, "loss": loss, "same_as": None})
        for row, loss in zip(rows, losses, strict=False)
    ]
    errors = {
        value.move: 1.96 * error / 2 for value, error in zip(values, losses.values(), strict=True)
    }
    found = Analysis(
        *(None, Proof.NONE, score, values, False, StoppedBy.TIME, Spent()), errors=errors
    )
    close, worse = distance_reasons(found, len(found.values))
    assert (close.code, worse.code) == ("close", "worse")
    assert (worse.args["moves"], worse.args["move"]) == (2, values[-1].move)


CLOSING = (
    "knack~jokers-0.field-5x4~0.1~6D0_0.QH0_1.8C0_-1.7D1_0.KD-1_0.6C2_0.QS-2_0.JH-2_1.5D2_-1."
    "9H0_-2.7H2_1.TS-1_-2~5.2C4S5H9SJD~17.13~-~laid-101010101111.passes-1.seat-1.lacks0_0-6aa1ea8"
)


def test_a_fact_is_held_against_the_same_fact_in_other_words() -> None:
    state = GAME.state(GAME.read(CLOSING))
    jack, four = (read_move(text).move for text in ("JD@-2,-2", "4S@2,-2"))
    closing = [
        {reason.code: reason.args for reason, *_ in facts(state, move)} for move in (jack, four)
    ]
    assert closing[0]["closes"]["unseen"] == 2
    assert closing[1]["closes_more"]["unseen"] == 4
    legal = GAME.legal(state)
    assert "closes" not in {reason.code for reason in reasons(state, jack, four, legal)}
    assert "closes_more" in {reason.code for reason in reasons(state, four, jack, legal)}


# Where moves close cells for many cards of others, and for one of the hand.
CLOSING_OWN = (
    "knack~pack-36.field-9x5.players-3.knack_call-explicit~0.0~XX0_0.TC-1_0.JS0_1.7S1_0.6H2_0."
    "7C2_1.8S0_-1.QD0_2.8D2_2.KS0_3.8D3_1.AD1_3.AD-1_3.6S-2_3.7D-2_2.8C-3_2.9S3_2.6C-2_1.8H3_3."
    "TH4_2.JC5_2.9S4_1.8H4_0.7H-3_1.7C4_-1.6D5_-1.7S5_0.6S-3_0.AS2_-1.AH-3_-1~6D8C9HJCKC.5.5~"
    "14.23.26~-~laid-120120101012001201002000010000.passes-2.seat-0.lacks1_0-57c31e1."
    "lacks1_1-57c35e1.lacks1_2-5fc35e1.lacks2_0-57c31e1.lacks2_2-5fc35e1"
)


def test_closing_is_held_against_all_that_the_next_best_closes() -> None:
    spoken = 0
    for text in (CLOSING, CLOSING_OWN):
        position = GAME.read(text)
        state = GAME.state(position)
        legal = [move for move in GAME.legal(state) if move >= LAY]
        case, number = case_of(GAME.name, position, LIMITS), dict[int, int]()
        for move in legal:
            table = Table(case, GAME.move_text(move))
            closed = table.closed()
            number[move] = sum(n for card, n in table.hidden().items() if like(card) in closed)
        for best, rival in permutations(legal, 2):
            for reason in reasons(state, best, rival, legal):
                if reason.code in {"closes", "closes_more"}:
                    spoken += 1
                    assert reason.args["unseen"] == number[best] > number[rival]
    assert spoken


def test_a_pass_by_the_next_seat() -> None:
    surrounded = "KC@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"
    certain = written(
        surrounded,
        "7C 2H 3H 3D 4D|2C 2S 3C 3S 4C",
        dealer=0,
        turn=0,
        field={"width": 4, "height": 3},
    )
    position = GAME.as_seen(GAME.read(certain), 0)
    chance = said(position, "7C@2,0").get("next_may_pass")
    assert chance is None or 0 < chance["before"] < chance["chance"] < 1


DRAWN_SINCE = (
    "knack~~0.0~XX0_0.3H1_0.9S-1_0.JC0_-1.JK-2_0.JK-1_-1.7S0_1.AC-1_-2.8D-1_1.QH-2_-1.5H-3_0."
    "7C-2_1.6C-4_0.8H-2_2.7D-4_1.8S-5_1~AD3S4S8C9D.5~14.14~-~laid-1010101010101001.seat-0."
)


def test_the_pass_of_a_seat_that_has_drawn_since_it_passed() -> None:
    position = GAME.read(DRAWN_SINCE + "lacks1_1-61e414a")
    (lack,) = position.lacks
    kinds = [kind_of(card) for card in position.unseen]

    def share(fitting: set[int]) -> float:
        """The share of hands none of whose cards are of these kinds, the last one drawn."""
        every, passing = 0, 0
        for drawn in range(len(kinds)):
            older = [k for n, k in enumerate(kinds) if n != drawn and not lack.kinds >> k & 1]
            every += comb(len(older), 4)
            if kinds[drawn] not in fitting:
                passing += comb(sum(kind not in fitting for kind in older), 4)
        return passing / every

    told = set[float]()
    for move in GAME.legal(GAME.state(position)):
        state = GAME.state(position)
        protocol.run_apply(state, move)
        room = rooms(state[0])
        fitting = {kind for kind in range(KINDS) if room[kind]}
        chance = pass_chance(state[0], sum(1 << kind for kind in fitting))
        assert chance is not None
        assert float(chance) == pytest.approx(share(fitting))
        told.add(float(chance))
    assert len(told) > 3


def test_nothing_is_said_of_a_pass_where_it_is_not_clear_what_was_held_before() -> None:
    # The second card laid since may have been the first one drawn, if nobody knows who laid what.
    for text, clear in (
        (f"{DRAWN_SINCE}lacks1_1-61e414a", True),
        (re.sub(r"laid-\d+\.", "", f"{DRAWN_SINCE}lacks1_1-61e414a"), True),
        (re.sub(r"laid-\d+\.", "", f"{DRAWN_SINCE}lacks1_2-61e414a"), False),
    ):
        state = traced(GAME.state(GAME.read(text)))
        protocol.run_apply(state, read_move("4S@2,0").move)
        kinds = sum(1 << kind for kind, cells in enumerate(rooms(state[0])) if cells)
        assert (pass_chance(state[0], kinds) is not None) == clear


@pytest.mark.parametrize("seed", range(cases(4)))
def test_the_chance_of_a_pass_counts_every_order(seed: int) -> None:
    random, compared = Random(seed), 0
    while compared < 5:
        start = GAME.deal(str(random.getrandbits(32)), {"players": 2, "pack": 36})
        state = GAME.state(start)
        for _ in range(random.randint(20, 60)):
            if GAME.legal(state):
                protocol.run_apply(state, spread(state, random, 0.9))
        legal, seat = GAME.legal(state), int(state[0]["turn"])
        position = GAME.as_seen(GAME.position(state, start), seat)
        view = traced(GAME.state(position))
        if len(legal) < 2 or view[0]["chain_counts"][1 - seat] < 3 or not position.laid:
            continue
        move = random.choice(legal)
        protocol.run_apply(view, move)
        if GAME.over(view) or int(view[0]["turn"]) == seat:
            continue
        kinds = sum(1 << kind for kind, cells in enumerate(rooms(view[0])) if cells)
        case: Any = SimpleNamespace(position=position)
        table = Table(case, GAME.move_text(move))
        share, error = table.pass_share(table.after)
        chance = pass_chance(view[0], kinds)
        assert chance is not None
        assert float(chance) == pytest.approx(share, abs=error)
        compared += 1
