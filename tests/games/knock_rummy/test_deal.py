import pytest

from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.deal import pack_of
from tests.games.knock_rummy.tables import GAME, as_naive, texts
from tests.naive import knock_rummy as naive


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_one_card_at_a_time_from_the_left_of_the_dealer(players: int) -> None:
    for dealer in range(players):
        position = GAME.deal("5", {"players": players}, dealer=dealer)
        pack = [*texts(tuple(pack_of("5", "kibitz")))]
        dealt = naive.dealt(pack, naive.Switches(players=players), dealer)
        assert [set(hand) for hand in as_naive(position).hands] == [*map(set, dealt.hands)]
        assert as_naive(position)._replace(hands=()) == dealt._replace(hands=())
        assert position.sizes == (naive.hand_size(players),) * players


def test_deals_stay_what_they_are() -> None:
    assert GAME.deal("1").to_text() == (
        "knock-rummy~~0.1.0.0~5C7C9C4D9DQD4H7HJHAS.2C4CKCTD3HTH4S6S8STS~JC2S5HQH2DKH7D3C7S6H8D5D"
        "5SJD9S2HAH8C3S3DQC8H9HADTCQSJSKS6CACKD~6D"
    )
    shuffled = GAME.deal("1", {"stock_out": "shuffle"})
    assert shuffled.shuffle == 1721572355
    assert shuffled.stock == GAME.deal("1").stock


def test_switches_do_not_change_the_shuffle() -> None:
    plain = GAME.deal("5")
    other = GAME.deal("5", {"ace": "low_or_high", "knock_limit": 10, "match_target": 100})
    assert (plain.hands, plain.stock, plain.discards) == (other.hands, other.stock, other.discards)


@pytest.mark.parametrize("seed", ["", "-1", "1.0", " 1", "1\n", "१", "18446744073709551616"])
def test_bad_seeds_are_refused_and_quoted(seed: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal(seed)
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.code) == ("/seed", "bad_seed")
    assert repr(seed)[:20] in fault.message


def test_the_largest_seed() -> None:
    assert GAME.deal(str((1 << 64) - 1), {"stock_out": "shuffle"}).shuffle


def test_all_faults_of_a_deal_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("x", {"players": 7, "knock_limit": -1})
    assert {fault.pointer for fault in caught.value.faults} == {
        "/seed",
        "/rules/players",
        "/rules/knock_limit",
    }
    with pytest.raises(BadInput) as caught:
        GAME.deal("1", None, "pysolfc")
    assert [(f.pointer, f.code) for f in caught.value.faults] == [("/source", "unknown_source")]
