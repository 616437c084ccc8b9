"""Fresh deals."""

from collections import Counter

import pytest

from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.kinds import COPIES
from tests.games.hand_knee_foot.tables import GAME, PLAYERS


@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_of_the_packs_is_dealt(players: int) -> None:
    deal = GAME.deal("7", {"players": players})
    cards = Counter([*deal.stock, *deal.discards])
    for pile in [*deal.hands, *deal.knees, *deal.feet]:
        cards.update(pile)
    assert cards == {kind: count * deal.rules.packs for kind, count in enumerate(COPIES)}


def test_what_is_dealt_does_not_change() -> None:
    deal = GAME.deal("7")
    assert deal.to_text().split("~")[3:5] == GAME.deal("7", None).to_text().split("~")[3:5]
    assert deal == GAME.deal("7", {}) != GAME.deal("8")
    assert deal.shuffle is None
    assert GAME.deal("7", {"stock_out": "reshuffle"}).shuffle


def test_cards_turned_up_and_put_back_are_anywhere_in_the_stock() -> None:
    # A card that may not begin the pile is as likely to be next as it is to be anywhere.
    first = Counter[bool]()
    barred = {0, 1, 3, 5, 13, 14}
    for seed in range(1_500):
        deal = GAME.deal(str(seed))
        first[deal.stock[0] in barred] += 1
    share = first[True] / first.total()
    expected = sum(COPIES[kind] for kind in barred) * 6 / 323
    assert abs(share - expected) < 0.05


def test_what_cannot_be_dealt() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("x", {"players": 5, "speed": 1}, "cards", round_number=5)
    found = {fault.pointer: fault.code for fault in caught.value.faults}
    assert found == {
        "/rules/players": "no_teams",
        "/rules/speed": "unknown_switch",
        "/source": "unknown_source",
        "/seed": "bad_seed",
        "/round": "unknown_round",
    }
    with pytest.raises(BadInput, match="'seed' should be a whole number"):
        GAME.deal("x")


def test_the_match_so_far() -> None:
    deal = GAME.deal("1", dealer=3, round_number=2, scores=[100, -50])
    assert (deal.dealer, deal.turn, deal.round, deal.scores) == (3, 3, 2, (100, -50))
