"""What all models of the contract are: immutable, with nothing besides the declared fields."""

from pydantic import BaseModel, ConfigDict
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
    """Base of all answers."""
