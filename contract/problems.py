"""What goes wrong, as RFC 9457 problems: the form of every error of the service."""

from typing import Annotated

from pydantic import Field

from kibitz.contract.base import Answer
from kibitz.contract.replies import GameProgress

Status = Annotated[int, Field(ge=400, le=599)]


class ProblemFault(Answer):
    """One thing wrong with a request."""

    pointer: Annotated[str, Field(description="JSON Pointer (RFC 6901) into the request body.")]
    code: Annotated[str, Field(description="A stable name of the fault.")]
    message: str


class Problem(Answer):
    """What went wrong, in the form of RFC 9457."""

    type: str
    title: str
    status: Status
    detail: str
    errors: list[ProblemFault]
    games: Annotated[
        list[GameProgress] | None,
        Field(description="While the service starts: how far it is with each game."),
    ] = None


class ProblemKind(Answer):
    """A kind of problem."""

    type: str
    title: str
    status: Status
    meaning: str
