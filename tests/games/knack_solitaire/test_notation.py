import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.cards import JOKER, UNSEEN, parse_card
from kibitz.games.knack_field.table import cell_at
from kibitz.games.knack_solitaire.notation import MOVE_PATTERN, read_move, write_move
from kibitz.games.knack_solitaire.play import CELLS, DRAW, REDEAL
from kibitz.games.knack_solitaire.state import SIDE

coordinates = st.integers(-53, 53)


@given(st.integers(0, JOKER), coordinates, coordinates)
def test_laying_a_card_round_trips(card: int, x: int, y: int) -> None:
    move = CELLS * card + cell_at(SIDE, x, y)
    text = write_move(move)
    assert text.endswith(f"@{x},{y}")
    assert read_move(text) == (move, UNSEEN)
    assert re.fullmatch(MOVE_PATTERN, text)


def test_draw_and_redeal() -> None:
    assert read_move("draw") == (DRAW, UNSEEN)
    assert read_move("draw=10h") == read_move("draw=T♥") == (DRAW, parse_card("TH"))
    assert read_move("draw=jk") == (DRAW, JOKER)
    assert read_move("redeal") == (REDEAL, UNSEEN)
    assert write_move(DRAW) == "draw"
    assert write_move(DRAW, JOKER) == "draw=JK"
    assert write_move(REDEAL) == "redeal"
    assert all(re.fullmatch(MOVE_PATTERN, text) for text in ("draw", "draw=10♥", "redeal"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "draw=",
        "draw=7C ",
        "redeal=7C",
        "7C",
        "7C@",
        "7C@1",
        "7C@1,",
        "7C@1,2,3",
        "@1,2",
    ],
)
def test_what_is_no_move_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move: write 7C@2,-1, draw or redeal") as caught:
        read_move(text)
    assert repr(text) in str(caught.value)


def test_what_is_no_card_and_no_cell() -> None:
    for text in ("draw=7X", "??@1,1", "ZZ@1,1"):
        with pytest.raises(ValueError, match="is not a"):
            read_move(text)
    with pytest.raises(ValueError, match="no card can lie as far from the first as 55,0"):
        read_move("7C@55,0")
