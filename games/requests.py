"""Reading a request for a verb: one pass that lists every fault."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from kibitz.games.catalogue import GAMES, LISTED
from kibitz.games.faults import BadInput, Fault, IllegalMove, noted, quote
from kibitz.games.findings import schema_faults
from kibitz.games.game import Game
from kibitz.games.partial import sound_part
from kibitz.games.schema import read_switches
from kibitz.games.text_form import BYTE_ORDER_MARK

M = TypeVar("M", bound=BaseModel)

# Pointers that a message ends with: "7C is also at /stock/3 and /waste/0".
_PLACES: Final = re.compile(r" is also at (/\S+(?: and /\S+)*)$")


def object_of(data: object) -> dict[str, Any]:
    """``data`` as the object that a body is; raises ``BadInput``."""
    if not isinstance(data, dict):
        message = f"the body should be a JSON object, not {quote(data)}"
        raise BadInput.one("", "not_an_object", message)
    return data


def read_position(game: Game, data: object, pointer: str = "/position") -> Any:
    """The position that stands at ``pointer`` of a request.

    Raises ``BadInput`` with every fault, or with the name of the game that it is a position of.
    """
    if not isinstance(data, str | Mapping):
        message = f"a position should be a line of text or an object, not {quote(data)}"
        raise BadInput.one(pointer, "not_an_object", message)
    data = data.removeprefix(BYTE_ORDER_MARK) if isinstance(data, str) else data
    try:
        return game.read(data)
    except BadInput as error:
        other = _other_game(game, data)
        if other is not None:
            message = f"this is a position of {LISTED[other].title}, not of {game.title}"
            raise BadInput.one(pointer, "other_game", message) from None
        raise BadInput(_placed(fault, pointer) for fault in error.faults) from None


def _placed(fault: Fault, pointer: str) -> Fault:
    """A fault of a position as one of a request, pointers in its message as well."""
    places = _PLACES.search(fault.message)
    if places is None:
        return fault.under(pointer)
    message = fault.message[: places.start(1)] + re.sub("(^| )/", rf"\g<1>{pointer}/", places[1])
    return Fault(pointer + fault.pointer, fault.code, message)


def _other_game(game: Game, data: object) -> str | None:
    """The game that a line of text begins with, or the only one whose fields an object has."""
    if isinstance(data, str):
        name = data.strip().partition("~")[0]
        return name if name in LISTED and name != game.name else None
    if not isinstance(data, dict) or _fits(game, data):
        return None
    fits = [name for name, other in GAMES.items() if _fits(other, data)]
    return fits[0] if len(fits) == 1 else None


def _fits(game: Game, data: dict[str, Any]) -> bool:
    """Whether an object has all that a position needs, and no field or switch that it has not."""
    fields, switches = game.schema.model_fields, data.get("rules", {})
    needed = {name for name, field in fields.items() if field.is_required()}
    known = isinstance(switches, dict) and set(switches) <= set(game.switches.usual)
    return known and needed <= set(data) <= set(fields)


def read_request(
    model: type[M], game: Game, data: object, check: Callable[[Any, Any], object] | None = None
) -> tuple[M, Any]:
    """The checked request and its position; raises ``BadInput`` with the faults of both.

    ``check`` takes the position, None where that is not sound, and the request, and raises
    ``BadInput`` for what does not go together. It is called only where something else is wrong,
    with what is sound of the request (see :func:`kibitz.games.partial.sound_part`) and the position
    as it was given, so that all is listed: whoever answers the request checks it anyhow.
    """
    faults: list[Fault] = []
    request, position = None, None
    fields = object_of(data)
    try:
        request = model.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error, model)
    if "position" in fields:
        try:
            position = read_position(game, fields["position"])
        except BadInput as error:
            faults += error.faults
    if request is not None and not faults:
        return request, position
    if check is not None:
        others = {name: value for name, value in fields.items() if name != "position"}
        part = sound_part(model, others, faults)
        with noted(faults):
            check(position, part.model_copy(update={"position": fields.get("position")}))
    raise BadInput(faults)


def unread_moves(game: Game, moves: Sequence[str]) -> list[IllegalMove]:
    """Those moves that are none in any position."""
    found = []
    for index, text in enumerate(moves):
        try:
            game.rewrite(text)
        except ValueError as error:
            reason = str(error).removeprefix(f"{quote(text)} is ")
            found.append(IllegalMove(index, text, reason))
    return found


def seats_of(game: Game, data: object) -> int | None:
    """How many seats the table of a position has, as far as that can be read, else None.

    It takes the rules alone: whatever else is wrong with the position.
    """
    if game.players[0] == game.players[1]:
        return game.players[0]
    switches: object = None
    with suppress(BadInput):
        if isinstance(data, str):
            name, *parts = data.strip().split("~")
            if name != game.name or not parts:
                return None
            switches = read_switches(parts[0], [])
        elif isinstance(data, Mapping) and set(data) <= set(game.schema.model_fields):
            switches = data.get("rules")
        else:
            return None
        return game.seats(game.state(game.deal("1", switches)))
    return None


def seat_fault(seat: int, seats: int, pointer: str = "/seat") -> Fault | None:
    """What is wrong with a seat of a table of so many; None for one that is there."""
    if 0 <= seat < seats:
        return None
    there = f"seats are 0 {'and' if seats == 2 else 'to'} {seats - 1}"
    message = f"there is no seat {seat}: {there if seats > 1 else 'the only seat is 0'}"
    return Fault(pointer, "no_such_seat", message)


def check_seat(seat: int, seats: int) -> None:
    """Raise ``BadInput`` unless a table of so many seats has this one."""
    fault = seat_fault(seat, seats)
    if fault is not None:
        raise BadInput([fault])
