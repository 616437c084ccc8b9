"""Request envelopes: one model per verb, and the reading that lists every fault at once."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from kibitz.games.faults import BadInput, Fault, noted, quote
from kibitz.games.game import Game
from kibitz.games.schema import schema_faults
from kibitz.solvers.solver import AnalyzeOptions, HintOptions, SolveOptions

MAX_MOVES: Final = 5_000
MAX_MOVE_LENGTH: Final = 40

M = TypeVar("M", bound=BaseModel)


def _digits(value: object) -> str:
    """A seed as text: a whole number becomes its digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise PydanticCustomError("seed_type", "Seed should be a string or a whole number")


def _object(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        message = f"the body should be a JSON object, not {quote(data)}"
        raise BadInput.one("", "not_an_object", message)
    return data


Position = Annotated[Any, Field(description="A position: a JSON object, or its one-line text.")]
Moves = Annotated[
    list[Annotated[str, Field(max_length=MAX_MOVE_LENGTH)]],
    Field(max_length=MAX_MOVES, description="Moves in the game's notation, in order."),
]


class DealRequest(BaseModel):
    """What ``deal`` takes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: Annotated[
        str,
        BeforeValidator(_digits, json_schema_input_type=str | int),
        Field(max_length=40, description="What to deal; the sources say which seeds there are."),
    ]
    rules: Annotated[Any, Field(description="Switches that differ from the default.")] = None
    source: Annotated[str, Field(description="Who deals.")] = "kibitz"


class MovesRequest(BaseModel):
    """What ``moves`` takes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    position: Position


class PlayRequest(BaseModel):
    """What ``play`` and ``verify`` take."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    position: Position
    moves: Moves


class SolveRequest(SolveOptions):
    """What ``solve`` takes."""

    position: Position


class HintRequest(HintOptions):
    """What ``hint`` takes."""

    position: Position


class AnalyzeRequest(AnalyzeOptions):
    """What ``analyze`` takes."""

    position: Position


def read_request(model: type[M], game: Game, data: object) -> tuple[M, Any]:
    """The checked request and its position; raises ``BadInput`` with the faults of both."""
    faults: list[Fault] = []
    request, position = None, None
    fields = _object(data)
    try:
        request = model.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error)
    if "position" in fields:
        with noted(faults, "/position"):
            position = game.read(fields["position"])
    if request is None or faults:
        raise BadInput(faults)
    return request, position


def read_deal(game: Game, data: object) -> Any:
    """The position that a ``deal`` request asks for; raises ``BadInput`` with every fault."""
    fields = _object(data)
    try:
        request = DealRequest.model_validate(fields)
    except ValidationError as error:
        faults = schema_faults(error)
        raise BadInput([*faults, *_deal_faults(game, fields, faults)]) from None
    return game.deal(request.seed, request.rules, request.source)


def _deal_faults(game: Game, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
    """What else is wrong with a deal, what is at fault already left aside."""
    broken = {fault.pointer for fault in found}
    seed = "1" if "/seed" in broken else _digits(fields["seed"])
    source = "kibitz" if "/source" in broken else fields.get("source", "kibitz")
    try:
        game.deal(seed, fields.get("rules"), source)
    except BadInput as error:
        return [fault for fault in error.faults if fault.pointer not in broken]
    return []
