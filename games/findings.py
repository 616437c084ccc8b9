"""Pydantic's findings as faults: codes and sentences of our own, whatever the library says.

One table holds them, by Pydantic's type of error. What may stand at a place of the input, for a
sentence that names it, is taken from the JSON Schema of the model.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, NamedTuple, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import ErrorType

from kibitz.games.faults import Fault, pointer_of, quote

JsonSchema = dict[str, Any]
Location = tuple[int | str, ...]

# Tags of discriminated unions: Pydantic puts them into the location of an error.
UNION_TAGS: Final = frozenset({"listed", "counted", "whole", "share", "object", "text"})
_PYDANTICS: Final = frozenset(get_args(ErrorType))
# What Pydantic appends to the location of a key of an object that is itself at fault.
KEY: Final = "[key]"
_NOT_MADE: Final = "default_factory_not_called"
NEAR: Final = 0.75  # the part of two names that is the same where one may be meant by the other
MOST_LISTED: Final = 6  # names that a message lists
LONG: Final = 10**40  # numbers from here on are cut as a text would be


class Finding(NamedTuple):
    """One error of Pydantic: what is at fault, in words, and what a sentence about it may use.

    ``place``: the parts of the JSON Schema that describe the place, one of each alternative;
    ``names``: the fields of the object that it stands in.
    """

    field: str
    value: Any
    bounds: Mapping[str, Any]
    place: Sequence[JsonSchema]
    names: Sequence[str]
    key: str


def nearest(given: str, known: Iterable[str]) -> list[str]:
    """The one of some names that is close to the one given, if there is one."""
    return get_close_matches(given, [*known], 1, NEAR)


def meant(given: object, known: Iterable[str]) -> str:
    """``; did you mean 'wrap'?`` where one of the known names is close to the one given.

    Where that is a word of some of them, ``books`` of ``red_books`` and ``black_books``, those.
    """
    if not isinstance(given, str):
        return ""
    by_lower, said = {name.lower(): name for name in known}, given.lower()
    near = [name for name in by_lower if said in name.split("_")]
    if not near or said in by_lower:
        near = nearest(said, by_lower)
    return f"; did you mean {one_of(by_lower[name] for name in near)}?" if near else ""


def one_of(values: Iterable[object]) -> str:
    """Values to choose from, in words: ``'a', 'b' or 'c'``."""
    *others, last = map(quote, values)
    return f"{', '.join(others)} or {last}" if others else last


def _should_be(wanted: str) -> Callable[[Finding], str]:
    return lambda found: f"{found.field} should be {wanted}, not {quote(found.value)}"


def _bounded(words: str, name: str) -> Callable[[Finding], str]:
    def message(found: Finding) -> str:
        bound, value = found.bounds[name], found.value
        small = isinstance(value, float) or (isinstance(value, int) and abs(value) < LONG)
        given = f"{value:,}" if small else quote(value)
        return f"{found.field} should be {words} {bound:,}, not {given}"

    return message


def _length(bound: str) -> Callable[[Finding], str]:
    """Of a text its characters, of a list its entries; ``bound``: the limit that is broken."""

    def message(found: Finding) -> str:
        value, limit = found.value, found.bounds[bound]
        text = not isinstance(value, list | dict)  # numbers that are taken as their digits, too
        one, many = ("character", "characters") if text else ("entry", "entries")
        count = found.bounds.get("actual_length", len(str(value) if text else value))
        has = f"{found.field} has {f'{count:,}' if count else 'no'} {one if count == 1 else many}"
        if bound == "min_length":
            return f"{has}, but at least {limit:,} {'is' if limit == 1 else 'are'} needed"
        return f"{has}, but at most {limit:,} can be given"

    return message


def _required(found: Finding) -> str:
    return f"{found.field} is {'missing' if found.key.isdigit() else 'required'}"


def _unknown_field(found: Finding) -> str:
    return f"{found.field} is not a field of this object{meant(found.key, found.names)}"


def _unknown_switch(found: Finding) -> str:
    said = f"{found.field} is not a switch of this game"
    near = meant(found.key, found.names)
    few = len(found.names) <= MOST_LISTED
    return said + (near or (f", which has {', '.join(found.names)}" if few else ""))


def _unknown_value(found: Finding) -> str:
    values = [value for place in found.place for value in _values(place)]
    wanted = one_of(values) if values else "another value"
    words = [value for value in values if isinstance(value, str)]
    return _should_be(wanted)(found) + meant(found.value, words)


def _bad_form(found: Finding) -> str:
    example = next((place["examples"][0] for place in found.place if "examples" in place), None)
    written = "written otherwise" if example is None else f"written like {quote(example)}"
    return f"{found.field} should be {written}, not {quote(found.value)}"


# By Pydantic's type of error: our code and sentence.
WORDS: Final[Mapping[str, tuple[str, Callable[[Finding], str]]]] = {
    "missing": ("missing", _required),
    "extra_forbidden": ("unknown_field", _unknown_field),
    "unexpected_keyword_argument": ("unknown_switch", _unknown_switch),
    "literal_error": ("unknown_value", _unknown_value),
    "string_pattern_mismatch": ("bad_form", _bad_form),
    "seed_type": ("bad_seed", _should_be("a whole number or a text")),
    "seed": ("bad_seed", _should_be("a whole number from 0 to 18446744073709551615")),
    "greater_than_equal": ("too_small", _bounded("at least", "ge")),
    "greater_than": ("too_small", _bounded("more than", "gt")),
    "less_than_equal": ("too_large", _bounded("at most", "le")),
    "less_than": ("too_large", _bounded("less than", "lt")),
    "too_short": ("too_few_entries", _length("min_length")),
    "too_long": ("too_many_entries", _length("max_length")),
    "string_too_short": ("text_too_short", _length("min_length")),
    "string_too_long": ("text_too_long", _length("max_length")),
    **dict.fromkeys(
        ("model_type", "model_attributes_type", "dataclass_type", "dict_type"),
        ("not_an_object", _should_be("an object")),
    ),
    **dict.fromkeys(("list_type", "tuple_type"), ("not_a_list", _should_be("a list"))),
    "string_type": ("not_a_text", _should_be("a text")),
    **dict.fromkeys(
        ("int_type", "int_parsing", "int_parsing_size", "int_from_float"),
        ("not_a_whole_number", _should_be("a whole number")),
    ),
    **dict.fromkeys(
        ("float_type", "float_parsing", "finite_number"), ("not_a_number", _should_be("a number"))
    ),
    **dict.fromkeys(
        ("bool_type", "bool_parsing"), ("not_true_or_false", _should_be("true or false"))
    ),
    "cards_type": ("cards_type", _should_be('a list of cards or {"count": n}')),
    "stock_type": ("stock_type", _should_be('a list of cards or {"count": n}')),
    "total_type": ("total_type", _should_be('a whole number or a fraction such as "31/3"')),
    "two_levels": ("two_levels", lambda _: "one of 'level' and 'levels' should be given, not both"),
}


def schema_faults(
    error: ValidationError, model: type | TypeAdapter[Any], whole: str = "the input"
) -> list[Fault]:
    """One fault per finding, quoting the input.

    ``model``: what has refused it; ``whole``: what the input as a whole is called.
    """
    schema = _schema(model)
    # A default that is made from other fields is not made where one of those has a fault.
    found = [each for each in error.errors(include_url=False) if each["type"] != _NOT_MADE]
    return [_fault(each, schema, whole) for each in found]


def refused(said: str) -> PydanticCustomError:
    """What a check of our own raises; ``said`` is the sentence of the fault."""
    return PydanticCustomError("bad_value", "{said}", {"said": said})


def _fault(error: Any, schema: JsonSchema, whole: str) -> Fault:
    kind = error["type"]
    unknown = kind in ("extra_forbidden", "unexpected_keyword_argument")
    *above, last = error["loc"] or ("",)
    parts = [part for part in above if part not in UNION_TAGS]
    if unknown or last not in (*UNION_TAGS, KEY, ""):
        parts.append(last)
    location = tuple(parts)
    if kind == "unexpected_keyword_argument" and location[:-1] not in ((), ("rules",)):
        kind = "extra_forbidden"  # a switch that is itself an object
    if kind in ("too_short", "too_long") and isinstance(error["input"], str):
        kind = f"string_{kind}"
    found = Finding(
        field=_field(location) if location else whole,
        value=error["input"],
        bounds=error.get("ctx", {}),
        place=list(_places(schema, location)),
        names=[n for place in _places(schema, location[:-1]) for n in place.get("properties", ())],
        key=str(location[-1]) if location else "",
    )
    if kind in WORDS:
        # A seed may be a number: its digits are no entries of a list.
        kind = kind if isinstance(found.value, list | dict) else _OF_TEXTS.get(kind, kind)
        code, words = WORDS[kind]
        return Fault(pointer_of(location), code, words(found))
    given, said = error["input"], error["msg"]
    quoted = quote(given)
    if kind in _PYDANTICS:  # unforeseen: at least nothing of how the check is written leaks
        return Fault(pointer_of(location), "bad_value", f"{found.field} cannot be {quoted}")
    # The sentence of a check of our own.
    # A single character may be in a sentence by chance.
    named = quoted in said or (len(str(given)) > 1 and str(given) in said)
    said = said if named else f"{said}, not {quoted}"
    return Fault(pointer_of(location), kind, said)


_OF_TEXTS: Final = {"too_long": "string_too_long", "too_short": "string_too_short"}


def _field(location: Location) -> str:
    """The place in words: ``'seed'``, ``entry 2 of 'moves'``; entries are counted from 1."""
    *above, last = location
    if isinstance(last, str):
        return quote(last)
    return f"entry {last + 1}" + (f" of {_field(tuple(above))}" if above else "")


@cache
def _schema(model: type[BaseModel] | TypeAdapter[Any]) -> JsonSchema:
    if isinstance(model, TypeAdapter):
        return model.json_schema()
    return model.model_json_schema()


def _places(schema: JsonSchema, location: Location) -> Iterator[JsonSchema]:
    """The parts of a JSON Schema that describe a place, one of each alternative."""
    here = [*_alternatives(schema, schema)]
    for part in location:
        inner = [found for place in here for found in _within(place, part)]
        here = [found for place in inner for found in _alternatives(schema, place)]
    yield from here


def _alternatives(schema: JsonSchema, part: JsonSchema) -> Iterator[JsonSchema]:
    if "$ref" in part:
        yield from _alternatives(schema, schema["$defs"][part["$ref"].rpartition("/")[2]])
        return
    yield part
    for alternative in (*part.get("anyOf", ()), *part.get("oneOf", ())):
        yield from _alternatives(schema, alternative)


def _within(place: JsonSchema, part: int | str) -> Iterator[JsonSchema]:
    if isinstance(part, str):
        found = place.get("properties", {}).get(part)
    else:
        row = place.get("prefixItems", ())
        found = row[part] if part < len(row) else place.get("items")
    if isinstance(found, dict):
        yield found


def _values(place: JsonSchema) -> list[Any]:
    return place.get("enum", [place["const"]] if "const" in place else [])
