"""What all models of the contract are: immutable, with nothing besides the declared fields."""

from operator import not_
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError


def seed_text(value: object) -> str:
    """A seed as text: a whole number becomes its digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise PydanticCustomError("seed_type", "Seed should be a string or a whole number")


class Model(BaseModel):
    """Base of everything that is asked or answered."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(Model):
    """Base of all answers. A member that does not apply is None here and left out of JSON."""


T = TypeVar("T")

# A list without items, or a count of 0, that says no more than a member which is left out.
IfAny = Annotated[T, Field(exclude_if=not_)]
