"""Pydantic's findings as faults: the one place that reads its error format."""

from pydantic import ValidationError

from games.faults import Fault, quote

# Tags of discriminated unions: Pydantic puts them into the location of an error.
UNION_TAGS = frozenset({"listed", "counted", "whole", "share"})
_SAID = {
    "extra_forbidden": "is not a field of this object",
    "unexpected_keyword_argument": "is not a field of this object",
    "missing": "is required",
}


def pointer_of(location: tuple[int | str, ...]) -> str:
    """An RFC 6901 JSON Pointer for Pydantic's error location."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def shape_faults(error: ValidationError) -> list[Fault]:
    """One fault per finding, quoting the input."""
    faults = []
    for found in error.errors(include_url=False, include_context=False):
        location = tuple(part for part in found["loc"] if not _is_branch(part))
        pointer = pointer_of(location)
        kind = found["type"]
        field = quote(location[-1]) if location else "the input"
        said = _SAID.get(kind)
        message = f"{field} {said}" if said else f"{found['msg']}, not {quote(found['input'])}"
        faults.append(Fault(pointer, kind, message))
    return faults


def _is_branch(part: int | str) -> bool:
    """Whether a location part names a branch of a union rather than a place in the input."""
    return part in UNION_TAGS
