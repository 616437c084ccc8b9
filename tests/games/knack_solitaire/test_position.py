import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knack_field.rules import pack_cards
from kibitz.games.knack_solitaire.position import Position
from tests.games.knack_solitaire.tables import GAME, last_pass, some_rules, table, written


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return caught.value.faults


def codes(data: object) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in faults_of(data)]


def said(data: object) -> str:
    (fault,) = faults_of(data)
    return fault.message


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions from random play under random switches, open or as their player sees them."""
    random = Random(draw(st.integers(0, 2**32)))
    position = GAME.deal(str(random.getrandbits(64)), some_rules(random))
    state = GAME.state(position)
    for _ in range(draw(st.integers(0, 150))):
        moves = GAME.legal(state)
        if moves:
            protocol.run_apply(state, random.choice(moves))
    position = GAME.position(state, position)
    return GAME.as_seen(position) if draw(st.booleans()) else position


@given(positions())
def test_json_round_trip(position: Position) -> None:
    assert GAME.read(json.loads(json.dumps(position.to_json()))) == position


@given(positions())
def test_text_round_trip(position: Position) -> None:
    text = position.to_text()
    assert GAME.read(text) == GAME.read(f"  {text}\n") == position
    assert len(text.splitlines()) == 1


@given(positions())
def test_state_round_trip(position: Position) -> None:
    state = GAME.state(position)
    assert GAME.position(state, position) == position
    assert hash(GAME.position(state, position)) == hash(position)


@given(positions())
def test_stock_and_unseen_are_the_rest_of_the_pack(position: Position) -> None:
    seen = [*(card for _, _, card in position.field), *position.waste]
    assert sorted([*seen, *position.unseen]) == pack_cards(position.rules)
    assert position.stock_size == len(position.unseen)
    assert position.cards_left == position.stock_size + len(position.waste)
    if not position.hidden:
        assert tuple(sorted(position.stock)) == position.unseen


def test_texts_stay_what_they_are() -> None:
    rules = {
        "pack": 36,
        "wrap": "none",
        "field": {"width": 13, "height": 9},
        "anchored": True,
        "danglers": 2,
        "obstacles": [[-1, 2], [3, -4]],
    }
    position = GAME.as_seen(table("7C@0,0 8D@0,-1", "9H TC", left=1, **rules))
    text = (
        "knack-solitaire~pack-36.wrap-none.field-13x9.anchored-on.danglers-2"
        ".obstacles--1_2_3_-4~8D0_-1.7C0_0~9HTC~32~1"
    )
    assert position.to_text() == text
    assert GAME.read(text) == position
    full = last_pass("7C@0,0", "2C", left=1).to_json()
    order = [*full["waste"], "7C"]
    ordered = GAME.read({**full, "redeal_orders": [order]})
    assert ordered.to_text().endswith("KSJKJK2C~0~1~" + "".join(order))


def test_the_order_in_which_cards_are_given_does_not_matter() -> None:
    data = written("7C@0,0 8D@1,0 9C@1,1")
    assert GAME.read({**data, "field": data["field"][::-1]}) == GAME.read(data)


def test_what_may_be_left_out() -> None:
    data = written("7C@0,0")
    del data["rules"], data["waste"]
    position = GAME.read(data)
    assert (position.waste, position.redeals_left, position.orders) == ((), 2, ())
    assert GAME.read({**data, "rules": {"redeals": 5}}).redeals_left == 5
    assert GAME.read({**data, "redeals_left": None}) == position


def test_cards_are_read_in_other_ways_too() -> None:
    data = written("TC@0,0", "JK JD")
    other = {**data, "field": [[0, 0, "10♣"]], "waste": ["jk", "jd"]}
    assert GAME.read(other) == GAME.read(data)


def test_one_of_a_kind_is_said_in_the_singular() -> None:
    data = GAME.deal("1", {"redeals": 2, "redeal": "shuffle"}).to_json()
    data["redeal_orders"] = data["redeal_orders"][:1]
    assert said(data) == "1 order given for 2 redeals left: give one for each, or none"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"field": 5}, [("/field", "not_a_list")]),
        ({"field": []}, [("/field", "too_few_entries")]),
        ({"field": [[0, 0]]}, [("/field/0/2", "missing")]),
        ({"field": [[0, 0.5, "7C"]]}, [("/field/0/1", "not_a_whole_number")]),
        ({"field": [[0, 99, "7C"]]}, [("/field/0/1", "too_large")]),
        (
            {"field": [[0, 0, "7X"]]},
            [("/field/0/2", "unknown_card"), ("/stock", "stock_too_short")],
        ),
        ({"stock": 5}, [("/stock", "stock_type")]),
        ({"stock": {"count": -1}}, [("/stock/count", "too_small")]),
        ({"stock": {"count": 52}}, [("/stock", "stock_too_short")]),
        ({"waste": ["AC"]}, [("/stock/0", "card_twice"), ("/stock", "too_many_cards")]),
        ({"redeals_left": 3}, [("/redeals_left", "too_many_redeals")]),
        ({"redeals_left": True}, [("/redeals_left", "not_a_whole_number")]),
        ({"redeal_orders": []}, [("/redeal_orders", "wrong_order_count")]),
        ({"more": 1}, [("/more", "unknown_field")]),
        ({"rules": {"decks": 2}}, [("/rules/decks", "unknown_switch")]),
        ({"rules": {"redeals": 10}}, [("/rules/redeals", "too_large")]),
        ({"rules": {"field": {"width": 5}}}, [("/rules/field/height", "missing")]),
        ({"rules": {"jokers": False}}, [("/rules/jokers", "unknown_value")]),
        ({"rules": {"pack": 52}}, [("/rules/pack", "unknown_value")]),
    ],
)
def test_broken_shapes(change: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    data = {**written("7C@0,0"), **change}
    if change.get("field") == [[0, 0, "7X"]]:
        data["stock"] = data["stock"][1:]
    assert codes(data) == expected


def test_faults_are_listed_all_at_once() -> None:
    data = written("7C@0,0", "2S")
    data["field"] = [[0, 0, "7C"], [1, 0, "7S"], [3, 3, "8D"], [0, 0, "8H"], [1, 1, "ZZ"]]
    data["redeals_left"] = 9
    assert codes(data) == [
        ("/field/4/2", "unknown_card"),
        ("/stock/25", "card_twice"),
        ("/stock/27", "card_twice"),
        ("/stock/28", "card_twice"),
        ("/stock", "too_many_cards"),
        ("/field/3", "cell_twice"),
        ("/field/2", "not_connected"),
        ("/field/1", "no_match"),
        ("/redeals_left", "too_many_redeals"),
    ]


def test_packs_must_add_up() -> None:
    data = written("7C@0,0")
    short = {**data, "stock": data["stock"][2:]}
    assert said(short) == (
        "1 on the field, 0 in the waste and 51 in the stock make 52 cards, not 54; missing: AC, AD"
    )
    third = {**data, "stock": [*data["stock"][1:], "JK"]}
    assert said(third) == "JK is also at /stock/50 and /stock/51"
    none = written("7C@0,0", jokers=0)
    assert said({**none, "stock": ["JK", *none["stock"][1:]]}) == "JK, but rules.jokers is 0"
    small = written("7C@0,0", pack=36)
    assert (
        said({**small, "stock": ["2C", *small["stock"][1:]]}) == "2C is not in a pack of 36 cards"
    )


def test_fields_that_could_not_be_laid() -> None:
    assert said(written("7C@1,0")).startswith("no card lies at 0,0")
    assert said(written("7C@0,0 8D@1,1")) == "8D at 1,1 is not connected to the card at 0,0"
    assert said(written("7C@0,0 8S@1,0")) == "8S at 1,0 does not match 7C at 0,0 beside it"
    assert said(written("7C@0,0 9D@0,1")) == "9D at 0,1 does not match 7C at 0,0 beside it"
    window: dict[str, Any] = {"field": {"width": 3, "height": 1}}
    assert said(written("7C@0,0 8D@0,1", **window)) == (
        "the cards take 1x2 cells, but rules.field is 3x1"
    )


def test_anchored_fields() -> None:
    rules: dict[str, Any] = {"field": {"width": 3, "height": 1}, "anchored": True}
    line = "7C@0,0 8D@1,0 9C@2,0"
    assert said(written(line, **rules)) == "9C at 2,0 lies outside the field, x -1 to 1, y 0 to 0"
    hanging = "7C@0,0 8D@0,1 8H@0,-1"
    assert GAME.read(written(hanging, **rules, danglers=2)).rules.danglers == 2
    assert said(written(hanging, **rules, danglers=1)) == (
        "2 danglers (8D at 0,1, 8H at 0,-1), but rules.danglers is 1"
    )
    corner = "7C@0,0 8D@1,0 9C@1,1 TD@2,1"
    assert codes(written(corner, **rules, danglers=5)) == [("/field/3", "outside")]
    legs: dict[str, Any] = {"anchored": True, "obstacles": [[0, 1]]}
    assert said(written("7C@0,0 8D@0,1", **legs)) == (
        "8D at 0,1 lies on an obstacle, and rules.leaners is false"
    )
    assert GAME.read(written("7C@0,0 8D@0,1", **legs, leaners=True)).rules.leaners


def test_switches_that_contradict_each_other() -> None:
    data = written("7C@0,0")
    rules: dict[str, Any] = {"field": {"width": 9, "height": 9}, "danglers": 1}
    rules["obstacles"] = [[0, 0], [1, 1], [1, 1]]
    assert codes({**data, "rules": rules}) == [
        ("/rules/danglers", "not_anchored"),
        ("/rules/obstacles", "not_anchored"),
        ("/rules/obstacles/0", "obstacle_in_the_middle"),
        ("/rules/obstacles/2", "obstacle_twice"),
    ]
    with pytest.raises(BadInput):
        GAME.deal("1", rules)


def test_a_size_is_an_object() -> None:
    data = {**written("7C@0,0"), "rules": {"field": "9x9"}}
    assert said(data) == "'field' should be an object, not '9x9'"


def test_redeal_orders() -> None:
    data = written("7C@0,0", left=1)
    order = [*data["stock"], "7C"]
    assert len(GAME.read({**data, "redeal_orders": [order]}).orders) == 1
    wrong = [order[1:], ["2C", *order[1:]]]
    assert codes({**data, "redeal_orders": wrong}) == [
        ("/redeal_orders", "wrong_order_count"),
        ("/redeal_orders/0", "order_too_short"),
        ("/redeal_orders/1/4", "card_twice"),
        ("/redeal_orders/1", "order_incomplete"),
    ]
    over = {**data, "rules": {"redeal": "turn_over"}, "redeal_orders": [order]}
    assert codes(over) == [("/redeal_orders", "orders_not_needed")]
    none_left = {**data, "redeals_left": 0, "redeal_orders": []}
    assert GAME.read(none_left).orders == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "knack-solitaire",
        "knotty-nines~~7C0_0~-~53~2",
        "knack-solitaire~~7C0_0~-~53",
        "knack-solitaire~~7C0_0~-~53~x",
        "knack-solitaire~~7C0~-~53~2",
        "knack-solitaire~~~-~53~2",
        "knack-solitaire~~7C0_0.~-~53~2",
        "knack-solitaire~wrap-none.wrap-cycle~7C0_0~-~53~2",
    ],
)
def test_bad_texts(text: str) -> None:
    assert codes(text)[0][1] == "bad_text"


@pytest.mark.parametrize("data", [None, 5, [], True])
def test_what_is_no_object(data: object) -> None:
    assert len(faults_of(data)) == 1


@given(st.text(max_size=60) | st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_reading_never_fails_otherwise(data: object) -> None:
    with pytest.raises(BadInput):
        GAME.read(data)


@given(st.data())
def test_reading_a_damaged_position_never_fails_otherwise(data: st.DataObject) -> None:
    good = table("7C@0,0 8D@1,0", "2S", left=2).to_json()
    name = data.draw(st.sampled_from(sorted(good)))
    junk = st.none() | st.integers() | st.sampled_from(["7C", "JK", "?", "AC"])
    lists = st.lists(junk | st.lists(junk, max_size=4), max_size=4)
    good[name] = data.draw(junk | lists | st.dictionaries(st.sampled_from(["count", "x"]), junk))
    try:
        position = GAME.read(good)
    except BadInput:
        return
    assert GAME.position(GAME.state(position), position) == position
