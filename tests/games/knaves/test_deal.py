import pytest

from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput
from kibitz.games.knaves.deal import pack_of
from tests.games.knaves.tables import GAME


@pytest.mark.parametrize("size", [13, 17])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_one_card_at_a_time_clockwise_and_the_next_is_turned(size: int, dealer: int) -> None:
    position = GAME.deal("5", {"hand_size": size}, dealer=dealer)
    pack = pack_of("5", "kibitz")
    for seat in range(3):
        first = (seat - dealer - 1) % 3
        assert set(position.hands[seat]) == set(pack[first : 3 * size : 3])
    assert position.turned == pack[3 * size]
    assert set(position.out) == set(pack[3 * size + 1 :])
    assert (position.dealer, position.trick.leader) == (dealer, (dealer + 1) % 3)
    assert position.scores == (0, 0, 0)
    assert not any(position.hidden)
    assert not position.out_hidden


def test_deals_stay_what_they_are() -> None:
    position = GAME.deal("1")
    assert position.to_text() == (
        "knaves~~3S.0.0.0.0~7C8C9C5D6DTD5H7HKH4S6S7S9S.2C4C5CJC7D9D2H3H4H6HQH5STS."
        "3CKC2D4D8DJDQDTHJHAH2S8SAS~6CTCQCAC3DKDAD8H9HJSQSKS~-"
    )


def test_switches_do_not_change_the_shuffle() -> None:
    plain = GAME.deal("5")
    other = GAME.deal("5", {"turned_jack": "no_trump", "jack_hearts": 0, "exposed_cards": True})
    assert (plain.hands, plain.turned, plain.out) == (other.hands, other.turned, other.out)


def test_a_match_goes_on_with_its_scores() -> None:
    position = GAME.deal("6", dealer=2, scores=(5, -3, 12))
    assert (position.dealer, position.scores) == (2, (5, -3, 12))
    assert GAME.read(position.to_text()) == position


@pytest.mark.parametrize(
    "seed", ["", "-1", "1.0", " 1", "1\n", "१", "18446744073709551616", "9" * 100]
)
def test_bad_seeds_are_refused_and_quoted(seed: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal(seed)
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.code) == ("/seed", "bad_seed")
    assert repr(seed)[:20] in fault.message


def test_all_faults_of_a_deal_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("x", {"hand_size": 1, "target": 0})
    assert {fault.pointer for fault in caught.value.faults} == {
        "/seed",
        "/rules/hand_size",
        "/rules/target",
    }
    with pytest.raises(BadInput) as caught:
        GAME.deal("1", None, "pysolfc")
    assert [(f.pointer, f.code) for f in caught.value.faults] == [("/source", "unknown_source")]


def test_with_seventeen_cards_only_the_turned_one_is_out() -> None:
    position = GAME.deal("7", {"hand_size": 17})
    held = {card_text(card) for hand in position.hands for card in hand}
    assert len(held) == 51
    assert card_text(position.turned) not in held
    assert position.to_json()["out"] == []


def test_a_number_that_is_given_as_a_text_is_not_suggested_again() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("1", {"hand_size": "13"})
    (fault,) = caught.value.faults
    assert fault.message == "'hand_size' should be 13 or 17, not '13'"
