"""What all models of the contract are: immutable, with nothing besides the declared fields.

And how answers are written as JSON: what is left out, and how numbers look.
"""

import json
from enum import Enum
from functools import cache
from operator import not_
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError
from pydantic_core import to_json as written


def seed_text(value: object) -> str:
    """A seed as text: a whole number becomes its digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise PydanticCustomError("seed_type", "Seed should be a string or a whole number")


# The context in which a part of a request is read: what it says as a whole is not checked.
PARTLY: Final = {"partly": True}


class Model(BaseModel):
    """Base of everything that is asked or answered."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(Model):
    """Base of all answers. A member that does not apply is None here and left out of JSON."""


T = TypeVar("T")

# A list without items, or a count of 0, that says no more than a member which is left out.
IfAny = Annotated[T, Field(exclude_if=not_)]


DIGITS: Final = 6  # significant, of numbers that are not whole by nature


def plain(answer: BaseModel) -> dict[str, Any]:
    """An answer as JSON values: without members that do not apply, floats to six digits.

    What the answer quotes, as positions and schemas, keeps its nulls.
    """
    found: dict[str, Any] = _short(answer.model_dump(mode="json", exclude_none=True))
    return found


def to_json(answer: BaseModel) -> str:
    """:func:`plain` as compact text; the same answer is always the same text."""
    for name in _with_floats(type(answer)):
        if getattr(answer, name) is not None:
            return json.dumps(plain(answer), ensure_ascii=False, separators=(",", ":"))
    return written(answer, exclude_none=True).decode()


@cache
def _with_floats(model: type[BaseModel]) -> tuple[str, ...]:
    """The members in which a float may stand; Pydantic writes all others as we do."""
    fields = model.model_fields
    return tuple(name for name, field in fields.items() if _may_be_float(field.annotation))


def _may_be_float(kind: Any) -> bool:
    if get_origin(kind) is Literal or kind in (str, int, bool, type(None)):
        return False
    if hasattr(kind, "__metadata__"):
        return _may_be_float(get_args(kind)[0])
    if parts := get_args(kind):
        return any(map(_may_be_float, parts))
    if not isinstance(kind, type):
        return True
    if issubclass(kind, BaseModel):
        return bool(_with_floats(kind))
    return not (issubclass(kind, str) and issubclass(kind, Enum))


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {name: _short(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_short(item) for item in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
