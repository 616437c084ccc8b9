from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kibitz.games.reading import (
    listed,
    pairs,
    read_card,
    read_cards,
    read_seed,
    read_switches,
    switch_text,
    switch_value,
    write_switches,
)

from kibitz.games.chance import MASK64
from kibitz.games.faults import BadInput, Fault
from kibitz.solvers.catalogue import SOLVERS


@dataclass(frozen=True)
class Switches:
    open: bool = True
    size: int = 3
    cost: int = -4
    kind: str = "plain"


@given(st.integers(0, MASK64))
def test_seeds(seed: int) -> None:
    assert read_seed(str(seed)) == seed


@pytest.mark.parametrize("seed", ["", "x", "-1", "1 ", "१", str(MASK64 + 1), "9" * 21])
def test_what_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_seed(seed)
    assert [(fault.pointer, fault.code) for fault in caught.value.faults] == [("/seed", "bad_seed")]


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_a_deal_has_its_seed_and_its_source_checked(game: str) -> None:
    with pytest.raises(BadInput) as caught:
        SOLVERS[game].game.deal("-1", None, "nobody")
    assert {fault.pointer: fault.code for fault in caught.value.faults} == {
        "/source": "unknown_source",
        "/seed": "bad_seed",
    }


def test_cards_keep_their_places() -> None:
    faults: list[Fault] = []
    assert read_cards(["7C", 5, "ZZ", "AS"], "/hand", faults) == [24, None, None, 3]
    assert [(fault.pointer, fault.code) for fault in faults] == [("/hand/2", "unknown_card")]
    assert read_cards("7C", "/hand", faults) == []
    assert read_card(None, "/turned", faults) is None
    assert read_card("1C", "/turned", faults) is None
    assert [fault.pointer for fault in faults] == ["/hand/2", "/turned"]


def test_lists_and_pairs() -> None:
    assert listed([1]) == [1]
    assert listed({"count": 1}) == listed(None) == []
    assert pairs("6C5H") == ["6C", "5H"]
    assert pairs("6C5") == ["6C", "5"]
    assert pairs("") == []


@given(st.booleans(), st.integers(-20, 999), st.integers(-20, 0), st.sampled_from(["plain", "odd"]))
def test_switches_round_trip(is_open: bool, size: int, cost: int, kind: str) -> None:
    rules = Switches(is_open, size, cost, kind)
    assert Switches(**read_switches(write_switches(rules, Switches()))) == rules


def test_switches_in_text() -> None:
    assert write_switches(Switches(), Switches()) == ""
    assert write_switches(Switches(False, 10, -20), Switches()) == "open-off.size-10.cost--20"
    assert read_switches("open-on..x-1234.y") == {"open": True, "x": "1234", "y": ""}
    with pytest.raises(BadInput, match="'size' is set twice"):
        read_switches("size-1.size-2")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "on"),
        (False, "off"),
        (-9, "-9"),
        ("known", "known"),
        ({"width": 13, "height": 11}, "13x11"),
        ([[1, 0], [-2, 3]], "1_0_-2_3"),
        ([[-1, 0]], "-1_0"),
    ],
)
def test_values_of_switches_round_trip(value: object, text: str) -> None:
    assert switch_text(value) == text
    assert switch_value(text) == value


def test_values_of_switches_that_are_none() -> None:
    assert switch_text(None) == switch_text([]) == switch_text(()) == "none"
    assert switch_text(((1, 0), (-2, 3))) == "1_0_-2_3"
    assert switch_value("1_2_3") == [[1, 2], [3]]
    assert [switch_value(text) for text in ("1x", "1_", "")] == ["1x", "1_", ""]


def test_jokers_only_where_there_are_some() -> None:
    faults: list[Fault] = []
    assert read_cards(["jk", "7C"], "/hand", faults, jokers=True) == [52, 24]
    assert read_card("JK", "/turned", faults, jokers=True) == 52
    assert not faults
    assert read_cards(["JK"], "/hand", faults) == [None]
    assert [fault.pointer for fault in faults] == ["/hand/0"]
