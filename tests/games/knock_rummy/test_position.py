import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.faults import BadInput, Fault
from kibitz.games.knock_rummy.notation import text_to_json
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import DEFAULT, Rules
from kibitz.games.knock_rummy.schema import SWITCHES
from tests.games.knock_rummy.tables import GAME, late_deals, played_on

START = GAME.deal("1")


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return caught.value.faults


def codes(data: object) -> dict[str, str]:
    return {fault.pointer: fault.code for fault in faults_of(data)}


def changed(position: Position, **parts: Any) -> dict[str, Any]:
    """The JSON of a position with some fields given anew."""
    data: dict[str, Any] = json.loads(json.dumps(position.to_json()))
    return {**data, **parts}


def test_json_of_a_fresh_deal() -> None:
    data = START.to_json()
    assert set(data) == {
        "rules", "dealer", "turn", "scores", "hands", "known", "stock", "discards",
    }  # fmt: skip
    assert (data["dealer"], data["turn"], data["scores"]) == (0, 1, [0, 0])
    assert (data["known"], data["discards"]) == ([[], []], ["6D"])
    assert data["stock"][:3] == ["JC", "2S", "5H"]


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    hand = START.to_json()["hands"][1]
    position = GAME.read({"hands": [{"count": 10}, hand], "discards": ["6D"]})
    assert (position.turn, position.stock_hidden) == (1, 31)
    assert not any(position.scores)
    assert position == GAME.read({**GAME.as_seen(START, 1).to_json()} | {"seat": None})


def test_a_view_has_nothing_that_its_seat_does_not_see() -> None:
    for position in late_deals():
        for seat in range(position.rules.players):
            assert GAME.read({**position.to_json(), "seat": seat}) == GAME.as_seen(position, seat)


def test_a_card_twice_is_told_with_both_places() -> None:
    data = changed(START, discards=["6D", "5C"])
    (fault,) = [fault for fault in faults_of(data) if fault.code == "card_twice"]
    assert (fault.pointer, fault.message) == ("/hands/0/0", "5C is also at /discards/1")


def test_all_faults_at_once() -> None:
    data = changed(START, dealer=7, scores=["1/7", 0], taken="9X", speed=1, ended="won")
    data["rules"]["ace"] = "high"
    data["hands"][0][0] = "5X"
    assert codes(data) == {
        "/rules/ace": "unknown_value",
        "/dealer": "no_such_seat",
        "/scores/0": "bad_total",
        "/taken": "unknown_card",
        "/hands/0/0": "unknown_card",
        "/ended": "unknown_value",
        "/speed": "unknown_field",
    }


def test_totals_are_whole_or_shares_of_a_hand() -> None:
    assert GAME.read(changed(START, scores=["31/3", "-31/3"])).to_json()["scores"][0] == "31/3"
    found = {str(total): codes(changed(START, scores=[total, 0])) for total in ("1/7", 1.5, True)}
    assert found == {
        "1/7": {"/scores/0": "bad_total"},
        "1.5": {"/scores/0": "total_type"},
        "True": {"/scores/0": "not_a_whole_number"},
    }


def test_players_and_hands_fit() -> None:
    data = changed(START, dealer=3, seat=4)
    data["rules"]["players"] = 3
    assert codes(data) == {
        "/hands": "wrong_players",
        "/scores": "wrong_players",
        "/dealer": "no_such_seat",
        "/seat": "no_such_seat",
    }


def test_how_many_scores_there_are_is_said_in_the_right_number() -> None:
    for scores, said in (([0, 0, 0], "3 scores for 2 players"), ([0], "1 score for 2 players")):
        with pytest.raises(BadInput) as caught:
            GAME.read(changed(START, scores=scores))
        assert [fault.message for fault in caught.value.faults] == [said]


def test_hands_have_the_size_of_the_deal() -> None:
    data = changed(START)
    moved = data["hands"][0].pop()
    data["discards"].append(moved)
    assert codes(data) == {"/hands/0": "wrong_hand_size"}
    data = changed(GAME.play(START, ["draw"]), turn=0)
    assert codes(data) == {"/hands/1": "wrong_hand_size"}


def test_the_pack_is_whole() -> None:
    assert codes(changed(START, stock={"count": 30})) == {"/stock": "wrong_stock_size"}
    assert codes(changed(START, stock=[])) == {"/stock": "wrong_stock_size"}


def test_what_is_known_is_held() -> None:
    assert codes(changed(START, known=[["6D"], []])) == {"/known/0/0": "not_held"}
    counted = changed(START, hands=[{"count": 10}, START.to_json()["hands"][1]])
    assert "/known/0" in codes({**counted, "known": [["5C"] * 11, []]})


def test_a_card_just_taken() -> None:
    taken = GAME.play(START, ["take"])
    assert codes(changed(taken, known=[[], []])) == {"/taken": "not_known"}
    assert codes(changed(taken, takes=0)) == {"/takes": "wrong_takes"}
    assert codes(changed(START, taken="8S")) == {"/taken": "nothing_taken"}
    assert codes(changed(START, takes=21)) == {"/takes": "too_many"}
    assert codes(changed(START, takes=20)) == {"/ended": "has_ended"}
    short = changed(taken)
    del short["takes"]
    assert GAME.read(short) == taken


def used_up(**rules: Any) -> Position:
    """A position in which the stock is used up and the next player is to move."""
    start = GAME.deal("1", rules)

    def empty(state: Any) -> bool:
        return bool(state[0]["stock_size"] == 0 and state[0]["phase"] != 1)

    position: Position = GAME.position(played_on(start, Random(1), empty)[-1], start)
    return position


def test_the_hand_is_not_past_its_end() -> None:
    position = used_up(max_turn_overs=1)
    assert position.ended is None
    data = changed(position)
    data["rules"]["max_turn_overs"] = 0
    (fault,) = faults_of(data)
    assert fault.message == "the stock is used up, the hand has ended: no_score"
    assert codes(changed(position, turn_overs=2))["/turn_overs"] == "too_many"
    assert codes(changed(position, ended="no_score")) == {"/ended": "not_ended"}
    assert codes(changed(START, ended="no_score")) == {"/ended": "not_ended"}


def test_a_pile_that_was_turned_over_is_listed() -> None:
    position = GAME.play(used_up(), ["turn-over"])
    size = position.stock_size
    assert codes(changed(position, stock={"count": size})) == {"/stock": "stock_hidden"}
    assert GAME.as_seen(position, 0).stock == position.stock


def test_after_a_showdown_every_hand_is_listed() -> None:
    ended = GAME.play(START, ["draw", "knock-8S"])
    assert GAME.read(ended.to_json()) == ended
    data = changed(ended, known=[])
    assert GAME.read(data) == ended
    data["hands"][0] = {"count": 10}
    assert codes(data)["/hands/0"] == "hand_hidden"
    limited = changed(ended)
    limited["rules"]["knock_limit"] = 5
    (fault,) = faults_of(limited)
    assert fault.message == "seat 1 cannot have ended the hand with 39 left unmatched"


def shuffled() -> Position:
    """A position after a shuffle, some cards drawn since."""
    start = used_up(stock_out="shuffle", max_turn_overs=1)
    states = played_on(
        GAME.play(start, ["turn-over"]), Random(2), lambda s: bool(s[0]["stock_size"] < 20), 0.1
    )
    position: Position = GAME.position(states[-1], start)
    assert sum(position.shuffled[0].held)
    return position


def test_shuffled_piles_add_up() -> None:
    position = shuffled()
    data = changed(position)
    pile = data["shuffled"][0]
    assert codes({**data, "shuffled": []}) == {"/shuffled": "wrong_shuffles"}
    assert codes({**data, "shuffled": [pile, pile]})["/shuffled"] == "wrong_shuffles"
    more = {**pile, "held": [pile["held"][0] + 1, pile["held"][1]]}
    assert codes({**data, "shuffled": [more]}) == {
        "/shuffled/0/held": "wrong_held",
        "/shuffled/0/held/0": "wrong_held",
    }
    other = data["discards"][0]
    assert "/shuffled/0/cards/0" in codes(
        {**data, "shuffled": [{**pile, "cards": [other, *pile["cards"][1:]]}]}
    )
    plain = changed(START, shuffle=5, shuffled=[pile])
    assert codes(plain) == {"/shuffle": "no_shuffle", "/shuffled": "wrong_shuffles"}


def test_a_view_needs_its_own_hand() -> None:
    data = changed(GAME.as_seen(START, 1), seat=0)
    (fault,) = faults_of(data)
    assert (fault.pointer, fault.code) == ("/hands/0", "own_hand_hidden")
    with pytest.raises(BadInput):
        GAME.as_seen(GAME.as_seen(START, 1), 0)


@pytest.mark.parametrize("data", [None, 7, [], [1], True, 3.5])
def test_what_is_no_object_is_refused(data: object) -> None:
    assert set(codes(data)) == {""}


def test_fields_are_required() -> None:
    assert codes({}) == {"/hands": "missing", "/discards": "missing"}


@pytest.mark.parametrize(
    "text",
    [
        "", "knock-rummy", "knock-rummy~~0.1.0.0~10.10~31", "knock-rummy~~0~10.10~31~7C",
        "knaves~~0.1.0.0~10.10~31~7C", "knock-rummy~~x.1.0.0~10.10~31~7C",
        "knock-rummy~~0.1.0.0~10.10~31~7C~seats-1", "knock-rummy~~0.1.0.0~10.10~31~7C~known6-7H",
        "knock-rummy~~0.1.0.0~10.10~31~7C~-~-",
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused(text: str) -> None:
    assert codes(text)[""] == "bad_text"


def test_a_bad_text_is_checked_like_json() -> None:
    text = "knock-rummy~players-9.colour-red~7.1.x.0~10.10~31~7C~seat-x.taken-1"
    assert codes(text) == {
        "/rules/players": "too_large",
        "/rules/colour": "unknown_switch",
        "/dealer": "too_large",
        "/scores/0": "bad_form",
        "/seat": "not_a_whole_number",
        "/taken": "not_a_text",
    }


def test_text_of_everything() -> None:
    text = "knock-rummy~players-3.stock_out-shuffle~0.1.1.-7_2.5_2~7.8.ACAS~12~2C3C~"
    text += "known1-7H8H.shuffled0-4C5C-1-0-0.shuffled1--0-0-0.taken-7H.takes-2.turn_overs-2."
    text += "shuffle-4294967295.ended-no_score.seat-2"
    assert text_to_json(text, []) == {
        "rules": {"players": 3, "stock_out": "shuffle"},
        "dealer": 0,
        "turn": 1,
        "scores": [1, "-7/2", "5/2"],
        "hands": [{"count": 7}, {"count": 8}, ["AC", "AS"]],
        "known": [[], ["7H", "8H"]],
        "stock": {"count": 12},
        "discards": ["2C", "3C"],
        "shuffled": [
            {"cards": ["4C", "5C"], "held": [1, 0, 0]},
            {"cards": [], "held": [0, 0, 0]},
        ],
        "taken": "7H",
        "takes": 2,
        "turn_overs": 2,
        "shuffle": 4294967295,
        "ended": "no_score",
        "seat": 2,
    }


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FIELDS = (
    *("rules", "dealer", "turn", "scores", "hands", "known", "stock", "discards", "taken"),
    *("takes", "turn_overs", "shuffled", "shuffle", "ended", "seat"),
)
CARDS = st.lists(st.sampled_from([*["5C", "7C", "6D", "2C", "9X", "JC"], "", "10H"]), max_size=12)
PARTS = st.fixed_dictionaries(
    {},
    optional={
        "hands": st.lists(CARDS | st.just({"count": 10}), max_size=4),
        "known": st.lists(CARDS, max_size=3),
        "discards": CARDS,
        "stock": CARDS | st.integers(0, 60).map(lambda n: {"count": n}),
        "shuffled": st.lists(
            st.fixed_dictionaries({"cards": CARDS, "held": st.lists(st.integers(0, 3))}),
            max_size=2,
        ),
        "turn": st.integers(0, 5),
        "turn_overs": st.integers(0, 4),
        "takes": st.integers(0, 30),
        "ended": st.sampled_from(["knock", "out", "no_score"]),
        "seat": st.integers(0, 5),
        "rules": st.fixed_dictionaries(
            {"stock_out": st.sampled_from(["turn_over", "shuffle", "end_hand"])},
            optional={"players": st.integers(2, 6)},
        ),
    },
)


@given(st.text(max_size=60) | st.from_regex(r"knock-rummy~[a-z.-]*~0(\.[0-9-]*){3}~[A-Z0-9.]*~.*"))
def test_reading_text_never_fails_otherwise(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read(text)
    assert all(len(fault.message) < 400 for fault in caught.value.faults)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON_VALUES)))
def test_reading_json_never_fails_otherwise(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        GAME.read({**START.to_json(), **data, "speed": 1})
    with suppress(BadInput):
        GAME.read(data)


@given(PARTS)
def test_reading_parts_never_fails_otherwise(data: dict[str, Any]) -> None:
    with suppress(BadInput):
        position = GAME.read({**START.to_json(), **data})
        assert GAME.read(position.to_text()) == position
        assert GAME.position(GAME.state(position), position) == position


def test_rules() -> None:
    assert SWITCHES.read(None) == SWITCHES.read({}) == DEFAULT == Rules()
    assert SWITCHES.read({"knock_limit": 10}).knock_limit == 10
    with pytest.raises(BadInput) as caught:
        SWITCHES.read({"players": 1, "knock_limit": True, "speed": 1, "max_turn_overs": 5})
    assert {f.pointer.split("/")[1] for f in caught.value.faults} == {
        "players",
        "knock_limit",
        "speed",
        "max_turn_overs",
    }


def test_a_match_that_is_won_has_no_further_hand() -> None:
    rules = {"match_target": 20}
    assert codes(changed(START, rules=rules, scores=["61/3", "-61/3"])) == {"/scores": "match_over"}
    GAME.read(changed(START, rules=rules, scores=[19, -19]))
    GAME.read(changed(START, scores=[500, -500]))


def test_a_fault_elsewhere_hides_nothing_of_a_card_taken() -> None:
    data = changed(START, taken="4C", takes=99)
    alone = codes(data)
    assert {"/taken": "nothing_taken", "/takes": "too_many"}.items() <= alone.items()
    for elsewhere in ({"turn_overs": 9}, {"seat": 9}, {"discards": ["??"]}):
        assert alone.items() <= codes({**data, **elsewhere}).items()


@pytest.mark.parametrize("scores", [[5, 7], [-500, 7], ["31/3", -10], [0, 1]])
def test_totals_that_do_not_cancel_out_are_refused(scores: list[Any]) -> None:
    assert codes(changed(START, scores=scores)) == {"/scores": "bad_total"}


@pytest.mark.parametrize("stock_out", ["turn_over", "shuffle", "end_hand"])
def test_a_pile_is_empty_only_after_its_last_card_was_taken_or_turned_over(stock_out: str) -> None:
    deal = GAME.deal("1", {"stock_out": stock_out})
    assert codes(changed(deal, discards=[], stock={"count": 32})) == {"/discards": "no_card"}
    drawn = changed(GAME.play(deal, ["draw"]), discards=[], stock={"count": 31})
    drawn.pop("history", None)
    assert codes(drawn) == {"/discards": "no_card"}
    taken = GAME.play(deal, ["take"])
    assert GAME.read(taken.to_json()).discards == ()
