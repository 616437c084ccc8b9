"""Schemas of JSON input: Pydantic's findings as faults, and the switches of a game."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, Discriminator, TypeAdapter, ValidationError

from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput, Fault, quote

R = TypeVar("R")

# Tags of discriminated unions: Pydantic puts them into the location of an error.
UNION_TAGS = frozenset({"listed", "counted", "whole", "share"})
_SAID = {
    "extra_forbidden": "is not a field of this object",
    "unexpected_keyword_argument": "is not a field of this object",
    "missing": "is required",
}
# Said instead of Pydantic's own words where those name a class of ours.
_WANTED = dict.fromkeys(("dataclass_type", "model_type"), "Input should be an object")


def _listed_or_counted(value: object) -> str | None:
    if isinstance(value, dict | BaseModel):
        return "counted"
    return "listed" if isinstance(value, list) else None


def listed_or_counted(
    code: str = "cards_type", message: str = 'Cards should be a list or {"count": n}'
) -> Discriminator:
    """Of cards that are listed, or of which only the number is known: tags of that name.

    ``code`` and ``message`` of the fault of what is neither.
    """
    return Discriminator(_listed_or_counted, custom_error_type=code, custom_error_message=message)


def cards_json(cards: Iterable[int], count: int = 0) -> Any:
    """Cards as texts or, where there is one, their number alone."""
    return {"count": count} if count else [*map(card_text, cards)]


def without_none(data: dict[str, Any]) -> dict[str, Any]:
    """The parts that there is something to say of."""
    return {name: value for name, value in data.items() if value is not None}


def pointer_of(location: tuple[int | str, ...]) -> str:
    """An RFC 6901 JSON Pointer for Pydantic's error location."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def _of_length(name: str, kind: str, bounds: dict[str, Any]) -> str:
    """What is wrong with a list that has too few or too many entries."""
    count = bounds["actual_length"]
    has = f"{name} has {count} {'entry' if count == 1 else 'entries'}"
    if kind == "too_short":
        least = bounds["min_length"]
        return f"{has}, but at least {least} {'is' if least == 1 else 'are'} needed"
    return f"{has}, but at most {bounds['max_length']} can be given"


def schema_faults(error: ValidationError) -> list[Fault]:
    """One fault per finding, quoting the input."""
    faults = []
    for found in error.errors(include_url=False):
        location = tuple(part for part in found["loc"] if not _is_branch(part))
        pointer = pointer_of(location)
        kind = found["type"]
        field = quote(location[-1]) if location else "the input"
        said = _SAID.get(kind)
        wanted = _WANTED.get(kind, found["msg"])
        message = f"{field} {said}" if said else f"{wanted}, not {quote(found['input'])}"
        if kind in ("too_short", "too_long"):
            named = bool(location) and isinstance(location[-1], str)
            name = field if named else f"the list at {pointer}" if pointer else "the list"
            message = _of_length(name, kind, found["ctx"])
        if kind == "literal_error":
            message += _meant(found["input"], found["ctx"]["expected"])
        faults.append(Fault(pointer, kind, message))
    return faults


def _meant(given: object, expected: str) -> str:
    """The word that was probably meant; ``expected``: the words there are, each in quotes."""
    near = get_close_matches(str(given).lower(), re.findall(r"'([^']*)'", expected), 1)
    return f"; did you mean {near[0]}?" if near else ""


def _nothing_contradicts(rules: Any) -> list[Fault]:
    return []


class Switches(Generic[R]):
    """The switches of a game, a dataclass of rules, from JSON and back.

    ``contradictions``: what is wrong with switches that are each well written.
    """

    def __init__(
        self,
        rules: type[R],
        contradictions: Callable[[R], list[Fault]] = _nothing_contradicts,
    ) -> None:
        self.adapter: TypeAdapter[R] = TypeAdapter(rules)
        self.contradictions = contradictions
        self.default = rules()
        self.usual = self.to_json(self.default)

    def read(self, data: object) -> R:
        """The rules that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
        try:
            rules = self.adapter.validate_python({} if data is None else data)
        except ValidationError as error:
            raise BadInput(schema_faults(error)) from None
        if faults := self.contradictions(rules):
            raise BadInput(faults)
        return rules

    def read_sound(self, data: object, faults: list[Fault]) -> R:
        """The rules that the sound switches of ``data`` set, which stand at ``/rules``.

        ``faults``: those of the schema; what contradicts itself is added.
        """
        sound = sound_fields(data, "rules", faults) or {}
        rules = self.adapter.validate_python(sound)
        faults += BadInput(self.contradictions(rules)).under("/rules").faults
        return rules

    def to_json(self, rules: R) -> dict[str, Any]:
        """Every switch as a JSON object."""
        return dict(self.adapter.dump_python(rules, mode="json"))


def object_of(schema: type[BaseModel], data: object) -> tuple[dict[str, Any], list[Fault]]:
    """The JSON object that should follow a schema, and the faults it has by that.

    Raises ``BadInput`` for what is no object at all.
    """
    faults: list[Fault] = []
    try:
        schema.model_validate(data)
    except ValidationError as error:
        faults += schema_faults(error)
    if not isinstance(data, dict):
        raise BadInput(faults)
    return data, faults


def sound_fields(data: object, name: str, faults: Iterable[Fault]) -> dict[str, Any] | None:
    """The fields of the object ``name`` that have no fault; None for what is no object."""
    if not isinstance(data, dict):
        return None
    top = pointer_of((name,))
    places = [f.pointer.removeprefix(top) for f in faults if f.pointer.startswith(top + "/")]
    bad = {place.split("/")[1] for place in places}
    return {key: data[key] for key in data if pointer_of((key,))[1:] not in bad}


def _is_branch(part: int | str) -> bool:
    """Whether a location part names a branch of a union rather than a place in the input."""
    return part in UNION_TAGS
