"""Reading a request for a verb: one pass that lists every fault."""

from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from kibitz.contract.requests import DealRequest
from kibitz.games.faults import BadInput, Fault, noted, quote
from kibitz.games.game import Game
from kibitz.games.shapes import shape_faults

M = TypeVar("M", bound=BaseModel)


def _object(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        message = f"the body should be a JSON object, not {quote(data)}"
        raise BadInput.one("", "not_an_object", message)
    return data


def read_request(model: type[M], game: Game, data: object) -> tuple[M, Any]:
    """The checked request and its position; raises ``BadInput`` with the faults of both."""
    faults: list[Fault] = []
    request, position = None, None
    fields = _object(data)
    try:
        request = model.model_validate(fields)
    except ValidationError as error:
        faults += shape_faults(error)
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
        faults = shape_faults(error)
        raise BadInput([*faults, *_deal_faults(game, fields, faults)]) from None
    return game.deal(request.seed, request.rules, request.source)


def _deal_faults(game: Game, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
    """What else is wrong with a deal, what is at fault already left aside."""
    broken = {fault.pointer for fault in found}
    seed = "1" if "/seed" in broken else str(fields["seed"])
    source = "kibitz" if "/source" in broken else fields.get("source", "kibitz")
    try:
        game.deal(seed, fields.get("rules"), source)
    except BadInput as error:
        return [fault for fault in error.faults if fault.pointer not in broken]
    return []
