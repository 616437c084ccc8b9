from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kibitz.games.faults import (
    QUOTE_LIMIT,
    BadInput,
    Fault,
    IllegalMove,
    is_sound,
    noted,
    pointer_of,
    quote,
)
from kibitz.games.findings import schema_faults
from kibitz.games.hand_knee_foot.scoresheet import RoundEndSchema
from kibitz.games.schema import object_of


def test_quote_cuts_what_is_long() -> None:
    assert quote("7C") == "'7C'"
    assert quote(3) == "3"
    cut = quote("x" * 1000)
    assert len(cut) == QUOTE_LIMIT
    assert cut.endswith("…'")


def test_bad_input_lists_every_fault() -> None:
    faults = [Fault("/a", "one", "first"), Fault("/b/0", "two", "second")]
    error = BadInput(iter(faults))
    assert error.faults == tuple(faults)
    assert str(error) == "first; second"
    assert isinstance(error, ValueError)
    assert [fault.pointer for fault in error.under("/position").faults] == [
        "/position/a",
        "/position/b/0",
    ]
    assert BadInput.one("/x", "code", "text").faults == (Fault("/x", "code", "text"),)


def test_faults_are_noted_one_check_after_the_other() -> None:
    faults: list[Fault] = []
    for pointer in ("/a", "/b"):
        with noted(faults, "/under"):
            raise BadInput.one(pointer, "code", "text")
    with noted(faults):
        pass
    assert [fault.pointer for fault in faults] == ["/under/a", "/under/b"]
    assert is_sound(faults, "/a", "/under/aa", "/und")
    assert not is_sound(faults, "/under/b/0/count")
    assert is_sound([Fault("", "code", "text")], "/a")
    assert not is_sound(faults, "/c", "/under")
    assert not is_sound(faults, "/under/b")


def test_illegal_move_names_move_place_and_reason() -> None:
    error = IllegalMove(4, "3>7", "pile 3 is empty")
    (fault,) = error.faults
    assert (fault.pointer, fault.code) == ("/4", "illegal_move")
    assert all(part in fault.message for part in ("move 5", "'3>7'", "pile 3 is empty"))
    assert (error.index, error.move, error.reason) == (4, "3>7", "pile 3 is empty")


def test_pointers_escape_what_json_pointer_escapes() -> None:
    assert pointer_of(()) == ""
    assert pointer_of(("a", 0, "b/c", "d~e")) == "/a/0/b~1c/d~0e"


class Sample(BaseModel):
    model_config = ConfigDict(extra="forbid")
    size: int
    name: str


def test_schema_faults_quote_the_input() -> None:
    with pytest.raises(ValidationError) as caught:
        Sample.model_validate({"size": "big", "colour": "red"})
    found = {fault.pointer: fault for fault in schema_faults(caught.value, Sample)}
    assert set(found) == {"/size", "/name", "/colour"}
    assert "'big'" in found["/size"].message
    assert found["/name"].message == "'name' is required"
    assert found["/colour"].message == "'colour' is not a field of this object"


class Table(BaseModel):
    scores: Annotated[list[int], Field(min_length=3, max_length=3)]
    hands: list[Annotated[list[int], Field(min_length=1, max_length=2)]] = []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"scores": [0, 0]}, "'scores' has 2 entries, but at least 3 are needed"),
        ({"scores": [0]}, "'scores' has 1 entry, but at least 3 are needed"),
        ({"scores": [0] * 4}, "'scores' has 4 entries, but at most 3 can be given"),
        (
            {"scores": [0] * 3, "hands": [[1], []]},
            "entry 2 of 'hands' has no entries, but at least 1 is needed",
        ),
        (
            {"scores": [0] * 3, "hands": [[1, 2, 3]]},
            "entry 1 of 'hands' has 3 entries, but at most 2 can be given",
        ),
    ],
)
def test_a_list_of_the_wrong_length_is_counted_in_plain_words(data: object, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Table.model_validate(data)
    assert [fault.message for fault in schema_faults(caught.value, Table)] == [message]


def test_a_list_that_is_too_long_hides_nothing_of_its_entries() -> None:
    wrong = [{"zzz": 1}, 5, {}, {}]
    _, faults = object_of(RoundEndSchema, {"teams": wrong})
    assert [(fault.pointer, fault.code) for fault in faults] == [
        ("/teams", "too_many_entries"),
        ("/teams/0/zzz", "unknown_field"),
        ("/teams/1", "not_an_object"),
    ]
