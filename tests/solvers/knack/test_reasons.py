"""The reasons in hints for K'nack: every one true, none that speaks as much for the next best."""

import re
from typing import Any

import pytest

from kibitz.contract.answers import Proof, Spent, StoppedBy
from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.position import Position
from kibitz.solvers.analysis import Analysis
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack.hints import distance_reasons
from kibitz.solvers.knack.reasons import facts, reasons
from kibitz.solvers.knack.sentences import WORDING, kind_words, one_of_kind
from kibitz.solvers.knack.solver import KnackSolver
from tests.games.knack.tables import GAME, written
from tests.naive.reasons.case import Case
from tests.naive.reasons.knack import CHECKERS, others, positions
from tests.solvers.knack.ends import RULES, ends

SOLVER = KnackSolver()
# By code: what it is given and the sentence, as a card player reads it.
SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    ("draws_last", {}, "You draw the last card of your deck."),
    ("runs_out", {}, "With it you run out of cards and win."),
    ("runs_out_place", {"place": "second"}, "With it you run out of cards and come in second."),
    ("fits_after", {"fitting": 3, "held": 4}, "Then 3 of your other 4 cards can be laid."),
    ("all_fit", {"held": 4}, "Then all 4 of your other cards can be laid."),
    ("last_fits", {}, "Then your last card can be laid."),
    ("opens", {"cards": ["9C", "QD"]}, "It opens a cell for 9♣ and Q♦."),
    ("yours_alone", {"kind": "a red ace"}, "Nobody else has a red ace: you can see all others."),
    (
        "closes",
        {"kinds": ["red sevens", "black twos"], "unseen": 1},
        "It leaves no cell for red sevens and black twos: 1 such card is out of your sight.",
    ),
    (
        "closes_more",
        {"kinds": ["red aces", "red kings"], "more": 2, "unseen": 5},
        (
            "It leaves no cell for red aces, red kings and 2 more kinds: "
            "5 such cards are out of your sight."
        ),
    ),
    ("next_passes", {"seat": 2}, "Seat 2, who plays next, will have to pass."),
    (
        "next_may_pass",
        {"seat": 1, "chance": 0.4, "before": 0.12},
        (
            "Seat 1, who plays next, must then pass with a chance of 40 %; "
            "on the field as it lies now it would be 12 %."
        ),
    ),
    (
        "hard_later",
        {"unseen": 30, "friends": 1},
        (
            "It would be hard to lay later: of the 30 cards that you cannot see, "
            "1 card could lie beside it."
        ),
    ),
    ("keeps_joker", {}, "It keeps the joker, which can be laid at any open cell."),
    ("only_jokers", {}, "Of your cards only the joker can be laid."),
    (
        "joker_pays",
        {"move": "7C@1,0", "loss": 0.081},
        "The joker is worth it: the best other card, 7C@1,0, is 8.1 percentage points behind.",
    ),
    (
        "joker_pays_points",
        {"move": "7C@1,0", "loss": 0.25},
        "The joker is worth it: the best other card, 7C@1,0, is 0.25 points behind.",
    ),
    ("give_dead", {}, "As the field lies, the card you give fits no cell."),
    ("give_fits", {"cells": 1}, "As the field lies, the card you give fits 1 cell."),
    (
        "chance",
        {"chance": 0.5624, "low": 0.51, "high": 0.61, "games": 428},
        "Your chance to win is 56.2 % (51 % to 61 %), judged from 428 games played out.",
    ),
    (
        "worth",
        {"worth": 0.5, "low": 0.41, "high": 0.592, "games": 1},
        "On average it brings a place worth 0.50 (0.41 to 0.59), judged from 1 game played out.",
    ),
    ("sure_win", {}, "It wins, whatever the others do."),
    ("sure_first", {}, "It takes the first place, whatever the others do."),
    ("open_win", {}, "With open cards and best play of all it wins."),
    ("open_loss", {}, "With open cards and best play of all it loses."),
    (
        "open_tie",
        {"share": 0.5},
        "With open cards and best play of all it ties, for 50 % of a win.",
    ),
    (
        "open_worth",
        {"worth": 0.5},
        "With open cards and best play of all it brings a place worth 0.50.",
    ),
    ("unvalued", {}, "The limits did not suffice to value it."),
    ("only_move", {}, "It is the only legal move."),
    (
        "only_laying",
        {},
        "No other card can be laid, and there is no other cell for this one.",
    ),
    ("same_game", {"moves": 1}, "1 other move leads to the same game."),
    (
        "behind",
        {"move": "7C@1,0", "loss": 0.031},
        "The next best, 7C@1,0, is 3.1 percentage points behind.",
    ),
    (
        "behind_points",
        {"move": "7C@1,0", "loss": 0.031},
        "The next best, 7C@1,0, is 0.03 points behind.",
    ),
    (
        "close",
        {"move": "7C@1,0", "loss": 0.0004},
        (
            "The next best, 7C@1,0, is under 0.1 percentage points behind, "
            "too little for the games played to tell the two apart."
        ),
    ),
    (
        "close_points",
        {"move": "7C@1,0", "loss": 0.02},
        (
            "The next best, 7C@1,0, is 0.02 points behind, "
            "too little for the games played to tell the two apart."
        ),
    ),
    ("as_good", {"move": "7C@1,0"}, "7C@1,0 is as good."),
    ("level", {"move": "7C@1,0"}, "7C@1,0 is as good, as far as the games played tell."),
    (
        "open_rivals",
        {"moves": 3},
        "3 moves further behind have been tried too little to be ruled out.",
    ),
    ("not_all_valued", {}, "The limits did not suffice to value every move."),
]


def asked(position: Position, nodes: int = 3_000, **options: Any) -> Case:
    """The hint and the analysis for a position."""
    limits = Limits(iterations=24, nodes=nodes, memory_mb=64)
    hint = SOLVER.hint(position, HintOptions(level="why", **options), Budget(limits))
    analysis = SOLVER.analyze(position, AnalyzeOptions(**options), Budget(limits))
    return Case(GAME, position, hint, analysis)


def test_every_code_has_a_checker_and_a_sentence() -> None:
    assert set(CHECKERS) == set(WORDING.templates)
    assert [code for code, _, _ in SENTENCES] == [*WORDING.templates]


@pytest.mark.parametrize(("code", "args", "sentence"), SENTENCES)
def test_sentences(code: str, args: dict[str, Any], sentence: str) -> None:
    assert WORDING.say(code, **args).text == sentence


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
    rows = asked(position).analysis.moves
    score = rows[0].score.model_copy(update={"kind": kind})
    values = [
        row.model_copy(update={"score": score, "loss": 0.0, "same_as": None}) for row in rows[:2]
    ]
    found = Analysis(None, Proof.NONE, score, values, True, StoppedBy.SETTLED, Spent())
    assert [reason.code for reason in distance_reasons(found)] == [code]


@pytest.mark.parametrize("seed", range(10))
def test_all_reasons_are_true(seed: int) -> None:
    for position in positions(50, seed):
        case = asked(position, information="hidden")
        assert case.hint.reasons is not None
        assert case.hint.reasons or case.hint.move is None
        for reason in case.hint.reasons:
            checked = CHECKERS[reason.code](case, reason.args)
            assert checked, (position.to_text(), case.hint.move, reason.text)
            assert reason == WORDING.say(reason.code, **reason.args)
        _read(case)


@pytest.mark.parametrize("rules", RULES)
def test_reasons_with_open_cards_are_true(rules: dict[str, Any]) -> None:
    codes = set()
    for position in ends(rules, 5, 4, seed=9):
        case = asked(position, 100_000, information="known")
        for reason in case.hint.reasons or []:
            codes.add(reason.code)
            assert CHECKERS[reason.code](case, reason.args), (position.to_text(), reason.text)
        _read(case)
    assert any(code.startswith("open_") for code in codes)


def _read(case: Case) -> None:
    """The text is the move and its reasons, no sentence twice; a forced move is only that."""
    hint, reasons_given = case.hint, case.hint.reasons or []
    head = f"Play {hint.move}: "
    assert hint.text.startswith(head)
    assert hint.text.endswith(" ".join(reason.text for reason in reasons_given))
    sentences = re.split(r"(?<=[.!]) (?=[A-Z])", hint.text.removeprefix(head))
    assert len(set(sentences)) == len(sentences), hint.text
    assert "!." not in hint.text
    if len(case.analysis.moves) == 1:
        assert [reason.code for reason in reasons_given] == ["only_move"]
        return
    rivals = others(case)
    if not rivals or hint.move is None:
        return
    state = GAME.state(case.position)
    best, rival = read_move(hint.move).move, read_move(rivals[0].move).move
    theirs = {s.reason.code: s.strength for s in facts(state, rival)}
    for mine in reasons(state, best, rival, GAME.legal(state)):
        strengths = {s.reason.code: s.strength for s in facts(state, best)}
        if mine.code in strengths:
            assert strengths[mine.code] > theirs.get(mine.code, 0.0)


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
                hint = asked(position).hint.model_copy(update={"move": GAME.move_text(move)})
                case = Case(GAME, position, hint, asked(position).analysis)
                assert CHECKERS[fact.reason.code](case, fact.reason.args), fact.reason.text


def test_a_joker_that_is_kept_or_spent() -> None:
    position = table("KC@0,0 7C@1,0", "8D 9C 9S JK QD")
    assert "keeps_joker" in said(position, "8D@2,0", "JK@2,0")
    assert "keeps_joker" not in said(position, "8D@2,0", "QD@-1,0")
    surrounded = "KC@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"
    only = table(surrounded, "2H 2D JK 3D 4D", "AC AH 2C 2S 3C")
    assert "only_jokers" in said(only, "JK@2,0", "JK@0,2")


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
