import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput
from kibitz.games.knotty_nines.deal import (
    is_plain_text,
    pack_of,
    plain_text_to_json,
    write_plain_text,
)
from tests.games.knotty_nines.tables import GAME, run_down, table


def texts(cards: list[int]) -> str:
    return " ".join(map(card_text, cards))


def test_pysolfc_deal_24() -> None:
    first = "4C 5H QC 5D 2D 7H AH 7S 2C"
    position = GAME.deal("24", None, "pysolfc")
    assert position.to_json()["tableau"] == [[c] for c in first.split()]
    assert position.to_json()["stock"][:3] == ["QH", "9S", "2S"]
    assert GAME.deal("0024", None, "pysolfc") == position


def test_deals_stay_what_they_are() -> None:
    # Deal ms1 is the first deal of the game that made these numbers known.
    assert texts(pack_of("ms1", "pysolfc")[:9]) == "JD 2D 9H JC 5D 7H 7C 5H KD"
    assert texts(pack_of("ms24", "pysolfc")[:9]) == "4C 5H QC 5D 2D 7H AH 7S 2C"
    assert texts(pack_of("10000000000", "pysolfc")[:9]) == "6S 8D AD 5H 6C TC QC KH 3S"
    largest = pack_of("100000000000000000000", "pysolfc")
    assert texts(largest[:9]) == "AC 2H 4H 9H QH 8H JH KH TD"
    assert texts(pack_of("0", "kibitz")[:9]) == "QD 9C 4S 5H 2C 5S 5C TD 2S"


@pytest.mark.parametrize("source", ["kibitz", "pysolfc"])
def test_packs_are_whole(source: str) -> None:
    for seed in range(1, 30):
        assert sorted(pack_of(str(seed), source)) == list(range(52))
    assert sorted(pack_of("ms1", "pysolfc")) == list(range(52))


@pytest.mark.parametrize("piles", range(4, 13))
def test_one_card_to_each_pile_and_the_rest_to_the_stock(piles: int) -> None:
    position = GAME.deal("5", {"piles": piles})
    pack = pack_of("5", "kibitz")
    assert [len(pile) for pile in position.tableau] == [1] * piles
    assert [pile[0] for pile in position.tableau] == pack[:piles]
    assert list(position.stock) == pack[piles:]
    assert not position.hidden


def test_rules_do_not_change_the_shuffle() -> None:
    plain = GAME.deal("5")
    other = GAME.deal("5", {"wrap": False, "win": "stock_empty_and_stuck", "information": "hidden"})
    assert (plain.tableau, plain.stock) == (other.tableau, other.stock)


@pytest.mark.parametrize(
    ("source", "seed"),
    [
        ("kibitz", ""),
        ("kibitz", "-1"),
        ("kibitz", "1.0"),
        ("kibitz", "ms1"),
        ("kibitz", " 1"),
        ("kibitz", "1\n"),
        ("kibitz", "१"),
        ("kibitz", "18446744073709551616"),
        ("kibitz", "9" * 100),
        ("pysolfc", "0"),
        ("pysolfc", ""),
        ("pysolfc", "ms0"),
        ("pysolfc", "ms"),
        ("pysolfc", "MS1"),
        ("pysolfc", "-1"),
        ("pysolfc", "ms8589934592"),
        ("pysolfc", "100000000000000000001"),
        ("pysolfc", "1\n"),
    ],
)
def test_bad_seeds_are_refused_and_quoted(source: str, seed: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal(seed, None, source)
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.code) == ("/seed", "bad_seed")
    assert repr(seed)[:20] in fault.message


def test_largest_seeds_are_taken() -> None:
    for source, seed in (
        ("kibitz", "18446744073709551615"),
        ("pysolfc", "100000000000000000000"),
        ("pysolfc", "ms8589934591"),
    ):
        assert GAME.deal(seed, None, source).stock_size == 43


def test_all_faults_of_a_deal_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("x", {"piles": 1, "wrap": 7})
    assert {fault.pointer for fault in caught.value.faults} == {
        "/seed",
        "/rules/piles",
        "/rules/wrap",
    }
    with pytest.raises(BadInput) as caught:
        # A seed of the other source; nobody knows which was meant.
        GAME.deal("ms7", None, "microsoft")
    assert [(f.pointer, f.code) for f in caught.value.faults] == [("/source", "unknown_source")]


@given(st.integers(0, 2**64 - 1), st.integers(4, 12))
def test_plain_text_round_trip(seed: int, piles: int) -> None:
    position = GAME.deal(str(seed), {"piles": piles})
    text = write_plain_text(position)
    assert is_plain_text(text)
    assert GAME.read(text) == position


def test_plain_text_of_a_late_position() -> None:
    position = table("7C 6D", "8D", "KC", "KD", stock="3S")
    text = write_plain_text(position)
    lines = text.splitlines()
    assert lines[0].startswith("Talon: 3S AC ")
    assert lines[1:] == ["7C 6D", "8D", "KC", "KD"]
    assert GAME.read(text) == position


def test_plain_text_as_others_write_it() -> None:
    position = table("7C 6D", "TD", "KC", "KD", stock="3S")
    text = write_plain_text(position).replace("Talon:", "talon :").replace("TD", "10d")
    assert GAME.read(text.replace("\n", "\r\n: ", 4)) == position


def test_plain_text_says_what_does_not_belong() -> None:
    text = "Foundations: H-A\nTalon: 7C\nTalon: 8C\nFreecells: 2C\n3C\n"
    with pytest.raises(BadInput) as caught:
        GAME.read(text)
    messages = [fault.message for fault in caught.value.faults]
    assert len(messages) == 3
    assert "'Foundations'" in messages[0]
    assert "second Talon" in messages[1]
    assert "'Freecells'" in messages[2]


def test_plain_text_is_checked_like_json() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read("Talon: 7C 7C\n8D\n9X\nKC\nKD\n")
    found = {fault.pointer: fault.code for fault in caught.value.faults}
    assert found["/stock/1"] == "card_twice"
    assert found["/tableau/1/0"] == "unknown_card"
    assert found["/stock"] == "stock_too_short"


def test_face_down_cards_have_no_plain_text() -> None:
    with pytest.raises(BadInput, match="43 face-down cards"):
        write_plain_text(GAME.as_seen(GAME.deal("1")))


def test_empty_stock_in_plain_text() -> None:
    position = table(*(run_down(suit) for suit in "CDHS"))
    text = write_plain_text(position)
    assert text.startswith("Talon:")
    assert GAME.read(text) == position
    assert plain_text_to_json("Talon:\nKC\n")["stock"] == []


def test_spaces_in_plain_text() -> None:
    one_run = " ".join(run_down(suit) for suit in "CDHS")
    for piles in ((one_run, "", "", ""), ("", one_run, "", ""), ("", "", "", one_run)):
        position = table(*piles)
        assert GAME.read(write_plain_text(position)) == position
