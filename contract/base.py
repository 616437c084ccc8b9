"""What all models of the contract are: immutable, with nothing besides the declared fields."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base of everything that is asked or answered."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(Model):
    """Base of all answers."""
