import json
from copy import deepcopy
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.faults import BadInput, Fault
from kibitz.games.knaves.bitboards import cards_in, word_of
from kibitz.games.knaves.notation import text_to_json
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.games.knaves.schema import SWITCHES
from tests.conformance.playing import walk
from tests.games.knaves.tables import GAME, HANDS, exposed_deals, lay_open, table


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return caught.value.faults


def codes(data: object) -> dict[str, str]:
    return {fault.pointer: fault.code for fault in faults_of(data)}


def played(moves: str, **parts: Any) -> dict[str, Any]:
    data: dict[str, Any] = GAME.play(table(**parts), moves.split()).to_json()
    return data


def changed(data: dict[str, Any], *steps: Any) -> dict[str, Any]:
    """A copy in which the place that the steps but the last lead to holds the last."""
    data = deepcopy(data)
    *way, name, value = steps
    part: Any = data
    for step in way:
        part = part[step]
    part[name] = value
    return data


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions of every switch from the deal to the end, open, exposed or seen by a seat."""
    random = Random(draw(st.integers(0, 2**32)))
    rules: dict[str, Any] = {
        "hand_size": draw(st.sampled_from([13, 17])),
        "turned_jack": draw(st.sampled_from(["out", "last_trick", "no_trump"])),
        "jack_clubs": draw(st.integers(-20, 0)),
        "target": draw(st.integers(1, 999)),
        "exposed_cards": draw(st.booleans()),
    }
    # Nobody has won the match, though two may be level above the target.
    scores = [draw(st.integers(-60, min(60, rules["target"] - 1))) for _ in range(3)]
    if draw(st.booleans()):
        scores[:2] = [rules["target"] + 2] * 2
    position = GAME.deal(str(random.getrandbits(64)), rules, dealer=random.randrange(3))
    position = replace(position, scores=tuple(scores))
    if draw(st.booleans()):
        position = lay_open(position, random)
    states = walk(GAME, position, random)
    position = GAME.position(random.choice(states), position)
    return GAME.as_seen(position, random.randrange(3)) if draw(st.booleans()) else position


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
    assert GAME.state(GAME.position(state, position)).tobytes() == state.tobytes()
    assert hash(GAME.position(state, position)) == hash(position)


@given(positions())
def test_the_whole_pack_is_accounted_for(position: Position) -> None:
    listed = [position.turned, *position.out, *position.trick.cards]
    listed += [card for hand in position.hands for card in hand]
    listed += [card for trick in position.tricks for card in trick.cards]
    assert sorted([*listed, *position.unseen]) == list(range(52))
    hidden = sum(position.hidden) + position.out_hidden
    assert hidden == len(position.unseen)


@given(positions())
def test_what_follows_from_the_rest_may_be_left_out(position: Position) -> None:
    data = position.to_json()
    del data["out"]
    for trick in (*data["tricks"], data["trick"]):
        del trick["leader"]
    if not data["trick"]["cards"]:
        del data["trick"]
    for name, value in (("tricks", []), ("dealer", 0), ("scores", [0, 0, 0])):
        if data[name] == value:
            del data[name]
    again = GAME.read(data)
    if any(position.hidden) or position.out_hidden:
        assert again == position
    else:
        out = cards_in(word_of(position.unseen)) or position.out
        assert again == replace(position, out=out, out_hidden=0)


def test_texts_stay_what_they_are() -> None:
    assert table().to_text() == (
        "knaves~~2S.2.0.0.0~3C4C5CACKC8D9DAD6H7HKH8S9S."
        "JCQC5D6D7DTDJDQDTHJHAH7SKS.8C9CTC2D3D4DKD5S6STSJSQSAS~2C6C7C2H3H4H5H8H9HQH3S4S~-"
    ).replace("ACKC8D", "KCAC8D")
    position = GAME.play(
        table(hand_size=13, exposed_cards=True, jack_hearts=0, exposed=[["KH"], ["TH"], []]),
        ["no-call", "call-KH", "KH", "no-call"],
    )
    assert position.to_text().endswith("~KH~exposed1-TH.declined-1")
    assert position.to_text().startswith("knaves~jack_hearts-0.exposed_cards-on~2S.2.0.0.0~")
    seen = GAME.as_seen(GAME.play(table(scores=[3, -4, 19]), ["AC", "QC", "8C", "KC"]), 2)
    assert seen.to_text() == (
        "knaves~~2S.2.3.-4.19~11.12.9CTC2D3D4DKD5S6STSJSQSAS~12~ACQC8C.KC~seat-2"
    )


def test_seats_are_seen_as_counts() -> None:
    seen = GAME.as_seen(table(), 1).to_json()
    assert seen["hands"][0] == seen["hands"][2] == {"count": 13}
    assert len(seen["hands"][1]) == 13
    assert seen["out"] == {"count": 12}
    assert seen["seat"] == 1
    exposed = GAME.as_seen(table(exposed=[["KH"], ["AH"], []]), 1)
    assert exposed.to_json()["hands"][0] == {"count": 13}
    assert exposed.to_json()["exposed"] == [["KH"], ["AH"], []]
    assert exposed.hidden == (12, 0, 13)
    with pytest.raises(BadInput, match="the hand of seat 0 is not listed"):
        GAME.as_seen(exposed, 0)


# ------------------------------------------------------------------------------------- faults


def test_everything_wrong_is_said_at_once() -> None:
    data = played("KH AH 2D QD 4D 8D")
    data["colour"] = "red"
    data["hands"][0] = [*data["hands"][0][1:], "9X"]
    data["hands"][1] = ["2S", *data["hands"][1][1:]]
    data["hands"][2].append("3S")
    data["out"] = {"count": 11}
    data["tricks"][1] = {"leader": 2, "cards": ["QD", "4D", "5C"], "revoked": ["4D"]}
    data["exposed"] = [[], ["2C"], []]
    data["seat"] = 3
    found = faults_of(data)
    assert {fault.pointer: fault.code for fault in found} == {
        "/colour": "unknown_field",
        "/seat": "too_large",
        "/hands/0/10": "unknown_card",
        "/hands/0/1": "card_twice",
        "/hands/1/0": "card_twice",
        "/hands/2": "wrong_hand_size",
        "/out": "wrong_out_size",
        "/exposed/1/0": "not_held",
        "/tricks/1/leader": "wrong_leader",
        "/tricks/1/cards/1": "no_revoke",
        "/tricks/1/cards/2": "revoke",
    }
    messages = {fault.code: fault.message for fault in found}
    assert "'colour'" in messages["unknown_field"]
    assert "'9X'" in messages["unknown_card"]
    assert messages["card_twice"] == "2S is also at /turned"
    assert messages["wrong_out_size"] == "'out' has 11 cards, but hands of 13 leave 12 out of play"
    assert messages["not_held"] == "2C lies before seat 1, who does not hold it"
    assert messages["no_revoke"] == "4D is no revoke: it is led or follows suit"
    assert len(found) == 11


def test_a_wrong_shape_hides_no_other_fault() -> None:
    data = played("KH AH 2D QD 4D 8D")
    data["rules"] |= {"jack_hearts": 1, "speed": 1}
    data["scores"] = [0, 0]
    data["declined"] = "1"
    data["hands"][0] = [7, *data["hands"][0][1:], "2S"]
    data["hands"][1] = {"count": -1}
    data["hands"][2] = [*data["hands"][2][1:], "KH"]
    data["out"] = "AH"
    data["tricks"][1] |= {"leader": 5, "revoked": [None, "4D"]}
    data["exposed"] = [["2C"], 7, ["AS", "AS", "3X"]]
    assert codes(data) == {
        "/rules/jack_hearts": "too_large",
        "/rules/speed": "unknown_switch",
        "/scores": "too_few_entries",
        "/declined": "not_a_whole_number",
        "/hands/0": "wrong_hand_size",
        "/hands/0/0": "not_a_text",
        "/hands/0/11": "card_twice",
        "/hands/1/count": "too_small",
        "/hands/2/10": "card_twice",
        "/out": "cards_type",
        "/tricks/1/leader": "too_large",
        "/tricks/1/revoked/0": "not_a_text",
        "/tricks/1/cards/1": "no_revoke",
        "/exposed/1": "not_a_list",
        "/exposed/2/1": "card_twice",
        "/exposed/2/2": "unknown_card",
    }


def test_what_a_list_too_long_holds_is_read_with_care() -> None:
    data = table().to_json()
    data["hands"] = [{"size": 13}, {"count": True}, ["AC", "AC"], []]
    assert codes(data) == {
        "/hands": "too_many_entries",
        "/hands/0/count": "missing",
        "/hands/0/size": "unknown_field",
        "/hands/1/count": "not_a_whole_number",
        "/hands/2/1": "card_twice",
        "/hands/2": "wrong_hand_size",
    }


def test_reading_takes_no_longer_than_the_input_is() -> None:
    many = 20_000
    data = table().to_json()
    data["rules"] = {f"switch {i}": i for i in range(many)}
    data["tricks"] = [{"cards": ["1X"]}] * many
    data["hands"] = [["0C"] * many] * 3
    began = process_time()
    found = codes(data)
    assert process_time() - began < 10
    assert found["/tricks"] == "too_many_entries"
    assert found["/rules/switch 7"] == "unknown_switch"


def test_play_is_followed_as_far_as_it_can_be_read() -> None:
    data = played("KH AH 2D QD 4D 8D TH TC 6H")
    data["tricks"][0] |= {"leader": 1}
    data["tricks"][1]["cards"][1] = 7
    data["tricks"][2] |= {"leader": 2}
    data["hands"][2].pop()
    data["seat"] = 7
    assert codes(data) == {
        "/tricks/0/leader": "wrong_leader",
        "/tricks/1/cards/1": "not_a_text",
        "/hands/2": "wrong_hand_size",
        "/seat": "too_large",
    }


def test_what_fits_no_deal_and_cannot_be_called_is_said_beside_the_rest() -> None:
    data = GAME.as_seen(table(exposed_cards=True), 1).to_json()
    hearts = [rank + "H" for rank in "23456789"]
    data |= {
        "hands": [[*hearts, "3S", "4S", "5S"], {"count": 12}, {"count": 12}],
        "tricks": [{"leader": 1, "cards": ["KH", "2C", "3C"]}],
        "trick": {"leader": "0", "cards": ["AH"]},
        "out": ["6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "2D", "3D", "4D"],
        "scores": [0, 0, "0"],
        "seat": 0,
        "called": "2C",
    }
    assert codes(data) == {
        "/scores/2": "not_a_whole_number",
        "/tricks/0/leader": "wrong_leader",
        "/trick/leader": "not_a_whole_number",
        "/hands": "no_deal",
        "/called": "nothing_to_call",
    }


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (("turned", 7), {"/turned": "not_a_text"}),
        (("turned", "2X"), {"/turned": "unknown_card"}),
        (("turned", "AC"), {"/hands/0/4": "card_twice"}),
        (("dealer", 3), {"/dealer": "too_large"}),
        (("dealer", True), {"/dealer": "not_a_whole_number"}),
        (("scores", [0, 0]), {"/scores": "too_few_entries"}),
        (("scores", [0, 0, 1.5]), {"/scores/2": "not_a_whole_number"}),
        (
            ("hands", [[], []]),
            {
                "/hands": "too_few_entries",
                "/hands/0": "wrong_hand_size",
                "/hands/1": "wrong_hand_size",
            },
        ),
        (("hands", 7), {"/hands": "not_a_list"}),
        (("hands", 1, "AH"), {"/hands/1": "cards_type"}),
        (("hands", 1, {"count": 18}), {"/hands/1/count": "too_large"}),
        (("hands", 1, {"count": 12}), {"/hands/1": "wrong_hand_size"}),
        (("hands", 1, {"count": 13, "x": 1}), {"/hands/1/x": "unknown_field"}),
        (("hands", 1, ["AH"]), {"/hands/1": "wrong_hand_size"}),
        (("hands", 1, 0, 7), {"/hands/1/0": "not_a_text"}),
        (("out", ["AH"]), {"/out/0": "card_twice", "/out": "wrong_out_size"}),
        (("out", {"count": 11}), {"/out": "wrong_out_size"}),
        (("out", {}), {"/out/count": "missing"}),
        (("rules", "hand_size", 14), {"/rules/hand_size": "unknown_value"}),
        (("rules", "turned_jack", "in"), {"/rules/turned_jack": "unknown_value"}),
        (("rules", "jack_hearts", 1), {"/rules/jack_hearts": "too_large"}),
        (("rules", "jack_hearts", -21), {"/rules/jack_hearts": "too_small"}),
        (("rules", "target", 0), {"/rules/target": "too_small"}),
        (("rules", "revoke_penalty", "3"), {"/rules/revoke_penalty": "not_a_whole_number"}),
        (("rules", "exposed_cards", 1), {"/rules/exposed_cards": "not_true_or_false"}),
        (("rules", "speed", 1), {"/rules/speed": "unknown_switch"}),
        (("trick", {"leader": 1}), {"/trick/leader": "wrong_leader"}),
        (("trick", "leader", 3), {"/trick/leader": "too_large"}),
        (("tricks", [7]), {"/tricks/0": "not_an_object"}),
        (("exposed", [[], []]), {"/exposed": "too_few_entries"}),
        (("exposed", [["AH"], [], []]), {"/exposed/0/0": "not_held"}),
        (("exposed", [["AC", "AC"], [], []]), {"/exposed/0/1": "card_twice"}),
        (("exposed", [["1C"], [], []]), {"/exposed/0/0": "unknown_card"}),
        (("called", "AC"), {"/called": "nothing_to_call"}),
        (("declined", 1), {"/declined": "nothing_to_call"}),
        (("declined", 3), {"/declined": "too_large"}),
        (("seat", 3), {"/seat": "too_large"}),
        (("seat", "0"), {"/seat": "not_a_whole_number"}),
    ],
    ids=str,
)  # fmt: skip
def test_each_fault_has_its_place(steps: tuple[Any, ...], expected: dict[str, str]) -> None:
    assert codes(changed(table().to_json(), *steps)) == expected


def test_tricks_have_three_cards_and_the_one_on_the_table_fewer() -> None:
    data = changed(played("KH AH 2D QD 4D"), "tricks", 0, "cards", ["KH", "AH"])
    assert codes(data) == {"/tricks/0/cards": "too_few_entries"}
    whole = played("KH AH 2D")
    data = {**whole, "tricks": [], "trick": whole["tricks"][0]}
    assert codes(data) == {"/trick/cards": "too_many_entries"}


def test_hands_and_the_cards_out_of_play_follow_the_switch() -> None:
    wrong = codes(changed(table().to_json(), "rules", "hand_size", 17))
    assert wrong.pop("/out") == "wrong_out_size"
    assert wrong == {f"/hands/{seat}": "wrong_hand_size" for seat in range(3)}


def test_the_winner_of_a_trick_must_lead_the_next() -> None:
    data = played("KH AH 2D QD 4D")
    (fault,) = faults_of(changed(data, "trick", "leader", 0))
    assert (fault.pointer, fault.code) == ("/trick/leader", "wrong_leader")
    assert fault.message == "seat 1 leads this trick, not seat 0"
    assert codes(changed(data, "tricks", 0, "leader", 2)) == {"/tricks/0/leader": "wrong_leader"}


def test_hands_must_have_the_cards_that_are_left() -> None:
    data = played("KH AH 2D QD 4D")
    data["hands"][1].pop()
    (fault,) = faults_of(data)
    assert fault.message == "seat 1 has 10 cards where 11 are left after 5 cards played"


def test_a_suit_not_followed_is_a_void() -> None:
    data = played("KH AH 2D")
    data["tricks"][0]["cards"] = ["KH", "KS", "2D"]
    data["hands"][1] = [card if card != "KS" else "AH" for card in data["hands"][1]]
    (fault,) = faults_of(data)
    assert (fault.pointer, fault.code) == ("/tricks/0/cards/1", "revoke")
    assert fault.message == (
        "KS does not follow the heart led, but seat 1 had TH: "
        "list a revoke in 'revoked' of its trick"
    )
    data["tricks"][0]["revoked"] = ["KS"]
    position = GAME.read(data)
    assert position.to_json()["tricks"] == data["tricks"]
    assert GAME.read(position.to_json()) == position
    assert "~KHKSx2D" in position.to_text()
    assert GAME.read(position.to_text()) == position
    assert GAME.state(position)[0]["voids"].tolist() == [0, 0, 4]
    later = GAME.play(position, ["TD", "KD", "8D"])
    assert later.tricks[0].revoked == position.tricks[0].revoked


def test_a_void_is_seen_in_what_is_played_later_by_a_hidden_hand() -> None:
    data = played("KH AH 2D QD 4D 8D")
    data["tricks"][0]["cards"] = ["KH", "AS", "2D"]
    data["tricks"][1]["cards"] = ["TH", "4D", "7H"]
    data["hands"] = [{"count": 11}, {"count": 11}, {"count": 11}]
    data["out"] = {"count": 12}
    data.pop("seat", None)
    assert codes(data) == {"/tricks/0/cards/1": "revoke"}


@pytest.mark.parametrize(
    ("card", "pointer"),
    [("KH", "/tricks/0/cards/0"), ("AH", "/tricks/0/cards/1"), ("2D", "/tricks/0/cards/2")],
)
def test_what_is_no_revoke_is_not_listed_as_one(card: str, pointer: str) -> None:
    data = changed(played("KH AH 2D"), "tricks", 0, "revoked", [card])
    assert codes(data) == {pointer: "no_revoke"}


def test_revokes_are_cards_of_the_trick() -> None:
    data = changed(played("KH AH 2D"), "tricks", 0, "revoked", ["3C"])
    assert codes(data) == {"/tricks/0/revoked/0": "no_revoke"}


def test_at_least_one_deal_must_fit() -> None:
    # Seats 1 and 2 have no heart, and of what they may have twelve cards are out of play.
    hearts = [rank + "H" for rank in "23456789"]
    data: dict[str, Any] = {
        "turned": "2S",
        "dealer": 2,
        "hands": [[*hearts, "3S", "4S", "5S"], {"count": 12}, {"count": 12}],
        "tricks": [{"cards": ["KH", "2C", "3C"]}],
        "trick": {"cards": ["AH"]},
    }
    assert len(GAME.read(data).unseen) == 36
    data["out"] = ["6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "2D", "3D", "4D"]
    (fault,) = faults_of(data)
    assert (fault.pointer, fault.code) == ("/hands", "no_deal")
    assert fault.message == (
        "no deal fits: seats 1 and 2 hold 24 unseen cards, but only 21 can be there"
    )


def test_too_many_tricks() -> None:
    state = walk(GAME, table(), Random(1))[-1]
    data = GAME.position(state, table()).to_json()
    assert codes(changed(data, "trick", "cards", ["2C"])) == {
        "/out/0": "card_twice",
        "/tricks": "too_many_tricks",
    }


def test_a_view_needs_its_own_hand() -> None:
    data = changed(GAME.as_seen(table(), 1).to_json(), "seat", 0)
    (fault,) = faults_of(data)
    assert (fault.pointer, fault.code) == ("/hands/0", "own_hand_hidden")
    assert fault.message == "seat 0 sees its own hand: list its cards"


def test_exposed_cards_of_a_hidden_hand() -> None:
    data = GAME.as_seen(table(), 1).to_json()
    assert GAME.read(changed(data, "exposed", [["KH"], [], []])).hidden == (12, 0, 13)
    assert codes(changed(data, "exposed", [["AH"], [], []])) == {"/hands/1/10": "card_twice"}
    assert codes(changed(data, "exposed", [["2S"], [], []])) == {"/exposed/0/0": "card_twice"}
    late = GAME.as_seen(GAME.position(walk(GAME, table(), Random(2))[-4], table()), 1).to_json()
    late["exposed"] = [["2C", "6C"], [], []]
    assert codes(late) == {"/exposed/0": "not_held"}


def test_calls_fit_what_lies_exposed() -> None:
    parts: dict[str, Any] = {"exposed": [[], ["AH", "QD"], []], "exposed_cards": True}
    data = played("KH", **parts)
    assert GAME.read(changed(data, "called", "AH")).to_json()["called"] == "AH"
    (fault,) = faults_of(changed(data, "called", "QD"))
    assert fault.message == "QD cannot be called now"
    assert codes({**data, "called": "AH", "declined": 2}) == {"/declined": "nothing_to_call"}
    assert codes(changed(data, "rules", "exposed_cards", False) | {"declined": 1}) == {
        "/declined": "nothing_to_call"
    }


@pytest.mark.parametrize("data", [None, 7, [], [1], True, 3.5])
def test_what_is_no_object_is_refused(data: object) -> None:
    assert set(codes(data)) == {""}


def test_fields_are_required() -> None:
    assert codes({}) == {"/turned": "missing", "/hands": "missing"}


@pytest.mark.parametrize(
    "text",
    [
        "", "knaves", "knaves~~2S.0.0.0.0~13.13.13~12", "knaves~~2S.0.0.0~13.13.13~12~-",
        "knotty-nines~~2S.0.0.0.0~13.13.13~12~-", "knaves~~2S.0.0.0.x~13.13.13~12~-",
        "knaves~~2S.0.0.0.0~13.13.13~12~-~seats-1", "knaves~~2S.0.0.0.0~13.13.13~12~-~exposed3-7H",
        "knaves~~2S.0.0.0.0~13.13.13~12~-~-~-",
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused(text: str) -> None:
    assert codes(text)[""] == "bad_text"


def test_a_bad_text_is_checked_like_json() -> None:
    text = "knaves~target-0.colour-red~2S.7.0.0.0~13.12.13~12~2C3C4C5C~seat-x"
    assert codes(text) == {
        "/rules/target": "too_small",
        "/rules/colour": "unknown_switch",
        "/dealer": "too_large",
        "/tricks/0/cards": "too_many_entries",
        "/seat": "not_a_whole_number",
    }


def test_text_of_everything() -> None:
    text = "knaves~hand_size-17.exposed_cards-on~2S.0.1.-2.3~17.-.AC~12~2C3Cx4C.5C~"
    text += "exposed0-7H8H.called-7H.declined-1.seat-2"
    assert text_to_json(text, []) == {
        "rules": {"hand_size": 17, "exposed_cards": True},
        "turned": "2S",
        "dealer": 0,
        "scores": [1, -2, 3],
        "hands": [{"count": 17}, [], ["AC"]],
        "out": {"count": 12},
        "tricks": [{"cards": ["2C", "3C", "4C"], "revoked": ["3C"]}],
        "trick": {"cards": ["5C"], "revoked": []},
        "exposed": [["7H", "8H"], [], []],
        "called": "7H",
        "declined": 1,
        "seat": 2,
    }


@pytest.mark.parametrize("tricks", ["x", "xx", "x7C", "7Cxx"])
def test_a_mark_of_a_revoke_follows_a_card(tricks: str) -> None:
    text = table().to_text().rsplit("~", 1)[0]
    said = {fault.code for fault in faults_of(f"{text}~{tricks}")}
    assert "unknown_card" in said


@given(st.text(max_size=60) | st.from_regex(r"knaves~[a-z.-]*~2S(\.[0-9-]*){4}~[A-Z0-9.-]*~\w*~.*"))
def test_reading_text_never_fails_otherwise(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read(text)
    assert all(len(fault.message) < 400 for fault in caught.value.faults)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = ("rules", "turned", "dealer", "scores", "hands", "out", "tricks", "trick", "exposed")
CARDS = st.sampled_from(HANDS[0].split() + HANDS[1].split() + ["2S", "2C", "9X"])
TRICKS = st.lists(
    st.fixed_dictionaries(
        {"cards": st.lists(CARDS, max_size=4)},
        optional={"leader": st.integers(-1, 3), "revoked": st.lists(CARDS, max_size=2)},
    ),
    max_size=3,
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys((*FIELDS, "called", "seat"), JSON_VALUES)))
def test_reading_json_never_fails_otherwise(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        GAME.read(data)
    with pytest.raises(BadInput) as caught:
        GAME.read({**table().to_json(), **data, "speed": 1})
    assert "/speed" in {fault.pointer for fault in caught.value.faults}


@given(TRICKS, st.lists(st.lists(CARDS, max_size=14) | st.just({"count": 12}), max_size=3))
def test_reading_tricks_never_fails_otherwise(tricks: list[Any], hands: list[Any]) -> None:
    data = {**table().to_json(), "tricks": tricks[:-1], "hands": hands}
    data["trick"] = tricks[-1] if tricks else {}
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    assert caught.value.faults


def test_rules() -> None:
    assert SWITCHES.read(None) == SWITCHES.read({}) == DEFAULT == Rules()
    assert DEFAULT.jacks == (-2, -3, -4, -1)
    assert SWITCHES.read({"hand_size": 17}) == replace(DEFAULT, hand_size=17)
    with pytest.raises(BadInput) as caught:
        SWITCHES.read({"hand_size": 99, "exposed_cards": None, "speed": 1})
    assert {f.pointer for f in caught.value.faults} == {"/hand_size", "/exposed_cards", "/speed"}


def test_a_position_with_a_seat_holds_no_more_than_that_seat_sees() -> None:
    random = Random(6)
    for deal in (GAME.deal("5"), *exposed_deals()):
        for state in walk(GAME, deal, random)[::5]:
            here = GAME.position(state, deal)
            for seat in range(3):
                view = GAME.as_seen(here, seat)
                for told in ({**here.to_json(), "seat": seat}, replace(here, seat=seat).to_text()):
                    read = GAME.read(told)
                    assert read == view
                    assert GAME.play(read, []).to_json() == view.to_json()
