"""What hints for Hand, Knee and Foot say in staged positions."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz.contract.options import HintOptions, Limits
from kibitz.games.hand_knee_foot.kinds import KINDS, TEXTS
from kibitz.games.hand_knee_foot.moves import ASK
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.words import describe, describe_turn
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import find
from kibitz.solvers.hand_knee_foot.candidates import few_rows
from kibitz.solvers.hand_knee_foot.hints import favoured, instead_of, nudge, why
from kibitz.solvers.hand_knee_foot.reasons import reasons, say
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME

QUEEN = TEXTS.index("Q")
SOLVER: Any = find("hand-knee-foot")
SMALL = Limits(iterations=24, memory_mb=64)


def codes_for(position: Position, *line: str) -> list[str]:
    """The codes of what is said for a turn."""
    view = GAME.state(position)
    return [reason.code for reason in reasons(view, [read_move(text).move for text in line])]


def test_a_difference_that_is_lost_in_its_error_is_not_said() -> None:
    question = SOLVER.ask(table("QQ98", phase="play", pile="Q99"), HintOptions(seed="1"))
    found = SOLVER.hidden_search(question, Budget(SMALL), ignore)
    best, rival = found.plans[:2]
    name, line = " ".join(rival.moves), [read_move(text).move for text in best.moves]

    def said(loss: float, error: float, **how: frozenset[str]) -> list[str]:
        rows = [best, rival.model_copy(update={"loss": loss, "note": "behind"})]
        known: Any = {"clear": frozenset(), "same": frozenset()} | how
        standing = replace(found, plans=rows, errors={name: error}, **known)
        return [reason.code for reason in why(standing, question.view, line, "match")]

    named = frozenset({name})
    assert said(0.000001, 0.014, same=named)[-1] == "same_so_far"
    assert said(0.000001, 0.014)[-2:] == ["not_told_apart", "as_much"]
    assert said(0.000001, 0.014, clear=named)[-1] == "value_chance"
    assert said(0.02, 0.014, clear=named)[-1] in {"behind_chance", "ahead_chance"}


def test_the_next_best_turn_is_said_without_a_doubt() -> None:
    own = team("AAA 999", REQUIRED)
    view = GAME.state(table("A92K", own=own, stages=(2, 0), phase="play"))

    def said(best: str, rival: str) -> str:
        lines = [[read_move(text).move for text in line.split()] for line in (best, rival)]
        return instead_of(view, *lines)

    assert said("add-A add-2-9 K", "K") == (
        "neither to add an ace to the meld of aces nor to add a 2 to the meld of 9s"
    )
    assert said("add-A K", "K") == "not to add an ace to the meld of aces"
    assert said("add-A K", "2") == "to discard a 2, and not to add an ace to the meld of aces"
    more = GAME.state(table("A92KKKQ", own=own, stages=(2, 0), phase="play"))
    parts = [read_move(text).move for text in ["add-A", "add-2-9", "meld-KKK", "Q"]]
    assert instead_of(more, parts, parts[-1:]) == "to discard a queen"
    assert said("yes", "no") == "not to let your partner go out"
    assert said("no", "yes") == "to let your partner go out"


@pytest.mark.parametrize(("players", "asked"), [(4, "partner"), (6, "partners")])
def test_who_is_asked_for_leave_are_all_partners(players: int, asked: str) -> None:
    own, stages = team("AAA", REQUIRED), (2, 0) * (players // 2)
    record = GAME.state(table("A9", own=own, stages=stages, phase="play"))[0]
    assert describe(record, ASK) == f"ask your {asked} for leave to go out"


def test_of_a_card_mostly_in_sight_the_pile_is_not_counted_again() -> None:
    counts = {"left_before", "in_sight"}
    for nines, said in ((3, {"left_before"}), (16, {"in_sight"})):
        position = table("QQ98", phase="play", pile="Q" + "9" * nines)
        assert counts & {*codes_for(position, "9")} == said


def test_what_is_missing_is_said_of_the_time_after_the_turn() -> None:
    books = " ".join(REQUIRED.split()[:3])
    own = team("777777", books)
    alone = table("79Q", own=own, stages=(2, 0), phase="play")
    assert "last_required" in codes_for(alone, "add-7", "9")
    assert "still_needs" in codes_for(alone, "9")
    out = table("79", own=own, stages=(2, 0), phase="play")
    assert codes_for(out, "add-7", "9") == ["goes_out", "makes_book"]
    ready = table("9KQ", own=team("999", REQUIRED), stages=(2, 0), phase="play")
    assert "may_go_out" in codes_for(ready, "add-9", "Q")


@pytest.mark.parametrize(
    ("line", "points"),
    [
        (("meld-JJJ", "meld-888", "add-8", "4"), 70),
        (("take", "meld-888", "add-8", "4"), 60),
    ],
)
def test_an_opening_counts_all_that_the_turn_lays(line: tuple[str, ...], points: int) -> None:
    taken = line[0] == "take"
    position = table(
        "8888JJ4" if taken else "8888JJJ4", phase="draw" if taken else "play", pile="4J"
    )
    view = GAME.state(position)
    said = {r.code: r.args for r in reasons(view, [read_move(text).move for text in line])}
    assert said["opens"] == {"points": points, "minimum": 60}


def test_a_nudge_asks_for_nothing_that_cannot_be_put_down() -> None:
    def thought(hand: str, **own: Any) -> str:
        view = GAME.state(table(hand, phase="play", pile="4J", **own))
        return nudge(view, [min(GAME.legal(view))]).code

    assert [thought("4689TJ"), thought("AAA999K")] == ["cannot_open", "think_open"]
    opened = {"own": team("KKKKKK")}
    assert [thought("4689TJ", **opened), thought("4689K", **opened)] == [
        "think_discard",
        "think_play",
    ]


def test_that_a_turn_goes_out_is_said_also_where_the_next_best_does() -> None:
    own = team("999 JJJ", REQUIRED)
    position = table("22", own=own, stages=(2, 0), phase="play")
    hint = SOLVER.hint(position, HintOptions(level="why", seed="1"), Budget(SMALL))
    assert "goes_out" in {reason.code for reason in hint.reasons}
    assert hint.text.count("It goes out") == 1


def test_throwing_a_wild_card_or_a_red_three_has_its_reason() -> None:
    position = table("22JKJKR9K", phase="play", pile="44K")
    for card in ("2", "JK", "3R"):
        assert codes_for(position, card) == ["blocks_pile"]


def test_a_black_three_closes_no_pile_of_its_own() -> None:
    for pile, said in (("", []), ("4", ["closes_pile"])):
        assert codes_for(table("BK9", phase="play", pile=pile), "3B") == said


def test_a_card_that_may_be_buried_has_a_place() -> None:
    books = ("QQQQQQQ", "QQQQQQQ KKKKKKK")  # The first red book takes no more cards.
    said = [
        "lone_card" in codes_for(table("KQ9", own=team("444", each), phase="play"), card)
        for each, card in ((books[0], "Q"), (books[1], "Q"), (books[1], "K"))
    ]
    assert said == [True, True, False]


@pytest.mark.parametrize("seed", ["0", "1"])
@pytest.mark.parametrize("players", [2, 6])
def test_no_card_is_thrown_that_completes_a_book(players: int, seed: str) -> None:
    """With few rounds the lone discard of such a card came out best by chance."""
    stages = (1, 0) * (players // 2)
    own = team("QQQQQQ 999", "4444444")
    position = table("Q9KKB8", own=own, stages=stages, phase="play", pile="8")
    rows = few_rows(GAME.state(position))
    assert {TEXTS[row[-1]] for row in plans_for(GAME.state(position)) if row[-1] < KINDS} > {"Q"}
    assert all("add-Q" in map(GAME.move_text, row) or row[-1] != QUEEN for row in rows)
    hint = SOLVER.hint(position, HintOptions(level="why", seed=seed), Budget(SMALL))
    assert hint.line is not None
    assert hint.line[-1] != "Q"


def test_cards_laid_together_are_said_together() -> None:
    record = GAME.state(table("9KQ", own=team("999", REQUIRED), phase="play"))[0]
    lines = {
        "meld-JJJ add-J 9": ["meld four jacks", "discard a 9"],
        "add-4 add-2-A add-K add-J add-J": [
            "add a 4, two jacks and a king to their melds",
            "add a 2 to the meld of aces",
        ],
        "bury-K bury-K meld-442 add-A foot": [
            "bury two kings in a book of kings",
            "meld two 4s and a 2",
            "add an ace to the meld of aces",
            "take up the foot",
        ],
        "lay lay": ["lay out a red three and draw for it (2 times)"],
    }
    for line, said in lines.items():
        moves = [read_move(text).move for text in line.split()]
        assert describe_turn(record, moves) == said


def test_a_reason_that_holds_more_for_the_next_best_turn_is_not_given() -> None:
    position = table("QQ98", phase="play", pile="Q99")
    found = {card: codes_for(position, card) for card in ("Q", "9")}
    assert all("left_before" in codes for codes in found.values())
    view = GAME.state(position)
    said = {card: reasons(view, [read_move(card).move]) for card in ("Q", "9")}
    kept = [[r.code for r in favoured(said[a], said[b])] for a, b in ("Q9", "9Q")]
    assert ["left_before" in codes for codes in kept] == [False, True]


def test_what_a_turn_has_more_of_is_named_without_what_both_have() -> None:
    six, eight, nine = (
        say("makes_book", rank=rank, points=points)
        for rank, points in (("6s", 300), ("8s", 500), ("9s", 500))
    )
    assert favoured([six, eight, nine], [eight, nine]) == [six]
    assert favoured([six, eight], [eight, nine]) == []
    below = say("left_before", count=3, rank="jacks")
    assert favoured([below], [say("in_sight", seen=20, all=28, rank="8s")]) == []
    assert favoured([below], []) == [below]
    joker, two = (
        say("blocks_pile", card=card, cards=9, seat=1, seats=1) for card in ("joker", "2")
    )
    three = say("closes_pile", cards=9, seat=1, seats=1)
    assert not favoured([joker], [two])
    assert not favoured([three], [joker])
    assert favoured([joker], [below]) == [joker]
