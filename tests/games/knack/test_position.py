import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knack.position import Lack, Position
from tests.games.knack.tables import GAME, late, laying, some_rules, spread, written

SURROUNDED = "5C@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"
HANDS = "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C"


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return caught.value.faults


def codes(data: object) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in faults_of(data)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions from random play under random switches, open or as a seat sees them."""
    random = Random(draw(st.integers(0, 2**32)))
    rules = some_rules(random)
    start = GAME.deal(str(random.getrandbits(64)), rules, dealer=random.randrange(rules["players"]))
    state, rate = GAME.state(start), random.choice([0, 0.5])
    for _ in range(draw(st.integers(0, 150))):
        if GAME.legal(state):
            protocol.run_apply(state, spread(state, random, rate))
    position = GAME.position(state, start)
    seat = draw(st.integers(-1, rules["players"] - 1))
    return position if seat < 0 else GAME.as_seen(position, seat)


@given(positions())
def test_round_trips(position: Position) -> None:
    assert GAME.read(json.loads(json.dumps(position.to_json()))) == position
    text = position.to_text()
    assert GAME.read(text) == GAME.read(f"  {text}\n") == position
    assert len(text.splitlines()) == 1
    state = GAME.state(position)
    assert GAME.position(state, position) == position
    assert hash(GAME.position(state, position)) == hash(position)


@given(positions())
def test_unseen_cards_are_as_many_as_are_not_listed(position: Position) -> None:
    hidden = sum(position.hidden) + sum(position.decks_hidden) + position.aside_hidden
    hidden += any(card == 255 for _, _, card in position.field)
    told = [g for g in position.given if position.seat is not None]
    assert len(position.unseen) == hidden - len(told)
    assert sum(position.cards_left) + len(position.field) + position.rules.aside == (
        position.rules.cards.total()
    )


def test_texts_stay_what_they_are() -> None:
    after = GAME.read(written(SURROUNDED, HANDS, passes=1))
    text = GAME.as_seen(after, 0).to_text()
    assert text == (
        "knack~~1.0~8H-1_0.TH0_-1.5C0_0.TD0_1.8D1_0~2D2H3D3H4D.5~20.19~-"
        "~passes-1.seat-0.lacks1_0-4000540"
    )
    assert GAME.read(text) == GAME.as_seen(after, 0)
    assert "XX0_0" in GAME.as_seen(after, 1).to_text()
    gift = late("9H TS JH QS KH|4S 5H 6S 7H", "8S|.", knack_call="explicit", turn=0)
    given_text = GAME.play(gift, [laying(gift, "QS"), "give-7H"]).to_text()
    assert given_text.endswith(
        "~9HJHTSKH8S.4S5H6S~7H.-~-~given1_0_0-7H".replace("9HJHTSKH8S", "8S9HTSJHKH")
    )
    five = GAME.deal("1", {"players": 5}).to_text()
    assert five.startswith("knack~players-5~0.1~-~")
    assert len(five.split("~")[6]) == 4


def test_what_may_be_left_out() -> None:
    data = written(SURROUNDED, HANDS)
    del data["turn"], data["dealer"]
    assert GAME.read(data).turn == 1
    five = GAME.deal("1", {"players": 5}).to_json()
    del five["aside"]
    assert GAME.read(five).aside_hidden == 2


def test_what_a_seat_cannot_see_is_dropped() -> None:
    open_position = GAME.read(written(SURROUNDED, HANDS, passes=1))
    for seat in range(2):
        assert GAME.read({**open_position.to_json(), "seat": seat}) == (
            GAME.as_seen(open_position, seat)
        )
    with pytest.raises(BadInput, match="the hand of seat 1 is not listed"):
        GAME.as_seen(GAME.as_seen(open_position, 0), 1)


def test_passes_in_a_row_are_written_out() -> None:
    data = written(SURROUNDED, HANDS, passes=1)
    assert GAME.read(data).lacks == (Lack(1, 0, 0x4000540),)
    assert [lack.seat for lack in GAME.read({**data, "passes": 2}).lacks] == [0, 1]
    given_twice = {"seat": 1, "at_most": 0, "kinds": ["7b", "9b", "Jb", "JK"]}
    assert GAME.read({**data, "lacks": [given_twice, given_twice]}) == GAME.read(data)


CHANGES: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"hands": 5}, [("/hands", "not_a_list")]),
    ({"hands": [["2H"], 5]}, [("/hands/1", "cards_type")]),
    ({"hands": [["2H", "2D", "3H", "3D", "4D"]]}, [("/hands", "wrong_players")]),
    ({"rules": {"players": 3}}, [("/hands", "wrong_players"), ("/decks", "wrong_players")]),
    ({"rules": {"players": 9}}, [("/rules/players", "too_large")]),
    ({"rules": {"danglers": 2, "field": {"width": 3, "height": 3}}},
     [("/rules/danglers", "not_anchored")]),
    ({"dealer": 2}, [("/dealer", "no_such_seat")]),
    ({"turn": 4}, [("/turn", "no_such_seat")]),
    ({"seat": 3}, [("/seat", "no_such_seat")]),
    ({"finished": [5]}, [("/finished/0", "no_such_seat")]),
    ({"aside": {"count": 1}}, [("/aside", "wrong_aside"), ("/decks", "wrong_total")]),
    ({"passes": 3}, [("/passes", "too_many_passes")]),
    ({"finished": [0]}, [("/finished", "wrong_finished")]),
    ({"finished": [0, 0]},
     [("/finished", "wrong_finished"), ("/finished", "seat_twice")]),
    ({"offender": 1}, [("/offender", "no_penalty")]),
    ({"hands": [{"count": 5}, ["2C", "2S", "3C", "3S", "4C"]], "seat": 0},
     [("/hands/0", "own_hand_hidden")]),
    ({"hands": [["2X", "2D", "3H", "3D", "4D"], ["2C", "2S", "3C", "3S", "4C"]]},
     [("/hands/0/0", "unknown_card")]),
    ({"lacks": [{"seat": 0, "at_most": 0, "kinds": ["2r"]}]}, [("/hands/0", "ruled_out")]),
    ({"lacks": [{"seat": 0, "at_most": 5, "kinds": ["1r"]}]},
     [("/lacks/0/at_most", "too_large"), ("/lacks/0/kinds/0", "bad_form")]),
    ({"given": [{"by": 0, "to": 1, "card": "2C"}]}, [("/given/0/by", "no_gift")]),
    ({"wind": "west"}, [("/wind", "unknown_field")]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_faults(change: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert codes({**written(SURROUNDED, HANDS), **change}) == expected


def changed_field(*cards: list[Any]) -> dict[str, Any]:
    data = written(SURROUNDED, HANDS)
    return {**data, "field": [*data["field"], *cards]}


def test_faults_of_the_field() -> None:
    assert codes(changed_field([0, 0, "JK"]))[0] == ("/field/5", "cell_twice")
    assert ("/field/5", "not_connected") in codes(changed_field([9, 9, "JK"]))
    assert ("/field/5", "no_match") in codes(changed_field([2, 0, "KS"]))
    assert ("/field/5", "face_down") in codes(changed_field([2, 0, "??"]))
    assert codes(changed_field([2, 0.5, "7C"])) == [
        ("/field/5/1", "not_a_whole_number"),
        ("/decks", "wrong_total"),
    ]
    assert codes(changed_field([108, 0, "7C"])) == [
        ("/field/5/0", "too_large"),
        ("/decks", "wrong_total"),
    ]


def test_faults_of_the_packs() -> None:
    data = written(SURROUNDED, HANDS)
    data["decks"][0][0] = "2H"
    (fault,) = faults_of(data)
    assert fault.code == "too_many_copies"
    assert fault.message == "2H is given 2 times, but only 1 is in play"
    short = written(SURROUNDED, HANDS)
    gone = short["decks"][1].pop()
    (fault,) = faults_of(short)
    assert fault.message == (
        "5 cards on the field, 0 set aside and those of hands and decks make 53, not 54; "
        f"missing: {gone}"
    )
    few = written(SURROUNDED, HANDS, jokers=0)
    few["decks"][0][0] = "JK"
    assert "JK is not in a pack of 54 cards without jokers" in {f.message for f in faults_of(few)}


def test_faults_of_hands_and_turns() -> None:
    data = written("", "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C", turn=1)
    assert codes(data) == [("/turn", "wrong_start")]
    small = written(SURROUNDED, "2H 2D 3H 3D|2C 2S 3C 3S 4C")
    assert codes(small) == [("/hands/0", "wrong_hand_size")]
    more = written(SURROUNDED, HANDS)
    more["decks"] = [more["decks"][0] + more["decks"][1][:3], more["decks"][1][3:]]
    assert codes(more) == [("/hands/0", "too_many_cards")]
    start = late("KH|JH QS|9H TS", ".|.|.", play_on_for_places=True)
    out = GAME.play(start, [laying(start, "KH")])
    assert codes({**out.to_json(), "finished": []}) == [("/finished", "wrong_finished")]
    assert codes({**out.to_json(), "turn": 0}) == [("/turn", "not_in")]
    assert GAME.read(out.to_json()) == out


def test_nobody_is_given_cards_where_the_call_is_automatic() -> None:
    (fault,) = faults_of({**written(SURROUNDED, HANDS), "offender": 1})
    assert fault.message == (
        "K'nack! is called automatically under these rules: nobody is given cards"
    )


def test_faults_of_penalties() -> None:
    start = late("9H TS JH QS KH|4S 5H 6S 7H", "8S|.", knack_call="explicit")
    owing = GAME.play(start, [laying(start, "QS")])
    data = owing.to_json()
    assert GAME.read(data) == owing
    assert codes({**data, "turn": 0}) == [("/offender", "no_penalty")]
    after = GAME.play(owing, ["give-7H"]).to_json()
    assert codes({**after, "offender": 0}) == [("/decks/0", "wrong_penalty")]
    gift = {"by": 1, "to": 0, "card": "7H", "above": 0}
    assert after["given"] == [gift]

    def told(**change: Any) -> list[tuple[str, str]]:
        return codes({**after, "given": [{**gift, **change}]})

    assert told(card="8S") == [("/given/0/card", "not_there")]
    assert told(above=1) == [("/given/0/above", "not_there")]
    assert told(by=0) == [("/given/0/by", "no_gift")]
    assert told(above=None) == [("/given/0/card", "not_held")]
    assert codes({**after, "given": [gift, gift]}) == [("/given/1/above", "place_twice")]


def test_a_view_without_any_deal_is_refused() -> None:
    view = GAME.as_seen(late("6S TS JH QS KH|7H 8S 9H", "|.", turn=1), 0).to_json()
    lack = {"seat": 1, "at_most": 0, "kinds": ["7r"]}
    assert codes({**view, "lacks": [lack]}) == [("/lacks", "no_deal")]
    assert codes({**view, "seat": 1}) == [("/hands/1", "own_hand_hidden")]
    seen = written(SURROUNDED, HANDS)
    seen["field"][0] = [0, 0, "??"]
    assert codes({**seen, "seat": 0})[0] == ("/field/0", "own_card_hidden")


@pytest.mark.parametrize(
    "text",
    ["", "knack", "knack~~0.1~-~5.5~22.22", "knaves~~0.1~-~5.5~22.22~-", "knack~~x~-~5.5~22.22~-",
     "knack~~0.1~7C~5.5~22.22~-", "knack~~0.1~-~5.5~22.22~-~what-1", "knack~a-1.a-2~0.1~-~5.5~2~-"],
)  # fmt: skip
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read(text)
    assert "bad_text" in {fault.code for fault in caught.value.faults}


@pytest.mark.parametrize("data", [None, 5, [], {}, {"hands": []}])
def test_what_is_no_object_is_refused(data: object) -> None:
    assert faults_of(data)
