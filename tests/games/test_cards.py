import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.cards import (
    CARD_OR_JOKER_PATTERN,
    CARD_PATTERN,
    JOKER,
    PACK_SIZE,
    RANKS,
    SUITS,
    UNSEEN,
    card_symbol,
    card_text,
    is_red,
    parse_card,
    rank_word,
    with_article,
)


def test_text_round_trip_of_the_whole_pack() -> None:
    texts = [card_text(card) for card in range(PACK_SIZE)]
    assert [parse_card(text) for text in texts] == list(range(PACK_SIZE))
    assert [parse_card(card_symbol(card)) for card in range(PACK_SIZE)] == list(range(PACK_SIZE))
    assert texts[:5] == ["AC", "AD", "AH", "AS", "2C"]
    assert texts[-1] == "KS"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("10H", "TH"),
        ("10h", "TH"),
        ("th", "TH"),
        ("7c", "7C"),
        ("aS", "AS"),
        ("7♣", "7C"),
        ("7♧", "7C"),
        ("10♦", "TD"),
        ("q♡", "QH"),
        ("K♠", "KS"),
        ("k♤", "KS"),
        ("J♢", "JD"),
    ],
)
def test_other_ways_to_write_a_card(text: str, meant: str) -> None:
    assert card_text(parse_card(text)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "", "7", "C", "1C", "0C", "11C", "7X", "C7", "7CC", " 7C", "7C ", "7C\n", "10", "100H",
        "??", "T10H", "７C", "AÇ", "x" * 99,
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as caught:
        parse_card(text)
    assert text[:12] in str(caught.value) or repr(text[:12]) in str(caught.value)
    assert len(str(caught.value)) < 100


@given(st.text(max_size=4) | st.from_regex(CARD_PATTERN))
def test_reading_a_card_never_fails_otherwise(text: str) -> None:
    try:
        card = parse_card(text)
    except ValueError:
        return
    assert 0 <= card < PACK_SIZE
    assert card_text(card)[1] in SUITS


def test_unseen() -> None:
    assert card_text(UNSEEN) == card_symbol(UNSEEN) == "??"
    assert not is_red(UNSEEN)


def test_jokers() -> None:
    assert (card_text(JOKER), card_symbol(JOKER)) == ("JK", "joker")
    assert parse_card("JK", jokers=True) == parse_card("jk", jokers=True) == JOKER
    assert parse_card("7c", jokers=True) == parse_card("7C")
    assert not is_red(JOKER)
    for text in ("JK", "7C", "10♥", "jK"):
        assert re.search(CARD_OR_JOKER_PATTERN, text)
    assert not re.search(CARD_OR_JOKER_PATTERN, "JKK")
    with pytest.raises(ValueError, match="'JK' is not a card: write rank A23456789TJQK and suit C"):
        parse_card("JK")
    with pytest.raises(ValueError, match="or JK for a joker"):
        parse_card("JJ", jokers=True)


def test_colours() -> None:
    assert [is_red(card) for card in range(8)] == [False, True, True, False] * 2


def test_words() -> None:
    assert [rank_word(rank) for rank in (0, 1, 9, 10, 12)] == ["ace", "2", "10", "jack", "king"]
    articled = [with_article(rank) for rank in range(len(RANKS))]
    assert [text for text in articled if text.startswith("an ")] == ["an ace", "an 8"]
    assert articled[9:] == ["a 10", "a jack", "a queen", "a king"]
