import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.faults import BadInput, Fault
from kibitz.games.knotty_nines.notation import text_to_json
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.reading import read_draft, read_json, read_sound, read_sound_text
from kibitz.games.knotty_nines.rules import DEFAULT, Rules
from kibitz.games.knotty_nines.schema import SWITCHES
from tests.games.knotty_nines.tables import GAME, assert_fields, run_down, table
from tests.naive.knotty_nines_cases import packed
from tests.solvers.knotty_nines.packs import as_json


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return caught.value.faults


def codes(data: object) -> dict[str, str]:
    return {fault.pointer: fault.code for fault in faults_of(data)}


def good() -> dict[str, Any]:
    return table("7C", "8D", "KC", "KD").to_json()


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Consistent whole-pack positions: late or fresh, open or face down, every switch."""
    random = Random(draw(st.integers(0, 2**32)))
    wrap, stuck = draw(st.booleans()), draw(st.booleans())
    if draw(st.booleans()):
        data = as_json(packed(random, wrap, stuck))
    else:
        piles = draw(st.integers(4, 12))
        data = GAME.deal(str(random.getrandbits(64)), {"piles": piles, "wrap": wrap}).to_json()
    data["rules"]["information"] = draw(st.sampled_from(["known", "hidden"]))
    if draw(st.booleans()):
        data["stock"] = {"count": len(data["stock"])}
    return read_json(data)


@given(positions())
def test_json_round_trip(position: Position) -> None:
    assert GAME.read(json.loads(json.dumps(position.to_json()))) == position


@given(positions(), st.integers(0, 2**32))
def test_the_fast_reader_agrees_with_the_one_that_lists_faults(
    position: Position, seed: int
) -> None:
    data, random = json.loads(json.dumps(position.to_json())), Random(seed)
    assert read_sound(data) == (None if position.hidden else position)
    assert read_draft(data) == position
    places = [pile for pile in (*data["tableau"], data["stock"]) if isinstance(pile, list) and pile]
    spoil = random.randrange(5)
    if spoil == 0:
        data[random.choice(["tableau", "stock", "other", "rules"])] = random.choice(
            [None, {}, 3, ""]
        )
    elif spoil == 1:
        data["rules"] = random.choice([{"piles": 5}, {"wrap": not position.rules.wrap}, {"wrp": 1}])
    else:
        pile = random.choice(places)
        at = random.randrange(len(pile))
        pile[at] = random.choice(["7C", "7c", "AH", "KS", "", None, 7, ["7C"]])
    sound = read_sound(data)
    if sound is not None:
        assert read_draft(data) == sound


@given(positions(), st.integers(0, 2**32))
def test_text_round_trip(position: Position, seed: int) -> None:
    text, random = position.to_text(), Random(seed)
    assert GAME.read(text) == GAME.read(f"  {text}\n") == position
    assert len(text.splitlines()) == 1
    assert read_sound_text(text) == (None if position.hidden else position)
    for _ in range(30):
        at, put = random.randrange(len(text)), random.choice(["", *"7KCa.~-31x♣ "])
        spoilt = text[:at] + put + text[at + random.randrange(3) :]
        sound = read_sound_text(spoilt)
        assert sound is None or read_draft(text_to_json(spoilt, [])) == sound


@given(positions())
def test_state_round_trip(position: Position) -> None:
    state = GAME.state(position)
    assert_fields(state[0], position)
    assert GAME.position(state, position) == position
    assert hash(GAME.position(state, position)) == hash(position)


@given(positions())
def test_stock_and_unseen_are_the_rest_of_the_pack(position: Position) -> None:
    table_cards = [card for pile in position.tableau for card in pile]
    assert position.stock_size == len(position.unseen) == 52 - len(table_cards)
    assert sorted([*table_cards, *position.unseen]) == list(range(52))
    if not position.hidden:
        assert tuple(sorted(position.stock)) == position.unseen


def test_texts_stay_what_they_are() -> None:
    position = GAME.deal("24", {"wrap": False, "piles": 10}, "pysolfc")
    assert position.to_text().startswith(
        "knotty-nines~piles-10.wrap-off~4C.5H.QC.5D.2D.7H.AH.7S.2C.QH~9S2S"
    )
    hidden = GAME.as_seen(GAME.deal("24", None, "pysolfc"))
    assert hidden.to_text() == "knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~43"
    last = table(" ".join(run_down(suit) for suit in "CDHS"), "", "", "", piles=4)
    assert last.to_text().endswith(".-.-.-~0")


def test_everything_wrong_is_said_at_once() -> None:
    data = {
        "rules": {"piles": 9, "wrap": True},
        "tableau": [["7C"], ["8D", "7D"], ["KC", "KD"], [], ["7C"], ["1X"], ["5H", "QQ"]],
        "stock": ["2C", "8D", "Z9", "3C"],
        "colour": "red",
    }
    found = faults_of(data)
    assert {fault.pointer: fault.code for fault in found} == {
        "/colour": "unknown_field",
        "/tableau/5/0": "unknown_card",
        "/tableau/6/1": "unknown_card",
        "/stock/2": "unknown_card",
        "/tableau/4/0": "card_twice",
        "/stock/1": "card_twice",
        "/stock": "stock_too_short",
        "/tableau": "wrong_pile_count",
        "/tableau/3": "empty_pile",
        "/tableau/2/1": "broken_run",
    }
    messages = {fault.code: fault.message for fault in found}
    assert "'colour'" in messages["unknown_field"]
    assert "7 piles" in messages["wrong_pile_count"]
    assert "KD cannot lie on KC" in messages["broken_run"]
    assert "pile 4 is empty" in messages["empty_pile"]
    assert "not 52" in messages["stock_too_short"]
    assert len(found) == 10


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"rules": {"piles": 13}}, {"/rules/piles": "too_large"}),
        ({"rules": {"piles": 3}}, {"/rules/piles": "too_small"}),
        ({"rules": {"piles": 4.0}}, {"/rules/piles": "not_a_whole_number"}),
        ({"rules": {"piles": 4, "wrap": 1}}, {"/rules/wrap": "not_true_or_false"}),
        ({"rules": {"piles": 4, "win": "all"}}, {"/rules/win": "unknown_value"}),
        ({"rules": {"piles": 4, "x/y": 1}}, {"/rules/x~1y": "unknown_switch"}),
        ({"rules": {"piles": 5}}, {"/tableau": "wrong_pile_count"}),
        ({"rules": 7}, {"/rules": "not_an_object"}),
        ({"stock": 43}, {"/stock": "stock_type"}),
        ({"stock": {"count": 47}}, {"/stock": "stock_too_short"}),
        ({"stock": {"count": -1}}, {"/stock/count": "too_small"}),
        ({"stock": {"count": "48"}}, {"/stock/count": "not_a_whole_number"}),
        ({"stock": {}}, {"/stock/count": "missing"}),
        ({"stock": {"count": 48, "top": "7C"}}, {"/stock/top": "unknown_field"}),
        ({"stock": [7]}, {"/stock/0": "not_a_text", "/stock": "stock_too_short"}),
        ({"tableau": []}, {"/tableau": "too_few_entries", "/stock": "stock_too_short"}),
        ({"tableau": "7C"}, {"/tableau": "not_a_list"}),
        ({"tableau": [["7C"], ["8D"], ["KC"], "KD"]}, {"/tableau/3": "not_a_list"}),
    ],
    ids=str,
)
def test_each_fault_has_its_place(change: dict[str, Any], expected: dict[str, str]) -> None:
    assert codes({**good(), **change}) == expected


def test_a_wrong_shape_hides_no_other_fault() -> None:
    data: dict[str, Any] = GAME.deal("1").to_json()
    data["rules"] |= {"wrap": 1, "speed": 1}
    data["tableau"][0] = [7]
    data["tableau"][1] += ["3S", data["tableau"][2][0]]
    data["tableau"][3] = "4D"
    data["stock"][0] = None
    data["stock"][1] = data["stock"][2]
    data["stock"][3] = "0S"
    found = codes(data)
    assert found == {
        "/rules/wrap": "not_true_or_false",
        "/rules/speed": "unknown_switch",
        "/tableau/0/0": "not_a_text",
        "/tableau/1/1": "broken_run",
        "/tableau/1/2": "broken_run",
        "/tableau/2/0": "card_twice",
        "/tableau/3": "not_a_list",
        "/stock/0": "not_a_text",
        "/stock/2": "card_twice",
        "/stock/3": "unknown_card",
        "/stock/30": "card_twice",
    }


def test_too_many_cards() -> None:
    data = good()
    data["stock"] = [*data["stock"], "7C"]
    assert codes(data) == {"/stock/48": "card_twice", "/stock": "too_many_cards"}


def test_missing_cards_are_named() -> None:
    data = good()
    data["stock"].remove("QS")
    data["stock"].remove("AD")
    (fault,) = faults_of(data)
    assert (fault.code, fault.pointer) == ("stock_too_short", "/stock")
    assert fault.message.endswith("missing: AD, QS")


@pytest.mark.parametrize("data", [None, 7, [], [1], True, 3.5])
def test_what_is_no_object_is_refused(data: object) -> None:
    assert set(codes(data)) == {""}


def test_fields_are_required() -> None:
    assert codes({}) == {"/tableau": "missing", "/stock": "missing"}


@pytest.mark.parametrize(
    "text",
    ["", "knotty-nines", "klondike~~7C~43", "knotty-nines~~7C", "a~b~c~d~e", "knotty-nines~~~~"],
)
def test_what_is_no_text_is_refused(text: str) -> None:
    assert codes(text) == {"": "bad_text"}


def test_a_bad_text_is_checked_like_json() -> None:
    text = "knotty-nines~piles-4.colour-red~7C.8D.KC.K~48"
    assert codes(text) == {
        "/rules/colour": "unknown_switch",
        "/tableau/3/0": "unknown_card",
    }


def test_switches_in_text() -> None:
    text = "knotty-nines~piles-4.wrap-off.win-stock_empty_and_stuck~7C.8D.-.KD~0"
    assert text_to_json(text, []) == {
        "rules": {"piles": 4, "wrap": False, "win": "stock_empty_and_stuck"},
        "tableau": [["7C"], ["8D"], [], ["KD"]],
        "stock": {"count": 0},
    }


@given(st.text(max_size=60) | st.from_regex(r"knotty-nines~[a-z.-]*~[A-Z0-9.-]*~\w*"))
def test_reading_text_never_fails_otherwise(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read(text)
    assert all(len(fault.message) < 400 for fault in caught.value.faults)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries({}, optional=dict.fromkeys(("rules", "tableau", "stock"), JSON_VALUES))
)
def test_reading_json_never_fails_otherwise(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read({**good(), **data} if "tableau" in data else data)
    assert caught.value.faults


def test_rules() -> None:
    assert (
        SWITCHES.read(None)
        == SWITCHES.read({})
        == DEFAULT
        == Rules(9, True, "stock_empty", "known")
    )
    assert SWITCHES.read({"wrap": False}) == replace(DEFAULT, wrap=False)
    with pytest.raises(BadInput) as caught:
        SWITCHES.read({"piles": 99, "wrap": None, "speed": 1})
    assert {fault.pointer for fault in caught.value.faults} == {"/piles", "/wrap", "/speed"}


def test_runs_follow_the_switch() -> None:
    data = table("AC KS", "8D", "KC", "KD").to_json()
    assert GAME.read(data).tableau[0] == (0, 51)
    data["rules"]["wrap"] = False
    assert codes(data) == {"/tableau/0/1": "broken_run"}
