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


# Of each game the optional parts that a text names, two of each that contradict each other.
TWICE = {
    "knack": [
        ("laid-0101", "laid-1010"),
        *[("passes-1", "passes-0"), ("offender-0", "offender-1"), ("seat-0", "seat-1")],
        ("finished-0", "finished-1"),
    ],
    "knaves": [
        *[("called-1", "called-0"), ("declined-0", "declined-2"), ("seat-1", "seat-2")],
        ("exposed0-AC", "exposed0-KC"),
    ],
    "knock-rummy": [
        *[("taken-3C", "taken-4C"), ("takes-1", "takes-0"), ("turn_overs-1", "turn_overs-2")],
        *[("shuffle-1", "shuffle-2"), ("ended-0", "ended-1"), ("seat-0", "seat-1")],
        *[("known0-4C", "known0-5C"), ("history-8Cd8H", "history-8C")],
        ("shuffled0-4C-1-1", "shuffled0-5C-1-1"),
    ],
    "hand-knee-foot": [
        *[("phase-play", "phase-draw"), ("said-1", "said-0"), ("answering-1", "answering-0")],
        *[("shuffles-1", "shuffles-2"), ("shuffle-1", "shuffle-2"), ("ended-0", "ended-1")],
        *[("seat-0", "seat-1"), ("opening", "opening"), ("taking", "taking")],
        *[("discarded", "discarded"), ("offers-0_0", "offers-1_1")],
        *[("no_red_three-0", "no_red_three-1"), ("known0-4", "known0-5")],
    ],
}


def refused(game: str, text: str) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        SOLVERS[game].game.read(text)
    return [(fault.code, fault.message) for fault in caught.value.faults]


def long_text(game: str) -> str:
    """The text of a deal with its last, optional part, empty."""
    found: str = SOLVERS[game].game.deal("1").to_text()
    optional = {"knack": 7, "knaves": 6, "knock-rummy": 6, "hand-knee-foot": 9}
    return "~".join(found.split("~")[: optional[game]])


@pytest.mark.parametrize(
    ("game", "one", "two"), [(game, *pair) for game, pairs in TWICE.items() for pair in pairs]
)
def test_a_part_named_twice_is_one_fault(game: str, one: str, two: str) -> None:
    name = one.partition("-")[0]
    for first, second in ((one, two), (two, one), (one, one)):
        said = refused(game, f"{long_text(game)}~{first}.{second}")
        assert said == [("bad_text", f"'{name}' is named twice")]


def test_all_parts_named_twice_are_listed() -> None:
    text = f"{long_text('knaves')}~seat-1.called-1.seat-1.called-0.seat-1"
    assert [message for _, message in refused("knaves", text)] == [
        "'seat' is named twice",
        "'called' is named twice",
    ]


@pytest.mark.parametrize("named", ["red-3", "black-3", "threes-R"])
def test_what_a_team_has_once_is_not_named_twice(named: str) -> None:
    front, _, teams = long_text("hand-knee-foot").rpartition("~")
    text = f"{front}~{named}_{named}.{teams.partition('.')[2]}"
    name = named.partition("-")[0]
    assert refused("hand-knee-foot", text) == [("bad_text", f"'{name}' is named twice")]


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_a_switch_set_twice_is_one_fault(game: str) -> None:
    name, _, rest = SOLVERS[game].game.deal("1").to_text().split("~", 2)
    assert refused(game, f"{name}~wrap-on.wrap-off~{rest}") == [("bad_text", "'wrap' is set twice")]


@pytest.mark.parametrize("game", ["knack", "knock-rummy", "hand-knee-foot"])
@pytest.mark.parametrize("turn", [None, -1])
def test_no_fault_is_found_with_a_turn_that_was_not_given(game: str, turn: int | None) -> None:
    data = SOLVERS[game].game.deal("1").to_json() | {"dealer": 5, "turn": turn}
    with pytest.raises(BadInput) as caught:
        SOLVERS[game].game.read(data)
    found = [(fault.pointer, fault.code) for fault in caught.value.faults]
    assert [one for one in found if one[0] == "/dealer"] == [("/dealer", "no_such_seat")]
    assert [one for one in found if one[0] == "/turn"] == [("/turn", "too_small")] * (turn == -1)


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
