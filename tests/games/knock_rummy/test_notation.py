import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.knock_rummy.bitboards import place_of
from kibitz.games.knock_rummy.notation import Entry, read_move, write_move
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.position import Position
from tests.games.knock_rummy.hands import cards_of
from tests.games.knock_rummy.tables import GAME


@given(st.integers(0, TURN_OVER))
def test_round_trip(move: int) -> None:
    assert read_move(write_move(move)) == Entry(move)
    assert not set(write_move(move)) & set(" /?#&%+\"'~")


def test_moves_stay_what_they_are() -> None:
    moves = (0, 12, 13, 51, KNOCK, KNOCK + 32, OUT, DRAW, TAKE, TURN_OVER)
    assert [write_move(move) for move in moves] == [
        "AC", "KC", "AD", "KS", "knock-AC", "knock-7H", "out", "draw", "take", "turn-over",
    ]  # fmt: skip
    seven = place_of(cards_of("7H")[0])
    assert read_move("7♥") == read_move("7h") == Entry(seven)
    assert read_move("knock-10h") == Entry(KNOCK + place_of(cards_of("TH")[0]))


def test_cards_that_a_move_turns_up() -> None:
    assert read_move("draw=10h") == Entry(DRAW, (cards_of("TH"),))
    hands = (cards_of("AS 2S"), cards_of("3D"))
    assert read_move("knock-7H=AS2S.3D") == Entry(KNOCK + 32, hands)
    assert read_move("out=AS2S.3D") == Entry(OUT, hands)


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "H7", "7H ", "7H\n", "??", "knock", "knock-", "knock 7H", "knock-knock-7H",
     "Draw", "turn", "turnover", "draw=", "draw=7H8H", "draw=7H.8H", "take=7H", "7H=8H",
     "turn-over=7H", "out=", "out=AS.", "out=AS2", "out=ASAS", "knock-7H=AS,2S", "draw=7X", "105"],
)  # fmt: skip
def test_what_is_no_move_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move: write draw, take") as caught:
        read_move(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=9) | st.from_regex(r"(knock-|draw=|out=)?([2-9TJQKA][CDHS]){1,3}"))
def test_reading_never_fails_otherwise(text: str) -> None:
    try:
        entry = read_move(text)
    except ValueError:
        return
    assert read_move(write_move(entry.move)).move == entry.move


def words(position: Position, *moves: str) -> str:
    """The last of the moves in words."""
    state = GAME.state(GAME.play(position, moves[:-1]))
    return GAME.describe(state, GAME.enter(state, moves[-1]))


def test_moves_in_words() -> None:
    position = GAME.deal("1")
    assert words(position, "draw") == "draw from the stock"
    assert words(position, "take") == "take 6♦"
    assert words(position, "take", "8S") == "discard 8♠, 35 left unmatched"
    assert words(position, "take", "knock-8S") == "discard 8♠ and knock, 35 left unmatched"
    view = GAME.as_seen(position, 0)
    assert words(view, "take", "8S") == "discard 8♠"
    used = {"stock_out": "turn_over"}
    late = GAME.read(
        {
            "rules": used,
            "turn": 1,
            "hands": [["AC", "2C", "3C", "4C", "5D", "6D", "7D", "8H", "9H", "TH"], {"count": 10}],
            "stock": [],
            "discards": [
                card + suit
                for suit in "HSCD"
                for card in "A23456789TJQK"
                if card + suit not in "AC 2C 3C 4C 5D 6D 7D 8H 9H TH KC KD QC QD JC JD TC TD 9C 9D"
            ],
        }
    )
    assert words(late, "turn-over") == "turn the discard pile over to be the stock"
    assert words(late, "turn-over", "draw") == "draw A♥, known to be next"
    shuffled = GAME.read({**late.to_json(), "rules": {"stock_out": "shuffle"}})
    assert words(shuffled, "turn-over") == "shuffle the discard pile to be the stock"


def test_a_hand_that_is_all_matched_in_words() -> None:
    hand = ["AC", "2C", "3C", "5D", "6D", "7D", "8H", "9H", "TH", "JH"]
    other = ["AD", "AH", "AS", "2D", "2H", "2S", "KD", "KH", "KS", "QS"]
    position = GAME.read({"turn": 0, "hands": [hand, other], "discards": ["QH"]})
    assert words(position, "take", "out") == "lay down the whole hand, all matched"
    assert words(position, "take", "knock-8H") == "discard 8♥ and knock, all matched"
