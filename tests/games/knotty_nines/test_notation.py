import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games import protocol
from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.faults import IllegalMove
from kibitz.games.knotty_nines.notation import MOVE_PATTERN, read_move, write_move
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.state import MAX_PILES
from tests.games.knotty_nines.tables import GAME, table

PILES = st.integers(0, MAX_PILES - 1)


@given(PILES, PILES, st.integers(0, 51) | st.just(UNSEEN))
def test_round_trip(source: int, target: int, card: int) -> None:
    move = SHIFT * source + target
    assert read_move(write_move(move, card)) == (move, card)
    assert re.fullmatch(MOVE_PATTERN, write_move(move, card))


def test_piles_are_counted_from_one() -> None:
    assert write_move(SHIFT * 2 + 6) == "3>7"
    assert write_move(SHIFT * 2 + 6, 49) == "3>7=KD"
    assert read_move("12>10=10h") == (SHIFT * 11 + 9, 38)


@pytest.mark.parametrize(
    "text",
    [
        "", ">", "3", "3>", ">7", "0>1", "1>0", "13>1", "1>13", "03>7", "3 > 7", "3>7 ", "3>7\n",
        "3-7", "3>7=", "3>7=K", "3>7=XX", "3>7=KDD", "3>7=??", "-1>2", "3>7>8", "３>7",
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a (move|card)|there is no pile"):
        read_move(text)


@given(st.text(max_size=8) | st.from_regex(MOVE_PATTERN))
def test_reading_never_fails_otherwise(text: str) -> None:
    try:
        move, card = read_move(text)
    except ValueError:
        return
    assert read_move(write_move(move, card)) == (move, card)


def face_down() -> Position:
    return GAME.as_seen(table("7C", "8D", "KC", "KD"))


def test_a_face_down_card_must_be_named() -> None:
    state = GAME.state(face_down())
    before = state.copy()
    with pytest.raises(ValueError, match="name the card that turned up"):
        GAME.enter(state, "1>2")
    assert state.tobytes() == before.tobytes()
    protocol.run_apply(state, GAME.enter(state, "1>2=3S"))
    after = GAME.position(state, face_down())
    assert after.to_json()["tableau"][0] == ["3S"]
    assert after.to_json()["stock"] == {"count": 47}
    assert GAME.read(after.to_json()) == after


@pytest.mark.parametrize("card", ["7C", "8D", "KC", "KD"])
def test_a_card_in_the_tableau_cannot_turn_up(card: str) -> None:
    with pytest.raises(IllegalMove, match="it is in the tableau"):
        GAME.play(face_down(), [f"1>2={card}"])


def test_a_card_turns_up_once() -> None:
    position = GAME.as_seen(table("7C", "8D", "8H", "KD"))
    after = GAME.play(position, ["1>2=7S", "1>3=7H"])
    assert [card_text(pile[-1]) for pile in after.tableau] == ["7H", "7C", "7S", "KD"]
    with pytest.raises(IllegalMove, match="it is in the tableau"):
        GAME.play(position, ["1>2=7S", "1>3=7S"])
    with pytest.raises(IllegalMove, match="it is in the tableau"):
        GAME.play(position, ["1>2=7S", "1>3=7C"])


def test_a_known_card_may_be_named_but_not_another() -> None:
    position = table("7C", "8D", "KC", "KD", stock="3S")
    assert GAME.play(position, ["1>2=3S"]) == GAME.play(position, ["1>2"])
    with pytest.raises(IllegalMove, match="the next card is 3S, not 3H"):
        GAME.play(position, ["1>2=3H"])


def test_a_move_that_turns_up_nothing_names_nothing() -> None:
    with pytest.raises(IllegalMove, match="turns up no card"):
        GAME.play(table("8C 7C", "8D", "KC", "KD"), ["1>2=3S"])


def test_describe() -> None:
    def words(position: Position, text: str) -> str:
        state = GAME.state(position)
        return GAME.describe(state, GAME.enter(state, text))

    known = table("7C", "8D 7D", "8S", "KD", stock="TS")
    assert words(known, "1>3") == "7♣ of pile 1 onto 8♠ of pile 3, drawing T♠"
    assert words(known, "2>3") == "7♦ of pile 2 onto 8♠ of pile 3"
    state = GAME.state(GAME.as_seen(known))
    assert GAME.describe(state, 2) == "7♣ of pile 1 onto 8♠ of pile 3, drawing a card"
