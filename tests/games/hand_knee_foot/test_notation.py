"""Moves and cards as text, both ways, and in words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.hand_knee_foot.faces import face_text, parse_face, parse_faces
from kibitz.games.hand_knee_foot.kinds import (
    KINDS,
    LETTERS,
    POINTS,
    TEXTS,
    counts_of,
    kinds_of,
    parse_kind,
)
from kibitz.games.hand_knee_foot.moves import ADD, ASK, BURY, DRAW, KNEE, LAY, MELD, MOVES, TAKE
from kibitz.games.hand_knee_foot.notation import Entry, read_move, write_entry, write_move
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME, reason

JACKS = ((9, 0), (9, 1))


@given(st.integers(0, MOVES - 1))
def test_round_trip(move: int) -> None:
    assert read_move(write_move(move)) == Entry(move)
    assert not set(write_move(move)) & set(" /?#&%+\"'~")


def test_moves_stay_what_they_are() -> None:
    assert MOVES == 111
    written = [write_move(move) for move in range(MOVES)]
    assert len(set(written)) == MOVES
    assert written[:4] == ["3R", "3B", "4", "5"]
    assert written[MELD : MELD + 2] == ["meld-444", "meld-555"]
    assert written[26:28] == ["meld-442", "meld-552"]
    assert written[37:39] == ["meld-44JK", "meld-55JK"]
    assert written[48:52] == ["meld-222", "meld-22JK", "meld-2JKJK", "meld-JKJKJK"]
    assert (written[ADD], written[ADD + 11], written[ADD + 21]) == ("add-4", "add-2-4", "add-2-A")
    assert written[ADD + 22 : ADD + 24] == ["add-2", "add-JK-4"]
    assert written[BURY - 1 : DRAW] == [
        "add-JK",
        *(f"bury-{rank}" for rank in (*"456789TJQKA2", "JK")),
    ]
    assert written[DRAW:] == [
        *("draw", "take", "shuffle", "stop", "lay", "knee", "leave", "foot", "ask", "yes", "no"),
    ]


def test_cards_may_have_their_suits() -> None:
    kings = read_move("meld-KK2")
    assert read_move("meld-2KK") == kings == Entry(kings.move)
    assert read_move("meld-2SKDK") == Entry(kings.move, ((11, 1), (11, -1), (13, 3)))
    assert read_move("meld-JCJDJK") == Entry(read_move("meld-JJJK").move, (*JACKS, (14, -1)))
    assert read_move("T") == read_move("10") == Entry(8)
    assert read_move("10h") == Entry(8, ((8, 2),))
    assert read_move("3r") == Entry(0)
    assert read_move("3D") == Entry(0, ((0, 1),))
    assert read_move("3♠") == Entry(1, ((1, 3),))
    # What it is added to is a rank.
    assert read_move("add-2-10D") == read_move("add-2-T")
    assert read_move("add-2C-10D") == Entry(read_move("add-2-T").move, ((13, 0),))
    assert read_move("bury-7C") == Entry(BURY + 3, ((5, 0),))


def test_words_may_name_the_cards_they_put_down() -> None:
    assert read_move("take-JDJC") == Entry(TAKE, JACKS)
    assert read_move("take-JJ") == Entry(TAKE, ((9, -1), (9, -1)))
    assert read_move("lay-3h") == Entry(LAY, ((0, 2),))
    assert read_move("lay-3R=4") == Entry(LAY, ((0, -1),), ((2, -1),))
    assert not read_move("take-JJ").suited


def test_cards_that_a_move_turns_up() -> None:
    assert read_move("draw=7C.JK") == Entry(DRAW, (), ((5, 0), (14, -1)))
    assert read_move("lay=3H") == Entry(LAY, (), ((0, 2),))
    assert read_move("knee=K.4.4D.4C") == Entry(KNEE, (), ((2, 0), (2, 1), (2, -1), (11, -1)))


@pytest.mark.parametrize(
    "text",
    ["7C", "3R", "3H", "meld-JCJDJK", "meld-JJCJK", "meld-2S2JK", "add-KH", "add-2C-T", "add-2D",
     "bury-7C", "take", "take-KCKD", "lay", "lay-3H=4C", "draw=7C.JK", "knee=4C.4D.4.KH"],
)  # fmt: skip
def test_suits_are_written_as_they_are_read(text: str) -> None:
    assert read_move(write_entry(read_move(text))) == read_move(text)
    assert set(write_entry(read_move(text))) == set(text)


@pytest.mark.parametrize(
    "text",
    ["", " ", "3", "draw ", "Draw", "meld", "meld-", "meld-KX", "1", "11",
     "add-3B", "add-2-2", "add-K-K", "bury-3R", "7=7", "draw=", "draw=7C8C",
     "ask=4", "leave=4", "knee=44", "take-KQ", "take-22", "lay-4", "lay-",
     "take-KCKDKH", "ask-KC", "draw-KC", "knee-KC"],
)  # fmt: skip
def test_what_is_no_move_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move: write draw, take, meld-KK2") as caught:
        read_move(text)
    assert repr(text) in str(caught.value)


BEGINS = "a meld begins with three cards"
ONE_RANK = "a meld begins with three of a rank, two of a rank and a wild card, or three wild cards"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("meld-KKKK", f"{BEGINS}, and others are added one at a time: write meld-KKK, then add-K"),
        (
            "meld-KCKDKHKS",
            f"{BEGINS}, and others are added one at a time: write meld-KKK, then add-K",
        ),
        (
            "meld-KK2JK",
            f"{BEGINS}, and others are added one at a time: write meld-KK2, then add-JK-K",
        ),
        (
            "meld-22JKJKJK",
            f"{BEGINS}, and others are added one at a time: write meld-22JK, then add-JK, add-JK",
        ),
        # Where 5s and 7s are special, no wild card can follow.
        ("meld-555JK", f"{BEGINS}, and others are added one at a time: write meld-555"),
        ("meld-KK", f"{BEGINS}, as in meld-KKK"),
        *((text, ONE_RANK) for text in ("meld-4J5", "meld-KQ", "meld-K22", "meld-3R3R3R")),
        ("add-KK", "cards are added one at a time, as in add-K"),
        ("add-22-K", "cards are added one at a time, as in add-K"),
        ("bury-KK", "cards are buried one at a time, as in bury-K"),
    ],
)
def test_cards_put_down_together_that_cannot_be_are_told_why(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="is not a move") as caught:
        read_move(text)
    assert str(caught.value) == f"{text!r} is not a move: {wrong}"
    # No legal move is meant that happens to be written like it.
    refused = GAME.replay(GAME.deal("1"), ["draw", text]).reason
    assert refused == f"not a move: {wrong}"


@given(st.text(max_size=9) | st.from_regex(r"(meld-|add-|draw=)?([2-9TJQKA][CDHS]?|JK){1,4}"))
def test_reading_never_fails_otherwise(text: str) -> None:
    try:
        entry = read_move(text)
    except ValueError:
        return
    assert read_move(write_move(entry.move)) == Entry(entry.move)
    assert read_move(write_entry(entry)) == entry


def test_kinds() -> None:
    assert len(TEXTS) == len(LETTERS) == len(POINTS) == KINDS
    assert [parse_kind(text) for text in TEXTS] == list(range(KINDS))
    assert [parse_kind(text.lower()) for text in TEXTS] == list(range(KINDS))
    assert kinds_of(counts_of([2, 2, 14])) == (2, 2, 14)
    with pytest.raises(ValueError, match="'3' is not a card: write 3R for a red three"):
        parse_kind("3")
    with pytest.raises(ValueError, match="'1C' is not a card"):
        parse_kind("1C")


def test_faces() -> None:
    assert parse_faces("JJJK") == ((9, -1), (9, -1), (14, -1))
    assert parse_faces("JCK♦") == ((9, 0), (11, 1))
    for text in ("K", "KC", "3R", "3H", "3B", "3S", "2D", "JK"):
        assert face_text(parse_face(text)) == text
    with pytest.raises(ValueError, match="not a row of cards"):
        parse_faces("4X")
    with pytest.raises(ValueError, match="'JKC' is not a card"):
        parse_face("JKC")


def words(*moves: str, hand: str = "AAA4JK22R", books: str = "") -> str:
    """The last of the moves in words, played after the draw by a team that has opened."""
    position = table(hand, own=team("AAA", books), rules={"red_three_auto": False}, phase="play")
    state = GAME.state(GAME.play(position, moves[:-1]))
    return GAME.describe(state, GAME.enter(state, moves[-1]))


def test_moves_in_words() -> None:
    assert words("add-A") == "add an ace to the meld of aces"
    assert words("add-2-A") == "add a 2 to the meld of aces"
    assert words("meld-22JK") == "meld two 2s and a joker"
    assert words("meld-22JK", "4") == "discard a 4"
    assert words("lay=4") == "lay out a red three and draw for it"
    assert words("bury-9", hand="94", books="4444444 9999999") == "bury a 9 in a book of 9s"
    wild = words("bury-2", hand="24", books="2222222")
    assert wild == "bury a 2 in a book of wild cards"
    start = table("KKAAA", pile="49K")
    state = GAME.state(start)
    assert GAME.describe(state, read_move("draw").move) == "draw 2 cards"
    assert GAME.describe(state, read_move("take").move) == (
        "take the discard pile of 3, melding its king with two from the hand"
    )
    for move in range(DRAW + 2, MOVES):
        assert GAME.describe(state, move)


def test_reasons() -> None:
    play: dict[str, Any] = {"phase": "play"}
    closed = table("444KKA2R", **play)
    assert reason(closed, "meld-444") == "the opening would not reach 60 points"
    assert reason(closed, "lay") == "red threes are laid out once your side has opened"
    assert reason(closed, "draw") == "seat 0 has drawn already in this turn"
    assert reason(closed, "yes") == "nothing is offered to seat 0 or asked of it now"
    assert reason(closed, "9") == "seat 0 does not hold a 9"
    assert reason(closed, "meld-999") == "seat 0 does not hold three 9s"
    assert reason(closed, "add-K") == "your side has no open meld of kings"
    assert reason(closed, "bury-K") == "your side has no book of kings"
    opened = table("444KKA2R", own=team("AAAA22", "KKKKKKK"), **play)
    assert reason(opened, "4") == "red threes are laid out first"
    laid = GAME.play(opened, ["lay=5"])
    assert reason(laid, "lay") == "seat 0 holds no red three"
    assert reason(laid, "add-2-A") == "the meld of aces takes no more wild cards"
    assert reason(laid, "meld-AAA") == "seat 0 does not hold three aces"
    assert reason(laid, "bury-K") == "nothing is buried in the books of kings: they are required"
    assert reason(laid, "ask") == "every partner has to be in the foot"
    fives = table("552A", own=team("AAA"), **play)
    assert reason(fives, "meld-552") == "melds of 5s take no wild cards"
    again = table("AAAK", own=team("AAA"), **play)
    assert reason(again, "meld-AAA") == "your side has an open meld of aces"
    begun = GAME.play(table("AAAKKK9", round=2, **play), ["meld-AAA"])
    assert reason(begun, "9") == "the opening has 60 of 90 points"
    fresh = table("KK4", pile="K")
    assert reason(fresh, "4") == "seat 0 first draws or takes the discard pile"
    assert reason(fresh, "stop") == "the stock has 179 cards, 2 are drawn"
    assert reason(fresh, "take") == "the opening would not reach 60 points"
    empty = table("KK4", pile="")
    assert reason(empty, "take") == "the discard pile cannot be taken: it is empty"
    foot = table("KK4", own=team("AAA"), stages=(2, 0), pile="K")
    assert reason(foot, "take") == "a card has to be kept, for the seat may not go out"
    offered = GAME.play(table("A9", own=team("AAAAAA"), **play), ["add-A"])
    assert reason(offered, "9") == "seat 0 first says knee or leave"
    ready = table("A9", own=team("AAA", REQUIRED), stages=(2, 0, 2, 0), **play)
    asked = GAME.play(ready, ["ask"])
    assert reason(asked, "9") == "seat 2 is asked and answers yes or no"
    assert read_move("ask").move == ASK
    over = GAME.play(asked, ["yes", "A", "draw=4.4"][:2])
    assert reason(over, "A") == "seat 1 first draws or takes the discard pile"
    ended = GAME.play(asked, ["yes", "add-A", "9"])
    assert reason(ended, "draw") == "the round has ended"
    emptied = GAME.play(table("AAA", own=team("KKK QQQ"), **play), ["meld-AAA"])
    assert reason(emptied, "A") == "the hand is empty: seat 0 first takes up the next pile"
