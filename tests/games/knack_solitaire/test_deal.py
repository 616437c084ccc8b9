import pytest

from kibitz.games.cards import JOKER
from kibitz.games.faults import BadInput
from kibitz.games.knack_field.rules import pack_cards
from tests.games.knack_solitaire.tables import GAME


@pytest.mark.parametrize(
    ("rules", "size"),
    [({}, 54), ({"jokers": 0}, 52), ({"pack": 36}, 36), ({"pack": 36, "jokers": 0}, 36)],
)
def test_a_deal_is_the_whole_pack(rules: dict[str, object], size: int) -> None:
    position = GAME.deal("8", rules)
    ((x, y, first),) = position.field
    assert (x, y) == (0, 0)
    pack = pack_cards(position.rules)
    assert sorted([first, *position.stock]) == pack
    assert len(pack) == size
    assert pack.count(JOKER) == {54: 2}.get(size, 0)
    assert [sorted(order) for order in position.orders] == [pack, pack]
    assert len({position.orders[0], position.orders[1], (first, *position.stock)}) == 3


def test_what_is_turned_over_is_not_shuffled() -> None:
    assert GAME.deal("8", {"redeal": "turn_over"}).orders == ()
    assert GAME.deal("8", {"redeals": 0}).orders == ()
    assert GAME.deal("8", {"redeal": "turn_over"}).stock == GAME.deal("8").stock


def test_deals_stay_what_they_are() -> None:
    data = GAME.deal("1").to_json()
    assert data["field"] == [[0, 0, "7D"]]
    assert data["stock"][:6] == ["AH", "5C", "6D", "QC", "5H", "6S"]
    assert data["redeal_orders"][0][:4] == ["9D", "JH", "JD", "4D"]


def test_bad_deals_tell_all_faults() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("-1", {"redeals": -1, "wrap": "on"})
    assert [fault.pointer for fault in caught.value.faults] == [
        "/rules/wrap",
        "/rules/redeals",
        "/seed",
    ]
    with pytest.raises(BadInput) as caught:
        GAME.deal("1", None, "pysolfc")
    assert [fault.code for fault in caught.value.faults] == ["unknown_source"]
