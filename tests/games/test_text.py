from dataclasses import asdict, dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.chance import MASK64
from kibitz.games.deal import read_seed
from kibitz.games.faults import BadInput
from kibitz.games.schema import (
    listed_by_seat,
    pairs,
    read_laid,
    read_row,
    read_switches,
    row_text,
    switch_text,
    switch_value,
    write_switches,
)
from kibitz.solvers.catalogue import SOLVERS


@dataclass(frozen=True)
class Switches:
    open: bool = True
    size: int = 3
    cost: int = -4
    kind: str = "plain"


USUAL = asdict(Switches())


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


def test_rows_of_cards() -> None:
    assert pairs("6C5H") == ["6C", "5H"]
    assert pairs("6C5") == ["6C", "5"]
    assert pairs("") == []
    for cards, text in ((["6C", "5H"], "6C5H"), ({"count": 12}, "12"), ([], "-")):
        assert row_text(cards) == text
        assert read_row(text) == cards
    assert listed_by_seat({2: ["6C"]}) == [[], [], ["6C"]]
    assert listed_by_seat({}) == []


def test_cards_on_a_field() -> None:
    assert read_laid("7C2_-1") == [2, -1, "7C"]
    with pytest.raises(BadInput, match="'7C2' is not a card on the field"):
        read_laid("7C2")


@given(st.booleans(), st.integers(-20, 999), st.integers(-20, 0), st.sampled_from(["plain", "odd"]))
def test_switches_round_trip(is_open: bool, size: int, cost: int, kind: str) -> None:
    rules = Switches(is_open, size, cost, kind)
    text = write_switches(asdict(rules), asdict(Switches()))
    assert Switches(**read_switches(text)) == rules


def test_switches_in_text() -> None:
    assert write_switches(USUAL, USUAL) == ""
    assert write_switches(asdict(Switches(False, 10, -20)), USUAL) == "open-off.size-10.cost--20"
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
