"""The decisions on what the rule sheet leaves open or says in passing, each played out."""

from typing import Any

import pytest

from kibitz.games.hand_knee_foot.kinds import TEXTS
from kibitz.games.hand_knee_foot.scoring import team_lines
from tests.games.hand_knee_foot.staged import BLACK, FIVES, RED, REQUIRED, SEVENS, table, team
from tests.games.hand_knee_foot.tables import GAME, legal_texts, reason

PLAY: dict[str, Any] = {"phase": "play"}
ALONE = (2, 0)


def melded(position: Any, name: str) -> int:
    """How many cards of a class the team of seat 0 has put down."""
    lines = team_lines(GAME.state(position), 0)
    return next((line.count for line in lines if line.name == f"{name} melded"), 0)


# ------------------------------------------------------------------------------------- turns


@pytest.mark.parametrize(
    ("rules", "drawn"),
    [({"players": 2}, 5), ({"players": 3}, 2), ({"players": 6}, 2), ({"draw": 4}, 4)],
)
def test_so_many_cards_are_drawn(rules: dict[str, Any], drawn: int) -> None:
    deal = GAME.deal("1", rules)
    after = GAME.play(deal, ["draw"])
    assert after.sizes[0] == 15 + drawn
    assert after.stock_size == deal.stock_size - drawn


def test_the_three_like_the_top_card_are_melded_at_once() -> None:
    after = GAME.play(table("KK9", own=team("AAA"), pile="8K"), ["take"])
    assert [[TEXTS[kind] for kind in meld] for meld in after.teams[0].melds] == [
        ["K", "K", "K"],
        ["A", "A", "A"],
    ]
    begun = GAME.play(table("KK9", own=team("AAA KKK"), pile="8K"), ["take"])
    assert sorted(len(meld) for meld in begun.teams[0].melds) == [3, 6]


def test_the_rest_of_the_pile_comes_to_hand_after_the_opening() -> None:
    begun = GAME.play(table("KK888Q", pile="AAAK"), ["take"])
    assert begun.sizes[0] == 4
    opened = GAME.play(begun, ["meld-888"])
    assert opened.sizes[0] == 1 + 3


def test_an_opening_is_made_in_one_turn() -> None:
    begun = GAME.play(table("KKKQQQJ9", **PLAY), ["meld-KKK"])
    assert legal_texts(begun) == {"meld-QQQ"}
    assert legal_texts(GAME.play(begun, ["meld-QQQ"])) == {"J", "9"}


def test_a_team_opens_once() -> None:
    # Three fours are 15 points: only a team that has opened puts them down, whoever holds them.
    assert "meld-444" not in legal_texts(table("4449", **PLAY))
    hands = [{"count": 15}, {"count": 15}, [*"4449"], {"count": 15}]
    partner = table("", own=team("AAA"), hands=hands, turn=2, **PLAY)
    assert "meld-444" in legal_texts(partner)


def test_red_threes_drawn_later_are_laid_out_too() -> None:
    drawn = GAME.play(table("9KQ", own=team("AAA", threes=2)), ["draw=3R.4"])
    assert legal_texts(drawn) == {"lay"}
    assert GAME.play(drawn, ["lay=5"]).teams[0].red_threes == 3


# --------------------------------------------------------------------------- books and piles


@pytest.mark.parametrize(
    ("meld", "hand", "move"),
    [
        ("AAAAAA", "A9", "add-A"),
        ("AAAAA2", "A9", "add-A"),
        ("AAAAA2", "29", "add-2-A"),
        ("2222JKJK", "29", "add-2"),
        ("555555 AAA", "59", "add-5"),
        ("777777 AAA", "79", "add-7"),
    ],
)
def test_the_first_book_of_any_kind_offers_the_knees(meld: str, hand: str, move: str) -> None:
    made = GAME.play(table(hand, own=team(meld), **PLAY), [move])
    assert (made.phase, made.offers) == ("offer", (0, 2))


def test_a_knee_taken_after_the_first_book_joins_the_hand() -> None:
    knee = "knee=4.4.5.6.7.8.9.T.J.Q.K.A.2"
    made = GAME.play(table("A99", own=team("AAAAAA"), **PLAY), ["add-A"])
    joined = GAME.play(made, [knee, "knee"])
    assert (joined.turn, joined.phase, joined.sizes[0]) == (0, "play", 2 + 13)
    # The partner has it as well, and plays it when it is that seat's turn.
    assert (joined.sizes[2], joined.stages) == (15 + 13, (1, 0, 1, 0))


def test_a_knee_that_was_left_is_taken_up_when_the_hand_is_played_out() -> None:
    left = GAME.play(table("AK", own=team("AAAAAA"), **PLAY), ["add-A", "leave", "leave"])
    emptied = GAME.play(left, ["K"])
    assert (emptied.phase, legal_texts(emptied)) == ("pick_up", {"knee"})
    after = GAME.play(emptied, ["knee=4.4.5.6.7.8.9.T.J.Q.K.A.2"])
    assert (after.turn, after.phase, after.sizes[0]) == (1, "draw", 13)


# ---------------------------------------------------------------------------------- going out


@pytest.mark.parametrize(
    ("books", "required", "may"),
    [
        (REQUIRED, "red_black_5s_7s", True),
        (f"{BLACK} {FIVES} {SEVENS}", "red_black_5s_7s", False),
        (f"{RED} {FIVES} {SEVENS} 2222222", "red_black_5s_7s", False),
        (f"{RED} {BLACK} {SEVENS} 2222222", "red_black_5s_7s", False),
        (f"{RED} {BLACK}", "red_black", True),
        (f"{BLACK} {FIVES} {SEVENS}", "red_black", False),
        ("", "none", True),
    ],
)
def test_books_needed_to_go_out(books: str, required: str, may: bool) -> None:
    rules = {"required": required}
    before = table("AA", own=team("AAA", books), stages=ALONE, rules=rules, **PLAY)
    if may:
        assert GAME.play(before, ["add-A", "add-A"]).ended == "out"
        assert GAME.play(before, ["add-A", "A"]).ended == "out"
    else:
        assert legal_texts(before) == {"A"}


# ------------------------------------------------------------------------------------- buried


def test_wild_cards_are_buried_in_wild_books_only() -> None:
    books = f"{REQUIRED} QQQQQ22"
    hand = table("Q2JK99", own=team("AAA", books), **PLAY)
    assert {text for text in legal_texts(hand) if "bury" in text} == {"bury-Q"}
    assert reason(hand, "bury-2") == "your side has no book of wild cards"


def test_of_two_books_of_a_rank_one_is_not_required() -> None:
    once = table("4K99", own=team("AAA", REQUIRED), **PLAY)
    assert not {text for text in legal_texts(once) if "bury" in text}
    own = team("AAA", REQUIRED)
    own["books"][0] = {"rank": "4", "red": 2, "black": 0, "cards": ["4"] * 14}
    assert "bury-4" in legal_texts(table("4K99", own=own, **PLAY))


def test_buried_cards_count_what_they_are_worth() -> None:
    before = table("66299", own=team("AAA", f"{REQUIRED} 6666666 2222222"), **PLAY)
    after = GAME.play(before, ["bury-6", "bury-6", "bury-2"])
    assert melded(after, "4s to 7s") == melded(before, "4s to 7s") + 2
    assert melded(after, "aces and 2s") == melded(before, "aces and 2s") + 1
    lines = {line.name: line.count for line in team_lines(GAME.state(after), 0)}
    assert (lines["red books"], lines["books of wild cards"]) == (2, 1)
