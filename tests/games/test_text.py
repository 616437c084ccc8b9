import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.catalogue import folder_of
from kibitz.games.chance import MASK64
from kibitz.games.deal import read_seed
from kibitz.games.faults import BadInput, Fault
from kibitz.games.schema import (
    listed_by_seat,
    pairs,
    read_laid,
    read_pairs,
    read_row,
    read_switches,
    row_text,
    switch_text,
    switch_value,
    write_switches,
)
from kibitz.games.text_form import TextForm
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


def form_of(game: str) -> TextForm:
    found: TextForm = import_module(f"kibitz.games.{folder_of(game)}.notation").FORM
    return found


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in TWICE for name in form_of(game).named]
)
def test_a_misspelt_name_is_one_fault_among_others(game: str, name: str) -> None:
    form = form_of(game)
    pattern, example = form.named[name]
    assert re.fullmatch(pattern, example)
    misspelt = example[1] + example[0] + example[2:]
    said = [message for _, message in refused(game, f"{long_text(game)}~{misspelt}.foobar-1")]
    last = form.parts[-1]
    assert said[0] == f"'{misspelt}' is not known after the {last}; did you mean '{example}'?"
    assert said[1].startswith(f"'foobar-1' is not known after the {last}: there can be ")
    whole = f"{long_text(game)}~{example}"
    sound = [] if readable(game, whole) else [message for _, message in refused(game, whole)]
    assert said[2:] == sound


def readable(game: str, text: str) -> bool:
    with suppress(BadInput):
        return bool(SOLVERS[game].game.read(text))
    return False


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_a_text_says_which_of_its_parts_are_missing(game: str) -> None:
    form, parts = form_of(game), SOLVERS[game].game.deal("1").to_text().split("~")
    for count in range(1, len(form.parts)):
        (_, message), *_ = refused(game, "~".join(parts[: count + 1]))
        said = message.partition(f"~{form.parts[-1]}; ")[2]
        assert re.split(", | and | is | are ", said) == [*form.parts[count:], "missing"]
        assert (" is " in said) == (count == len(form.parts) - 1)
    most = len(form.parts) + bool(form.named or form.last)
    (_, message), *_ = refused(game, "~".join([*parts, "", "", ""]))
    assert message.endswith(f"and no more than {most} parts after the name")


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_parts_too_many_and_missing_do_not_hide_what_is_no_card(game: str) -> None:
    card = "(?<=~)[4-9]" if game == "hand-knee-foot" else "[2-9TJQKA][SHDC]"
    parts = re.sub(card, "ZZ", SOLVERS[game].game.deal("1").to_text(), count=1).split("~")
    wrong = next(place for place, part in enumerate(parts) if "ZZ" in part)
    for count in range(wrong + 1, len(form_of(game).parts) + 1):
        codes = [code for code, _ in refused(game, "~".join(parts[:count]))]
        assert codes[0] == "bad_text"
        assert "unknown_card" in codes
    codes = [code for code, _ in refused(game, "~".join([*parts, "", "", "x"]))]
    assert {*codes} == {"bad_text", "unknown_card"}


def test_a_switch_without_a_value_is_not_said_to_be_none() -> None:
    with pytest.raises(BadInput) as caught:
        read_pairs(["wrap", "9"])
    assert [fault.message for fault in caught.value.faults] == [
        "'wrap' has no value: write name=value, as in wrap=off",
        "'9' is not a switch: write name=value, as in wrap=off",
    ]


SWITCHES = [(game, name) for game in sorted(SOLVERS) for name in SOLVERS[game].game.switches.usual]


@pytest.mark.parametrize(("game", "name"), SWITCHES)
@pytest.mark.parametrize(
    "value", ["maybe", "3x", "2_", "1_0", "3x4", "\N{ARABIC-INDIC DIGIT THREE}"]
)
def test_a_switch_is_refused_in_the_words_of_a_text(game: str, name: str, value: str) -> None:
    parts = SOLVERS[game].game.deal("1").to_text().split("~")
    text = "~".join([parts[0], f"{name}-{value}", *parts[2:]])
    try:
        SOLVERS[game].game.read(text)
    except BadInput as error:
        for fault in error.faults:
            assert fault.code != "bad_text"
            if fault.pointer == f"/rules/{name}" and " should be " in fault.message:
                assert fault.message.endswith(f", not '{value}'"), fault.message
                assert not re.search("object|a list|true or false", fault.message)


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_a_misspelt_game_is_said_to_be_one(game: str) -> None:
    text = SOLVERS[game].game.deal("1").to_text()
    (_, message), *_ = refused(game, text[1] + text[0] + text[2:])
    assert message.endswith(f"; did you mean '{game}'?")


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_parts_that_are_written_otherwise_are_named_beside_missing_ones(game: str) -> None:
    form, parts = form_of(game), SOLVERS[game].game.deal("1").to_text().split("~")
    for name, (pattern, example) in form.written.items():
        assert re.fullmatch(pattern, example)
        place = 1 + [*form.parts].index(name)
        cut = [*parts[:place], "x", *parts[place + 1 : -1]]
        said = [message for _, message in refused(game, "~".join(cut))]
        assert said[-1] == f"'x' should be {name}, as in '{example}'"
        assert ["missing" in message for message in said[:-1]] == [True] * (
            len(cut) <= len(form.parts)
        )


@pytest.mark.parametrize("game", sorted(SOLVERS))
def test_misspelt_switches_are_named_beside_other_faults(game: str) -> None:
    name, _, rest = SOLVERS[game].game.deal("1").to_text().split("~", 2)
    switch = next(iter(SOLVERS[game].game.switches.usual))
    misspelt = switch[1] + switch[0] + switch[2:]
    said = [message for _, message in refused(game, f"{name}~{misspelt}-on.abc-1.de-1.de-2~{rest}")]
    assert said[0] == "'de' is set twice"
    assert f"'{misspelt}' is not a switch of this game; did you mean '{switch}'?" in said
    assert any(message.startswith("'abc' is not a switch of this game") for message in said)


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
    assert read_laid("7C2_-1", "/field/0", []) == [2, -1, "7C"]
    faults = list[Fault]()
    assert read_laid("7C2", "/field/3", faults) == "7C2"
    assert [fault.pointer for fault in faults] == ["/field/3"]
    assert faults[0].message.startswith("'7C2' is not a card on the field: write 7C2_-1")


@given(st.booleans(), st.integers(-20, 999), st.integers(-20, 0), st.sampled_from(["plain", "odd"]))
def test_switches_round_trip(is_open: bool, size: int, cost: int, kind: str) -> None:
    rules = Switches(is_open, size, cost, kind)
    text = write_switches(asdict(rules), asdict(Switches()))
    assert Switches(**read_switches(text, [])) == rules


def test_switches_in_text() -> None:
    assert write_switches(USUAL, USUAL) == ""
    assert write_switches(asdict(Switches(False, 10, -20)), USUAL) == "open-off.size-10.cost--20"
    assert read_switches("open-on..x-1234.y", []) == {"open": True, "x": 1234, "y": ""}
    faults = list[Fault]()
    assert read_switches("size-1.cost-2.size-2", faults) == {"cost": 2}
    assert [fault.message for fault in faults] == ["'size' is set twice"]


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
    assert [switch_value(text) for text in ("True", "YES", "no")] == [True, True, False]
    other = "\N{ARABIC-INDIC DIGIT THREE}"
    for text in (other, f"1{other}", f"{other}x3", f"1_{other}"):
        assert switch_value(text) == text


@pytest.mark.parametrize("game", sorted(SOLVERS))
@pytest.mark.parametrize("rest", ["", "~", "~~~~~~~~~~~~~"])
def test_a_line_without_its_form_does_not_hide_switches_that_are_none(game: str, rest: str) -> None:
    with pytest.raises(BadInput) as caught:
        SOLVERS[game].game.read(f"{game}~nope-1{rest}")
    first, *others = caught.value.faults
    assert (first.pointer, first.code) == ("", "bad_text")
    assert ("/rules/nope", "unknown_switch") in [(each.pointer, each.code) for each in others]
