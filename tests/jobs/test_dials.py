"""The dials in the name of a player: how several are written, and what is wrong with them."""

from typing import get_args, get_type_hints

import pytest

from kibitz.games.faults import BadInput, Fault
from kibitz.jobs.players import GAMES, factory
from kibitz.solvers.ismcts.options import SearchOptions
from tests.docs_refresh import ROOT

NAMED = {name: get_args(kind) for name, kind in get_type_hints(SearchOptions).items()}


def faults(name: str, game: str = "knaves") -> list[Fault]:
    with pytest.raises(BadInput) as caught:
        factory(GAMES[game], name)
    return [*caught.value.faults]


def said(name: str) -> list[str]:
    return [fault.message for fault in faults(name)]


@pytest.mark.parametrize("dial", [name for name, values in NAMED.items() if values])
def test_a_misspelt_value_gets_the_values_and_the_one_that_was_meant(dial: str) -> None:
    for value in NAMED[dial]:
        assert callable(factory(GAMES["knaves"], f"search/{dial}={value}"))
        misspelt = value + value[-1]
        should, meant = said(f"search/{dial}={misspelt}")[0].split("; ")
        assert should.startswith(f"'{dial}' should be '{NAMED[dial][0]}'")
        assert f"'{NAMED[dial][-1]}', not '{misspelt}'" in should
        assert meant == f"did you mean '{value}'?"


def test_each_dial_is_checked_whatever_is_wrong_with_another() -> None:
    wrong = said("search/worlds=foo/iterations=x/depht=3")
    assert [message.split()[0] for message in wrong] == ["'worlds'", "'iterations'", "'depht'"]


CODES = {
    "worlds=foo": "unknown_value",
    "trees=x": "not_a_whole_number",
    "exploration=x": "not_a_number",
    "settle=x": "not_true_or_false",
    "trees=0": "bad_value",
    "time_ms=0": "bad_value",
    "depht=3": "unknown_dial",
    "nodes=3": "unused_limit",
    "settle=true/settle=true": "dial_twice",
    "settle=true,trees=1": "bad_form",
}


@pytest.mark.parametrize("wrong", CODES)
def test_each_fault_of_a_dial_has_a_code_that_fits(wrong: str) -> None:
    assert [fault.code for fault in faults(f"search/{wrong}")] == [CODES[wrong]]


def test_faults_of_dials_are_listed_one_by_one() -> None:
    wrong = ["depht=3", "nodes=3", "settle=x", "time_ms=0", "trees=0", "worlds=foo"]
    assert [each.code for each in faults("/".join(["search", *wrong]))] == [
        CODES[each] for each in wrong
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["bob", "", "serch", "/"])
@pytest.mark.parametrize("dials", ["trees=0", "nodes=x", "depth=1,x", ""])
def test_a_player_that_there_is_not_has_no_dials_to_look_at(
    game: str, name: str, dials: str
) -> None:
    (without,) = faults(name, game)
    assert without.code == "unknown_player"
    (other,) = faults(f"{name}/{dials}", game)
    assert other.code == "unknown_player"
    assert other == without or name in ("", "/")


@pytest.mark.parametrize("game", ["knotty-nines", "knack-solitaire"])
def test_nobody_has_dials_in_a_solitaire(game: str) -> None:
    assert [fault.code for fault in faults("search/trees=2", game)] == ["unknown_player"]
    assert [fault.code for fault in faults("best/trees=2", game)] == ["no_dials"]


def test_dials_between_commas_are_checked_one_by_one() -> None:
    first, *others = said("search/worlds=foo,iterations=x,depht=3")
    assert first.endswith("not a comma: write search/worlds=foo/iterations=x/depht=3")
    assert others == said("search/worlds=foo/iterations=x/depht=3")
    assert said("search/trees=1,settle=false") == [
        "dials have a stroke between them, not a comma: write search/trees=1/settle=false"
    ]


def test_the_documents_list_the_values_that_have_names() -> None:
    page = " ".join((ROOT / "docs" / "jobs.md").read_text("utf-8").split())
    for name, values in NAMED.items():
        if values:
            listed = ", ".join(f"`{value}`" for value in values)
            assert f"`{name}` ({listed})" in page
