"""The dials in the name of a player: how several are written, and what is wrong with them."""

from typing import get_args, get_type_hints

import pytest

from kibitz.jobs.players import GAMES, factory
from kibitz.solvers.ismcts.options import SearchOptions
from tests.docs_refresh import ROOT

NAMED = {name: get_args(kind) for name, kind in get_type_hints(SearchOptions).items()}


def said(name: str) -> list[str]:
    with pytest.raises((LookupError, ValueError)) as caught:
        factory(GAMES["knaves"], name)
    return str(caught.value.args[0]).split("; ")


@pytest.mark.parametrize("dial", [name for name, values in NAMED.items() if values])
def test_a_misspelt_value_gets_the_values_and_the_one_that_was_meant(dial: str) -> None:
    for value in NAMED[dial]:
        assert callable(factory(GAMES["knaves"], f"search/{dial}={value}"))
        misspelt = value[1] + value[0] + value[2:]
        should, meant = said(f"search/{dial}={misspelt}")
        assert should.startswith(f"'{dial}' should be '{NAMED[dial][0]}'")
        assert f"'{NAMED[dial][-1]}', not '{misspelt}'" in should
        assert meant == f"did you mean '{value}'?"


def test_each_dial_is_checked_whatever_is_wrong_with_another() -> None:
    wrong = said("search/worlds=foo/iterations=x/depht=3")
    assert [message.split()[0] for message in wrong] == ["'worlds'", "'iterations'", "'depht'"]


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
