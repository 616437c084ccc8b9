import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.cards import JOKER, UNSEEN, parse_card
from kibitz.games.knack.notation import MOVE_PATTERN, Entry, read_move, write_move
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, GIVE, MIDDLE, PASS
from kibitz.games.knack.position import Position
from kibitz.games.knack.state import SIDE
from tests.games.knack.tables import GAME, late, laying, written


@given(st.integers(0, FACE_DOWN), st.integers(SIDE + 1, CELLS - 1), st.booleans())
def test_round_trip(card: int, cell: int, called: bool) -> None:
    move = CELLS * card + cell + CALLED * called
    assert read_move(write_move(move)) == Entry(move)
    assert read_move(write_move(GIVE + card)) == Entry(GIVE + card)
    assert not set(write_move(move)) & set(" /#&%+\"'~")


def test_moves_stay_what_they_are() -> None:
    seven = parse_card("7C")
    moves = [PASS, GIVE, GIVE + 52, GIVE + FACE_DOWN, CELLS * seven + MIDDLE + 2 - SIDE]
    assert [write_move(move) for move in moves] == [
        *("pass", "give-AC", "give-JK", "give-??", "7C@2,-1"),
    ]
    assert write_move(moves[-1] + CALLED) == "7C@2,-1!"
    assert write_move(moves[-1] + CALLED, JOKER) == "7C@2,-1!=JK"
    assert write_move(CELLS * FACE_DOWN + MIDDLE) == "??@0,0"
    assert read_move("7♣@2,-1!=10d") == Entry(moves[-1] + CALLED, parse_card("TD"))
    assert read_move("7c@2,-1") == Entry(moves[-1], UNSEEN)
    assert read_move("give-10h") == Entry(GIVE + parse_card("TH"))


@pytest.mark.parametrize(
    "text",
    ["", " ", "7C", "7C@", "7C@1", "7C@1,", "7C@1.5,2", "7C@1,2?", "7C@1,2!!", "7C@1,2=", "give",
     "give-", "Pass", "pass=7C", "7C@1,2=7C8C", "7C@+1,2", "7C@1,2\n", "@1,2"],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a (move|card): "):
        read_move(text)


def test_places_out_of_reach_are_refused() -> None:
    with pytest.raises(ValueError, match="no card can lie as far from the first as 0,-200"):
        read_move("7C@0,-200")


@given(st.text(max_size=9) | st.from_regex(MOVE_PATTERN, fullmatch=True))
def test_reading_never_fails_otherwise(text: str) -> None:
    try:
        entry = read_move(text)
    except ValueError:
        return
    assert read_move(write_move(*entry)) == entry


def words(position: Position, *moves: str) -> str:
    """The last of the moves in words."""
    state = GAME.state(GAME.play(position, moves[:-1]))
    return GAME.describe(state, GAME.enter(state, moves[-1]))


def test_moves_in_words() -> None:
    start = GAME.deal("1")
    card = GAME.move_text(GAME.legal(GAME.state(start))[0])
    assert words(start, card) == "3♣ face down"
    assert words(GAME.as_seen(start, 0), "??@0,0") == "a card face down"
    position = GAME.read(written("5C@0,0 8D@1,0 9C@1,1", "8H 2H 2D 2S 3C|4C 4D 4H 4S 5H"))
    assert words(position, "8H@0,1") == "8♥ at 0,1 beside the free card and 9♣"
    explicit = late("9H TS JH QS KH|6S 7H", "8S|.", knack_call="explicit")
    text = laying(explicit, "KH")
    assert words(explicit, text).endswith(", without calling K'nack!")
    assert words(explicit, text + "!").endswith(", and call K'nack!")
    gift = "give 7♥ to seat 0, who did not call K'nack!"
    assert words(explicit, text, "give-7H") == gift
    view = GAME.as_seen(explicit, 0)
    assert words(view, text + "=8S", "give-??") == gift.replace("7♥", "a card")
    stuck = GAME.read(
        written("5C@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1", "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C")
    )
    assert words(stuck, "pass") == "pass, as no card in the hand can be laid"


def test_cards_named_in_a_view_have_to_be_possible() -> None:
    start = GAME.deal("1")
    view = GAME.as_seen(start, 1)

    def why(position: Position, *moves: str) -> str:
        replay = GAME.replay(position, moves)
        assert replay.first_illegal == len(moves) - 1
        return replay.reason or ""

    assert why(view, "3C@0,0").startswith("the deck is face down: name the card drawn, as in ")
    assert why(view, "3C@0,0=4H") == "4H cannot be drawn: its place is known"
    assert why(start, "3C@0,0=4H") == "the next card is not 4H"
    assert why(view, "??@0,0") == "the cards of seat 1 are known: name the card"
    assert GAME.play(start, ["3C@0,0=AC"]) == GAME.play(start, ["3C@0,0"])
    other = GAME.as_seen(start, 0)
    assert why(other, "3C@0,0") == "nobody but seat 1 sees the card: write ??"
    assert why(other, "??@0,0=AC") == "nobody but seat 1 sees the card drawn: leave it out"
    after = GAME.play(view, ["3C@0,0=AC"])
    assert after == GAME.as_seen(GAME.play(start, ["3C@0,0"]), 1)
    assert why(after, "3H@1,0=9H").startswith("nobody but seat 0 sees the card drawn")
    assert why(after, "??@1,0") == "only the first card is laid face down: name the card"
    last = late("KH|TS JH QS", ".|.")
    assert why(last, laying(last, "KH") + "=7C") == "no card is drawn: the deck of seat 0 is empty"
