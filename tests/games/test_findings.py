"""What Pydantic finds is said in words and codes of our own, and the documents list every code."""

import ast
import re
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from kibitz.api.verbs import VERBS
from kibitz.contract.job_requests import BatchRequest, MatchRequest, StudyRequest
from kibitz.games.catalogue import GAMES
from kibitz.games.findings import WORDS, meant, schema_faults
from kibitz.jobs.kinds import KINDS
from tests.cases import cases
from tests.docs_refresh import ROOT
from tests.pointers import leads

MODELS: Final[list[Any]] = [
    *(verb.takes for verb in VERBS.values()),
    *(game.schema for game in GAMES.values()),
    *(game.switches.adapter for game in GAMES.values()),
    *(extra.takes for game in GAMES.values() for extra in game.extras),
    *(BatchRequest, StudyRequest, MatchRequest, *KINDS.values()),
]
LIBRARYS: Final = re.compile(
    r"Input should|instance of|validation|Schema|\^|\\d|\[0-9|valid |Error"
)
ODD: Final[st.SearchStrategy[Any]] = st.sampled_from(
    [None, True, -(10**30), 0, 99, 1.5, "", "x", "7C" * 99, [], {}, [[]]]
)
SOURCES: Final = ("contract", "games", "solvers", "jobs", "api", "cli")
MAPPED: Final = {"literal_error", "seed", "seed_type"}  # types of errors that have other codes


def shaped(schema: dict[str, Any], part: dict[str, Any], depth: int = 4) -> st.SearchStrategy[Any]:
    """What has roughly the form of a JSON Schema: often right, often wrong in one place."""
    if "$ref" in part:
        return shaped(schema, schema["$defs"][part["$ref"].rpartition("/")[2]], depth)
    for name in ("anyOf", "oneOf"):
        if name in part:
            return st.one_of([shaped(schema, inner, depth) for inner in part[name]])
    if depth == 0:
        return ODD
    if "properties" in part:
        fields = {n: shaped(schema, inner, depth - 1) for n, inner in part["properties"].items()}
        extra = {"colour": ODD, "tim_ms": ODD}
        return st.fixed_dictionaries({}, optional=fields | extra) | ODD
    if isinstance(part.get("additionalProperties"), dict):
        inner = shaped(schema, part["additionalProperties"], depth - 1)
        return st.dictionaries(st.sampled_from(["K", "3R", "long name"]), inner, max_size=2) | ODD
    if part.get("type") == "array":
        row = part.get("prefixItems") or [part.get("items", {})]
        return st.lists(st.one_of([shaped(schema, p, depth - 1) for p in row]), max_size=6) | ODD
    if "enum" in part:
        return st.sampled_from(part["enum"]) | ODD
    return ODD


def refused(model: Any, value: object) -> ValidationError | None:
    """What Pydantic says of a value."""
    check = model.validate_python if isinstance(model, TypeAdapter) else model.model_validate
    try:
        check(value)
    except ValidationError as error:
        return error
    return None


@given(st.data())
@settings(max_examples=cases(200), deadline=None)
def test_every_finding_has_words_of_its_own(data: st.DataObject) -> None:
    model = data.draw(st.sampled_from(MODELS))
    schema = model.json_schema() if isinstance(model, TypeAdapter) else model.model_json_schema()
    value = data.draw(shaped(schema, schema))
    error = refused(model, value)
    for found in error.errors() if error else []:
        own = "should be" in found["msg"] and "Input" not in found["msg"]
        assert found["type"] in WORDS or own or found["type"] == "no_teams", found
    for fault in schema_faults(error, model) if error else []:
        assert not LIBRARYS.search(fault.message), fault
        assert fault.code != "bad_value"
        assert fault.code == "missing" or leads(value, fault.pointer), fault


def test_a_name_close_to_a_known_one_is_taken_for_it() -> None:
    assert meant("warp", ["piles", "wrap"]) == "; did you mean 'wrap'?"
    assert meant("WRAP", ["piles", "wrap"]) == "; did you mean 'wrap'?"
    assert meant("colour", ["piles", "wrap"]) == meant(7, ["7"]) == ""


def test_a_word_of_several_names_is_taken_for_all_of_them() -> None:
    names = ["red_books", "black_books", "melded"]
    assert meant("books", names) == "; did you mean 'red_books' or 'black_books'?"
    assert meant("red_book", names) == "; did you mean 'red_books'?"
    assert meant("books", [*names, "books"]) == "; did you mean 'books'?"


def test_what_nobody_foresaw_is_said_plainly() -> None:
    class Odd(BaseModel):
        when: complex

    error = refused(Odd, {"when": []})
    assert error
    (fault,) = schema_faults(error, TypeAdapter(int))
    assert (fault.code, fault.message) == ("bad_value", "'when' cannot be []")


def codes() -> Iterator[str]:
    """The codes that the source names, where a fault is made."""
    yield from (code for code, _ in WORDS.values())
    yield from ("bad_value", "no_match_equity", "stock_too_short", "too_many_cards")
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _named(node)


def _named(call: ast.Call) -> Iterator[str]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    place = {"Fault": 1, "add": 1, "one": 1}
    place |= {"PydanticCustomError": 0, "listed_or_counted": 0, "_failed": 0}
    fewest = 3 if place.get(name) else 1
    after_line = name == "add" and len(call.args) == 4  # the first is the line of a text
    given = (
        call.args[place[name] + after_line] if name in place and len(call.args) >= fewest else None
    )
    keywords = [word.value for word in call.keywords if word.arg in ("custom_error_type", "code")]
    for value in (given, *keywords):
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def test_the_documents_list_every_code() -> None:
    page = (ROOT / "docs" / "http.md").read_text("utf-8")
    table = page.partition("### Codes of faults")[2].partition("## Headers")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    listed = [code for row in rows for code in re.findall(r"`(\w+)`", row)]
    assert len(listed) == len(set(listed))
    made = set(codes()) - MAPPED - {"broken_json"}  # the last is that of a problem
    # Made from a name: of a kind or a state of jobs, of hands and decks.
    made |= {"unknown_kind", "unknown_state", "hand_hidden", "deck_hidden", "cards_type"}
    assert set(listed) - made == set()
    assert made - set(listed) == set()


def test_a_name_that_is_not_near_enough_is_not_suggested() -> None:
    assert meant("players", ["leaners"]) == meant("dealer", ["redeal_orders"]) == ""
    assert meant("time", ["time_ms", "nodes"]) == "; did you mean 'time_ms'?"
