"""A game as it was played, as it is sent: where it began, the moves, and who sat where."""

import re
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Discriminator, Field, Tag, field_validator
from pydantic_core import PydanticCustomError

from kibitz.contract.base import Model
from kibitz.contract.requests import MAX_MOVES, Position

MOST_SEATS: Final = 6
MAX_NAME: Final = 40
MAX_LINE: Final = 200
MAX_ENTRY_LENGTH: Final = 200
FIELDS: Final = ("game", "seats", "source", "result", "rules", "position")  # with moves, all
_COMMENT: Final = re.compile(r"(?:^|\s)#")
_OTHER_MEANING: Final = re.compile(r"seat \d+|\d+\.?|\d+\. .*|" + "|".join(FIELDS), re.IGNORECASE)


def _one_line(text: str) -> str:
    """``text`` with single blanks; it must fit into one line of the text form."""
    line = " ".join(text.split())
    if not line.isprintable() or _COMMENT.search(line):
        message = "a text of a record should be one line, without a comment that begins with #"
        raise PydanticCustomError("bad_line", message)
    return line


def _name(text: str) -> str:
    line = _one_line(text)
    if not line or _OTHER_MEANING.fullmatch(line) or set(line) & set(",:"):
        message = (
            "a player's name should be a word or more without a comma or colon, not begin with a "
            "number and a dot, and be no number, seat or field of a record"
        )
        raise PydanticCustomError("bad_name", message)
    return line


def _without_limit(schema: dict[str, Any]) -> None:
    """Generators of clients would make a class of each kind of item that has a limit."""
    del schema["maxLength"]


Line = Annotated[str, AfterValidator(_one_line), Field(max_length=MAX_LINE)]
Name = Annotated[
    str, AfterValidator(_name), Field(max_length=MAX_NAME, json_schema_extra=_without_limit)
]
Entry = Annotated[str, Field(max_length=MAX_ENTRY_LENGTH, json_schema_extra=_without_limit)]


class PlayedGame(Model):
    """A game as it was played: where it began, and the moves made since."""

    game: Annotated[
        str | None, Field(description="The name of the game; it must be that of the position.")
    ] = None
    position: Annotated[
        Position | None,
        Field(description="Where the record begins; not needed if `source` names a deal."),
    ] = None
    moves: Annotated[
        list[Entry],
        Field(max_length=MAX_MOVES, description="Moves in the game's notation, in order."),
    ] = []
    seats: Annotated[
        list[Name] | None,
        Field(max_length=MOST_SEATS, description="The names of the players, by seat."),
    ] = None
    result: Annotated[
        Line | None, Field(description="What it came to, as it was written down; not checked.")
    ] = None
    source: Annotated[
        Line | None,
        Field(
            description="Where the game is from. Without a position it names the deal: a source of "
            "deals and a seed, as in `pysolfc 100123`."
        ),
    ] = None
    rules: Annotated[
        Any, Field(description="Switches of a deal named by `source` that differ from the default.")
    ] = None

    @field_validator("seats")
    @classmethod
    def _distinct(cls, names: list[str] | None) -> list[str] | None:
        if names and len({name.casefold() for name in names}) < len(names):
            raise PydanticCustomError("same_name", "players should have different names")
        return names


def _form_of(value: object) -> str | None:
    if isinstance(value, dict | PlayedGame):
        return "object"
    return "text" if isinstance(value, str) else None


AnyRecord = Annotated[
    Annotated[PlayedGame, Tag("object")] | Annotated[str, Tag("text")],
    Discriminator(
        _form_of,
        custom_error_type="not_an_object",
        custom_error_message="a record should be an object or a text",
    ),
    Field(description="The game as it was played: a JSON object, or the text form of records."),
]


class RecordRequest(Model):
    """What ``record`` takes."""

    record: AnyRecord
