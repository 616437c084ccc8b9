"""Pydantic's findings as faults: the one place that reads its error format."""

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from pydantic import BaseModel, Discriminator, TypeAdapter, ValidationError

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
_WANTED = {"dataclass_type": "Input should be an object"}


def _listed_or_counted(value: object) -> str | None:
    if isinstance(value, dict | BaseModel):
        return "counted"
    return "listed" if isinstance(value, list) else None


# Of cards that are listed, or of which only the number is known: tags ``listed`` and ``counted``.
LISTED_OR_COUNTED: Final = Discriminator(
    _listed_or_counted,
    custom_error_type="cards_type",
    custom_error_message='Cards should be a list or {"count": n}',
)


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


def shape_faults(error: ValidationError) -> list[Fault]:
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
        faults.append(Fault(pointer, kind, message))
    return faults


def switches_of(kind: TypeAdapter[R], data: object) -> R:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    try:
        return kind.validate_python({} if data is None else data)
    except ValidationError as error:
        raise BadInput(shape_faults(error)) from None


def object_of(shape: type[BaseModel], data: object) -> tuple[dict[str, Any], list[Fault]]:
    """The JSON object that should have some shape, and the faults it has by that.

    Raises ``BadInput`` for what is no object at all.
    """
    faults: list[Fault] = []
    try:
        shape.model_validate(data)
    except ValidationError as error:
        faults += shape_faults(error)
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
