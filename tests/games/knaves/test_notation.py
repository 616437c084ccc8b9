import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.knaves.bitboards import place_of
from kibitz.games.knaves.notation import read_move, write_move
from kibitz.games.knaves.play import CALL, NO_CALL
from kibitz.games.knaves.position import Position
from tests.games.knaves.tables import GAME, reason, table

PLACES = st.integers(0, 51).map(place_of)


@given(PLACES | PLACES.map(lambda place: CALL + place) | st.just(NO_CALL))
def test_round_trip(move: int) -> None:
    assert read_move(write_move(move)) == move
    assert not set(write_move(move)) & set(" /?#&%+\"'~")


def test_moves_stay_what_they_are() -> None:
    assert [write_move(move) for move in (0, 12, 63 - 3, CALL + 37, NO_CALL)] == [
        "2C",
        "AC",
        "AS",
        "call-7H",
        "no-call",
    ]
    assert read_move("10h") == read_move("T♥") == place_of(38)
    assert read_move("call-10h") == CALL + place_of(38)


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "H7", "7H ", " 7H", "7H\n", "??", "call", "call-", "call 7H", "call-call-7H",
     "call-7X", "no call", "nocall", "No-call", "7H7H", "１H", "128"],
)  # fmt: skip
def test_what_is_no_move_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move: write 7H to play it") as caught:
        read_move(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=9) | st.from_regex(r"(call-)?[2-9TJQKA][CDHS]"))
def test_reading_never_fails_otherwise(text: str) -> None:
    try:
        move = read_move(text)
    except ValueError:
        return
    assert read_move(write_move(move)) == move


def words(position: Position, *moves: str) -> str:
    """The last of the moves in words."""
    state = GAME.state(GAME.play(position, moves[:-1]))
    return GAME.describe(state, GAME.enter(state, moves[-1]))


def test_moves_in_words() -> None:
    position = table()
    assert words(position, "KH") == "K♥, leading hearts"
    assert words(position, "9S") == "9♠, leading trumps"
    assert words(position, "KH", "AH") == "A♥ over K♥"
    assert words(position, "KH", "TH") == "T♥ under K♥"
    assert words(position, "KH", "TH", "2D") == (
        "2♦, discarded on the heart lead, leaving the trick to seat 0 (+1)"
    )
    assert words(position, "KH", "JH", "JS") == "J♠, ruffing the heart lead, taking the trick (−4)"
    assert words(position, "KH", "JH", "2D").endswith("leaving the trick to seat 0 (−3)")
    assert words(position, "5C", "QC", "8C") == "8♣ under Q♣, leaving the trick to seat 1 (+1)"


def test_ruffs_in_words() -> None:
    hearts = [rank + "H" for rank in "23456789TJQKA"]
    clubs = [rank + "C" for rank in "23456789TJQ"]
    diamonds = [rank + "D" for rank in "23456789TJ"]
    hands = [hearts, [*clubs, "7S", "KS"], [*diamonds, "3S", "5S", "AS"]]
    position = table(hands=hands)
    assert words(position, "2H", "KS", "AS") == "A♠, overruffing K♠, taking the trick (+1)"
    assert words(position, "2H", "KS", "5S") == (
        "5♠, underruffing K♠, leaving the trick to seat 1 (+1)"
    )
    position = table(hands=hands, dealer=0)
    assert words(position, "2C", "3S") == "3♠, ruffing the club lead"
    assert words(position, "2C", "3S", "AH") == (
        "A♥, discarded on the club lead, leaving the trick to seat 2 (+1)"
    )


def test_following_after_a_ruff_in_words() -> None:
    assert words(table(dealer=0), "AH", "5S", "7H") == (
        "7♥ on the heart lead, ruffed with 5♠, leaving the trick to seat 2 (+1)"
    )


def test_the_last_trick_in_words() -> None:
    position = table(turned="JH", turned_jack="last_trick")
    state = GAME.state(position)
    state["count"] = 38
    state["led"], state["best"], state["holder"] = 2, place_of(48 + 2), 0
    assert GAME.describe(state, place_of(2)).endswith("taking the trick (−3)")
    state["stake"] = 3
    assert GAME.describe(state, place_of(2)).endswith("taking the trick (no points)")


def test_calls_in_words() -> None:
    position = table(exposed=[["KH"], [], []], exposed_cards=True)
    assert words(position, "call-KH") == "K♥ of seat 0 called"
    assert words(position, "no-call") == "no card of seat 0 called"


def test_refusals() -> None:
    position = table()
    assert reason(position, "AH") == "seat 0 does not hold AH"
    assert reason(position, "2S") == "2S is the turned card and in no hand"
    assert reason(position, "KH", "KH") == "KH has been played"
    assert reason(position, "KH", "TD") == "you must follow hearts"
    assert reason(position, "no-call") == "there is nothing to call now"


def test_refusals_in_a_view() -> None:
    view = GAME.as_seen(table(exposed=[[], ["AH"], ["4D"]]), 0)
    assert reason(view, "KH", "9S") == "9S is in the hand of seat 0"
    assert reason(view, "KH", "4D") == "4D is in the hand of seat 2"
    assert reason(view, "KH", "KS") == "you must follow hearts"
    assert reason(view, "KH", "AH", "2D", "TH", "QH") == "seat 2 did not follow hearts before"
    listed = view.to_json() | {"out": table().to_json()["out"], "seat": None}
    assert reason(GAME.read(listed), "KH", "QH") == "QH is out of play"


def test_a_card_that_no_deal_allows_is_refused() -> None:
    # Nothing is out of play and seat 1 has no heart, so seat 2 has all those not in sight.
    hands = [
        "AH KH QH JH TH 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D",
        "TC JC QC KC AC 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
        "2H 3H 4H 5H 6H 7H 8H 9H 6D 7D 8D 9D TD JD QD KD AD",
    ]
    position = table(hand_size=17, hands=[hand.split() for hand in hands])
    assert reason(position, "AH", "3S", "6D") == "you must follow hearts"
    assert reason(GAME.as_seen(position, 0), "AH", "3S", "6D") == (
        "no deal that fits what was played lets seat 2 play 6D"
    )
